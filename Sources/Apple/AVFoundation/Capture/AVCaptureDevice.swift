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
    private var knownFormats: [Format] = []
    private var configuration = Configuration()
    private var sessions: [WeakSession] = []
    private var others: [Position: AVCaptureDevice] = [:]

    /// What the program has set; all else follows from the session.
    private struct Configuration {
        var format: Format?
        var minimumFrameDuration: CMTime?
        var maximumFrameDuration: CMTime?
    }

    private struct WeakSession {
        weak var session: AVCaptureSession?
    }

    init(_ source: CaptureSource, uniqueID: String, name: String, position: Position) {
        self.source = source
        self.uniqueID = uniqueID
        localizedName = name
        self.position = position
        super.init()
    }

    /// The same device as it is found for a position.
    private func device(at position: Position) -> AVCaptureDevice {
        guard position != .unspecified, position != self.position else { return self }
        return lock.withLock {
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
        lock.withLock { lockCount += 1 }
    }

    /// Ends what ``lockForConfiguration()`` has begun. A running session asks its camera for what was set meanwhile;
    /// files go on as they are.
    open func unlockForConfiguration() {
        let isUnlocked = lock.withLock { () -> Bool in
            lockCount = max(0, lockCount - 1)
            return lockCount == 0
        }
        if case .file = source { return }
        if isUnlocked { for session in currentSessions { session.applyChanges() } }
    }

    private func configure(_ change: (inout Configuration) -> Void) {
        lock.withLock {
            precondition(lockCount > 0, "the device must be locked for configuration")
            change(&configuration)
        }
    }

    /// The formats of the device. Those of a camera are what its driver lists, as far as they can be read here, with the
    /// best pixel format first; none if the camera is not there or cannot be asked. The test source has the sizes of
    /// all presets, and a file has its own.
    open var formats: [Format] {
        let known = lock.withLock { knownFormats }
        if !known.isEmpty { return known }
        let formats = source.formats()
        return lock.withLock {
            if knownFormats.isEmpty { knownFormats = formats }
            return knownFormats
        }
    }

    /// The format that sessions ask the device for: the one that was set, or else the one that comes nearest to the
    /// session's preset. Setting it makes the session's preset ``AVCaptureSession/Preset/inputPriority``, and forgets
    /// frame durations that were set; setting another preset makes the device follow that again. Set while the device is
    /// locked for configuration, to one of ``formats``.
    open var activeFormat: Format {
        get {
            if let format = chosenFormat { return format }
            let (width, height) = (currentSessions.first?.sessionPreset ?? .inputPriority).size
            func distance(_ format: Format) -> Int {
                abs(format.size.width - width) + abs(format.size.height - height)
            }
            return formats.min { distance($0) < distance($1) } ?? Format(width: width, height: height)
        }
        set {
            precondition(formats.contains(newValue), "\(newValue) is none of the formats of this device")
            configure { $0 = Configuration(format: newValue) }
            for session in currentSessions { session.followDevice() }
        }
    }

    /// The format that was set.
    var chosenFormat: Format? { lock.withLock { configuration.format } }

    /// The shortest time from frame to frame: cameras and the test source are asked for this rate, and of files frames
    /// are left out that come earlier. At first, and after it was set to an invalid time, 1/30 s or what the
    /// ``activeFormat`` that was set has nearest to it; zero for files, all of whose frames come. Set while the device is
    /// locked for configuration.
    open var activeVideoMinFrameDuration: CMTime {
        get {
            if let wantedFrameDuration { return wantedFrameDuration }
            if case .file = source { return .zero }
            return CMTime(value: 1, timescale: 30)
        }
        set { configure { $0.minimumFrameDuration = newValue.isPositive ? newValue : nil } }
    }

    /// The longest time from frame to frame. Rates here are constant: where it is shorter than
    /// ``activeVideoMinFrameDuration`` was at first, a camera is asked for this rate, and otherwise it changes nothing.
    /// At first, and after it was set to an invalid time, the same as ``activeVideoMinFrameDuration``. Set while the
    /// device is locked for configuration.
    open var activeVideoMaxFrameDuration: CMTime {
        get {
            let shortest = activeVideoMinFrameDuration
            return lock.withLock { configuration.maximumFrameDuration }.map { max($0, shortest) } ?? shortest
        }
        set { configure { $0.maximumFrameDuration = newValue.isPositive ? newValue : nil } }
    }

    /// The time from frame to frame that follows from what was set; nil if nothing was.
    private var wantedFrameDuration: CMTime? {
        let configuration = lock.withLock { self.configuration }
        if let shortest = configuration.minimumFrameDuration { return shortest }
        if case .file = source { return nil }
        let usual = configuration.format?.usualFrameDuration
        guard let longest = configuration.maximumFrameDuration else { return usual }
        return min(longest, usual ?? CMTime(value: 1, timescale: 30))
    }

    /// What a session with a preset asks of the device.
    func request(_ preset: AVCaptureSession.Preset) -> CaptureRequest {
        let format = chosenFormat
        let (width, height) = format?.size ?? preset.size
        return CaptureRequest(
            width: width, height: height, pixels: format?.pixels, frameDuration: wantedFrameDuration)
    }

    // MARK: Sessions

    private var currentSessions: [AVCaptureSession] { lock.withLock { sessions.compactMap(\.session) } }

    /// The session has an input of the device.
    func join(_ session: AVCaptureSession) {
        lock.withLock {
            sessions.removeAll { $0.session == nil }
            sessions.append(WeakSession(session: session))
        }
        if chosenFormat != nil { session.followDevice() }
    }

    func leave(_ session: AVCaptureSession) {
        lock.withLock { sessions.removeAll { $0.session == nil || $0.session === session } }
    }

    /// The session asks for the size of a preset from now on.
    func followPreset() {
        lock.withLock { configuration.format = nil }
    }

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
    package convenience init(cameraAt path: String, system: @escaping @Sendable () -> any VideoDeviceCalls) {
        self.init(
            .camera(path: path, system: system), uniqueID: path, name: CameraNode(path, system())?.name ?? path,
            position: .front)
    }
}

extension CMTime {
    fileprivate var isPositive: Bool { isValid && seconds > 0 }
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
