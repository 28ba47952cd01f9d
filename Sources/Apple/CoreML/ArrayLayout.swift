import Foundation

/// The memory layout of an array's numbers.
struct ArrayLayout: Equatable {
    /// The size of each axis.
    let shape: [Int]
    /// The stride of each axis, in numbers.
    let strides: [Int]
    /// The number of elements.
    let count: Int
    /// The number of elements that fit into the memory spanned by the array.
    let span: Int
    /// The strides of a contiguous array of this shape.
    let contiguousStrides: [Int]
    /// Whether the numbers are contiguous, with the last axis innermost.
    let isContiguous: Bool

    /// Creates a layout. Without strides, the numbers are contiguous, with the last axis innermost.
    init(shape: [Int], strides: [Int]? = nil) throws {
        if let negative = shape.first(where: { $0 < 0 }) {
            throw MLModelError(
                .generic, "The shape \(shape) contains the size \(negative). Sizes must not be negative.")
        }
        var product = 1
        var contiguous = [Int](repeating: 1, count: shape.count)
        for axis in shape.indices.reversed() {
            contiguous[axis] = product
            let (next, overflows) = product.multipliedReportingOverflow(by: max(shape[axis], 1))
            guard !overflows, next <= Self.limit else { throw Self.tooLarge(shape) }
            product = next
        }
        let strides = strides ?? contiguous
        guard strides.count == shape.count else {
            throw MLModelError(
                .generic,
                "There are \(strides.count) strides \(strides) for the shape \(shape). Give one for each axis.")
        }
        guard strides.allSatisfy({ $0 >= 0 }) else {
            throw MLModelError(.generic, "The strides \(strides) must not be negative.")
        }
        self.shape = shape
        self.strides = strides
        contiguousStrides = contiguous
        isContiguous = strides == contiguous
        guard !shape.contains(0) else {
            (count, span) = (0, 0)
            return
        }
        count = product
        var last = 0
        for (size, stride) in zip(shape, strides) {
            let (distance, overflows) = (size - 1).multipliedReportingOverflow(by: stride)
            let (sum, sumOverflows) = last.addingReportingOverflow(distance)
            guard !overflows, !sumOverflows, sum < Self.limit else { throw Self.tooLarge(shape) }
            last = sum
        }
        span = last + 1
    }

    /// Creates a layout from the `NSNumber` values of Core ML's interface.
    init(shape: [NSNumber], strides: [NSNumber]? = nil) throws {
        try self.init(shape: Self.integers(shape, "shape"), strides: strides.map { try Self.integers($0, "strides") })
    }

    /// The largest number of 8-byte elements that can be addressed.
    private static let limit = Int.max / 8

    private static func tooLarge(_ shape: [Int]) -> MLModelError {
        MLModelError(.generic, "An array of shape \(shape) does not fit into memory.")
    }

    private static func integers(_ numbers: [NSNumber], _ name: String) throws -> [Int] {
        try numbers.map { number in
            guard let integer = number as? Int else {
                throw MLModelError(.generic, "The \(name) contains \(number). Use whole numbers up to Int.max.")
            }
            return integer
        }
    }

    /// Returns the offset of the element at `index`, counted with the last axis innermost.
    func offset(ofElement index: Int) -> Int {
        var (rest, offset) = (index, 0)
        for axis in shape.indices.reversed() {
            offset += rest % shape[axis] * strides[axis]
            rest /= shape[axis]
        }
        return offset
    }

    /// Returns the offset of the number at `indices`, which must be in the array.
    func offset(at indices: some Collection<Int>) -> Int {
        precondition(
            indices.count == shape.count,
            "\(indices.count) indices do not select a number of an array of shape \(shape)")
        var offset = 0
        for (index, (size, stride)) in zip(indices, zip(shape, strides)) {
            precondition(index >= 0 && index < size, "The index \(index) is outside an array of shape \(shape)")
            offset += index * stride
        }
        return offset
    }
}
