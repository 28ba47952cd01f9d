import Foundation

/// Where the numbers of an array are in its memory.
struct ArrayLayout: Equatable {
    /// How many there are along each axis.
    let shape: [Int]
    /// How far apart they are along each axis, counted in numbers.
    let strides: [Int]
    /// How many there are.
    let count: Int
    /// How many would fit into the memory that they are spread over.
    let span: Int
    /// The strides that they would have with nothing in between.
    let contiguousStrides: [Int]
    /// Whether they follow each other along the last axis first, with nothing in between.
    let isContiguous: Bool

    /// Without strides, the last axis is the innermost one and nothing lies between the numbers.
    init(shape: [Int], strides: [Int]? = nil) throws {
        if let negative = shape.first(where: { $0 < 0 }) {
            throw MLModelError(.generic, "The shape \(shape) has the size \(negative). Sizes must not be negative.")
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

    /// As numbers come from the original's interface.
    init(shape: [NSNumber], strides: [NSNumber]? = nil) throws {
        try self.init(shape: Self.integers(shape, "shape"), strides: strides.map { try Self.integers($0, "strides") })
    }

    /// What is left for bytes of eight for each number.
    private static let limit = Int.max / 8

    private static func tooLarge(_ shape: [Int]) -> MLModelError {
        MLModelError(.generic, "An array of the shape \(shape) does not fit into memory.")
    }

    private static func integers(_ numbers: [NSNumber], _ name: String) throws -> [Int] {
        try numbers.map { number in
            guard let integer = number as? Int else {
                throw MLModelError(.generic, "The \(name) has \(number). It takes whole numbers.")
            }
            return integer
        }
    }

    /// The place of the number at `index` when all are counted along the last axis first.
    func offset(ofElement index: Int) -> Int {
        var (rest, offset) = (index, 0)
        for axis in shape.indices.reversed() {
            offset += rest % shape[axis] * strides[axis]
            rest /= shape[axis]
        }
        return offset
    }

    /// The place of the number at `indices`, which must be in the array.
    func offset(at indices: some Collection<Int>) -> Int {
        precondition(
            indices.count == shape.count,
            "\(indices.count) indices do not choose a number of an array of the shape \(shape)")
        var offset = 0
        for (index, (size, stride)) in zip(indices, zip(shape, strides)) {
            precondition(index >= 0 && index < size, "The index \(index) is outside an array of the shape \(shape)")
            offset += index * stride
        }
        return offset
    }
}
