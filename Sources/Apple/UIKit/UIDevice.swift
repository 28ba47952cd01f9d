import Foundation

/// A stand-in for the device that a program runs on. Nothing is known of how it is held.
public final class UIDevice: NSObject, Sendable {
    /// The only one there is.
    public static let current = UIDevice()

    /// Is never posted.
    public static let orientationDidChangeNotification = NSNotification.Name("UIDeviceOrientationDidChangeNotification")

    private override init() {}

    /// The name of the machine.
    public var name: String { ProcessInfo.processInfo.hostName }
    /// Always Linux.
    public var systemName: String { "Linux" }
    /// Always unknown.
    public var orientation: UIDeviceOrientation { .unknown }
    /// Always false.
    public var isGeneratingDeviceOrientationNotifications: Bool { false }

    /// Has nothing to do here.
    public func beginGeneratingDeviceOrientationNotifications() {}
    /// Has nothing to do here.
    public func endGeneratingDeviceOrientationNotifications() {}
}
