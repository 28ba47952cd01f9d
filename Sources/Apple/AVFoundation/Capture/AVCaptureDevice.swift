import CoreMedia
import Foundation
import TegataVideo

/// A stand-in for cameras: those that Linux has as `/dev/video0` and so on, and video files and a test source that take
/// their place.
///
/// The environment says what a program finds, so that its code need not change:
///
/// | `TEGATA_CAMERA` | device |
/// | --- | --- |
/// | not set or empty | all cameras of the machine; without any, there is no device, as on a simulator |
/// | `/dev/video2` | this camera alone |
/// | `test` | a bright square that moves over a ramp, in the size of the session's preset |
/// | `none` | no device |
/// | anything else | the video file with this path |
///
/// `TEGATA_CAMERA_PLAYBACK` may hold `loop` and `fast`, with a comma between them (``Playback``). In code, devices are
/// made with ``init(file:playback:position:)`` and ``init(testFrameCount:playback:position:)`` and handed to an
/// ``AVCaptureDeviceInput``, or put in front of all others with ``registeredDevices``.
///
/// Linux does not say where a camera is: every device is found for each position that is asked for, says that it is
/// there, and is a ``Position/front`` one where nothing is said.
open class AVCaptureDevice: NSObject, @unchecked Sendable {
    /// Where a camera is.
    public enum Position: Int, Sendable {
        /// Anywhere.
        case unspecified = 0
        /// On the back of a device.
        case back = 1
        /// Facing the user.
        case front = 2
    }

    /// How a device plays that is not a camera. Without any of these it plays once, at its own pace, and then its
    /// session stops.
    public struct Playback: OptionSet, Sendable {
        /// The options as a number.
        public let rawValue: Int

        /// Options by their number.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Begins anew at the end.
        public static let loops = Playback(rawValue: 1)
        /// Gives each frame as soon as delegates have had the one before: none is discarded, and times are those in the
        /// video.
        public static let fullSpeed = Playback(rawValue: 2)
    }

    let source: CaptureSource
    /// Tells the device from others; the same in each run.
    public let uniqueID: String
    /// The name for people.
    public let localizedName: String
    /// Where the device is taken to be.
    public let position: Position

    private let lock = NSLock()
    private var lockCount = 0
    private var minimumFrameDuration: CMTime?
    private var others: [Position: AVCaptureDevice] = [:]

    init(_ source: CaptureSource, uniqueID: String, name: String, position: Position) {
        self.source = source
        self.uniqueID = uniqueID
        localizedName = name
        self.position = position
        super.init()
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body()
    }

    /// The same device as it is found for a position.
    private func device(at position: Position) -> AVCaptureDevice {
        guard position != .unspecified, position != self.position else { return self }
        return locked {
            let other =
                others[position]
                ?? AVCaptureDevice(source, uniqueID: uniqueID, name: localizedName, position: position)
            others[position] = other
            return other
        }
    }

    /// Always ``DeviceType/builtInWideAngleCamera``.
    open var deviceType: DeviceType { .builtInWideAngleCamera }

    /// Whether the device gives media of this kind: pictures alone.
    open func hasMediaType(_ mediaType: AVMediaType) -> Bool { mediaType == .video }

    /// Whether a session can have this preset with the device.
    open func supportsSessionPreset(_ preset: AVCaptureSession.Preset) -> Bool { preset.isKnown }

    /// Whether the camera or file is there.
    open var isConnected: Bool { (try? source.checkExistence()) != nil }

    /// Always false: nothing suspends a camera here.
    open var isSuspended: Bool { false }

    // MARK: Configuration

    /// Has to be called before the device is changed, with ``unlockForConfiguration()`` afterwards.
    open func lockForConfiguration() throws {
        locked { lockCount += 1 }
    }

    /// Ends what ``lockForConfiguration()`` has begun.
    open func unlockForConfiguration() {
        locked { lockCount = max(0, lockCount - 1) }
    }

    /// The shortest time from frame to frame: cameras and the test source are asked for this rate when a session
    /// starts, and of files frames are left out that come earlier. At first, and after it was set to an invalid time,
    /// 1/30 s; zero for files, all of whose frames come. Set while the device is locked for configuration.
    open var activeVideoMinFrameDuration: CMTime {
        get {
            if let wantedFrameDuration { return wantedFrameDuration }
            if case .file = source { return .zero }
            return CMTime(value: 1, timescale: 30)
        }
        set {
            locked {
                precondition(lockCount > 0, "the device must be locked for configuration")
                minimumFrameDuration = newValue.isValid && newValue.seconds > 0 ? newValue : nil
            }
        }
    }

    /// The longest time from frame to frame: that of ``activeVideoMinFrameDuration``, as rates here are constant.
    /// Setting it does nothing else than checking that the device is locked for configuration.
    open var activeVideoMaxFrameDuration: CMTime {
        get { activeVideoMinFrameDuration }
        set { locked { precondition(lockCount > 0, "the device must be locked for configuration") } }
    }

    var wantedFrameDuration: CMTime? { locked { minimumFrameDuration } }

    // MARK: Making devices

    /// A device that plays a video file as a camera would give its frames. Not part of the original.
    ///
    /// Y4M is read as it is, everything else by the program `ffmpeg`. Whether there is such a file shows when an input
    /// is made of the device.
    public convenience init(file url: URL, playback: Playback = [], position: Position = .front) {
        self.init(filePath: url.isFileURL ? url.path : url.absoluteString, playback, position)
    }

    private convenience init(filePath path: String, _ playback: Playback, _ position: Position) {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        self.init(.file(path: path, playback), uniqueID: path, name: name, position: position)
    }

    /// A device whose picture is made here and is the same in each run: a bright square that moves over a ramp. Not
    /// part of the original.
    ///
    /// It gives so many frames and then stops its session, or goes on for ever where `frameCount` is nil.
    public convenience init(
        testFrameCount frameCount: Int?, playback: Playback = [], position: Position = .front
    ) {
        self.init(
            .test(frameCount: frameCount, playback), uniqueID: "test", name: "Test Picture", position: position)
    }

    /// A camera of a system that a test brings along.
    package convenience init(cameraAt path: String, system: @escaping @Sendable () -> any CameraSystem) {
        self.init(
            .camera(path: path, system: system), uniqueID: path, name: CameraNode(path, system())?.name ?? path,
            position: .front)
    }
}

// MARK: - Finding devices

extension AVCaptureDevice {
    private static let found = FoundDevices()

    /// Devices that are found before all others. Not part of the original.
    public static var registeredDevices: [AVCaptureDevice] {
        get { found.registered }
        set { found.registered = newValue }
    }

    /// The first device of a type, for a kind of media and a position; nil where there is none.
    public class func `default`(
        _ deviceType: DeviceType, for mediaType: AVMediaType?, position: Position
    ) -> AVCaptureDevice? {
        devices(ofTypes: [deviceType], for: mediaType, at: position).first
    }

    /// The first device that gives media of this kind; nil where there is none.
    public class func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? {
        devices(for: mediaType).first
    }

    /// All devices that give media of this kind.
    public class func devices(for mediaType: AVMediaType) -> [AVCaptureDevice] {
        mediaType == .video ? all(ProcessInfo.processInfo.environment) : []
    }

    /// All devices.
    public class func devices() -> [AVCaptureDevice] { devices(for: .video) }

    /// The device with this identifier; nil where there is none.
    public class func device(withUniqueID deviceUniqueID: String) -> AVCaptureDevice? {
        devices().first { $0.uniqueID == deviceUniqueID }
    }

    static func devices(
        ofTypes types: [DeviceType], for mediaType: AVMediaType?, at position: Position
    ) -> [AVCaptureDevice] {
        guard mediaType ?? .video == .video, types.contains(where: \.isOfCameras) else { return [] }
        return devices().map { $0.device(at: position) }
    }

    /// The devices of a machine with this environment.
    package static func all(_ environment: [String: String]) -> [AVCaptureDevice] {
        registeredDevices + found.devices(environment)
    }

    /// Whether the program may use devices: always ``AVAuthorizationStatus/authorized``.
    public class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus { .authorized }

    /// Calls the handler with true, on a queue of its own.
    public class func requestAccess(
        for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) {
        DispatchQueue.global().async { handler(true) }
    }

    /// Always true.
    public class func requestAccess(for mediaType: AVMediaType) async -> Bool { true }
}
