import CoreGraphics
import Foundation

/// Sends the frames of a device to outputs. The device is a Linux camera, a video file or a test source.
///
/// A running session takes frames on its own thread, and outputs call their delegates on the queues that were set with
/// them. All methods can be called from any thread, even by a delegate on its queue:
///
/// - ``stopRunning()`` does not wait for delegate calls to finish. A delegate may therefore stop its session, and may
///   wait for the main thread while that thread stops the session. After it returns, no further frames are sent, but a
///   call that had already begun or was about to begin may still be running.
/// - At the end of a file, and after an error such as a disconnected camera, a session stops automatically. After an
///   error it posts `AVCaptureSessionRuntimeError`. In both cases it posts `AVCaptureSessionDidStopRunning` after the
///   delegates have handled the last frame. Notifications are posted on a queue that belongs to the session.
///
/// Timestamps are the times at which frames were taken, on the host's clock, `DispatchTime.now()`. Files and the test
/// source play in real time and have such timestamps as well, unless they are played at full speed
/// (``AVCaptureDevice/Playback/fullSpeed``).
open class AVCaptureSession: NSObject, @unchecked Sendable {
    private struct State {
        var preset = Preset.high
        var inputs: [AVCaptureInput] = []
        var outputs: [AVCaptureOutput] = []
        var connections: [AVCaptureConnection] = []
        var openConfigurations = 0
        var isRunning = false
        var loop: CaptureLoop?
        var pictureSize: CGSize?

        var device: AVCaptureDevice? { inputs.lazy.compactMap { ($0 as? AVCaptureDeviceInput)?.device }.first }
    }

    private let lock = NSLock()
    private var state = State()
    /// Held by the thread that opens and closes devices and posts notifications, so that notifications arrive in the
    /// same order as the events. That thread never waits for a delegate.
    private let control = NSLock()

    /// A separate queue, because observers may block while waiting for any thread.
    private let notifications = DispatchQueue(label: "AVCaptureSession.notifications")

    /// The longest time that a device may take to close before the session continues without it.
    private static let patienceSeconds = 1.0

    /// Creates a session without inputs or outputs.
    public override init() {
        super.init()
    }

    deinit {
        for case let output as AVCaptureFileOutput in state.outputs { output.stopRecording() }
        state.loop?.gate.close()
    }

    private func withState<Result>(_ body: (inout State) -> Result) -> Result { lock.withLock { body(&state) } }

    // MARK: Configuration

    /// Begins changes that take effect together, at the matching ``commitConfiguration()``.
    open func beginConfiguration() {
        withState { $0.openConfigurations += 1 }
    }

    /// Applies the changes since ``beginConfiguration()``. A running session reopens its device if the changes require
    /// it.
    open func commitConfiguration() {
        withState { $0.openConfigurations = max(0, $0.openConfigurations - 1) }
        applyChanges()
    }

    /// The preset that the session requests from its device; it must be available.
    open var sessionPreset: Preset {
        get { withState { $0.preset } }
        set {
            precondition(canSetSessionPreset(newValue), "the preset \(newValue.rawValue) is not available")
            let device = withState { state in
                state.preset = newValue
                return state.device
            }
            if newValue != .inputPriority { device?.followPreset() }
            applyChanges()
        }
    }

    /// Makes the device's own format take precedence over the preset once it has been set.
    func followDevice() {
        withState { $0.preset = .inputPriority }
    }

    /// Whether the preset is available.
    open func canSetSessionPreset(_ preset: Preset) -> Bool { preset.isKnown }

    /// The inputs, which pass frames to the session.
    open var inputs: [AVCaptureInput] { withState { $0.inputs } }
    /// The outputs, which receive frames from the session.
    open var outputs: [AVCaptureOutput] { withState { $0.outputs } }
    /// The connections between inputs and outputs.
    open var connections: [AVCaptureConnection] { withState { $0.connections } }

    /// Whether the session has no input yet; it can have only one.
    open func canAddInput(_ input: AVCaptureInput) -> Bool {
        withState { $0.inputs.isEmpty } && !input.ports.isEmpty
    }

    /// Adds an input and connects it to all outputs. Check first that it can be added.
    open func addInput(_ input: AVCaptureInput) {
        precondition(canAddInput(input), "a session can have only one input; remove the other first")
        withState {
            $0.inputs.append(input)
            for output in $0.outputs { $0.connections.append(AVCaptureConnection(input, to: output)) }
        }
        input.session = self
        applyChanges()
    }

    /// Removes an input and its connections from the session.
    open func removeInput(_ input: AVCaptureInput) {
        if input.session === self { input.session = nil }
        withState {
            $0.inputs.removeAll { $0 === input }
            $0.connections.removeAll { connection in connection.inputPorts.contains { input.ports.contains($0) } }
            $0.pictureSize = nil
        }
        applyChanges()
    }

    /// Whether the output belongs to no session.
    open func canAddOutput(_ output: AVCaptureOutput) -> Bool { output.owner == nil }

    /// Adds an output and connects it to the input. Check first that it can be added.
    open func addOutput(_ output: AVCaptureOutput) {
        precondition(canAddOutput(output), "an output can be in only one session; remove it from the other first")
        withState {
            $0.outputs.append(output)
            for input in $0.inputs { $0.connections.append(AVCaptureConnection(input, to: output)) }
        }
        output.owner = self
    }

    /// Removes an output and its connections from the session.
    open func removeOutput(_ output: AVCaptureOutput) {
        let wasThere = withState { state in
            let count = state.outputs.count
            state.outputs.removeAll { $0 === output }
            state.connections.removeAll { $0.output === output }
            return state.outputs.count < count
        }
        guard wasThere else { return }
        output.owner = nil
        (output as? AVCaptureFileOutput)?.stopRecording()
    }

    // MARK: Running

    /// Whether the session runs.
    open var isRunning: Bool { withState { $0.isRunning } }
    /// Always false, because nothing interrupts a session on Linux.
    open var isInterrupted: Bool { false }

    /// Opens the device and starts taking frames. Returns once the device is open. If it cannot be opened, the session
    /// does not run and posts `AVCaptureSessionRuntimeError`. A session without an input runs and waits for one.
    open func startRunning() {
        control.lock()
        defer { control.unlock() }
        let isNew = withState { state in
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if let failure = isNew ? openDevice() : nil {
            withState { $0.isRunning = false }
            post(failure)
        } else if isNew {
            post(.AVCaptureSessionDidStartRunning)
        }
    }

    /// Stops the session and closes the device. After it returns, no further frames are sent. It does not wait for a
    /// delegate call that has begun or is about to begin.
    open func stopRunning() {
        control.lock()
        defer { control.unlock() }
        let wasRunning = withState { state in
            defer { state.isRunning = false }
            return state.isRunning
        }
        closeDevice()
        if wasRunning { post(.AVCaptureSessionDidStopRunning) }
    }

    /// Replaces the open device with the one that the session needs now, unless the configuration is being changed.
    func applyChanges() {
        guard withState({ $0.isRunning && $0.openConfigurations == 0 }) else { return }
        control.lock()
        defer { control.unlock() }
        guard isRunning, let failure = openDevice() else { return }
        withState { $0.isRunning = false }
        post(failure)
        post(.AVCaptureSessionDidStopRunning)
    }

    /// Opens the device; the caller holds `control`.
    private func openDevice() -> AVError? {
        let (device, preset, loop) = withState {
            ($0.device, $0.preset, $0.loop)
        }
        let request = device?.request(preset)
        if let loop, loop.device === device, loop.request == request { return nil }
        closeDevice()
        guard let device, let request else { return nil }
        do throws(AVError) {
            let loop = try CaptureLoop(device, request, for: self)
            withState { $0.loop = loop }
            try loop.start()
            return nil
        } catch {
            withState { $0.loop = nil }
            return error
        }
    }

    /// Closes the device; the caller holds `control`.
    private func closeDevice() {
        let loop = withState { state in
            defer { state.loop = nil }
            return state.loop
        }
        loop?.gate.close()
        loop?.gate.waitForSource(seconds: Self.patienceSeconds)
    }

    /// Called when the thread of `loop` ends, after the end of a file or an error.
    func loopDidEnd(_ loop: CaptureLoop, _ failure: AVError?) {
        // The thread that holds it may still be starting this loop. All it may wait for is the loop's source, which has
        // ended.
        control.lock()
        defer { control.unlock() }
        let wasCurrent = withState { state in
            guard state.loop === loop else { return false }
            state.loop = nil
            state.isRunning = false
            return true
        }
        guard wasCurrent else { return }
        if let failure {
            if failure.code == .deviceWasDisconnected {
                notifications.async {
                    NotificationCenter.default.post(name: .AVCaptureDeviceWasDisconnected, object: loop.device)
                }
            }
            post(failure)
        }
        post(.AVCaptureSessionDidStopRunning)
    }

    private func post(_ failure: AVError) {
        notifications.async {
            NotificationCenter.default.post(
                name: .AVCaptureSessionRuntimeError, object: self, userInfo: [AVCaptureSessionErrorKey: failure])
        }
    }

    private func post(_ name: NSNotification.Name) {
        notifications.async { NotificationCenter.default.post(name: name, object: self) }
    }

    /// The size of the frames before they are reoriented: the size of the last frame or, before the first frame, the
    /// requested size.
    var pictureSize: CGSize {
        get {
            let (known, device, preset) = withState { ($0.pictureSize, $0.device, $0.preset) }
            let size = device?.chosenFormat?.size ?? preset.size
            return known ?? CGSize(width: size.width, height: size.height)
        }
        set { withState { $0.pictureSize = newValue } }
    }
}

extension AVCaptureSession {
    /// The size that a session requests from its device. Cameras deliver the nearest size that they support, and the
    /// test source delivers exactly this size; files keep their own size.
    public struct Preset: RawRepresentable, Hashable, Sendable {
        /// The name of the preset.
        public var rawValue: String

        /// Creates a preset from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        private init(_ name: String) {
            rawValue = "AVCaptureSessionPreset" + name
        }

        /// For photographs: 1920×1080 pixels.
        public static let photo = Preset("Photo")
        /// 1280×720 pixels.
        public static let high = Preset("High")
        /// 640×480 pixels.
        public static let medium = Preset("Medium")
        /// 320×240 pixels.
        public static let low = Preset("Low")
        /// 352×288 pixels.
        public static let cif352x288 = Preset("352x288")
        /// 640×480 pixels.
        public static let vga640x480 = Preset("640x480")
        /// 960×540 pixels.
        public static let iFrame960x540 = Preset("iFrame960x540")
        /// 1280×720 pixels.
        public static let iFrame1280x720 = Preset("iFrame1280x720")
        /// 1280×720 pixels.
        public static let hd1280x720 = Preset("1280x720")
        /// 1920×1080 pixels.
        public static let hd1920x1080 = Preset("1920x1080")
        /// 3840×2160 pixels.
        public static let hd4K3840x2160 = Preset("3840x2160")
        /// The size of the device's ``AVCaptureDevice/activeFormat``; 640×480 pixels if none was set.
        public static let inputPriority = Preset("InputPriority")

        /// The size in pixels; nil for presets that AVFoundation does not have.
        private var knownSize: (width: Int, height: Int)? {
            switch self {
            case .photo, .hd1920x1080: (1920, 1080)
            case .high, .iFrame1280x720, .hd1280x720: (1280, 720)
            case .medium, .vga640x480, .inputPriority: (640, 480)
            case .low: (320, 240)
            case .cif352x288: (352, 288)
            case .iFrame960x540: (960, 540)
            case .hd4K3840x2160: (3840, 2160)
            default: nil
            }
        }

        /// The sizes of all presets, smallest first.
        static let sizes = [low, cif352x288, medium, iFrame960x540, high, hd1920x1080, hd4K3840x2160].map(\.size)

        var isKnown: Bool { knownSize != nil }

        /// The size in pixels.
        var size: (width: Int, height: Int) { knownSize ?? (640, 480) }
    }
}

/// The key for the ``AVError`` in the notification of a runtime error.
public let AVCaptureSessionErrorKey = "AVCaptureSessionErrorKey"

/// The key for the ``AVCaptureSession/InterruptionReason`` in the notification of an interruption.
public let AVCaptureSessionInterruptionReasonKey = "AVCaptureSessionInterruptionReasonKey"

extension NSNotification.Name {
    /// An error occurred in a running session; its ``AVError`` is in the user information under
    /// ``AVCaptureSessionErrorKey``.
    public static let AVCaptureSessionRuntimeError = NSNotification.Name("AVCaptureSessionRuntimeErrorNotification")
    /// A session has started.
    public static let AVCaptureSessionDidStartRunning = NSNotification.Name(
        "AVCaptureSessionDidStartRunningNotification")
    /// A session has stopped, because the program stopped it or its file ended.
    public static let AVCaptureSessionDidStopRunning = NSNotification.Name("AVCaptureSessionDidStopRunningNotification")
    /// Never posted on Linux, because nothing interrupts a session.
    public static let AVCaptureSessionWasInterrupted = NSNotification.Name("AVCaptureSessionWasInterruptedNotification")
    /// Never posted on Linux, because nothing interrupts a session.
    public static let AVCaptureSessionInterruptionEnded = NSNotification.Name(
        "AVCaptureSessionInterruptionEndedNotification")
    /// A camera was disconnected while a session used it.
    public static let AVCaptureDeviceWasDisconnected = NSNotification.Name("AVCaptureDeviceWasDisconnectedNotification")
}

extension AVCaptureSession {
    /// The reason why a session was interrupted; nothing interrupts one on Linux.
    public enum InterruptionReason: Int, Sendable {
        /// The program moved to the background.
        case videoDeviceNotAvailableInBackground = 1
        /// Another program uses the microphone.
        case audioDeviceInUseByAnotherClient = 2
        /// Another program uses the camera.
        case videoDeviceInUseByAnotherClient = 3
        /// The program shares the screen with others.
        case videoDeviceNotAvailableWithMultipleForegroundApps = 4
        /// The machine is overheated or overloaded.
        case videoDeviceNotAvailableDueToSystemPressure = 5
    }

    /// ``Foundation/NSNotification/Name/AVCaptureSessionRuntimeError``.
    public class var runtimeErrorNotification: NSNotification.Name { .AVCaptureSessionRuntimeError }
    /// ``Foundation/NSNotification/Name/AVCaptureSessionDidStartRunning``.
    public class var didStartRunningNotification: NSNotification.Name { .AVCaptureSessionDidStartRunning }
    /// ``Foundation/NSNotification/Name/AVCaptureSessionDidStopRunning``.
    public class var didStopRunningNotification: NSNotification.Name { .AVCaptureSessionDidStopRunning }
    /// ``Foundation/NSNotification/Name/AVCaptureSessionWasInterrupted``.
    public class var wasInterruptedNotification: NSNotification.Name { .AVCaptureSessionWasInterrupted }
    /// ``Foundation/NSNotification/Name/AVCaptureSessionInterruptionEnded``.
    public class var interruptionEndedNotification: NSNotification.Name { .AVCaptureSessionInterruptionEnded }
}
