import CTegataShims
import TegataBuffers
import TegataPixels

/// An image as the stages see it.
struct PipelineFrame {
    /// The part of the image that is processed, as stored.
    let view: ImageView
    /// Whether the part is read from right to left.
    let isMirrored: Bool
    /// The clockwise rotation in degrees, 0, 90, 180 or 270, that is applied next, before anything else.
    private(set) var turnDegrees = 0
    /// The clockwise rotation in degrees that then makes the part upright.
    let rotationDegrees: Int
    /// The size of the part after mirroring and rotation.
    let size: PixelSize
    /// The size of the whole image after mirroring and rotation.
    let wholeSize: PixelSize
    /// The camera for this image; nil if it is the one used for all images.
    let camera: MetricCamera?
    /// The place of the part in the whole image, after mirroring and rotation.
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
    /// Returns the pixels in an image of this width and height that become these when the image is rotated clockwise.
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

/// The place, within the image as passed, of the pixels that the stages see: a part of it, possibly mirrored.
struct FramePlacement: Equatable {
    /// The left side of the part, as a fraction of the image.
    private var originX: Float = 0
    private var originY: Float = 0
    private var width: Float = 1
    private var height: Float = 1
    private(set) var isMirrored = false

    /// Creates the placement of the whole image.
    init() {}

    /// Creates the placement of a part within an image of this width and height.
    init(part: PixelRectangle, width pictureWidth: Int, height pictureHeight: Int, isMirrored: Bool) {
        originX = Float(part.x) / Float(pictureWidth)
        originY = Float(part.y) / Float(pictureHeight)
        width = Float(part.width) / Float(pictureWidth)
        height = Float(part.height) / Float(pictureHeight)
        self.isMirrored = isMirrored
    }

    /// Whether fractions of the part equal fractions of the image. Conversions are then skipped, so that nothing is
    /// rounded.
    private var isWhole: Bool { self == FramePlacement() }

    private func outerX(_ x: Float) -> Float { originX + (isMirrored ? 1 - x : x) * width }
    private func outerY(_ y: Float) -> Float { originY + y * height }

    /// Converts a hand to fractions of the image.
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

    /// Converts a palm to fractions of the image.
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

    /// Converts a rectangle to fractions of the image.
    func outer(_ rectangle: HandRectangle) -> HandRectangle {
        guard !isWhole else { return rectangle }
        return HandRectangle(
            centerX: outerX(rectangle.centerX), centerY: outerY(rectangle.centerY), width: rectangle.width * width,
            height: rectangle.height * height, rotation: isMirrored ? -rectangle.rotation : rectangle.rotation)
    }

    /// Converts a rectangle to fractions of the part; the inverse of ``outer(_:)``.
    func inner(_ rectangle: HandRectangle) -> HandRectangle {
        guard !isWhole else { return rectangle }
        let x = (rectangle.centerX - originX) / width
        return HandRectangle(
            centerX: isMirrored ? 1 - x : x, centerY: (rectangle.centerY - originY) / height,
            width: rectangle.width / width, height: rectangle.height / height,
            rotation: isMirrored ? -rectangle.rotation : rectangle.rotation)
    }
}

/// The passage of a frame through the stages.
struct FrameRun {
    let start = tegata_monotonic_nanoseconds()
    let frame: PipelineFrame
    /// Whether a video frame is searched for new hands.
    var isSearched = false
    var timings = StageTimings()

    init(_ image: ImageView, _ options: FrameOptions) throws(TegataError) {
        frame = try PipelineFrame(image, options)
    }

    /// The times of all stages, once the last one has finished.
    var finalTimings: StageTimings {
        var timings = timings
        timings.total = tegata_monotonic_nanoseconds() - start
        return timings
    }
}
