import CTegataShims
import TegataBuffers
import TegataPixels

/// A picture as the stages see it.
struct PipelineFrame {
    /// The part that is looked at, as it is stored.
    let view: ImageView
    /// Whether it is taken from right to left.
    let isMirrored: Bool
    /// By how many degrees it is turned clockwise then, 0, 90, 180 or 270, before anything else.
    private(set) var turnDegrees = 0
    /// By how many degrees what has become of it must be turned clockwise to be upright.
    let rotationDegrees: Int
    /// Of what has become of the part.
    let size: PixelSize
    /// Of what has become of the whole picture.
    let wholeSize: PixelSize
    /// The camera, where it is not that of all pictures.
    let camera: MetricCamera?
    /// Where what has become of the part lies in that.
    let placement: FramePlacement

    init(_ image: ImageView, _ options: FrameOptions) throws(TegataError) {
        guard options.rotationDegrees % 90 == 0 else {
            throw TegataError(HandPipelineError.rotation(degrees: options.rotationDegrees))
        }
        if let camera = options.camera, !camera.isValid { throw TegataError(HandPipelineError.camera(camera)) }
        camera = options.camera
        isMirrored = options.isMirrored
        if options.answersUpright { turnDegrees = (options.rotationDegrees % 360 + 360) % 360 }
        rotationDegrees = options.answersUpright ? 0 : options.rotationDegrees
        let swapsSides = turnDegrees % 180 != 0
        let (width, height) = swapsSides ? (image.height, image.width) : (image.width, image.height)
        wholeSize = PixelSize(width: width, height: height)
        guard options.region != nil || isMirrored && !options.answersUpright else {
            view = image
            size = wholeSize
            placement = FramePlacement()
            return
        }
        var part = PixelRectangle(x: 0, y: 0, width: width, height: height)
        if let region = options.region {
            do { part = try region.pixels(width: width, height: height) } catch { throw TegataError(error) }
        }
        size = PixelSize(width: part.width, height: part.height)
        placement = FramePlacement(
            part: part, width: width, height: height, isMirrored: isMirrored && !options.answersUpright)
        var stored = part.turnedBack(by: turnDegrees, width: image.width, height: image.height)
        if isMirrored && options.answersUpright { stored.x = image.width - stored.x - stored.width }
        view = image.cropped(to: stored)
    }
}

extension PixelRectangle {
    /// The pixels of a picture of this width and height that become these when it is turned clockwise.
    fileprivate func turnedBack(by degrees: Int, width pictureWidth: Int, height pictureHeight: Int) -> PixelRectangle {
        switch degrees {
        case 90: PixelRectangle(x: y, y: pictureHeight - x - width, width: height, height: width)
        case 180:
            PixelRectangle(x: pictureWidth - x - width, y: pictureHeight - y - height, width: width, height: height)
        case 270: PixelRectangle(x: pictureWidth - y - height, y: x, width: height, height: width)
        default: self
        }
    }
}

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

/// A frame on its way through the stages.
struct FrameRun {
    private let start = tegata_monotonic_nanoseconds()
    let frame: PipelineFrame
    var timings = StageTimings()

    init(_ image: ImageView, _ options: FrameOptions) throws(TegataError) {
        frame = try PipelineFrame(image, options)
    }

    /// The times of all stages, when the last has ended.
    var finalTimings: StageTimings {
        var timings = timings
        timings.total = tegata_monotonic_nanoseconds() - start
        return timings
    }
}
