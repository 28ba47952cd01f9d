import CoreML
import Testing

@Suite struct MLMultiArrayTests {
    @Test func aNewArrayIsZeroAndContiguous() throws {
        let array = try MLMultiArray(shape: [1, 3, 21], dataType: .float32)
        #expect(array.count == 63)
        #expect(array.shape == [1, 3, 21])
        #expect(array.strides == [63, 21, 1])
        #expect(array.dataType == .float)
        #expect(array.pixelBuffer == nil)
        #expect((0..<63).allSatisfy { array[$0] == 0 })
    }
}
