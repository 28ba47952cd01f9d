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

/// How a device is held.
public enum UIDeviceOrientation: Int, Sendable {
    /// Not known, as always here.
    case unknown = 0
    /// The home button below.
    case portrait = 1
    /// The home button above.
    case portraitUpsideDown = 2
    /// The home button on the right.
    case landscapeLeft = 3
    /// The home button on the left.
    case landscapeRight = 4
    /// Lying with the screen upwards.
    case faceUp = 5
    /// Lying with the screen downwards.
    case faceDown = 6

    /// Whether it is held upright or upside down.
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    /// Whether it is held on its left or right side.
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
    /// Whether it lies, with the screen upwards or downwards.
    public var isFlat: Bool { self == .faceUp || self == .faceDown }
    /// Whether what is shown can be turned that way.
    public var isValidInterfaceOrientation: Bool { isPortrait || isLandscape }
}
