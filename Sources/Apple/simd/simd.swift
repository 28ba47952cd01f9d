// swift-format-ignore-file: TypeNamesShouldBeCapitalized

// C names for Swift's vectors.

/// Two 32-bit floats.
public typealias simd_float2 = SIMD2<Float>
/// Three 32-bit floats.
public typealias simd_float3 = SIMD3<Float>
/// Four 32-bit floats.
public typealias simd_float4 = SIMD4<Float>
/// Two 64-bit floats.
public typealias simd_double2 = SIMD2<Double>
/// Three 64-bit floats.
public typealias simd_double3 = SIMD3<Double>
/// Four 64-bit floats.
public typealias simd_double4 = SIMD4<Double>
/// Two 32-bit integers.
public typealias simd_int2 = SIMD2<Int32>
/// Three 32-bit integers.
public typealias simd_int3 = SIMD3<Int32>
/// Four 32-bit integers.
public typealias simd_int4 = SIMD4<Int32>

// Functions for vectors of two to sixty-four floating-point numbers, under their Swift and C names.

/// Returns the dot product.
public func dot<Vector: SIMD>(_ x: Vector, _ y: Vector) -> Vector.Scalar where Vector.Scalar: FloatingPoint {
    (x * y).sum()
}

/// Returns the dot product.
public func simd_dot<Vector: SIMD>(_ x: Vector, _ y: Vector) -> Vector.Scalar where Vector.Scalar: FloatingPoint {
    dot(x, y)
}

/// Returns the square of the length.
public func length_squared<Vector: SIMD>(_ x: Vector) -> Vector.Scalar where Vector.Scalar: FloatingPoint {
    dot(x, x)
}

/// Returns the square of the length.
public func simd_length_squared<Vector: SIMD>(_ x: Vector) -> Vector.Scalar where Vector.Scalar: FloatingPoint {
    length_squared(x)
}

/// Returns the length.
public func length<Vector: SIMD>(_ x: Vector) -> Vector.Scalar where Vector.Scalar: FloatingPoint {
    dot(x, x).squareRoot()
}

/// Returns the length.
public func simd_length<Vector: SIMD>(_ x: Vector) -> Vector.Scalar where Vector.Scalar: FloatingPoint {
    length(x)
}

/// Returns the square of the distance between two points.
public func distance_squared<Vector: SIMD>(_ x: Vector, _ y: Vector) -> Vector.Scalar
where Vector.Scalar: FloatingPoint {
    length_squared(x - y)
}

/// Returns the square of the distance between two points.
public func simd_distance_squared<Vector: SIMD>(_ x: Vector, _ y: Vector) -> Vector.Scalar
where Vector.Scalar: FloatingPoint {
    distance_squared(x, y)
}

/// Returns the distance between two points.
public func distance<Vector: SIMD>(_ x: Vector, _ y: Vector) -> Vector.Scalar where Vector.Scalar: FloatingPoint {
    length(x - y)
}

/// Returns the distance between two points.
public func simd_distance<Vector: SIMD>(_ x: Vector, _ y: Vector) -> Vector.Scalar where Vector.Scalar: FloatingPoint {
    distance(x, y)
}

/// Returns the vector of length 1 in the same direction; NaN for the zero vector.
public func normalize<Vector: SIMD>(_ x: Vector) -> Vector where Vector.Scalar: FloatingPoint {
    x / length(x)
}

/// Returns the vector of length 1 in the same direction; NaN for the zero vector.
public func simd_normalize<Vector: SIMD>(_ x: Vector) -> Vector where Vector.Scalar: FloatingPoint {
    normalize(x)
}

/// Returns the absolute values of the components.
public func abs<Vector: SIMD>(_ x: Vector) -> Vector where Vector.Scalar: FloatingPoint {
    x.replacing(with: -x, where: x .< 0)
}

/// Returns the absolute values of the components.
public func simd_abs<Vector: SIMD>(_ x: Vector) -> Vector where Vector.Scalar: FloatingPoint {
    abs(x)
}

/// Returns the smaller of each pair of components; if one is NaN, the other one.
public func min<Vector: SIMD>(_ x: Vector, _ y: Vector) -> Vector where Vector.Scalar: FloatingPoint {
    x.replacing(with: y, where: (y .< x) .| (x .!= x))
}

/// Returns the smaller of each pair of components; if one is NaN, the other one.
public func simd_min<Vector: SIMD>(_ x: Vector, _ y: Vector) -> Vector where Vector.Scalar: FloatingPoint {
    min(x, y)
}

/// Returns the larger of each pair of components; if one is NaN, the other one.
public func max<Vector: SIMD>(_ x: Vector, _ y: Vector) -> Vector where Vector.Scalar: FloatingPoint {
    x.replacing(with: y, where: (y .> x) .| (x .!= x))
}

/// Returns the larger of each pair of components; if one is NaN, the other one.
public func simd_max<Vector: SIMD>(_ x: Vector, _ y: Vector) -> Vector where Vector.Scalar: FloatingPoint {
    max(x, y)
}

/// Returns the components, limited to `min`…`max`; NaN becomes `min`.
public func clamp<Vector: SIMD>(_ x: Vector, min: Vector, max: Vector) -> Vector where Vector.Scalar: FloatingPoint {
    simd_min(simd_max(x, min), max)
}

/// Returns the components, limited to `min`…`max`; NaN becomes `min`.
public func simd_clamp<Vector: SIMD>(_ x: Vector, _ min: Vector, _ max: Vector) -> Vector
where Vector.Scalar: FloatingPoint {
    clamp(x, min: min, max: max)
}

/// Returns the components, limited to `min`…`max`; NaN becomes `min`.
public func clamp<Vector: SIMD>(_ x: Vector, min: Vector.Scalar, max: Vector.Scalar) -> Vector
where Vector.Scalar: FloatingPoint {
    clamp(x, min: Vector(repeating: min), max: Vector(repeating: max))
}

/// Returns the linear interpolation between two vectors: the first for 0, the second for 1.
public func mix<Vector: SIMD>(_ x: Vector, _ y: Vector, t: Vector) -> Vector where Vector.Scalar: FloatingPoint {
    x + t * (y - x)
}

/// Returns the linear interpolation between two vectors: the first for 0, the second for 1.
public func simd_mix<Vector: SIMD>(_ x: Vector, _ y: Vector, _ t: Vector) -> Vector where Vector.Scalar: FloatingPoint {
    mix(x, y, t: t)
}

/// Returns the linear interpolation between two vectors: the first for 0, the second for 1.
public func mix<Vector: SIMD>(_ x: Vector, _ y: Vector, t: Vector.Scalar) -> Vector where Vector.Scalar: FloatingPoint {
    mix(x, y, t: Vector(repeating: t))
}

/// Returns the cross product, whose length is the area of the parallelogram between the vectors.
public func cross<Scalar: FloatingPoint>(_ x: SIMD3<Scalar>, _ y: SIMD3<Scalar>) -> SIMD3<Scalar> {
    SIMD3(x.y * y.z - x.z * y.y, x.z * y.x - x.x * y.z, x.x * y.y - x.y * y.x)
}

/// Returns the cross product of two vectors in the plane. Its third component is the signed area between them.
public func cross<Scalar: FloatingPoint>(_ x: SIMD2<Scalar>, _ y: SIMD2<Scalar>) -> SIMD3<Scalar> {
    SIMD3(0, 0, x.x * y.y - x.y * y.x)
}

/// Returns the cross product, whose length is the area of the parallelogram between the vectors.
public func simd_cross<Scalar: FloatingPoint>(_ x: SIMD3<Scalar>, _ y: SIMD3<Scalar>) -> SIMD3<Scalar> {
    cross(x, y)
}

/// Returns the cross product of two vectors in the plane. Its third component is the signed area between them.
public func simd_cross<Scalar: FloatingPoint>(_ x: SIMD2<Scalar>, _ y: SIMD2<Scalar>) -> SIMD3<Scalar> {
    cross(x, y)
}

// The vector functions for single numbers, for generic code and for code that works on components.

/// Returns the number, limited to `min`…`max`; NaN becomes `min`.
public func clamp(_ x: Float, min: Float, max: Float) -> Float {
    Float.minimum(Float.maximum(x, min), max)
}

/// Returns the number, limited to `min`…`max`; NaN becomes `min`.
public func clamp(_ x: Double, min: Double, max: Double) -> Double {
    Double.minimum(Double.maximum(x, min), max)
}

/// Returns the number, limited to `min`…`max`; NaN becomes `min`.
public func simd_clamp(_ x: Float, _ min: Float, _ max: Float) -> Float {
    clamp(x, min: min, max: max)
}

/// Returns the number, limited to `min`…`max`; NaN becomes `min`.
public func simd_clamp(_ x: Double, _ min: Double, _ max: Double) -> Double {
    clamp(x, min: min, max: max)
}

/// Returns the linear interpolation between two numbers: the first for 0, the second for 1.
public func mix(_ x: Float, _ y: Float, t: Float) -> Float {
    x + t * (y - x)
}

/// Returns the linear interpolation between two numbers: the first for 0, the second for 1.
public func mix(_ x: Double, _ y: Double, t: Double) -> Double {
    x + t * (y - x)
}

/// Returns the linear interpolation between two numbers: the first for 0, the second for 1.
public func simd_mix(_ x: Float, _ y: Float, _ t: Float) -> Float {
    mix(x, y, t: t)
}

/// Returns the linear interpolation between two numbers: the first for 0, the second for 1.
public func simd_mix(_ x: Double, _ y: Double, _ t: Double) -> Double {
    mix(x, y, t: t)
}
