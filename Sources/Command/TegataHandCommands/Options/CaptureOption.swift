import TegataTool
import TegataVideo

/// The options for the format of camera frames.
package enum CaptureOption {
    static let size = Option<Size>(
        "--camera-size", "WIDTHxHEIGHT",
        "frame size to request from a camera, which may choose another (default: 640x480)",
        expectation: "a size such as 1280x720", parse: Size.init)
    static let rate = Option<Int>.integer(
        "--camera-rate", "FPS", in: 1...1000, "frames per second to request from a camera (default: 30)")
    static let format = Option<CameraOptions.Format>.choice(
        "--camera-format", "pixel format to request from a camera (default: the best match for size and rate)")

    package static let all = [size.description, rate.description, format.description]

    /// A size in pixels.
    struct Size: Sendable {
        let width: Int
        let height: Int

        init?(_ text: String) {
            let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
            guard parts.count == 2, let width = parts[0], let height = parts[1], 1...65535 ~= width, 1...65535 ~= height
            else { return nil }
            self.width = width
            self.height = height
        }
    }
}

extension CameraOptions {
    /// Reads the camera options from the arguments.
    package init(_ arguments: Arguments) throws {
        self.init()
        if let size = try arguments.value(of: CaptureOption.size) { (width, height) = (size.width, size.height) }
        framesPerSecond = try arguments.value(of: CaptureOption.rate) ?? framesPerSecond
        format = try arguments.value(of: CaptureOption.format) ?? format
    }
}
