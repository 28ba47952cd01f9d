import Foundation

/// A stand-in for what Core ML's shaped arrays and their slices have in common. They are collections of slices along
/// their first axis.
public protocol MLShapedArrayProtocol<Scalar>: ExpressibleByArrayLiteral, MutableCollection, RandomAccessCollection
where Index == Int {
    /// The type of the numbers.
    associatedtype Scalar: MLShapedArrayScalar

    /// Makes an array of numbers in memory; they are copied, and the memory is given back at once.
    init(bytesNoCopy bytes: UnsafeRawPointer, shape: [Int], strides: [Int], deallocator: Data.Deallocator)
    /// Makes an array whose numbers `initializer` writes, all of them.
    init(
        unsafeUninitializedShape shape: [Int],
        initializingWith initializer: (_ ptr: inout UnsafeMutableBufferPointer<Scalar>, _ strides: [Int]) throws -> Void
    ) rethrows

    /// How many numbers there are along each axis.
    var shape: [Int] { get }
    /// How far apart the numbers are along each axis.
    var strides: [Int] { get }

    /// The part at indices for the first axes.
    subscript<C: Collection>(indices: C) -> MLShapedArraySlice<Scalar> where C.Element == Int { get set }
    /// The number at an index for each axis.
    subscript<C: Collection>(scalarAt indices: C) -> Scalar where C.Element == Int { get set }

    /// Gives the numbers, the shape and the strides to `body`, for reading.
    func withUnsafeShapedBufferPointer<R>(
        _ body: (_ ptr: UnsafeBufferPointer<Scalar>, _ shape: [Int], _ strides: [Int]) throws -> R
    ) rethrows -> R
    /// Gives the numbers, the shape and the strides to `body`, for reading and writing.
    mutating func withUnsafeMutableShapedBufferPointer<R>(
        _ body: (_ ptr: inout UnsafeMutableBufferPointer<Scalar>, _ shape: [Int], _ strides: [Int]) throws -> R
    ) rethrows -> R
}

extension MLShapedArrayProtocol {
    /// Makes an array of one axis.
    public init(arrayLiteral elements: Scalar...) {
        self.init(scalars: elements, shape: [elements.count])
    }

    /// Makes an array without axes of one number.
    public init(scalar: Scalar) {
        self.init(repeating: scalar, shape: [])
    }

    /// Makes an array of one number again and again.
    public init(repeating value: Scalar, shape: [Int]) {
        self.init(unsafeUninitializedShape: shape) { buffer, _ in buffer.initialize(repeating: value) }
    }

    /// Makes an array of numbers along the last axis first. More or fewer than the shape has are a programmer error.
    public init<S: Sequence>(scalars: S, shape: [Int]) where S.Element == Scalar {
        let scalars = Array(scalars)
        self.init(unsafeUninitializedShape: shape) { buffer, _ in
            precondition(
                scalars.count == buffer.count, "\(scalars.count) numbers do not fill the shape \(shape)")
            _ = buffer.initialize(from: scalars)
        }
    }

    /// Makes an array of numbers in memory with nothing in between; they are copied, and the memory is given back at
    /// once.
    public init(bytesNoCopy bytes: UnsafeRawPointer, shape: [Int], deallocator: Data.Deallocator) {
        let strides = orTrap { try ArrayLayout(shape: shape) }.strides
        self.init(bytesNoCopy: bytes, shape: shape, strides: strides, deallocator: deallocator)
    }

    /// Puts arrays behind each other along an axis, which is counted from the last one if it is negative. Arrays whose
    /// shapes differ in more than the size along the axis are a programmer error, and so is none at all.
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

    /// Makes an array of the same shape with cast numbers.
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

    /// Copies a multi-array, which has to have the same type of numbers.
    public init(_ multiArray: MLMultiArray) {
        precondition(
            multiArray.dataType == Scalar.multiArrayDataType,
            "The array holds \(multiArray.dataType.name), not \(Scalar.multiArrayDataType.name); convert it")
        self.init(converting: multiArray)
    }

    /// Copies a multi-array with cast numbers.
    public init(converting multiArray: MLMultiArray) {
        self.init(unsafeUninitializedShape: multiArray.layout.shape) { buffer, _ in
            if let destination = buffer.baseAddress { multiArray.copyNumbers(as: Scalar.self, to: destination) }
        }
    }

    /// Whether there are no axes but one number.
    public var isScalar: Bool { shape.isEmpty }
    /// How many slices there are along the first axis.
    public var count: Int { shape.first ?? 0 }
    /// How many numbers there are.
    public var scalarCount: Int { shape.reduce(1, *) }
    /// 0.
    public var startIndex: Int { 0 }
    /// The size along the first axis.
    public var endIndex: Int { count }
    /// The index after another.
    public func index(after index: Int) -> Int { index + 1 }
    /// The index before another.
    public func index(before index: Int) -> Int { index - 1 }

    /// The numbers, along the last axis first. Another count of them is a programmer error.
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

    /// The one number of an array without axes, else nil. What is set must not be nil.
    public var scalar: Scalar? {
        get { isScalar ? scalars[0] : nil }
        set {
            guard isScalar, let newValue else {
                preconditionFailure("Only an array without axes has a scalar, which is always there")
            }
            scalars = [newValue]
        }
    }

    /// The part at indices for the first axes.
    public subscript(indices: Int...) -> MLShapedArraySlice<Scalar> {
        get { self[indices] }
        set { self[indices] = newValue }
    }

    /// The number at an index for each axis.
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

/// Gives memory back as the deallocator says.
func deallocate(_ bytes: UnsafeRawPointer, count: Int, _ deallocator: Data.Deallocator) {
    let memory = UnsafeMutableRawPointer(mutating: bytes)
    switch deallocator {
    case .free: free(memory)
    case .unmap: munmap(memory, count)
    case .custom(let body): body(memory, count)
    default: break
    }
}

/// A stand-in for the numbers that Core ML's shaped arrays hold.
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
