/// What a camera has agreed to send.
package struct CameraDescription: Equatable, Sendable, CustomStringConvertible {
    /// The name that the device gives itself.
    package var name: String
    package var width: Int
    package var height: Int
    /// Nil where the camera does not say.
    package var frameRate: FrameRate?
    /// The four letters by which the kernel calls the format of the pixels.
    package var pixelFormat: String

    /// Such as `640×480 pixels (YUYV), 30 per second`.
    package var description: String {
        "\(width)×\(height) pixels (\(pixelFormat))" + (frameRate.map { ", \($0) per second" } ?? "")
    }
}
