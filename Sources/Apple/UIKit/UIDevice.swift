import Foundation

/// The device that runs the program. Its orientation is unknown.
public final class UIDevice: NSObject, Sendable {
    /// The current device.
    public static let current = UIDevice()

    /// Never posted on Linux.
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

    /// Does nothing on Linux.
    public func beginGeneratingDeviceOrientationNotifications() {}
    /// Does nothing on Linux.
    public func endGeneratingDeviceOrientationNotifications() {}
}

/// The orientation of a device.
public enum UIDeviceOrientation: Int, Sendable {
    /// Unknown, as is always the case on Linux.
    case unknown = 0
    /// Upright, with the home button at the bottom.
    case portrait = 1
    /// Upside down, with the home button at the top.
    case portraitUpsideDown = 2
    /// On its side, with the home button on the right.
    case landscapeLeft = 3
    /// On its side, with the home button on the left.
    case landscapeRight = 4
    /// Lying flat with the screen up.
    case faceUp = 5
    /// Lying flat with the screen down.
    case faceDown = 6

    /// Whether the device is upright or upside down.
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    /// Whether the device is on its left or right side.
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
    /// Whether the device lies flat, with the screen up or down.
    public var isFlat: Bool { self == .faceUp || self == .faceDown }
    /// Whether an interface can have this orientation.
    public var isValidInterfaceOrientation: Bool { isPortrait || isLandscape }
}
