import Foundation
import TegataVideo

extension AVCaptureDevice {
    /// A stand-in for the kinds of devices. Every camera here is found as a wide-angle camera and as an external one;
    /// there are none of the others.
    public struct DeviceType: RawRepresentable, Hashable, Sendable {
        /// The name.
        public var rawValue: String

        /// A type by its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        private init(_ name: String) {
            rawValue = "AVCaptureDeviceType" + name
        }

        /// A camera as most devices have one.
        public static let builtInWideAngleCamera = DeviceType("BuiltInWideAngleCamera")
        /// A camera at a cable.
        public static let external = DeviceType("External")
        /// The older name of ``external``.
        public static let externalUnknown = DeviceType("ExternalUnknown")
        /// A camera with a short focal length.
        public static let builtInUltraWideCamera = DeviceType("BuiltInUltraWideCamera")
        /// A camera with a long focal length.
        public static let builtInTelephotoCamera = DeviceType("BuiltInTelephotoCamera")
        /// Two cameras, wide and long.
        public static let builtInDualCamera = DeviceType("BuiltInDualCamera")
        /// Two cameras, wide and very wide.
        public static let builtInDualWideCamera = DeviceType("BuiltInDualWideCamera")
        /// Three cameras.
        public static let builtInTripleCamera = DeviceType("BuiltInTripleCamera")
        /// A camera that measures depth.
        public static let builtInTrueDepthCamera = DeviceType("BuiltInTrueDepthCamera")
        /// A camera that measures depth by light.
        public static let builtInLiDARDepthCamera = DeviceType("BuiltInLiDARDepthCamera")
        /// The camera of a telephone near by.
        public static let continuityCamera = DeviceType("ContinuityCamera")
        /// A microphone.
        public static let microphone = DeviceType("Microphone")

        var isOfCameras: Bool { self == .builtInWideAngleCamera || self == .external || self == .externalUnknown }
    }
}

/// A stand-in for AVFoundation's kinds of media.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
    /// Four letters.
    public var rawValue: String

    /// A kind by its four letters.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A kind by its four letters.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// Pictures, the only kind that devices have here.
    public static let video = AVMediaType("vide")
    /// Sound.
    public static let audio = AVMediaType("soun")
    /// Sound and pictures in one.
    public static let muxed = AVMediaType("muxx")
    /// Data about other media.
    public static let metadata = AVMediaType("meta")
    /// Text.
    public static let text = AVMediaType("text")
    /// How far away things are.
    public static let depthData = AVMediaType("dpth")
}

/// A stand-in for whether a program may use a device. Here the system decides that by the permissions of files, so that
/// the answer is always ``authorized``; a camera that this user may not open is an error of the session.
public enum AVAuthorizationStatus: Int, Sendable {
    /// Nobody has been asked.
    case notDetermined = 0
    /// The user cannot allow it.
    case restricted = 1
    /// The user does not allow it.
    case denied = 2
    /// The user allows it.
    case authorized = 3
}

extension AVCaptureDevice {
    /// A stand-in for the search for devices.
    open class DiscoverySession: NSObject, @unchecked Sendable {
        private let types: [DeviceType]
        private let mediaType: AVMediaType?
        private let position: Position

        /// A search for devices of these types, for a kind of media (nil is any) and a position.
        public init(deviceTypes: [DeviceType], mediaType: AVMediaType?, position: Position) {
            types = deviceTypes
            self.mediaType = mediaType
            self.position = position
        }

        /// The devices that there are now.
        open var devices: [AVCaptureDevice] {
            AVCaptureDevice.devices(ofTypes: types, for: mediaType, at: position)
        }
    }
}

/// The devices that have been found, each once, and those that the program has registered.
final class FoundDevices: @unchecked Sendable {
    private let lock = NSLock()
    private var registeredDevices: [AVCaptureDevice] = []
    private var known: [String: AVCaptureDevice] = [:]

    var registered: [AVCaptureDevice] {
        get { lock.withLock { registeredDevices } }
        set { lock.withLock { registeredDevices = newValue } }
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
            if LinuxVideoDeviceCalls().isVideoDevice(name) || name.hasPrefix("/dev/video") {
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
        lock.withLock {
            let device = known[key] ?? make()
            known[key] = device
            return device
        }
    }

    /// Nil where there is no such camera (any more).
    private func camera(_ path: String) -> AVCaptureDevice? {
        guard CameraNode(path) != nil else { return nil }
        return device("camera " + path) { AVCaptureDevice(cameraAt: path, system: { LinuxVideoDeviceCalls() }) }
    }

    /// In the order of their numbers.
    private func cameraPaths() -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []
        return names.compactMap { $0.hasPrefix("video") ? Int($0.dropFirst("video".count)) : nil }.sorted().map {
            "/dev/video\($0)"
        }
    }
}
