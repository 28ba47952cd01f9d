/// What may be said about an image beside its pixels. Nothing of it is looked at here.
public struct VNImageOption: RawRepresentable, Hashable, Sendable {
    /// The key's name.
    public let rawValue: String

    /// A key by its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A dictionary of properties, as Image I/O gives it.
    public static let properties = VNImageOption(rawValue: "VNImageOptionProperties")
    /// The matrix of the camera.
    public static let cameraIntrinsics = VNImageOption(rawValue: "VNImageOptionCameraIntrinsics")
    /// A context of Core Image.
    public static let ciContext = VNImageOption(rawValue: "VNImageOptionCIContext")
}
