import Foundation

/// An array of numbers with value semantics and any number of axes. It is stored as a slice of all its numbers.
public struct MLShapedArray<Scalar: MLShapedArrayScalar>: MLShapedArrayProtocol {
    /// A part of the array.
    public typealias Element = MLShapedArraySlice<Scalar>
    /// Several parts of the array.
    public typealias SubSequence = MLShapedArraySlice<Scalar>
    /// An index along the first axis.
    public typealias Index = Int
    /// The indices along the first axis.
    public typealias Indices = Range<Int>
    /// The type of the numbers in array literals.
    public typealias ArrayLiteralElement = Scalar

    private var whole: MLShapedArraySlice<Scalar>

    /// Creates an array by copying numbers from memory, which is released immediately.
    public init(bytesNoCopy bytes: UnsafeRawPointer, shape: [Int], strides: [Int], deallocator: Data.Deallocator) {
        whole = MLShapedArraySlice(bytesNoCopy: bytes, shape: shape, strides: strides, deallocator: deallocator)
    }

    /// Creates an array whose numbers are all written by `initializer`.
    public init(
        unsafeUninitializedShape shape: [Int],
        initializingWith initializer: (_ ptr: inout UnsafeMutableBufferPointer<Scalar>, _ strides: [Int]) throws -> Void
    ) rethrows {
        whole = try MLShapedArraySlice(unsafeUninitializedShape: shape, initializingWith: initializer)
    }

    /// The size of each axis.
    public var shape: [Int] { whole.shape }
    /// The stride of each axis, in numbers.
    public var strides: [Int] { whole.strides }

    /// The part at the given indices of the first axes.
    public subscript<C: Collection>(indices: C) -> MLShapedArraySlice<Scalar> where C.Element == Int {
        get { whole[indices] }
        set { whole[indices] = newValue }
    }

    /// The number at one index per axis.
    public subscript<C: Collection>(scalarAt indices: C) -> Scalar where C.Element == Int {
        get { whole[scalarAt: indices] }
        set { whole[scalarAt: indices] = newValue }
    }

    /// Several parts along the first axis. Their indices start at 0.
    public subscript(bounds: Range<Int>) -> MLShapedArraySlice<Scalar> {
        get { whole[bounds] }
        set { whole[bounds] = newValue }
    }

    /// Passes the numbers, the shape and the strides to `body` for reading.
    public func withUnsafeShapedBufferPointer<R>(
        _ body: (_ ptr: UnsafeBufferPointer<Scalar>, _ shape: [Int], _ strides: [Int]) throws -> R
    ) rethrows -> R {
        try whole.withUnsafeShapedBufferPointer(body)
    }

    /// Passes the numbers, the shape and the strides to `body` for reading and writing.
    public mutating func withUnsafeMutableShapedBufferPointer<R>(
        _ body: (_ ptr: inout UnsafeMutableBufferPointer<Scalar>, _ shape: [Int], _ strides: [Int]) throws -> R
    ) rethrows -> R {
        try whole.withUnsafeMutableShapedBufferPointer(body)
    }
}

extension MLShapedArray: Equatable where Scalar: Equatable {}
extension MLShapedArray: Sendable where Scalar: Sendable {}

extension MLShapedArray: Encodable where Scalar: Encodable {
    /// Writes the shape and the numbers.
    public func encode(to encoder: any Encoder) throws { try whole.encode(to: encoder) }
}

extension MLShapedArray: Decodable where Scalar: Decodable {
    /// Reads an array that ``encode(to:)`` wrote.
    public init(from decoder: any Decoder) throws { whole = try MLShapedArraySlice(from: decoder) }
}

/// A part of a shaped array, with value semantics. Its numbers are contiguous, with the last axis innermost.
public struct MLShapedArraySlice<Scalar: MLShapedArrayScalar>: MLShapedArrayProtocol {
    /// A part of the array.
    public typealias Element = MLShapedArraySlice
    /// Several parts of the array.
    public typealias SubSequence = MLShapedArraySlice
    /// An index along the first axis.
    public typealias Index = Int
    /// The indices along the first axis.
    public typealias Indices = Range<Int>
    /// The type of the numbers in array literals.
    public typealias ArrayLiteralElement = Scalar

    /// The size of each axis.
    public let shape: [Int]
    private var numbers: ArraySlice<Scalar>

    /// Creates a slice; a shape that does not hold `numbers.count` numbers is a programmer error.
    private init(shape: [Int], numbers: ArraySlice<Scalar>) {
        let count = orTrap { try ArrayLayout(shape: shape) }.count
        precondition(
            numbers.count == count, "\(numbers.count) numbers do not fill the shape \(shape), which has \(count)")
        self.shape = shape
        self.numbers = numbers
    }

    /// Creates an array whose numbers are all written by `initializer`.
    public init(
        unsafeUninitializedShape shape: [Int],
        initializingWith initializer: (_ ptr: inout UnsafeMutableBufferPointer<Scalar>, _ strides: [Int]) throws -> Void
    ) rethrows {
        let layout = orTrap { try ArrayLayout(shape: shape) }
        let numbers = try [Scalar](unsafeUninitializedCapacity: layout.count) { buffer, count in
            var whole = UnsafeMutableBufferPointer(rebasing: buffer[..<layout.count])
            try initializer(&whole, layout.strides)
            count = layout.count
        }
        self.init(shape: shape, numbers: numbers[...])
    }

    /// Creates an array by copying numbers from memory, which is released immediately.
    public init(bytesNoCopy bytes: UnsafeRawPointer, shape: [Int], strides: [Int], deallocator: Data.Deallocator) {
        let source = orTrap { try ArrayLayout(shape: shape, strides: strides) }
        self.init(unsafeUninitializedShape: shape) { buffer, contiguous in
            guard let destination = buffer.baseAddress else { return }
            let element = Scalar.multiArrayDataType.element
            copyElements(
                element, at: bytes, strides: source.strides, to: element, at: destination, strides: contiguous,
                shape: shape)
        }
        deallocate(bytes, count: source.span * Scalar.multiArrayDataType.byteCount, deallocator)
    }

    /// The stride of each axis, in numbers.
    public var strides: [Int] { orTrap { try ArrayLayout(shape: shape) }.strides }

    /// The part at the given indices of the first axes.
    public subscript<C: Collection>(indices: C) -> MLShapedArraySlice where C.Element == Int {
        get { MLShapedArraySlice(shape: Array(shape.dropFirst(indices.count)), numbers: numbers[range(at: indices)]) }
        set {
            let range = range(at: indices)
            precondition(
                newValue.shape == Array(shape.dropFirst(indices.count)),
                "Numbers of shape \(newValue.shape) do not fit into a part of an array of shape \(shape)")
            numbers.replaceSubrange(range, with: newValue.numbers)
        }
    }

    /// Returns the range of numbers in the part at `indices`, which has one index for each of the first axes.
    private func range(at indices: some Collection<Int>) -> Range<Int> {
        precondition(indices.count <= shape.count, "\(indices.count) indices are too many for the shape \(shape)")
        var count = numbers.count
        var start = numbers.startIndex
        for (index, size) in zip(indices, shape) {
            precondition(index >= 0 && index < size, "The index \(index) is outside an array of shape \(shape)")
            count /= size
            start += index * count
        }
        return start..<start + count
    }

    /// The number at one index per axis.
    public subscript<C: Collection>(scalarAt indices: C) -> Scalar where C.Element == Int {
        get { numbers[place(ofScalarAt: indices)] }
        set { numbers[place(ofScalarAt: indices)] = newValue }
    }

    private func place(ofScalarAt indices: some Collection<Int>) -> Int {
        precondition(
            indices.count == shape.count,
            "\(indices.count) indices do not select a number of an array of shape \(shape)")
        return range(at: indices).lowerBound
    }

    /// Several parts along the first axis. Their indices start at 0.
    public subscript(bounds: Range<Int>) -> MLShapedArraySlice {
        get {
            MLShapedArraySlice(shape: [bounds.count] + shape.dropFirst(), numbers: numbers[range(ofParts: bounds)])
        }
        set {
            precondition(
                newValue.shape == [bounds.count] + shape.dropFirst(),
                "Numbers of shape \(newValue.shape) do not fit into \(bounds.count) parts of shape \(shape)")
            numbers.replaceSubrange(range(ofParts: bounds), with: newValue.numbers)
        }
    }

    private func range(ofParts bounds: Range<Int>) -> Range<Int> {
        precondition(
            !shape.isEmpty && bounds.lowerBound >= 0 && bounds.upperBound <= shape[0],
            "The parts \(bounds) are outside an array of shape \(shape)")
        let count = shape[0] == 0 ? 0 : numbers.count / shape[0]
        return numbers.startIndex + bounds.lowerBound * count..<numbers.startIndex + bounds.upperBound * count
    }

    /// Passes the numbers, the shape and the strides to `body` for reading.
    public func withUnsafeShapedBufferPointer<R>(
        _ body: (_ ptr: UnsafeBufferPointer<Scalar>, _ shape: [Int], _ strides: [Int]) throws -> R
    ) rethrows -> R {
        try numbers.withUnsafeBufferPointer { try body($0, shape, strides) }
    }

    /// Passes the numbers, the shape and the strides to `body` for reading and writing.
    public mutating func withUnsafeMutableShapedBufferPointer<R>(
        _ body: (_ ptr: inout UnsafeMutableBufferPointer<Scalar>, _ shape: [Int], _ strides: [Int]) throws -> R
    ) rethrows -> R {
        let (shape, strides) = (shape, strides)
        return try numbers.withUnsafeMutableBufferPointer { try body(&$0, shape, strides) }
    }
}

extension MLShapedArraySlice: Equatable where Scalar: Equatable {}
extension MLShapedArraySlice: Sendable where Scalar: Sendable {}

private enum CodingKeys: String, CodingKey {
    case shape
    case scalars
}

extension MLShapedArraySlice: Encodable where Scalar: Encodable {
    /// Writes the shape and the numbers.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(shape, forKey: .shape)
        try container.encode(Array(numbers), forKey: .scalars)
    }
}

extension MLShapedArraySlice: Decodable where Scalar: Decodable {
    /// Reads an array that ``encode(to:)`` wrote.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let shape = try container.decode([Int].self, forKey: .shape)
        let scalars = try container.decode([Scalar].self, forKey: .scalars)
        guard let layout = try? ArrayLayout(shape: shape), layout.count == scalars.count else {
            throw DecodingError.dataCorruptedError(
                forKey: .scalars, in: container,
                debugDescription: "There are \(scalars.count) numbers, which do not fill the shape \(shape).")
        }
        self.init(shape: shape, numbers: scalars[...])
    }
}
