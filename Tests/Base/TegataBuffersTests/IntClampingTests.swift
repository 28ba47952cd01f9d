import TegataBuffers
import Testing

struct IntClampingTests {
    @Test(arguments: [
        (1, 2, 3), (Int.max - 1, 1, Int.max), (Int.max, 1, Int.max), (Int.max, Int.max, Int.max),
        (Int.min, -1, Int.min), (Int.min, Int.max, -1), (-5, 3, -2),
    ]) func clampsOverflowingSums(a: Int, b: Int, sum: Int) {
        #expect(a.clampedSum(with: b) == sum)
        #expect(b.clampedSum(with: a) == sum)
    }
}
