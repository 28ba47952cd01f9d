import CTegataVideo
import TegataSystem

/// A device that takes pictures, found without taking any.
package struct CameraNode: Equatable, Sendable {
    package var path: String
    /// The name that the device gives itself; its path where it may not be asked.
    package var name: String

    /// Nil where there is no such device, or it takes no pictures.
    package init?(_ path: String, _ system: any CameraSystem = LinuxCameraSystem()) {
        guard system.isVideoDevice(path) else { return nil }
        self.path = path
        name = path
        let descriptor = system.openDevice(path)
        // Whoever starts the camera is told why it cannot be opened.
        if descriptor == -EACCES || descriptor == -EPERM || descriptor == -EBUSY { return }
        guard descriptor >= 0 else { return nil }
        defer { system.closeDevice(descriptor) }
        var answer = v4l2_capability()
        guard system.request(descriptor, tegata_request_capabilities, &answer) == 0,
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
