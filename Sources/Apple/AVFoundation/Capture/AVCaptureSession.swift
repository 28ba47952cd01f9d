import CoreGraphics
import Foundation

/// A stand-in for what brings the frames of a device to outputs: those of cameras of Linux, of video files, or of a
/// test source.
///
/// A running session takes frames in a thread of its own, and outputs call their delegates on the queues that were set
/// with them. All methods can be called from any thread, also by a delegate from its queue:
///
/// - ``stopRunning()`` does not wait for calls of delegates, so that a delegate may stop its session, and may wait for
///   the main thread while that stops it. After it returns no frame is given out; a call that had begun, or was about
///   to, may still go on.
/// - At the end of a file, and after an error such as that a camera is taken away, a session stops by itself. It posts
///   `AVCaptureSessionRuntimeError` in the second case, and then `AVCaptureSessionDidStopRunning`, after delegates have
///   had the last frame. Notifications are posted on a queue of the session's own.
///
/// Frames have the time at which they were taken on the host's clock, `DispatchTime.now()`. Those of files and of the
/// test source come at their own pace and have such times too, unless they are played at full speed
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
    /// Held by who opens and closes devices and posts that, so that notifications come in the order of what they tell;
    /// nobody waits for a delegate meanwhile.
    private let control = NSLock()

    /// Observers may wait for any thread.
    private let notifications = DispatchQueue(label: "AVCaptureSession.notifications")

    /// How long a device may take to close before the session goes on without it.
    private static let patienceSeconds = 1.0

    /// A session without inputs and outputs.
    public override init() {
        super.init()
    }

    deinit {
        state.loop?.gate.close()
    }

    private func withState<Result>(_ body: (inout State) -> Result) -> Result { lock.withLock { body(&state) } }

    // MARK: Configuration

    /// Begins changes that take effect together, with the ``commitConfiguration()`` that belongs to it.
    open func beginConfiguration() {
        withState { $0.openConfigurations += 1 }
    }

    /// Lets the changes since ``beginConfiguration()`` take effect; a running session opens its device anew where they
    /// ask for it.
    open func commitConfiguration() {
        withState { $0.openConfigurations = max(0, $0.openConfigurations - 1) }
        applyChanges()
    }

    /// What the session asks of its device; must be one that can be set.
    open var sessionPreset: Preset {
        get { withState { $0.preset } }
        set {
            precondition(canSetSessionPreset(newValue), "the preset \(newValue.rawValue) is none of this device")
            let device = withState { state in
                state.preset = newValue
                return state.device
            }
            if newValue != .inputPriority { device?.followPreset() }
            applyChanges()
        }
    }

    /// The device's format has been set, and counts in place of the preset.
    func followDevice() {
        withState { $0.preset = .inputPriority }
    }

    /// Whether it is one of the presets that there are.
    open func canSetSessionPreset(_ preset: Preset) -> Bool { preset.isKnown }

    /// What gives frames to the session.
    open var inputs: [AVCaptureInput] { withState { $0.inputs } }
    /// What gets frames of the session.
    open var outputs: [AVCaptureOutput] { withState { $0.outputs } }
    /// How inputs and outputs are connected.
    open var connections: [AVCaptureConnection] { withState { $0.connections } }

    /// Whether the session has no input yet; it takes one.
    open func canAddInput(_ input: AVCaptureInput) -> Bool {
        withState { $0.inputs.isEmpty } && !input.ports.isEmpty
    }

    /// Adds an input and connects it to all outputs. It must be one that can be added.
    open func addInput(_ input: AVCaptureInput) {
        precondition(canAddInput(input), "a session has one input; remove the other first")
        withState {
            $0.inputs.append(input)
            for output in $0.outputs { $0.connections.append(AVCaptureConnection(input, to: output)) }
        }
        input.session = self
        applyChanges()
    }

    /// Takes an input and its connections out of the session.
    open func removeInput(_ input: AVCaptureInput) {
        if input.session === self { input.session = nil }
        withState {
            $0.inputs.removeAll { $0 === input }
            $0.connections.removeAll { connection in connection.inputPorts.contains { input.ports.contains($0) } }
            $0.pictureSize = nil
        }
        applyChanges()
    }

    /// Whether the output is in no session.
    open func canAddOutput(_ output: AVCaptureOutput) -> Bool { output.owner == nil }

    /// Adds an output and connects it to the input. It must be one that can be added.
    open func addOutput(_ output: AVCaptureOutput) {
        precondition(canAddOutput(output), "an output is in one session; remove it from the other first")
        withState {
            $0.outputs.append(output)
            for input in $0.inputs { $0.connections.append(AVCaptureConnection(input, to: output)) }
        }
        output.owner = self
    }

    /// Takes an output and its connections out of the session.
    open func removeOutput(_ output: AVCaptureOutput) {
        let wasThere = withState { state in
            let count = state.outputs.count
            state.outputs.removeAll { $0 === output }
            state.connections.removeAll { $0.output === output }
            return state.outputs.count < count
        }
        if wasThere { output.owner = nil }
    }

    // MARK: Running

    /// Whether the session runs.
    open var isRunning: Bool { withState { $0.isRunning } }
    /// Always false: nothing interrupts a session here.
    open var isInterrupted: Bool { false }

    /// Opens the device and lets frames flow. Returns once it is open; where it cannot be opened, the session
    /// does not run and posts `AVCaptureSessionRuntimeError`. A session without an input runs, and waits for one.
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

    /// Stops and closes the device. No frame is given to a delegate after it returns; a call that had begun, or was
    /// about to, may still go on, as this does not wait for it.
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

    /// Opens what the session needs now in place of what it has, while nobody changes the configuration.
    func applyChanges() {
        guard withState({ $0.isRunning && $0.openConfigurations == 0 }) else { return }
        control.lock()
        defer { control.unlock() }
        guard isRunning, let failure = openDevice() else { return }
        withState { $0.isRunning = false }
        post(failure)
        post(.AVCaptureSessionDidStopRunning)
    }

    /// With `control` held.
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

    /// With `control` held.
    private func closeDevice() {
        let loop = withState { state in
            defer { state.loop = nil }
            return state.loop
        }
        loop?.gate.close()
        loop?.gate.waitForSource(seconds: Self.patienceSeconds)
    }

    /// The thread of `loop` has ended, at the end of a file or with an error.
    func loopDidEnd(_ loop: CaptureLoop, _ failure: AVError?) {
        // Who holds it may still be starting this loop, and does not wait for more than its source, which has ended.
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

    /// The size of the frames, before they are turned: that of the last, or else what is asked for.
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
    /// A stand-in for what a session asks of its device. Cameras give the nearest size that they have, and the test
    /// source the size itself; files keep their own.
    public struct Preset: RawRepresentable, Hashable, Sendable {
        /// The name.
        public var rawValue: String

        /// A preset by its name.
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
        /// What the device's ``AVCaptureDevice/activeFormat`` says: without one that was set, 640×480 pixels.
        public static let inputPriority = Preset("InputPriority")

        /// Nil for presets that the original does not have.
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

        /// In pixels.
        var size: (width: Int, height: Int) { knownSize ?? (640, 480) }
    }
}

/// The key under which the notification of a runtime error has its ``AVError``.
public let AVCaptureSessionErrorKey = "AVCaptureSessionErrorKey"

/// The key under which the notification of an interruption has the number of its
/// ``AVCaptureSession/InterruptionReason``.
public let AVCaptureSessionInterruptionReasonKey = "AVCaptureSessionInterruptionReasonKey"

extension NSNotification.Name {
    /// A running session has met an error; its ``AVError`` is in the user information under
    /// ``AVCaptureSessionErrorKey``.
    public static let AVCaptureSessionRuntimeError = NSNotification.Name("AVCaptureSessionRuntimeErrorNotification")
    /// A session has started.
    public static let AVCaptureSessionDidStartRunning = NSNotification.Name(
        "AVCaptureSessionDidStartRunningNotification")
    /// A session has stopped, as it was told to or at the end of its file.
    public static let AVCaptureSessionDidStopRunning = NSNotification.Name("AVCaptureSessionDidStopRunningNotification")
    /// Is never posted here: nothing interrupts a session.
    public static let AVCaptureSessionWasInterrupted = NSNotification.Name("AVCaptureSessionWasInterruptedNotification")
    /// Is never posted here: nothing interrupts a session.
    public static let AVCaptureSessionInterruptionEnded = NSNotification.Name(
        "AVCaptureSessionInterruptionEndedNotification")
    /// A camera was taken away while a session used it.
    public static let AVCaptureDeviceWasDisconnected = NSNotification.Name("AVCaptureDeviceWasDisconnectedNotification")
}

extension AVCaptureSession {
    /// Why a session was interrupted; nothing interrupts one here.
    public enum InterruptionReason: Int, Sendable {
        /// The program went to the background.
        case videoDeviceNotAvailableInBackground = 1
        /// Another program has the microphone.
        case audioDeviceInUseByAnotherClient = 2
        /// Another program has the camera.
        case videoDeviceInUseByAnotherClient = 3
        /// The program shares the screen with others.
        case videoDeviceNotAvailableWithMultipleForegroundApps = 4
        /// The machine is too hot or has too much to do.
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
