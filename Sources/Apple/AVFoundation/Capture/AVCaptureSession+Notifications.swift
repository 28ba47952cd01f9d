import Foundation

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
