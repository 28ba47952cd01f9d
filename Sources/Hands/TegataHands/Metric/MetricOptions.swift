import CTegataShims

/// The options for locating hands in space, in metres.
public struct MetricOptions: Sendable, Equatable {
    /// The mean distance between the centres of the index and little finger knuckles in adults, in metres.
    public static let meanPalmWidth: Float = 0.06
    /// The fraction of the mean within which the palm widths of two thirds of all adults lie.
    public static let palmWidthSpread: Float = 0.07
    /// The plausible palm widths in metres, from children to adults.
    package static let palmWidths: ClosedRange<Float> = 0.02...0.15

    /// The camera.
    public var camera: MetricCamera
    /// The distance between the centres of the person's index and little finger knuckles, in metres. With nil, the mean
    /// for adults is used, whose spread then adds to the uncertainty of all distances.
    public var palmWidth: Float?

    /// Creates options for hands in front of a camera.
    public init(camera: MetricCamera, palmWidth: Float? = nil) {
        self.camera = camera
        self.palmWidth = palmWidth
    }

    func check() throws(HandPipelineError) {
        guard camera.isValid else { throw .camera(camera) }
        if let palmWidth, !Self.palmWidths.contains(palmWidth) { throw .palmWidth(palmWidth) }
    }
}

/// The known parameters of the camera that takes the images.
public enum MetricCamera: Sendable, Equatable {
    /// The camera's calibration, in pixels of the images as passed.
    case intrinsics(CameraIntrinsics)
    /// The horizontal field of view in degrees, more than 0 and less than 180.
    case fieldOfView(degrees: Float)

    /// Returns the intrinsics for images of a given size.
    func intrinsics(_ size: PixelSize) -> CameraIntrinsics {
        switch self {
        case .intrinsics(let intrinsics): intrinsics
        case .fieldOfView(let degrees):
            CameraIntrinsics(fieldOfViewDegrees: degrees, width: Int(size.width), height: Int(size.height))
        }
    }

    /// Whether a camera can have these parameters.
    package var isValid: Bool {
        switch self {
        case .intrinsics(let intrinsics): intrinsics.isValid
        case .fieldOfView(let degrees): degrees > 0 && degrees < 180
        }
    }
}

/// The parameters that determine how a camera without distortion maps directions to the pixels of an image.
public struct CameraIntrinsics: Sendable, Equatable {
    /// The focal length in pixel widths.
    public var focalX: Float
    /// The focal length in pixel heights.
    public var focalY: Float
    /// The distance in pixels from the image's left side to the principal point.
    public var centerX: Float
    /// The distance in pixels from the image's top side to the principal point.
    public var centerY: Float

    /// Creates intrinsics from a calibration, for images of the size with which it was made.
    public init(focalX: Float, focalY: Float, centerX: Float, centerY: Float) {
        self.focalX = focalX
        self.focalY = focalY
        self.centerX = centerX
        self.centerY = centerY
    }

    /// Creates intrinsics with square pixels and a centred principal point from the horizontal field of view in
    /// degrees.
    public init(fieldOfViewDegrees degrees: Float, width: Int, height: Int) {
        let half = Double(degrees) * Double.pi / 360
        let focal = Float(width) / 2 * Float(tegata_cos(half) / tegata_sin(half))
        self.init(focalX: focal, focalY: focal, centerX: Float(width) / 2, centerY: Float(height) / 2)
    }

    /// Creates intrinsics with square pixels and a centred principal point from the focal length in millimetres that
    /// gives the same diagonal field of view on film of 36 × 24 mm. Photographs store this length in their metadata.
    public init(filmFocalLengthMillimetres length: Float, width: Int, height: Int) {
        let (width, height) = (Float(width), Float(height))
        let focal = length * (width * width + height * height).squareRoot() / (36 * 36 + 24 * 24 as Float).squareRoot()
        self.init(focalX: focal, focalY: focal, centerX: width / 2, centerY: height / 2)
    }

    /// Returns the position in the image, in pixels from its upper left corner, of a point in metres from the camera's
    /// centre; nil if the point is not in front of the camera.
    public func pixel(of point: HandPoint) -> (x: Float, y: Float)? {
        guard point.z > 0 else { return nil }
        return (focalX * point.x / point.z + centerX, focalY * point.y / point.z + centerY)
    }

    /// Whether a camera can have these values.
    var isValid: Bool {
        focalX > 0 && focalY > 0 && focalX.isFinite && focalY.isFinite && centerX.isFinite && centerY.isFinite
    }
}
