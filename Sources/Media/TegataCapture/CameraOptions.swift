import CTegataCapture
import TegataSystem

/// The settings requested from a camera. The camera may choose another size or rate.
package struct CameraOptions: Equatable, Sendable {
    /// The way in which a camera sends its frames.
    package enum Format: String, CaseIterable, Sendable {
        /// The format closest to the size and rate, uncompressed if possible.
        case automatic
        /// Uncompressed, with half the chroma samples.
        case yuyv
        /// Motion JPEG, which allows large frames at high rates even over USB 2.
        case mjpeg
    }

    package var width: Int
    package var height: Int
    package var framesPerSecond: Int
    package var format: Format
    /// The only acceptable pixel format, as in ``CameraMode/pixelFormat``; nil for any.
    package var pixelFormat: String?
    /// An exact rate that takes precedence over ``framesPerSecond``.
    package var rate: FrameRate?

    package init(width: Int = 640, height: Int = 480, framesPerSecond: Int = 30, format: Format = .automatic) {
        self.width = width
        self.height = height
        self.framesPerSecond = framesPerSecond
        self.format = format
    }
}

/// The settings that a camera has agreed to.
package struct CameraDescription: Equatable, Sendable, CustomStringConvertible {
    /// The name that the device reports.
    package var name: String
    package var width: Int
    package var height: Int
    /// The frame rate; nil if the camera does not report it.
    package var frameRate: FrameRate?
    /// The four letters of the kernel's code for the pixel format.
    package var pixelFormat: String

    /// Text such as `640×480 pixels (YUYV), 30 per second`.
    package var description: String {
        "\(width)×\(height) pixels (\(pixelFormat))" + (frameRate.map { ", \($0) per second" } ?? "")
    }
}

/// A camera device, found without starting it.
package struct CameraNode: Equatable, Sendable {
    package var path: String
    /// The name that the device reports; its path if there is no permission to open it.
    package var name: String

    /// Returns nil if there is no such device, or if it is not a camera.
    package init?(_ path: String, _ system: any VideoDeviceCalls = LinuxVideoDeviceCalls()) {
        guard system.isVideoDevice(path) else { return nil }
        self.path = path
        name = path
        let descriptor = system.openDevice(path)
        // Keep a device that cannot be opened, because starting it reports the reason.
        if descriptor == -EACCES || descriptor == -EPERM || descriptor == -EBUSY { return }
        guard descriptor >= 0 else { return nil }
        defer { system.closeDevice(descriptor) }
        var answer = v4l2_capability()
        guard send(tegata_request_capabilities, &answer, to: descriptor, of: system) == 0,
            answer.ofNode & tegata_capability_capture != 0
        else { return nil }
        name = answer.name
    }
}

extension v4l2_capability {
    /// The capabilities of this device node if the driver reports them separately, or else of the whole device.
    var ofNode: UInt32 { capabilities & tegata_capability_per_node != 0 ? device_caps : capabilities }

    /// The name that the device reports.
    var name: String { withUnsafeBytes(of: card) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) } }
}
