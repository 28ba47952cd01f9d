import Foundation
import TegataVideo

/// The devices that have been found, each once, and those that the program has registered.
final class FoundDevices: @unchecked Sendable {
    private let lock = NSLock()
    private var registeredDevices: [AVCaptureDevice] = []
    private var known: [String: AVCaptureDevice] = [:]

    private func locked<Result>(_ body: () -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body()
    }

    var registered: [AVCaptureDevice] {
        get { locked { registeredDevices } }
        set { locked { registeredDevices = newValue } }
    }

    /// What the environment names, or else the cameras of the machine.
    func devices(_ environment: [String: String]) -> [AVCaptureDevice] {
        let name = environment["TEGATA_CAMERA"] ?? ""
        let words = (environment["TEGATA_CAMERA_PLAYBACK"] ?? "").split { $0 == "," || $0 == " " }
        var playback: AVCaptureDevice.Playback = []
        if words.contains("loop") { playback.insert(.loops) }
        if words.contains("fast") { playback.insert(.fullSpeed) }
        switch name {
        case "": return cameraPaths().compactMap { camera($0) }
        case "none": return []
        case "test":
            return [
                device("test \(playback.rawValue)") { AVCaptureDevice(testFrameCount: nil, playback: playback) }
            ]
        default:
            if LinuxCameraSystem().isVideoDevice(name) || name.hasPrefix("/dev/video") {
                return camera(name).map { [$0] } ?? []
            }
            return [
                device("file \(playback.rawValue) \(name)") {
                    AVCaptureDevice(file: URL(fileURLWithPath: name), playback: playback)
                }
            ]
        }
    }

    /// The same object each time, so that devices can be compared.
    private func device(_ key: String, _ make: () -> AVCaptureDevice) -> AVCaptureDevice {
        locked {
            let device = known[key] ?? make()
            known[key] = device
            return device
        }
    }

    /// Nil where there is no such camera (any more).
    private func camera(_ path: String) -> AVCaptureDevice? {
        guard CameraNode(path) != nil else { return nil }
        return device("camera " + path) { AVCaptureDevice(cameraAt: path, system: { LinuxCameraSystem() }) }
    }

    /// In the order of their numbers.
    private func cameraPaths() -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []
        return names.compactMap { $0.hasPrefix("video") ? Int($0.dropFirst("video".count)) : nil }.sorted().map {
            "/dev/video\($0)"
        }
    }
}
