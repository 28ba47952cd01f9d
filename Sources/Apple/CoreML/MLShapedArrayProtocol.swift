import Foundation

/// The common interface of shaped arrays and their slices. They are collections of slices along their first axis.
public protocol MLShapedArrayProtocol<Scalar>: ExpressibleByArrayLiteral, MutableCollection, RandomAccessCollection
where Index == Int {
    /// The type of the numbers.
    associatedtype Scalar: MLShapedArrayScalar

    /// Creates an array by copying numbers from memory, which is released immediately.
    init(bytesNoCopy bytes: UnsafeRawPointer, shape: [Int], strides: [Int], deallocator: Data.Deallocator)
    /// Creates an array whose numbers are all written by `initializer`.
    init(
        unsafeUninitializedShape shape: [Int],
        initializingWith initializer: (_ ptr: inout UnsafeMutableBufferPointer<Scalar>, _ strides: [Int]) throws -> Void
    ) rethrows

    /// The size of each axis.
    var shape: [Int] { get }
    /// The stride of each axis, in numbers.
    var strides: [Int] { get }

    /// The part at the given indices of the first axes.
    subscript<C: Collection>(indices: C) -> MLShapedArraySlice<Scalar> where C.Element == Int { get set }
    /// The number at one index per axis.
    subscript<C: Collection>(scalarAt indices: C) -> Scalar where C.Element == Int { get set }

    /// Passes the numbers, the shape and the strides to `body` for reading.
    func withUnsafeShapedBufferPointer<R>(
        _ body: (_ ptr: UnsafeBufferPointer<Scalar>, _ shape: [Int], _ strides: [Int]) throws -> R
    ) rethrows -> R
    /// Passes the numbers, the shape and the strides to `body` for reading and writing.
    mutating func withUnsafeMutableShapedBufferPointer<R>(
        _ body: (_ ptr: inout UnsafeMutableBufferPointer<Scalar>, _ shape: [Int], _ strides: [Int]) throws -> R
    ) rethrows -> R
}

extension MLShapedArrayProtocol {
    /// Creates an array with one axis.
    public init(arrayLiteral elements: Scalar...) {
        self.init(scalars: elements, shape: [elements.count])
    }

    /// Creates an array without axes, which holds one number.
    public init(scalar: Scalar) {
        self.init(repeating: scalar, shape: [])
    }

    /// Creates an array that repeats one number.
    public init(repeating value: Scalar, shape: [Int]) {
        self.init(unsafeUninitializedShape: shape) { buffer, _ in buffer.initialize(repeating: value) }
    }

    /// Creates an array from numbers, with the last axis innermost. A count that does not match the shape is a
    /// programmer error.
    public init<S: Sequence>(scalars: S, shape: [Int]) where S.Element == Scalar {
        let scalars = Array(scalars)
        self.init(unsafeUninitializedShape: shape) { buffer, _ in
            precondition(
                scalars.count == buffer.count, "\(scalars.count) numbers do not fill the shape \(shape)")
            _ = buffer.initialize(from: scalars)
        }
    }

    /// Creates an array by copying contiguous numbers from memory, which is released immediately.
    public init(bytesNoCopy bytes: UnsafeRawPointer, shape: [Int], deallocator: Data.Deallocator) {
        let strides = orTrap { try ArrayLayout(shape: shape) }.strides
        self.init(bytesNoCopy: bytes, shape: shape, strides: strides, deallocator: deallocator)
    }

    /// Creates an array by concatenating arrays along an axis; a negative axis counts from the last one. An empty list
    /// and shapes that differ in any other axis are programmer errors.
    public init<S: Sequence>(concatenating shapedArrays: S, alongAxis: Int)
    where S.Element: MLShapedArrayProtocol, S.Element.Scalar == Scalar {
        let arrays = Array(shapedArrays)
        precondition(!arrays.isEmpty, "There are no arrays to concatenate")
        let (shape, axis) = concatenated(arrays.map(\.shape), axis: alongAxis)
        let parts = arrays.map { (scalars: $0.scalars, length: $0.shape[axis...].reduce(1, *)) }
        var scalars: [Scalar] = []
        for outer in 0..<shape[..<axis].reduce(1, *) {
            for part in parts { scalars += part.scalars[outer * part.length..<(outer + 1) * part.length] }
        }
        self.init(scalars: scalars, shape: shape)
    }

    /// Creates an array of the same shape by casting the numbers.
    public init<T: MLShapedArrayProtocol>(converting source: T) {
        self.init(unsafeUninitializedShape: source.shape) { buffer, strides in
            guard let destination = buffer.baseAddress else { return }
            source.withUnsafeShapedBufferPointer { numbers, shape, sourceStrides in
                guard let origin = numbers.baseAddress else { return }
                copyElements(
                    T.Scalar.multiArrayDataType.element, at: origin, strides: sourceStrides,
                    to: Scalar.multiArrayDataType.element, at: destination, strides: strides, shape: shape)
            }
        }
    }

    /// Copies a multi-array, which must have the same number type.
    public init(_ multiArray: MLMultiArray) {
        precondition(
            multiArray.dataType == Scalar.multiArrayDataType,
            "The array holds \(multiArray.dataType.name), not \(Scalar.multiArrayDataType.name); convert it")
        self.init(converting: multiArray)
    }

    /// Copies a multi-array, casting its numbers.
    public init(converting multiArray: MLMultiArray) {
        self.init(unsafeUninitializedShape: multiArray.layout.shape) { buffer, _ in
            if let destination = buffer.baseAddress { multiArray.copyNumbers(as: Scalar.self, to: destination) }
        }
    }

    /// Whether the array has no axes and thus holds one number.
    public var isScalar: Bool { shape.isEmpty }
    /// The number of slices along the first axis.
    public var count: Int { shape.first ?? 0 }
    /// The number of elements.
    public var scalarCount: Int { shape.reduce(1, *) }
    /// Always 0.
    public var startIndex: Int { 0 }
    /// The size along the first axis.
    public var endIndex: Int { count }
    /// Returns the next index.
    public func index(after index: Int) -> Int { index + 1 }
    /// Returns the previous index.
    public func index(before index: Int) -> Int { index - 1 }

    /// The numbers, with the last axis innermost. Setting a different count is a programmer error.
    public var scalars: [Scalar] {
        get { withUnsafeShapedBufferPointer { numbers, _, _ in Array(numbers) } }
        set {
            withUnsafeMutableShapedBufferPointer { buffer, shape, _ in
                precondition(
                    newValue.count == buffer.count, "\(newValue.count) numbers do not fill the shape \(shape)")
                _ = buffer.update(from: newValue)
            }
        }
    }

    /// The only number of an array without axes; nil for other arrays. It must not be set to nil.
    public var scalar: Scalar? {
        get { isScalar ? scalars[0] : nil }
        set {
            guard isScalar, let newValue else {
                preconditionFailure("Only an array without axes has a scalar, which is always there")
            }
            scalars = [newValue]
        }
    }

    /// The part at the given indices of the first axes.
    public subscript(indices: Int...) -> MLShapedArraySlice<Scalar> {
        get { self[indices] }
        set { self[indices] = newValue }
    }

    /// The number at one index per axis.
    public subscript(scalarAt indices: Int...) -> Scalar {
        get { self[scalarAt: indices] }
        set { self[scalarAt: indices] = newValue }
    }

    /// The slice at an index of the first axis.
    public subscript(index: Int) -> MLShapedArraySlice<Scalar> {
        get { self[CollectionOfOne(index)] }
        set { self[CollectionOfOne(index)] = newValue }
    }

    /// Sets all numbers.
    public mutating func fill(with value: Scalar) {
        withUnsafeMutableShapedBufferPointer { buffer, _, _ in buffer.update(repeating: value) }
    }
}

/// Releases memory with the deallocator.
func deallocate(_ bytes: UnsafeRawPointer, count: Int, _ deallocator: Data.Deallocator) {
    let memory = UnsafeMutableRawPointer(mutating: bytes)
    switch deallocator {
    case .free: free(memory)
    case .unmap: munmap(memory, count)
    case .custom(let body): body(memory, count)
    default: break
    }
}

/// A number type for Core ML's shaped arrays.
public protocol MLShapedArrayScalar {
    /// The type of the numbers in an ``MLMultiArray``.
    static var multiArrayDataType: MLMultiArrayDataType { get }
}

extension Double: MLShapedArrayScalar {
    /// ``MLMultiArrayDataType/double``.
    public static var multiArrayDataType: MLMultiArrayDataType { .double }
}

extension Float: MLShapedArrayScalar {
    /// ``MLMultiArrayDataType/float32``.
    public static var multiArrayDataType: MLMultiArrayDataType { .float32 }
}

extension Float16: MLShapedArrayScalar {
    /// ``MLMultiArrayDataType/float16``.
    public static var multiArrayDataType: MLMultiArrayDataType { .float16 }
}

extension Int32: MLShapedArrayScalar {
    /// ``MLMultiArrayDataType/int32``.
    public static var multiArrayDataType: MLMultiArrayDataType { .int32 }
}

extension Int8: MLShapedArrayScalar {
    /// ``MLMultiArrayDataType/int8``.
    public static var multiArrayDataType: MLMultiArrayDataType { .int8 }
}
