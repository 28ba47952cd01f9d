import Foundation

/// A stand-in for Core ML's arrays of numbers that are values, with any number of axes: the slice of all their numbers.
public struct MLShapedArray<Scalar: MLShapedArrayScalar>: MLShapedArrayProtocol {
    /// A part of the array.
    public typealias Element = MLShapedArraySlice<Scalar>
    /// Several parts of the array.
    public typealias SubSequence = MLShapedArraySlice<Scalar>
    /// Counts along the first axis.
    public typealias Index = Int
    /// All of them.
    public typealias Indices = Range<Int>
    /// What literals are made of.
    public typealias ArrayLiteralElement = Scalar

    private var whole: MLShapedArraySlice<Scalar>

    /// Makes an array of numbers in memory; they are copied, and the memory is given back at once.
    public init(bytesNoCopy bytes: UnsafeRawPointer, shape: [Int], strides: [Int], deallocator: Data.Deallocator) {
        whole = MLShapedArraySlice(bytesNoCopy: bytes, shape: shape, strides: strides, deallocator: deallocator)
    }

    /// Makes an array whose numbers `initializer` writes, all of them.
    public init(
        unsafeUninitializedShape shape: [Int],
        initializingWith initializer: (_ ptr: inout UnsafeMutableBufferPointer<Scalar>, _ strides: [Int]) throws -> Void
    ) rethrows {
        whole = try MLShapedArraySlice(unsafeUninitializedShape: shape, initializingWith: initializer)
    }

    /// How many numbers there are along each axis.
    public var shape: [Int] { whole.shape }
    /// How far apart the numbers are along each axis.
    public var strides: [Int] { whole.strides }

    /// The part at indices for the first axes.
    public subscript<C: Collection>(indices: C) -> MLShapedArraySlice<Scalar> where C.Element == Int {
        get { whole[indices] }
        set { whole[indices] = newValue }
    }

    /// The number at an index for each axis.
    public subscript<C: Collection>(scalarAt indices: C) -> Scalar where C.Element == Int {
        get { whole[scalarAt: indices] }
        set { whole[scalarAt: indices] = newValue }
    }

    /// Several parts along the first axis. Their indices begin at 0.
    public subscript(bounds: Range<Int>) -> MLShapedArraySlice<Scalar> {
        get { whole[bounds] }
        set { whole[bounds] = newValue }
    }

    /// Gives the numbers, the shape and the strides to `body`, for reading.
    public func withUnsafeShapedBufferPointer<R>(
        _ body: (_ ptr: UnsafeBufferPointer<Scalar>, _ shape: [Int], _ strides: [Int]) throws -> R
    ) rethrows -> R {
        try whole.withUnsafeShapedBufferPointer(body)
    }

    /// Gives the numbers, the shape and the strides to `body`, for reading and writing.
    public mutating func withUnsafeMutableShapedBufferPointer<R>(
        _ body: (_ ptr: inout UnsafeMutableBufferPointer<Scalar>, _ shape: [Int], _ strides: [Int]) throws -> R
    ) rethrows -> R {
        try whole.withUnsafeMutableShapedBufferPointer(body)
    }
}

extension MLShapedArray: Equatable where Scalar: Equatable {}
extension MLShapedArray: Sendable where Scalar: Sendable {}

extension MLShapedArray: Encodable where Scalar: Encodable {
    /// Writes shape and numbers.
    public func encode(to encoder: any Encoder) throws { try whole.encode(to: encoder) }
}

extension MLShapedArray: Decodable where Scalar: Decodable {
    /// Reads what ``encode(to:)`` has written.
    public init(from decoder: any Decoder) throws { whole = try MLShapedArraySlice(from: decoder) }
}
