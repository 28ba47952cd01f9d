// swift-format-ignore-file: TypeNamesShouldBeCapitalized

// The names of C for Swift's vectors.

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
/// Two 32-bit whole numbers.
public typealias simd_int2 = SIMD2<Int32>
/// Three 32-bit whole numbers.
public typealias simd_int3 = SIMD3<Int32>
/// Four 32-bit whole numbers.
public typealias simd_int4 = SIMD4<Int32>
