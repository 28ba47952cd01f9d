import CoreMedia
import Foundation
import TegataVideo

/// A Linux camera, such as `/dev/video0`, or a video file or test source that takes its place.
///
/// Environment variables select the devices that a program finds, so that its code need not change:
///
/// | `TEGATA_CAMERA` | device |
/// | --- | --- |
/// | not set or empty | all cameras of the machine; no device if there is no camera, as on a simulator |
/// | `/dev/video2` | this camera alone |
/// | `test` | a bright square that moves over a gradient, in the size of the session's preset |
/// | `none` | no device |
/// | anything else | the video file with this path |
///
/// `TEGATA_CAMERA_PLAYBACK` may contain `loop` and `fast`, separated by a comma (``Playback``). In code, create devices
/// with ``init(file:playback:position:)`` and ``init(testFrameCount:playback:position:)`` and pass them to an
/// ``AVCaptureDeviceInput``, or put them before all others with ``registeredDevices``.
///
/// Linux does not report where a camera is mounted. A search for any position therefore finds every device, and the
/// devices report the requested position, or ``Position/front`` if none was requested.
open class AVCaptureDevice: NSObject, @unchecked Sendable {
    /// The position of a camera.
    public enum Position: Int, Sendable {
        /// Any position.
        case unspecified = 0
        /// On the back of a device.
        case back = 1
        /// Facing the user.
        case front = 2
    }

    /// Options for playing a device other than a camera. By default, the device plays once, in real time, and then its
    /// session stops.
    public struct Playback: OptionSet, Sendable {
        /// The options as a bit mask.
        public let rawValue: Int

        /// Creates options from their bit mask.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Starts over at the end.
        public static let loops = Playback(rawValue: 1)
        /// Delivers each frame as soon as the delegates have handled the previous one. No frame is discarded, and
        /// timestamps are taken from the video.
        public static let fullSpeed = Playback(rawValue: 2)
    }

    let source: CaptureSource
    /// The identifier of the device; the same in every run.
    public let uniqueID: String
    /// The name to show to people.
    public let localizedName: String
    /// The position that the device reports.
    public let position: Position

    private let lock = NSLock()
    private var lockCount = 0
    private var knownFormats: [Format] = []
    private var configuration = Configuration()
    private var sessions: [WeakSession] = []
    private var others: [Position: AVCaptureDevice] = [:]

    /// The program's settings; everything else follows from the session.
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

    /// Returns the same device with another position.
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

    /// Whether the device provides media of this kind; true only for video.
    open func hasMediaType(_ mediaType: AVMediaType) -> Bool { mediaType == .video }

    /// Whether a session can use this preset with the device.
    open func supportsSessionPreset(_ preset: AVCaptureSession.Preset) -> Bool { preset.isKnown }

    /// Whether the camera or file exists.
    open var isConnected: Bool { (try? source.checkExistence()) != nil }

    /// Always false, because nothing suspends a camera on Linux.
    open var isSuspended: Bool { false }

    // MARK: Configuration

    /// Locks the device for changes; end them with ``unlockForConfiguration()``.
    open func lockForConfiguration() throws {
        lock.withLock { lockCount += 1 }
    }

    /// Ends the changes that ``lockForConfiguration()`` began. A running session applies the new settings to its
    /// camera; files continue unchanged.
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

    /// The formats of the device. For a camera, these are the formats that its driver supports, best pixel format
    /// first; the list is empty if the camera is missing or cannot be queried. The test source supports the sizes of
    /// all presets; a file has only one format.
    open var formats: [Format] {
        let known = lock.withLock { knownFormats }
        if !known.isEmpty { return known }
        let formats = source.formats()
        return lock.withLock {
            if knownFormats.isEmpty { knownFormats = formats }
            return knownFormats
        }
    }

    /// The format that sessions request from the device: the format that was set, or the one nearest to the session's
    /// preset. Setting it changes the session's preset to ``AVCaptureSession/Preset/inputPriority`` and resets the
    /// frame durations. Setting another preset makes the device follow the preset again. Set it to one of ``formats``
    /// while the device is locked for configuration.
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
            precondition(formats.contains(newValue), "\(newValue) is not one of the formats of this device")
            configure { $0 = Configuration(format: newValue) }
            for session in currentSessions { session.followDevice() }
        }
    }

    /// The format that was set; nil if none was.
    var chosenFormat: Format? { lock.withLock { configuration.format } }

    /// The shortest time between frames. Cameras and the test source are asked for the corresponding rate; in files,
    /// frames that come sooner are skipped. The default is 1/30 s, or the nearest duration that an explicitly set
    /// ``activeFormat`` supports; for files it is zero, so that every frame is used. An invalid time restores the
    /// default. Set it while the device is locked for configuration.
    open var activeVideoMinFrameDuration: CMTime {
        get {
            if let wantedFrameDuration { return wantedFrameDuration }
            if case .file = source { return .zero }
            return CMTime(value: 1, timescale: 30)
        }
        set { configure { $0.minimumFrameDuration = newValue.isPositive ? newValue : nil } }
    }

    /// The longest time between frames. Rates are constant on Linux: if this time is shorter than the default
    /// ``activeVideoMinFrameDuration``, a camera is asked for the corresponding rate; otherwise it has no effect. The
    /// default is ``activeVideoMinFrameDuration``, and an invalid time restores it. Set it while the device is locked
    /// for configuration.
    open var activeVideoMaxFrameDuration: CMTime {
        get {
            let shortest = activeVideoMinFrameDuration
            return lock.withLock { configuration.maximumFrameDuration }.map { max($0, shortest) } ?? shortest
        }
        set { configure { $0.maximumFrameDuration = newValue.isPositive ? newValue : nil } }
    }

    /// The time between frames that follows from the settings; nil if nothing was set.
    private var wantedFrameDuration: CMTime? {
        let configuration = lock.withLock { self.configuration }
        if let shortest = configuration.minimumFrameDuration { return shortest }
        if case .file = source { return nil }
        let usual = configuration.format?.usualFrameDuration
        guard let longest = configuration.maximumFrameDuration else { return usual }
        return min(longest, usual ?? CMTime(value: 1, timescale: 30))
    }

    /// Returns what a session with a preset requests from the device.
    func request(_ preset: AVCaptureSession.Preset) -> CaptureRequest {
        let format = chosenFormat
        let (width, height) = format?.size ?? preset.size
        return CaptureRequest(
            width: width, height: height, pixels: format?.pixels, frameDuration: wantedFrameDuration)
    }

    // MARK: Sessions

    private var currentSessions: [AVCaptureSession] { lock.withLock { sessions.compactMap(\.session) } }

    /// Notes that the session has an input for the device.
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

    /// Makes the device follow the session's preset again.
    func followPreset() {
        lock.withLock { configuration.format = nil }
    }

    // MARK: Making devices

    /// Creates a device that plays a video file like a camera. Not part of Apple's API.
    ///
    /// Y4M is read directly, everything else through the `ffmpeg` program. The file is checked when an input is created
    /// for the device.
    public convenience init(file url: URL, playback: Playback = [], position: Position = .front) {
        self.init(filePath: url.isFileURL ? url.path : url.absoluteString, playback, position)
    }

    private convenience init(filePath path: String, _ playback: Playback, _ position: Position) {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        self.init(.file(path: path, playback), uniqueID: path, name: name, position: position)
    }

    /// Creates a device with a generated test image, a bright square that moves over a gradient, which is the same in
    /// every run. Not part of Apple's API.
    ///
    /// It delivers `frameCount` frames and then stops its session, or continues forever if `frameCount` is nil.
    public convenience init(
        testFrameCount frameCount: Int?, playback: Playback = [], position: Position = .front
    ) {
        self.init(
            .test(frameCount: frameCount, playback), uniqueID: "test", name: "Test Picture", position: position)
    }

    /// Creates a camera on a simulated system, for tests.
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

/// A class with initialisers that return existing objects, which Swift allows only in the extension of a protocol.
private protocol Findable {}

extension Findable {
    init?(_ find: () -> Self?) {
        guard let found = find() else { return nil }
        self = found
    }
}

extension AVCaptureDevice: Findable {}

extension AVCaptureDevice {
    private static let found = FoundDevices()

    /// Devices that searches list before all others. Not part of Apple's API.
    public static var registeredDevices: [AVCaptureDevice] {
        get { found.registered }
        set { found.registered = newValue }
    }

    /// Returns the first device with this type, kind of media and position; nil if there is none.
    public class func `default`(
        _ deviceType: DeviceType, for mediaType: AVMediaType?, position: Position
    ) -> AVCaptureDevice? {
        devices(ofTypes: [deviceType], for: mediaType, at: position).first
    }

    /// Returns the first device that provides media of this kind; nil if there is none.
    public class func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? {
        devices(for: mediaType).first
    }

    /// Returns all devices that provide media of this kind.
    public class func devices(for mediaType: AVMediaType) -> [AVCaptureDevice] {
        mediaType == .video ? all(ProcessInfo.processInfo.environment) : []
    }

    /// Returns all devices.
    public class func devices() -> [AVCaptureDevice] { devices(for: .video) }

    /// Returns the device with this identifier, as the same object each time; nil if there is none.
    public convenience init?(uniqueID deviceUniqueID: String) {
        self.init { AVCaptureDevice.devices().first { $0.uniqueID == deviceUniqueID } as? Self }
    }

    static func devices(
        ofTypes types: [DeviceType], for mediaType: AVMediaType?, at position: Position
    ) -> [AVCaptureDevice] {
        guard mediaType ?? .video == .video, types.contains(where: \.isOfCameras) else { return [] }
        return devices().map { $0.device(at: position) }
    }

    /// Returns the devices that a machine with these environment variables has.
    package static func all(_ environment: [String: String]) -> [AVCaptureDevice] {
        registeredDevices + found.devices(environment)
    }

    /// Whether the program may use devices: always ``AVAuthorizationStatus/authorized``.
    public class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus { .authorized }

    /// Calls the handler with true, on a separate queue.
    public class func requestAccess(
        for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) {
        DispatchQueue.global().async { handler(true) }
    }

    /// Always true.
    public class func requestAccess(for mediaType: AVMediaType) async -> Bool { true }
}
