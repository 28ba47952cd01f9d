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
