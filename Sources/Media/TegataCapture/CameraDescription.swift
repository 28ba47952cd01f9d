/// What a camera has agreed to send.
public struct CameraDescription: Equatable, Sendable, CustomStringConvertible {
    /// The name that the device gives itself.
    public var name: String
    public var width: Int
    public var height: Int
    /// Nil where the camera does not say.
    public var frameRate: FrameRate?
    /// The four letters by which the kernel calls the format of the pixels.
    public var pixelFormat: String

    /// Such as `640×480 pixels (YUYV), 30 per second`.
    public var description: String {
        "\(width)×\(height) pixels (\(pixelFormat))" + (frameRate.map { ", \($0) per second" } ?? "")
    }
}
