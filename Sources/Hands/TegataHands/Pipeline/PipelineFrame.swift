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
