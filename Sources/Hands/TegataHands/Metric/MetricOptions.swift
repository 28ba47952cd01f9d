import CTegataShims

/// Where hands are in space, in metres.
public struct MetricOptions: Sendable, Equatable {
    /// The mean distance between the middles of the knuckles of index and little finger of adults, in metres.
    public static let meanPalmWidth: Float = 0.06
    /// By which part of the mean the palms of two thirds of all adults differ from it at most.
    public static let palmWidthSpread: Float = 0.07
    /// Narrower and wider palms have neither children nor adults.
    package static let palmWidths: ClosedRange<Float> = 0.02...0.15

    /// The camera.
    public var camera: MetricCamera
    /// The distance between the middles of the knuckles of index and little finger of whoever is seen, in metres; nil:
    /// the mean of adults, and all distances are then as uncertain as that is.
    public var palmWidth: Float?

    /// Hands before this camera.
    public init(camera: MetricCamera, palmWidth: Float? = nil) {
        self.camera = camera
        self.palmWidth = palmWidth
    }

    func check() throws(HandPipelineError) {
        guard camera.isValid else { throw .camera(camera) }
        if let palmWidth, !Self.palmWidths.contains(palmWidth) { throw .palmWidth(palmWidth) }
    }
}

/// What is known of the camera that makes the pictures.
public enum MetricCamera: Sendable, Equatable {
    /// Its calibration, in pixels of the pictures as they are given.
    case intrinsics(CameraIntrinsics)
    /// How many degrees it shows from left to right, more than 0 and less than 180.
    case fieldOfView(degrees: Float)

    /// For pictures of one size.
    func intrinsics(_ size: PixelSize) -> CameraIntrinsics {
        switch self {
        case .intrinsics(let intrinsics): intrinsics
        case .fieldOfView(let degrees):
            CameraIntrinsics(fieldOfViewDegrees: degrees, width: Int(size.width), height: Int(size.height))
        }
    }

    /// Whether there is such a camera.
    package var isValid: Bool {
        switch self {
        case .intrinsics(let intrinsics): intrinsics.isValid
        case .fieldOfView(let degrees): degrees > 0 && degrees < 180
        }
    }
}

/// How a camera without distortion maps directions to the pixels of a picture.
public struct CameraIntrinsics: Sendable, Equatable {
    /// The distance of the picture from the camera's centre in widths of pixels.
    public var focalX: Float
    /// The same distance in heights of pixels.
    public var focalY: Float
    /// How many pixels the one that the camera points at is from the picture's left side.
    public var centerX: Float
    /// How many pixels it is from the picture's upper side.
    public var centerY: Float

    /// Intrinsics as a calibration gives them, for pictures of the size that it was made with.
    public init(focalX: Float, focalY: Float, centerX: Float, centerY: Float) {
        self.focalX = focalX
        self.focalY = focalY
        self.centerX = centerX
        self.centerY = centerY
    }

    /// Square pixels around the middle of a picture that shows so many degrees from left to right.
    public init(fieldOfViewDegrees degrees: Float, width: Int, height: Int) {
        let half = Double(degrees) * Double.pi / 360
        let focal = Float(width) / 2 * Float(tegata_cos(half) / tegata_sin(half))
        self.init(focalX: focal, focalY: focal, centerX: Float(width) / 2, centerY: Float(height) / 2)
    }

    /// Square pixels around the middle of a picture with the field of view that a lens of so many millimetres has on film
    /// of 36 × 24 mm, as photographs say of themselves; it is that of the diagonal.
    public init(filmFocalLengthMillimetres length: Float, width: Int, height: Int) {
        let (width, height) = (Float(width), Float(height))
        let focal = length * (width * width + height * height).squareRoot() / (36 * 36 + 24 * 24 as Float).squareRoot()
        self.init(focalX: focal, focalY: focal, centerX: width / 2, centerY: height / 2)
    }

    /// Where a point in space, in metres from the camera's centre, is in the picture, in pixels from its upper left
    /// corner; nil where it is not before the camera.
    public func pixel(of point: HandPoint) -> (x: Float, y: Float)? {
        guard point.z > 0 else { return nil }
        return (focalX * point.x / point.z + centerX, focalY * point.y / point.z + centerY)
    }

    /// Whether it can be a camera's.
    var isValid: Bool {
        focalX > 0 && focalY > 0 && focalX.isFinite && focalY.isFinite && centerX.isFinite && centerY.isFinite
    }
}
