import CTegataShims

// MediaPipe computes float functions in double precision and rounds once.

package func sine(_ x: Float) -> Float { Float(tegata_sin(Double(x))) }
package func cosine(_ x: Float) -> Float { Float(tegata_cos(Double(x))) }

/// Returns the same angle in −π..<π, computed in double precision.
package func wrapped(_ angle: Float) -> Float {
    let angle = Double(angle)
    return Float(angle - 2 * Double.pi * ((angle + Double.pi) / (2 * Double.pi)).rounded(.down))
}

/// Returns the rotation that makes the direction (dx, dy) of an image point up, if `target` is a quarter turn.
func turn(_ target: Float, dx: Float, dy: Float) -> Float {
    wrapped(target - Float(tegata_atan2(Double(-dy), Double(dx))))
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
