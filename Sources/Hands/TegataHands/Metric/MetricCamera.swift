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
