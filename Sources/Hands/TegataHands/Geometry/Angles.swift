import CTegataShims

// MediaPipe's tasks compute float functions in double precision and round once.

package func sine(_ x: Float) -> Float { Float(tegata_sin(Double(x))) }
package func cosine(_ x: Float) -> Float { Float(tegata_cos(Double(x))) }

/// The trigonometric functions that a graph uses; the last bits of its results depend on them.
package enum AngleFunctions: Sendable {
    /// The functions of the tasks, which give the same bits on every machine.
    case rounded
    /// The functions of the machine's C library, which the legacy graph's wheel calls; not all of them round correctly.
    case ofLibrary

    func sine(_ x: Float) -> Float { self == .rounded ? TegataHands.sine(x) : tegata_sinf(x) }
    func cosine(_ x: Float) -> Float { self == .rounded ? TegataHands.cosine(x) : tegata_cosf(x) }

    /// Returns the rotation that makes the direction (dx, dy) in an image point up, if `target` is a quarter turn.
    func turn(_ target: Float, dx: Float, dy: Float) -> Float {
        let angle = self == .rounded ? Float(tegata_atan2(Double(-dy), Double(dx))) : tegata_atan2f(-dy, dx)
        return wrapped(target - angle)
    }
}

/// Returns the same angle in −π..<π, computed in double precision.
package func wrapped(_ angle: Float) -> Float {
    let angle = Double(angle)
    return Float(angle - 2 * Double.pi * ((angle + Double.pi) / (2 * Double.pi)).rounded(.down))
}

/// Bounds as MediaPipe computes them: the largest value starts at the smallest normal float and so is never negative.
struct Bounds {
    private(set) var smallest = Float.greatestFiniteMagnitude
    private(set) var largest = Float.leastNormalMagnitude

    mutating func add(_ value: Float) {
        if value < smallest { smallest = value }
        if value > largest { largest = value }
    }

    var center: Float { (largest + smallest) / 2 }
    var extent: Float { largest - smallest }
}
