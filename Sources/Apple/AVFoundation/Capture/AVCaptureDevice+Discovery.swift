import Foundation
import TegataVideo

extension AVCaptureDevice {
    /// A kind of device. On Linux, searches find every camera both as a wide-angle camera and as an external one; there
    /// are no other kinds of devices.
    public struct DeviceType: RawRepresentable, Hashable, Sendable {
        /// The name of the type.
        public var rawValue: String

        /// Creates a type from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        private init(_ name: String) {
            rawValue = "AVCaptureDeviceType" + name
        }

        /// An ordinary built-in camera.
        public static let builtInWideAngleCamera = DeviceType("BuiltInWideAngleCamera")
        /// A camera connected by a cable.
        public static let external = DeviceType("External")
        /// The older name of ``external``.
        public static let externalUnknown = DeviceType("ExternalUnknown")
        /// A camera with a short focal length.
        public static let builtInUltraWideCamera = DeviceType("BuiltInUltraWideCamera")
        /// A camera with a long focal length.
        public static let builtInTelephotoCamera = DeviceType("BuiltInTelephotoCamera")
        /// A dual camera: wide-angle and telephoto.
        public static let builtInDualCamera = DeviceType("BuiltInDualCamera")
        /// A dual camera: wide-angle and ultra-wide.
        public static let builtInDualWideCamera = DeviceType("BuiltInDualWideCamera")
        /// Three cameras.
        public static let builtInTripleCamera = DeviceType("BuiltInTripleCamera")
        /// A camera that also measures depth.
        public static let builtInTrueDepthCamera = DeviceType("BuiltInTrueDepthCamera")
        /// A camera that measures depth with light.
        public static let builtInLiDARDepthCamera = DeviceType("BuiltInLiDARDepthCamera")
        /// The camera of a nearby phone.
        public static let continuityCamera = DeviceType("ContinuityCamera")
        /// A microphone.
        public static let microphone = DeviceType("Microphone")

        var isOfCameras: Bool { self == .builtInWideAngleCamera || self == .external || self == .externalUnknown }
    }
}

/// A kind of media.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
    /// The four-character code.
    public var rawValue: String

    /// Creates a kind from its four-character code.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a kind from its four-character code.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// Video, the only kind that devices provide on Linux.
    public static let video = AVMediaType("vide")
    /// Sound.
    public static let audio = AVMediaType("soun")
    /// Audio and video in one stream.
    public static let muxed = AVMediaType("muxx")
    /// Data about other media.
    public static let metadata = AVMediaType("meta")
    /// Text.
    public static let text = AVMediaType("text")
    /// Distances between the scene and the camera.
    public static let depthData = AVMediaType("dpth")
}

/// Permission to use a device. On Linux, file permissions decide this, so the status is always ``authorized``. If the
/// user may not open a camera, the session reports an error.
public enum AVAuthorizationStatus: Int, Sendable {
    /// The user has not been asked.
    case notDetermined = 0
    /// The user cannot allow it.
    case restricted = 1
    /// The user does not allow it.
    case denied = 2
    /// The user allows it.
    case authorized = 3
}

extension AVCaptureDevice {
    /// A search for devices.
    open class DiscoverySession: NSObject, @unchecked Sendable {
        private let types: [DeviceType]
        private let mediaType: AVMediaType?
        private let position: Position

        /// Creates a search for devices of these types, for a kind of media (nil for any) and a position.
        public init(deviceTypes: [DeviceType], mediaType: AVMediaType?, position: Position) {
            types = deviceTypes
            self.mediaType = mediaType
            self.position = position
        }

        /// The devices that are available now.
        open var devices: [AVCaptureDevice] {
            AVCaptureDevice.devices(ofTypes: types, for: mediaType, at: position)
        }
    }
}

/// The devices that have been found, each listed once, and the devices that the program has registered.
final class FoundDevices: @unchecked Sendable {
    private let lock = NSLock()
    private var registeredDevices: [AVCaptureDevice] = []
    private var known: [String: AVCaptureDevice] = [:]

    var registered: [AVCaptureDevice] {
        get { lock.withLock { registeredDevices } }
        set { lock.withLock { registeredDevices = newValue } }
    }

    /// Returns the devices that the environment names, or the cameras of the machine if it names none.
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

    /// Returns the same object each time, so that devices can be compared.
    private func device(_ key: String, _ make: () -> AVCaptureDevice) -> AVCaptureDevice {
        lock.withLock {
            let device = known[key] ?? make()
            known[key] = device
            return device
        }
    }

    /// Returns the camera at the path; nil if it does not exist, or no longer does.
    private func camera(_ path: String) -> AVCaptureDevice? {
        guard CameraNode(path) != nil else { return nil }
        return device("camera " + path) { AVCaptureDevice(cameraAt: path, system: { LinuxVideoDeviceCalls() }) }
    }

    /// Returns the paths of all cameras, ordered by number.
    private func cameraPaths() -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []
        return names.compactMap { $0.hasPrefix("video") ? Int($0.dropFirst("video".count)) : nil }.sorted().map {
            "/dev/video\($0)"
        }
    }
}
