import CoreML
import Foundation
import Testing

@Suite struct MLShapedArrayTests {
    private let array = MLShapedArray<Int32>(scalars: 0..<24, shape: [2, 3, 4])

    @Test func exposesShapeStridesAndScalars() {
        #expect(array.shape == [2, 3, 4])
        #expect(array.strides == [12, 4, 1])
        #expect(array.scalarCount == 24)
        #expect(array.count == 2)
        #expect(array.scalars == Array(0..<24))
        #expect(array.scalar == nil)
        #expect(array[scalarAt: 1, 2, 3] == 23)
        #expect(array[scalarAt: [0, 1, 0]] == 4)
        let literal: MLShapedArray<Double> = [1, 2, 3]
        #expect(literal.shape == [3])
        #expect(MLShapedArray<Float>(repeating: 0.5, shape: [2, 2]).scalars == [0.5, 0.5, 0.5, 0.5])
        #expect(MLShapedArray<Float16>(scalar: 2).scalar == 2)
        #expect(MLShapedArray<Float16>(scalar: 2).isScalar)
    }

    @Test func slicesAlongTheFirstAxes() {
        #expect(array[1].shape == [3, 4])
        #expect(array[1].scalars == Array(12..<24))
        #expect(array[1, 2].scalars == [20, 21, 22, 23])
        #expect(array[1][2][scalarAt: 3] == 23)
        #expect(array[1, 2, 3].scalar == 23)
        #expect(array.map { $0.scalars.reduce(0, +) } == [66, 210])
        #expect(array[1..<2].shape == [1, 3, 4])
        #expect(array[1..<2][0] == array[1])
        #expect(MLShapedArray<Int32>(converting: array[0]).shape == [3, 4])
    }

    @Test func replacesNumbersOnlyInCopies() {
        var copy = array
        copy[scalarAt: 0, 0, 0] = 100
        copy[1] = copy[0]
        copy[0, 1].fill(with: -1)
        #expect(copy[1, 0].scalars == [100, 1, 2, 3])
        #expect(copy[0, 1].scalars == [-1, -1, -1, -1])
        #expect(array.scalars == Array(0..<24))
        copy.withUnsafeMutableShapedBufferPointer { numbers, shape, strides in
            numbers[strides[0] * (shape[0] - 1)] = 7
        }
        #expect(copy[scalarAt: 1, 0, 0] == 7)
        copy.scalars = Array(array.scalars.reversed())
        #expect(copy[scalarAt: 0, 0, 0] == 23)
        #expect(copy != array)
    }

    @Test func concatenatesAlongAnyAxis() {
        let first = MLShapedArray<Int32>(scalars: [0, 1, 2, 3], shape: [2, 2])
        let second = MLShapedArray<Int32>(scalars: [8, 9], shape: [2, 1])
        #expect(MLShapedArray(concatenating: [first, second], alongAxis: 1).scalars == [0, 1, 8, 2, 3, 9])
        #expect(MLShapedArray(concatenating: [first, second], alongAxis: -1).shape == [2, 3])
        #expect(MLShapedArray(concatenating: array, alongAxis: 0).shape == [6, 4])
    }

    @Test func convertsFromOtherScalarTypes() {
        let source = MLShapedArray<Double>(scalars: [1.9, -1.9, 1e12, .nan], shape: [2, 2])
        #expect(MLShapedArray<Int32>(converting: source).scalars == [1, -1, .max, 0])
        #expect(MLShapedArray<Float>(converting: array)[scalarAt: 1, 2, 3] == 23)
    }

    @Test func copiesStridedMemory() {
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: 8)
        for index in 0..<8 { memory[index] = Float(index) }
        nonisolated(unsafe) var isGivenBack = false
        let array = MLShapedArray<Float>(
            bytesNoCopy: memory, shape: [2, 3], strides: [4, 1],
            deallocator: .custom { pointer, count in
                isGivenBack = count == 7 * 4
                pointer.deallocate()
            })
        #expect(array.scalars == [0, 1, 2, 4, 5, 6])
        #expect(isGivenBack)
        let made = MLShapedArray<Float>(unsafeUninitializedShape: [3]) { numbers, strides in
            #expect(strides == [1])
            _ = numbers.initialize(from: [1, 2, 3])
        }
        #expect(made == [1, 2, 3])
    }

    @Test func survivesCodingAndRejectsBrokenData() throws {
        let data = try JSONEncoder().encode(array)
        #expect(try JSONDecoder().decode(MLShapedArray<Int32>.self, from: data) == array)
        #expect(
            try JSONDecoder().decode(MLShapedArraySlice<Int32>.self, from: JSONEncoder().encode(array[1])) == array[1])
        for broken in [#"{"shape":[2],"scalars":[1]}"#, #"{"shape":[-1],"scalars":[]}"#, #"{"scalars":[]}"#] {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(MLShapedArray<Int32>.self, from: Data(broken.utf8))
            }
        }
    }
}
