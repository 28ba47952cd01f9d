/// A stand-in for how AVFoundation fits pictures into a layer.
public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
    /// The name.
    public var rawValue: String

    /// A way by its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// All of the picture is seen, with its aspect; parts of the layer may stay empty.
    public static let resizeAspect = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspect")
    /// The picture covers the layer, with its aspect; parts of the picture may be cut off.
    public static let resizeAspectFill = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspectFill")
    /// The picture is stretched to the layer.
    public static let resize = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResize")
}
