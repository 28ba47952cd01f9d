import Testing
import simd

@Suite("Vectors")
struct SIMDTests {
    @Test func computesDotProductsLengthsAndDistances() {
        let (a, b) = (simd_float2(3, 4), SIMD2<Float>(6, 8))
        #expect(dot(a, b) == 50 && simd_dot(a, b) == 50)
        #expect(length(a) == 5 && simd_length(a) == 5)
        #expect(length_squared(a) == 25 && simd_length_squared(a) == 25)
        #expect(distance(a, b) == 5 && simd_distance(a, b) == 5)
        #expect(distance_squared(a, b) == 25 && simd_distance_squared(a, b) == 25)
        #expect(normalize(simd_double3(0, 2, 0)) == [0, 1, 0])
        #expect(simd_normalize(simd_double4(0, 0, 0, -4)) == simd_double4(0, 0, 0, -1))
        #expect(normalize(simd_float3.zero).x.isNaN)
    }

    @Test func computesCrossProducts() {
        #expect(cross(simd_float3(1, 0, 0), simd_float3(0, 1, 0)) == simd_float3(0, 0, 1))
        #expect(simd_cross(simd_double3(1, 2, 3), simd_double3(4, 5, 6)) == simd_double3(-3, 6, -3))
        #expect(cross(simd_double2(1, 2), simd_double2(3, 4)) == simd_double3(0, 0, -2))
        #expect(simd_cross(simd_float2(1, 0), simd_float2(0, 1)).z == 1)
    }

    @Test func clampsAndMixesVectors() {
        let a = simd_float4(-1, 0.25, 2, 0)
        #expect(clamp(a, min: 0, max: 1) == simd_float4(0, 0.25, 1, 0))
        #expect(clamp(a, min: simd_float4(repeating: 0), max: simd_float4(1, 0, 3, 1)) == simd_float4(0, 0, 2, 0))
        #expect(simd_clamp(a, .zero, .one) == simd_float4(0, 0.25, 1, 0))
        #expect(mix(simd_double2(0, 10), simd_double2(10, 20), t: 0.5) == simd_double2(5, 15))
        #expect(simd_mix(simd_double2(0, 10), simd_double2(10, 20), simd_double2(0, 1)) == simd_double2(0, 20))
        let (start, end): (Float, Float) = (10, 20)
        #expect(simd_mix(start, end, 0.25) == 12.5 && mix(start, end, t: 1) == 20)
        #expect(simd_clamp(start, 0, 5) == 5 && clamp(end, min: 30, max: 40) == 30)
        #expect(simd_mix(10.0, 20.0, 0.5) == 15 && mix(10.0, 20.0, t: 0) == 10)
        #expect(simd_clamp(-1.5, -1, 1) == -1 && clamp(0.5, min: 0, max: 1) == 0.5)
        #expect(abs(simd_float2(-1, 2)) == simd_float2(1, 2) && simd_abs(simd_float2(-1, 2)).x == 1)
        #expect(min(simd_float2(1, 4), simd_float2(3, 2)) == simd_float2(1, 2))
        #expect(simd_max(simd_float2(1, 4), simd_float2(3, 2)) == max(simd_float2(1, 4), simd_float2(3, 2)))
        #expect(abs(-3) == 3 && min(1, 2) == 1 && max(1.5, 2) == 2)
    }

    @Test func ignoresNaNInMinimaMaximaAndClamping() {
        let (a, b) = (simd_float4(.nan, 2, .nan, 4), simd_float4(1, .nan, .nan, 3))
        for least in [min(a, b), simd_min(a, b)] {
            #expect(least.x == 1 && least.y == 2 && least.z.isNaN && least.w == 3)
        }
        for greatest in [max(a, b), simd_max(a, b)] {
            #expect(greatest.x == 1 && greatest.y == 2 && greatest.z.isNaN && greatest.w == 4)
        }
        #expect(clamp(simd_double2(.nan, 5), min: 1, max: 3) == simd_double2(1, 3))
        #expect(simd_clamp(simd_double2(-1, 5), simd_double2(.nan, 0), simd_double2(3, .nan)) == simd_double2(-1, 5))
        #expect(clamp(Float.nan, min: 1, max: 3) == 1 && simd_clamp(Double.nan, -1, 3) == -1)
        #expect(clamp(0.5, min: .nan, max: 0.25) == 0.25 && clamp(Float(5), min: 0, max: .nan) == 5)
    }
}
