import CoreML
import Foundation
import Testing

@Suite struct MLMultiArrayTests {
    @Test func createsZeroedContiguousArrays() throws {
        let array = try MLMultiArray(shape: [1, 3, 21], dataType: .float32)
        #expect(array.count == 63)
        #expect(array.shape == [1, 3, 21])
        #expect(array.strides == [63, 21, 1])
        #expect(array.dataType == .float)
        #expect(array.pixelBuffer == nil)
        #expect((0..<63).allSatisfy { array[$0] == 0 })
    }

    @Test func usesCoreMLRawValues() {
        #expect(MLMultiArrayDataType.double.rawValue == 65600)
        #expect(MLMultiArrayDataType.float64 == .double)
        #expect(MLMultiArrayDataType.float32.rawValue == 65568)
        #expect(MLMultiArrayDataType.float16.rawValue == 65552)
        #expect(MLMultiArrayDataType.int32.rawValue == 131104)
        #expect(MLMultiArrayDataType.int8.rawValue == 131080)
    }

    @Test(arguments: [MLMultiArrayDataType.double, .float32, .float16, .int32, .int8])
    func storesNumbersOfEveryType(dataType: MLMultiArrayDataType) throws {
        let array = try MLMultiArray(shape: [2, 3], dataType: dataType)
        array[4] = 7
        array[[0, 2] as [NSNumber]] = NSNumber(value: -1.5)
        let isWhole = dataType == .int32 || dataType == .int8
        #expect(array[[1, 1]] == 7)
        #expect(array[2].doubleValue == (isWhole ? -1 : -1.5))
        #expect(array[[1, 1] as [NSNumber]].floatValue == 7)
    }

    @Test func clampsIntegersToTheirLimits() throws {
        let array = try MLMultiArray(shape: [4], dataType: .int32)
        for (index, value) in [1e20, -1e20, Double.nan, -2.9].enumerated() { array[index] = NSNumber(value: value) }
        #expect((0..<4).map { array[$0].int32Value } == [.max, .min, 0, -2])
    }

    @Test func makesVectorsFromCollections() throws {
        #expect(try MLMultiArray([1, 2, 3]).dataType == .int32)
        #expect(try MLMultiArray([1.5, 2]).dataType == .double)
        let floats: [Float] = [0.5, 0.25]
        let array = try MLMultiArray(floats)
        #expect(array.dataType == .float32)
        #expect(array.shape == [2])
        #expect(array[1] == 0.25)
        #expect(try MLMultiArray([UInt8](0..<5))[4] == 4)
        #expect(throws: MLModelError.self) { try MLMultiArray([1 << 40]) }
        #expect(try MLMultiArray([Double]()).count == 0)
    }

    @Test func borrowsMemoryAndReleasesIt() throws {
        let memory = UnsafeMutablePointer<Double>.allocate(capacity: 8)
        memory.update(repeating: 0, count: 8)
        nonisolated(unsafe) var givenBack = 0
        do {
            let array = try MLMultiArray(
                dataPointer: memory, shape: [2, 3], dataType: .double, strides: [4, 1],
                deallocator: { pointer in
                    givenBack += 1
                    pointer.deallocate()
                })
            array[[1, 2]] = 5
            #expect(memory[6] == 5)
            #expect(array[5] == 5)
            #expect(array.dataPointer == UnsafeMutableRawPointer(memory))
            #expect(array.withUnsafeBytes { $0.count } == 7 * 8)
            #expect(givenBack == 0)
        }
        #expect(givenBack == 1)
    }

    @Test func rejectsImpossibleShapes() throws {
        let impossible: [([NSNumber], String)] = [
            ([-1, 3], "negative"), ([1.5], "whole numbers"),
            ([NSNumber(value: Int.max), 4], "does not fit"), ([NSNumber(value: UInt64.max)], "whole numbers"),
        ]
        for (shape, part) in impossible {
            let error = #expect(throws: MLModelError.self) { try MLMultiArray(shape: shape, dataType: .double) }
            #expect(error?.localizedDescription.contains(part) == true, "\(shape): \(String(describing: error))")
            #expect(error?.code == .generic)
        }
        var number = 0.0
        withUnsafeMutableBytes(of: &number) { bytes in
            _ = #expect(throws: MLModelError.self) {
                try MLMultiArray(dataPointer: bytes.baseAddress! + 1, shape: [1], dataType: .float32, strides: [1])
            }
        }
        for strides: [NSNumber] in [[1], [-1, 1], [NSNumber(value: Int.max / 2), 1]] {
            #expect(throws: MLModelError.self) {
                try MLMultiArray(dataPointer: &number, shape: [9, 1], dataType: .double, strides: strides)
            }
        }
    }

    @Test func allowsEmptyAxes() throws {
        let array = try MLMultiArray(shape: [0, 3, 21], dataType: .float32)
        #expect(array.count == 0)
        let joined = MLMultiArray(concatenating: [array, filled([1, 3, 21], .double)], axis: 0, dataType: .double)
        #expect(joined == filled([1, 3, 21], .double))
    }

    @Test(arguments: [MLMultiArrayDataType.double, .float32, .float16, .int32])
    func castsWhenConcatenating(dataType: MLMultiArrayDataType) throws {
        let parts = [
            filled([1, 2, 3], .float32), filled([2, 2, 3], .double, from: 6), filled([1, 2, 3], .int32, from: 18),
        ]
        let joined = MLMultiArray(concatenating: parts, axis: 0, dataType: dataType)
        #expect(joined.shape == [4, 2, 3])
        #expect(joined.dataType == dataType)
        #expect((0..<24).allSatisfy { joined[$0].intValue == $0 })
    }

    @Test func countsNegativeAxesFromTheLast() throws {
        let first = filled([2, 2], .int32)
        let second = filled([2, 1], .int32, from: 10)
        let joined = MLMultiArray(concatenating: [first, second], axis: -1, dataType: .int32)
        #expect(joined.shape == [2, 3])
        #expect((0..<6).map { joined[$0].intValue } == [0, 1, 10, 2, 3, 11])
        #expect(joined == MLMultiArray(concatenating: [first, second], axis: 1, dataType: .int32))
        let below = MLMultiArray(concatenating: [first, first], axis: -2, dataType: .float32)
        #expect(below.shape == [4, 2])
    }

    @Test func concatenatesFramesAlongTime() throws {
        let frames = (0..<45).map { filled([1, 3, 21], $0 % 2 == 0 ? .double : .float32, from: $0 * 63) }
        let window = MLMultiArray(concatenating: frames, axis: 0, dataType: .float32)
        #expect(window.shape == [45, 3, 21])
        #expect(window[[44, 2, 20]].intValue == 45 * 63 - 1)
    }

    @Test func supportsStridesWithGaps() throws {
        let array = MLMultiArray(shape: [2, 3], dataType: .float32, strides: [4, 1])
        let source = filled([2, 3], .double)
        source.transfer(to: array)
        #expect(array.strides == [4, 1])
        #expect((0..<6).map { array[$0].intValue } == [0, 1, 2, 3, 4, 5])
        #expect(array.withUnsafeBufferPointer(ofType: Float.self) { Array($0) } == [0, 1, 2, 0, 3, 4, 5])
        let transposed = MLMultiArray(shape: [2, 3], dataType: .int32, strides: [1, 2])
        array.transfer(to: transposed)
        #expect(transposed.withUnsafeBufferPointer(ofType: Int32.self) { Array($0) } == [0, 3, 1, 4, 2, 5])
    }

    @Test func givesAccessToMemoryWithStrides() throws {
        let array = try MLMultiArray(shape: [2, 3], dataType: .int32)
        array.withUnsafeMutableBytes { bytes, strides in
            bytes.storeBytes(of: 42, toByteOffset: (strides[0] + 2) * 4, as: Int32.self)
        }
        let sum: Int32 = array.withUnsafeMutableBufferPointer(ofType: Int32.self) { numbers, strides in
            #expect(strides == [3, 1])
            numbers[0] = 8
            return numbers.reduce(0, +)
        }
        #expect(sum == 50)
        #expect(array[[1, 2]] == 42)
    }

    @Test func storesFloat16NumbersInPixelBuffers() throws {
        var made: CVPixelBuffer?
        #expect(CVPixelBufferCreate(nil, 4, 6, kCVPixelFormatType_OneComponent16Half, nil, &made) == kCVReturnSuccess)
        let buffer = try #require(made)
        let array = MLMultiArray(pixelBuffer: buffer, shape: [2, 3, 4])
        #expect(array.dataType == .float16)
        #expect(array.pixelBuffer === buffer)
        let row = CVPixelBufferGetBytesPerRow(buffer) / 2
        #expect(array.strides == [NSNumber(value: 3 * row), NSNumber(value: row), 1])
        array[[1, 2, 3]] = 0.5
        let memory = try #require(CVPixelBufferGetBaseAddress(buffer))
        #expect(memory.load(fromByteOffset: (5 * row + 3) * 2, as: Float16.self) == 0.5)
    }

    @Test func comparesTypesShapesAndNumbers() throws {
        #expect(filled([2, 3], .double) == filled([2, 3], .double))
        #expect(filled([2, 3], .double).hash == filled([2, 3], .double).hash)
        #expect(filled([2, 3], .double) != filled([3, 2], .double))
        #expect(filled([2, 3], .double) != filled([2, 3], .float32))
        #expect(filled([2, 3], .double) != filled([2, 3], .double, from: 1))
    }

    @Test func describesSmallArraysWithTheirNumbers() throws {
        #expect(try MLMultiArray([1.5, 2]).description == "Double 2 vector\n[1.5,2]")
        #expect(filled([2, 2], .int32).description == "Int32 2 × 2 matrix\n[0,1;\n 2,3]")
        #expect(filled([1, 3, 21], .float32).description == "Float32 1 × 3 × 21 array")
    }

    @Test func survivesArchiving() throws {
        for dataType in [MLMultiArrayDataType.double, .float16, .int32] {
            let array = filled([2, 3], dataType)
            let data = try NSKeyedArchiver.archivedData(withRootObject: array, requiringSecureCoding: true)
            #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: MLMultiArray.self, from: data) == array)
        }
    }

    @Test func convertsToAndFromShapedArrays() throws {
        let shaped = MLShapedArray<Float>(scalars: (0..<6).map(Float.init), shape: [2, 3])
        let array = MLMultiArray(shaped)
        #expect(array == filled([2, 3], .float32))
        #expect(MLShapedArray<Float>(array) == shaped)
        #expect(MLShapedArray<Int32>(converting: array).scalars == [0, 1, 2, 3, 4, 5])
        #expect(MLMultiArray(shaped[1])[2] == 5)
    }
}

/// Returns an array of consecutive integers, starting at `first`.
func filled(_ shape: [Int], _ dataType: MLMultiArrayDataType, from first: Int = 0) -> MLMultiArray {
    let shaped = MLShapedArray<Double>(
        scalars: (0..<shape.reduce(1, *)).map { Double(first + $0) }, shape: shape)
    return MLMultiArray(concatenating: [MLMultiArray(shaped)], axis: 0, dataType: dataType)
}
