import CTegataCapture
import TegataSystem

/// What is asked of a camera. The device has the last word: it may give pictures of another size or rate.
package struct CameraOptions: Equatable, Sendable {
    /// How a camera sends its pictures.
    package enum Format: String, CaseIterable, Sendable {
        /// Whatever comes closest to the size and rate, uncompressed where possible.
        case automatic
        /// Uncompressed, with half of the chroma.
        case yuyv
        /// Motion JPEG: large pictures at high rates even over USB 2.
        case mjpeg
    }

    package var width: Int
    package var height: Int
    package var framesPerSecond: Int
    package var format: Format
    /// The only pixel format to agree to, by its ``CameraMode/pixelFormat``; nil is any.
    package var pixelFormat: String?
    /// A rate that is finer than ``framesPerSecond``, and is asked for in its place.
    package var rate: FrameRate?

    package init(width: Int = 640, height: Int = 480, framesPerSecond: Int = 30, format: Format = .automatic) {
        self.width = width
        self.height = height
        self.framesPerSecond = framesPerSecond
        self.format = format
    }
}

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

/// A device that takes pictures, found without taking any.
package struct CameraNode: Equatable, Sendable {
    package var path: String
    /// The name that the device gives itself; its path where it may not be asked.
    package var name: String

    /// Nil where there is no such device, or it takes no pictures.
    package init?(_ path: String, _ system: any VideoDeviceCalls = LinuxVideoDeviceCalls()) {
        guard system.isVideoDevice(path) else { return nil }
        self.path = path
        name = path
        let descriptor = system.openDevice(path)
        // Whoever starts the camera is told why it cannot be opened.
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
    /// The capabilities of the device, where they are told apart from those of the whole hardware.
    var ofNode: UInt32 { capabilities & tegata_capability_per_node != 0 ? device_caps : capabilities }

    /// The name that the device gives itself.
    var name: String { withUnsafeBytes(of: card) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) } }
}
