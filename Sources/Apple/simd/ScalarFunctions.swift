// The functions of vectors for single numbers, as generic code and that on components calls them.

/// The number, or `min` below it and `max` above it; `min` for what is not a number.
public func clamp(_ x: Float, min: Float, max: Float) -> Float {
    Float.minimum(Float.maximum(x, min), max)
}

/// The number, or `min` below it and `max` above it; `min` for what is not a number.
public func clamp(_ x: Double, min: Double, max: Double) -> Double {
    Double.minimum(Double.maximum(x, min), max)
}

/// The number, or `min` below it and `max` above it; `min` for what is not a number.
public func simd_clamp(_ x: Float, _ min: Float, _ max: Float) -> Float {
    clamp(x, min: min, max: max)
}

/// The number, or `min` below it and `max` above it; `min` for what is not a number.
public func simd_clamp(_ x: Double, _ min: Double, _ max: Double) -> Double {
    clamp(x, min: min, max: max)
}

/// What lies between two numbers: the first for 0, the second for 1.
public func mix(_ x: Float, _ y: Float, t: Float) -> Float {
    x + t * (y - x)
}

/// What lies between two numbers: the first for 0, the second for 1.
public func mix(_ x: Double, _ y: Double, t: Double) -> Double {
    x + t * (y - x)
}

/// What lies between two numbers: the first for 0, the second for 1.
public func simd_mix(_ x: Float, _ y: Float, _ t: Float) -> Float {
    mix(x, y, t: t)
}

/// What lies between two numbers: the first for 0, the second for 1.
public func simd_mix(_ x: Double, _ y: Double, _ t: Double) -> Double {
    mix(x, y, t: t)
}
