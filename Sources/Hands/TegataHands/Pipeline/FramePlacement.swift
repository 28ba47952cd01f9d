/// How the pixels that the stages see lie in the picture as it was given: a part of it, perhaps from right to left.
struct FramePlacement: Equatable {
    /// The part as fractions of the picture.
    private var originX: Float = 0
    private var originY: Float = 0
    private var width: Float = 1
    private var height: Float = 1
    private(set) var isMirrored = false

    /// The picture as it is.
    init() {}

    /// The part of a picture of this width and height.
    init(part: PixelRectangle, width pictureWidth: Int, height pictureHeight: Int, isMirrored: Bool) {
        originX = Float(part.x) / Float(pictureWidth)
        originY = Float(part.y) / Float(pictureHeight)
        width = Float(part.width) / Float(pictureWidth)
        height = Float(part.height) / Float(pictureHeight)
        self.isMirrored = isMirrored
    }

    /// Whether fractions of the part are those of the picture; then nothing is computed, so that nothing is rounded.
    private var isWhole: Bool { self == FramePlacement() }

    private func outerX(_ x: Float) -> Float { originX + (isMirrored ? 1 - x : x) * width }
    private func outerY(_ y: Float) -> Float { originY + y * height }

    /// A hand in fractions of the picture.
    func outer(_ hand: HandResult) -> HandResult {
        guard !isWhole else { return hand }
        var result = hand
        result.landmarks = HandPoints {
            let point = hand.landmarks[$0]
            return HandPoint(x: outerX(point.x), y: outerY(point.y), z: point.z * width)
        }
        if isMirrored {
            result.worldLandmarks = HandPoints {
                let point = hand.worldLandmarks[$0]
                return HandPoint(x: -point.x, y: point.y, z: point.z)
            }
        }
        result.rectangle = outer(hand.rectangle)
        return result
    }

    /// A palm in fractions of the picture.
    func outer(_ palm: PalmDetection) -> PalmDetection {
        guard !isWhole else { return palm }
        var result = palm
        let left = isMirrored ? palm.box.x + palm.box.width : palm.box.x
        result.box = Box(
            x: outerX(left), y: outerY(palm.box.y), width: palm.box.width * width, height: palm.box.height * height)
        for index in 0..<7 {
            result.keypoints[index] = SIMD2(outerX(palm.keypoints[index].x), outerY(palm.keypoints[index].y))
        }
        result.handRectangle = outer(palm.handRectangle)
        return result
    }

    /// A rectangle in fractions of the picture.
    func outer(_ rectangle: HandRectangle) -> HandRectangle {
        guard !isWhole else { return rectangle }
        return HandRectangle(
            centerX: outerX(rectangle.centerX), centerY: outerY(rectangle.centerY), width: rectangle.width * width,
            height: rectangle.height * height, rotation: isMirrored ? -rectangle.rotation : rectangle.rotation)
    }

    /// The opposite of ``outer(_:)``.
    func inner(_ rectangle: HandRectangle) -> HandRectangle {
        guard !isWhole else { return rectangle }
        let x = (rectangle.centerX - originX) / width
        return HandRectangle(
            centerX: isMirrored ? 1 - x : x, centerY: (rectangle.centerY - originY) / height,
            width: rectangle.width / width, height: rectangle.height / height,
            rotation: isMirrored ? -rectangle.rotation : rectangle.rotation)
    }
}
