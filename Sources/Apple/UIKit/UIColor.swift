import CoreGraphics
import Foundation

/// A colour: red, green, blue and alpha between 0 and 1.
public final class UIColor: NSObject, Sendable {
    private let red: CGFloat
    private let green: CGFloat
    private let blue: CGFloat
    private let alpha: CGFloat

    /// Creates a colour from its components, which are not clamped.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// Creates a shade of grey, from 0 for black to 1 for white.
    public convenience init(white: CGFloat, alpha: CGFloat) {
        self.init(red: white, green: white, blue: white, alpha: alpha)
    }

    /// Writes the components to the given pointers, and returns true.
    @discardableResult
    public func getRed(
        _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
        blue: UnsafeMutablePointer<CGFloat>?,
        alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        red?.pointee = self.red
        green?.pointee = self.green
        blue?.pointee = self.blue
        alpha?.pointee = self.alpha
        return true
    }

    /// Whether the other object is a colour with the same components.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIColor else { return false }
        return (red, green, blue, alpha) == (other.red, other.green, other.blue, other.alpha)
    }

    /// The hash of the components.
    public override var hash: Int {
        var hasher = Hasher()
        for component in [red, green, blue, alpha] { hasher.combine(component) }
        return hasher.finalize()
    }

    /// Returns the same colour with another alpha.
    public func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
        UIColor(red: red, green: green, blue: blue, alpha: alpha)
    }
}

/// Fixed colours.
extension UIColor {
    /// Black.
    public static let black = UIColor(white: 0, alpha: 1)
    /// A third of the brightness of white.
    public static let darkGray = UIColor(white: 1 / 3, alpha: 1)
    /// Half the brightness of white.
    public static let gray = UIColor(white: 0.5, alpha: 1)
    /// Two thirds of the brightness of white.
    public static let lightGray = UIColor(white: 2 / 3, alpha: 1)
    /// White.
    public static let white = UIColor(white: 1, alpha: 1)
    /// Black with an alpha of 0, which is invisible.
    public static let clear = UIColor(white: 0, alpha: 0)
    /// Pure red.
    public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    /// Pure green.
    public static let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
    /// Pure blue.
    public static let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
    /// Green and blue.
    public static let cyan = UIColor(red: 0, green: 1, blue: 1, alpha: 1)
    /// Red and green.
    public static let yellow = UIColor(red: 1, green: 1, blue: 0, alpha: 1)
    /// Red and blue.
    public static let magenta = UIColor(red: 1, green: 0, blue: 1, alpha: 1)
    /// Red and half of green.
    public static let orange = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
    /// Half of red and half of blue.
    public static let purple = UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1)
    /// A dark orange.
    public static let brown = UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1)
}

/// System colours in the light appearance.
extension UIColor {
    /// The system's red.
    public static let systemRed = UIColor(bytes: 255, 59, 48)
    /// The system's orange.
    public static let systemOrange = UIColor(bytes: 255, 149, 0)
    /// The system's yellow.
    public static let systemYellow = UIColor(bytes: 255, 204, 0)
    /// The system's green.
    public static let systemGreen = UIColor(bytes: 52, 199, 89)
    /// The system's mint.
    public static let systemMint = UIColor(bytes: 0, 199, 190)
    /// The system's teal.
    public static let systemTeal = UIColor(bytes: 48, 176, 199)
    /// The system's cyan.
    public static let systemCyan = UIColor(bytes: 50, 173, 230)
    /// The system's blue.
    public static let systemBlue = UIColor(bytes: 0, 122, 255)
    /// The system's indigo.
    public static let systemIndigo = UIColor(bytes: 88, 86, 214)
    /// The system's purple.
    public static let systemPurple = UIColor(bytes: 175, 82, 222)
    /// The system's pink.
    public static let systemPink = UIColor(bytes: 255, 45, 85)
    /// The system's brown.
    public static let systemBrown = UIColor(bytes: 162, 132, 94)
    /// The darkest of the system's greys.
    public static let systemGray = UIColor(bytes: 142, 142, 147)
    /// The second darkest of the system's greys.
    public static let systemGray2 = UIColor(bytes: 174, 174, 178)
    /// The third darkest of the system's greys.
    public static let systemGray3 = UIColor(bytes: 199, 199, 204)
    /// The third lightest of the system's greys.
    public static let systemGray4 = UIColor(bytes: 209, 209, 214)
    /// The second lightest of the system's greys.
    public static let systemGray5 = UIColor(bytes: 229, 229, 234)
    /// The lightest of the system's greys.
    public static let systemGray6 = UIColor(bytes: 242, 242, 247)
    /// The colour of text.
    public static let label = UIColor(white: 0, alpha: 1)
    /// The colour of less important text.
    public static let secondaryLabel = UIColor(bytes: 60, 60, 67).withAlphaComponent(0.6)
    /// The colour of the background.
    public static let systemBackground = UIColor(white: 1, alpha: 1)

    private convenience init(bytes red: Int, _ green: Int, _ blue: Int) {
        self.init(red: CGFloat(red) / 255, green: CGFloat(green) / 255, blue: CGFloat(blue) / 255, alpha: 1)
    }
}

/// The environment of a view. On Linux it has no properties.
public final class UITraitCollection: NSObject, Sendable {}
