import CoreVideo
import Foundation

/// An array of numbers with any number of axes.
///
/// As with Core ML, the program must make sure that nothing reads the array while it is being written.
public final class MLMultiArray: NSObject, NSSecureCoding, @unchecked Sendable {
    /// The type of the numbers.
    public let dataType: MLMultiArrayDataType
    /// The pixel buffer that holds the numbers, if the array was made from one.
    public let pixelBuffer: CVPixelBuffer?
    let layout: ArrayLayout
    private let memory: UnsafeMutableRawPointer
    private let release: (() -> Void)?

    private init(
        _ layout: ArrayLayout, _ dataType: MLMultiArrayDataType, memory: UnsafeMutableRawPointer,
        pixelBuffer: CVPixelBuffer? = nil, release: (() -> Void)?
    ) {
        self.layout = layout
        self.dataType = dataType
        self.memory = memory
        self.pixelBuffer = pixelBuffer
        self.release = release
        super.init()
    }

    deinit {
        release?()
    }

    /// Creates an array in its own memory, filled with 0.
    convenience init(_ layout: ArrayLayout, _ dataType: MLMultiArrayDataType) throws {
        guard let memory = calloc(max(layout.span, 1), dataType.byteCount) else {
            throw MLModelError(
                .generic,
                "Not enough memory for an array of shape \(layout.shape) with numbers of type \(dataType.name).")
        }
        self.init(layout, dataType, memory: memory) { free(memory) }
    }

    // MARK: Making arrays

    /// Creates an array filled with 0; in Core ML, the numbers are undefined.
    ///
    /// Throws if a size is negative or not an integer, or if the array does not fit into memory.
    public convenience init(shape: [NSNumber], dataType: MLMultiArrayDataType) throws {
        try self.init(ArrayLayout(shape: shape), dataType)
    }

    /// Creates an array with these strides, filled with 0. Invalid shapes and strides are programmer errors.
    public convenience init(shape: [Int], dataType: MLMultiArrayDataType, strides: [Int]) {
        self.init(dataType) { try ArrayLayout(shape: shape, strides: strides) }
    }

    /// Creates an array over existing memory without copying it.
    ///
    /// - Parameters:
    ///   - dataPointer: The memory, large enough for the shape and strides, and aligned to the size of a number.
    ///   - shape: The size of each axis.
    ///   - dataType: The type of the numbers.
    ///   - strides: The stride of each axis, in numbers.
    ///   - deallocator: Called with the memory when the array is released.
    public convenience init(
        dataPointer: UnsafeMutableRawPointer, shape: [NSNumber], dataType: MLMultiArrayDataType, strides: [NSNumber],
        deallocator: ((UnsafeMutableRawPointer) -> Void)? = nil
    ) throws {
        let layout = try ArrayLayout(shape: shape, strides: strides)
        guard UInt(bitPattern: dataPointer) % UInt(dataType.byteCount) == 0 else {
            throw MLModelError(
                .generic,
                "The memory for numbers of type \(dataType.name) must be aligned to \(dataType.byteCount) bytes."
            )
        }
        self.init(layout, dataType, memory: dataPointer) { deallocator?(dataPointer) }
    }

    /// Creates an array over the memory of a pixel buffer, which the array retains; nothing is copied.
    ///
    /// - Parameters:
    ///   - pixelBuffer: A buffer in the `kCVPixelFormatType_OneComponent16Half` format.
    ///   - shape: The last size must be the buffer's width and the product of the others its height; anything else is a
    ///     programmer error.
    public convenience init(pixelBuffer: CVPixelBuffer, shape: [NSNumber]) {
        precondition(
            CVPixelBufferGetPixelFormatType(pixelBuffer) == kCVPixelFormatType_OneComponent16Half,
            "An array over a pixel buffer needs the pixel format OneComponent16Half")
        let row = CVPixelBufferGetBytesPerRow(pixelBuffer) / MLMultiArrayDataType.float16.byteCount
        let layout = orTrap {
            let dense = try ArrayLayout(shape: shape)
            let width = dense.shape.last ?? 1
            guard width == CVPixelBufferGetWidth(pixelBuffer),
                dense.count == width * CVPixelBufferGetHeight(pixelBuffer),
                CVPixelBufferGetBytesPerRow(pixelBuffer) % MLMultiArrayDataType.float16.byteCount == 0
            else {
                throw MLModelError(
                    .generic,
                    "The shape \(dense.shape) does not match a pixel buffer of"
                        + " \(CVPixelBufferGetWidth(pixelBuffer))×\(CVPixelBufferGetHeight(pixelBuffer))."
                )
            }
            let strides = dense.strides.dropLast().map { $0 / width * row } + dense.strides.suffix(1)
            return try ArrayLayout(shape: dense.shape, strides: strides)
        }
        guard let memory = CVPixelBufferGetBaseAddress(pixelBuffer) else {
            preconditionFailure("The pixel buffer has no memory")
        }
        self.init(layout, .float16, memory: memory, pixelBuffer: pixelBuffer, release: nil)
    }

    /// Creates an array by concatenating arrays along an axis. Numbers are cast if the types differ.
    ///
    /// An empty list and shapes that differ in any other axis are programmer errors.
    ///
    /// - Parameters:
    ///   - multiArrays: The arrays in order.
    ///   - axis: The axis; negative values count from the last one, so that −1 is the last axis.
    ///   - dataType: The type of the numbers in the new array.
    public convenience init(concatenating multiArrays: [MLMultiArray], axis: Int, dataType: MLMultiArrayDataType) {
        precondition(!multiArrays.isEmpty, "There are no arrays to concatenate")
        let shapes = multiArrays.map { $0.layout.shape }
        let (shape, axis) = concatenated(shapes, axis: axis)
        self.init(dataType) { try ArrayLayout(shape: shape) }
        var place = 0
        for array in multiArrays {
            array.copy(
                to: dataType, at: memory + place * layout.strides[axis] * dataType.byteCount, strides: layout.strides)
            place += array.layout.shape[axis]
        }
    }

    /// Creates an array with one axis of 32-bit integers. Throws if a number is out of range.
    public convenience init<C: Collection>(_ data: C) throws where C.Element: FixedWidthInteger {
        try self.init(
            data.map { number in
                guard let integer = Int32(exactly: number) else {
                    throw MLModelError(
                        .generic, "The number \(number) does not fit into 32 bits. Use an array of Double.")
                }
                return integer
            }, count: data.count)
    }

    /// Creates an array with one axis.
    public convenience init<C: Collection>(_ data: C) throws where C.Element == Double {
        try self.init(data, count: data.count)
    }

    /// Creates an array with one axis.
    public convenience init<C: Collection>(_ data: C) throws where C.Element == Float {
        try self.init(data, count: data.count)
    }

    /// Creates an array with the numbers from a shaped array.
    public convenience init<ShapedArray: MLShapedArrayProtocol>(_ shapedArray: ShapedArray) {
        self.init(ShapedArray.Scalar.multiArrayDataType) { try ArrayLayout(shape: shapedArray.shape) }
        shapedArray.withUnsafeShapedBufferPointer { numbers, shape, strides in
            guard let source = numbers.baseAddress else { return }
            copyElements(
                dataType.element, at: source, strides: strides, to: dataType.element, at: memory,
                strides: layout.strides, shape: shape)
        }
    }

    private convenience init<Element: MLShapedArrayScalar>(_ data: some Sequence<Element>, count: Int) throws {
        try self.init(ArrayLayout(shape: [count]), Element.multiArrayDataType)
        let elements = UnsafeMutableBufferPointer(
            start: memory.bindMemory(to: Element.self, capacity: max(count, 1)), count: count)
        _ = elements.update(fromContentsOf: Array(data.prefix(count)))
    }

    /// Creates an array; an invalid layout is a programmer error.
    private convenience init(_ dataType: MLMultiArrayDataType, _ layout: () throws -> ArrayLayout) {
        let layout = orTrap(layout)
        guard let memory = calloc(max(layout.span, 1), dataType.byteCount) else {
            preconditionFailure("Not enough memory for an array of shape \(layout.shape)")
        }
        self.init(layout, dataType, memory: memory) { free(memory) }
    }

    // MARK: What it is

    /// The size of each axis.
    public var shape: [NSNumber] { layout.shape.map { NSNumber(value: $0) } }
    /// The stride of each axis, in numbers.
    public var strides: [NSNumber] { layout.strides.map { NSNumber(value: $0) } }
    /// The number of elements.
    public var count: Int { layout.count }

    /// The memory that holds the numbers. Core ML has deprecated it in favour of ``withUnsafeMutableBytes(_:)``.
    public var dataPointer: UnsafeMutableRawPointer { memory }

    // MARK: Numbers

    /// The number at an index counted with the last axis innermost, regardless of the strides. An index out of range is
    /// a programmer error.
    public subscript(_ index: Int) -> NSNumber {
        get { number(at: offset(ofElement: index)) }
        set { set(newValue, at: offset(ofElement: index)) }
    }

    /// The number at one index per axis. Indices out of range are a programmer error.
    public subscript(_ key: [NSNumber]) -> NSNumber {
        get { number(at: layout.offset(at: key.map(\.intValue))) }
        set { set(newValue, at: layout.offset(at: key.map(\.intValue))) }
    }

    private func offset(ofElement index: Int) -> Int {
        precondition(index >= 0 && index < count, "The index \(index) is outside an array of \(count) numbers")
        return layout.isContiguous ? index : layout.offset(ofElement: index)
    }

    private func number(at offset: Int) -> NSNumber {
        func read<Element: ArrayElement>(_ type: Element.Type) -> NSNumber {
            memory.load(fromByteOffset: offset * MemoryLayout<Element>.stride, as: Element.self).number
        }
        return read(dataType.element)
    }

    private func set(_ number: NSNumber, at offset: Int) {
        func write<Element: ArrayElement>(_ type: Element.Type) {
            memory.storeBytes(
                of: Element(casting: number.doubleValue), toByteOffset: offset * MemoryLayout<Element>.stride,
                as: Element.self)
        }
        write(dataType.element)
    }

    /// Returns the numbers, cast to `type`, with the last axis innermost.
    package func numbers<Element: MLShapedArrayScalar>(as type: Element.Type) -> [Element] {
        [Element](unsafeUninitializedCapacity: count) { elements, initializedCount in
            if let destination = elements.baseAddress { copyNumbers(as: type, to: destination) }
            initializedCount = count
        }
    }

    /// Writes the numbers, cast, with the last axis innermost, to memory for ``count`` numbers.
    package func copyNumbers<Element: MLShapedArrayScalar>(
        as type: Element.Type, to destination: UnsafeMutablePointer<Element>
    ) {
        copy(to: Element.multiArrayDataType, at: destination, strides: layout.contiguousStrides)
    }

    /// Copies the numbers, cast, into another array of the same shape; strides and types may differ. A different shape
    /// is a programmer error.
    public func transfer(to destinationMultiArray: MLMultiArray) {
        precondition(
            layout.shape == destinationMultiArray.layout.shape,
            "Numbers of shape \(layout.shape) do not fit into an array of shape \(destinationMultiArray.layout.shape)"
        )
        copy(
            to: destinationMultiArray.dataType, at: destinationMultiArray.memory,
            strides: destinationMultiArray.layout.strides)
    }

    private func copy(
        to destinationType: MLMultiArrayDataType, at destination: UnsafeMutableRawPointer, strides: [Int]
    ) {
        if dataType == destinationType, layout.isContiguous, strides == layout.strides {
            memcpy(destination, memory, layout.span * dataType.byteCount)
            return
        }
        copyElements(
            dataType.element, at: memory, strides: layout.strides, to: destinationType.element, at: destination,
            strides: strides, shape: layout.shape)
    }

    // MARK: Memory

    /// Passes the memory, including gaps between strides, to `body` for reading.
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try body(UnsafeRawBufferPointer(start: memory, count: layout.span * dataType.byteCount))
    }

    /// Passes the memory and the strides to `body` for reading and writing.
    public func withUnsafeMutableBytes<R>(_ body: (UnsafeMutableRawBufferPointer, [Int]) throws -> R) rethrows -> R {
        try body(
            UnsafeMutableRawBufferPointer(start: memory, count: layout.span * dataType.byteCount), layout.strides)
    }

    /// Passes the numbers, including gaps between strides, to `body` for reading. Any type other than the array's is a
    /// programmer error.
    public func withUnsafeBufferPointer<S: MLShapedArrayScalar, R>(
        ofType type: S.Type, _ body: (UnsafeBufferPointer<S>) throws -> R
    ) rethrows -> R {
        try body(UnsafeBufferPointer(elements(type)))
    }

    /// Passes the numbers and the strides to `body` for reading and writing. Any type other than the array's is a
    /// programmer error.
    public func withUnsafeMutableBufferPointer<S: MLShapedArrayScalar, R>(
        ofType type: S.Type, _ body: (UnsafeMutableBufferPointer<S>, [Int]) throws -> R
    ) rethrows -> R {
        try body(elements(type), layout.strides)
    }

    private func elements<S: MLShapedArrayScalar>(_ type: S.Type) -> UnsafeMutableBufferPointer<S> {
        precondition(
            S.multiArrayDataType == dataType, "The array holds \(dataType.name), not \(S.multiArrayDataType.name)")
        return UnsafeMutableBufferPointer(start: memory.assumingMemoryBound(to: S.self), count: layout.span)
    }

    // MARK: As an object

    /// Whether the other object is an array of the same type and shape with equal numbers.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? MLMultiArray else { return false }
        return self === other
            || dataType == other.dataType && layout.shape == other.layout.shape
                && numbers(as: Double.self) == other.numbers(as: Double.self)
    }

    /// The hash of the type and shape only, because the numbers may change.
    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(dataType)
        hasher.combine(layout.shape)
        return hasher.finalize()
    }

    /// The type and shape and, for a vector or matrix, the numbers.
    public override var description: String {
        let sizes = layout.shape.map(String.init).joined(separator: " × ")
        func rows<Element: ArrayElement>(_ type: Element.Type) -> String {
            let values = numbers(as: type).map { value in
                let text = "\(value.number)"
                return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
            }
            let width = layout.shape.last ?? 1
            return stride(from: 0, to: values.count, by: max(width, 1)).map {
                values[$0..<min($0 + width, values.count)].joined(separator: ",")
            }.joined(separator: ";\n ")
        }
        switch layout.shape.count {
        case 1: return "\(dataType.name) \(sizes) vector\n[\(rows(dataType.element))]"
        case 2: return "\(dataType.name) \(sizes) matrix\n[\(rows(dataType.element))]"
        default: return "\(dataType.name) \(sizes) array"
        }
    }

    // MARK: Coding

    /// Always true.
    public static var supportsSecureCoding: Bool { true }

    /// Writes the type, shape and numbers, but not the strides.
    public func encode(with coder: NSCoder) {
        coder.encode(dataType.rawValue, forKey: CodingKey.dataType)
        coder.encode(layout.shape.map { NSNumber(value: $0) } as NSArray, forKey: CodingKey.shape)
        var data = Data(count: count * dataType.byteCount)
        data.withUnsafeMutableBytes { bytes in
            if let destination = bytes.baseAddress {
                copy(to: dataType, at: destination, strides: layout.contiguousStrides)
            }
        }
        coder.encode(data as NSData, forKey: CodingKey.numbers)
    }

    /// Reads an array that ``encode(with:)`` wrote; nil for anything else.
    public convenience init?(coder: NSCoder) {
        guard let dataType = MLMultiArrayDataType(rawValue: coder.decodeInteger(forKey: CodingKey.dataType)),
            let shape = coder.decodeObject(of: [NSArray.self, NSNumber.self], forKey: CodingKey.shape) as? [NSNumber],
            let data = coder.decodeObject(of: NSData.self, forKey: CodingKey.numbers) as? Data,
            let layout = try? ArrayLayout(shape: shape), data.count == layout.count * dataType.byteCount,
            let memory = calloc(max(layout.span, 1), dataType.byteCount)
        else { return nil }
        self.init(layout, dataType, memory: memory) { free(memory) }
        data.withUnsafeBytes { bytes in
            if let source = bytes.baseAddress { memcpy(memory, source, bytes.count) }
        }
    }

    private enum CodingKey {
        static let dataType = "dataType"
        static let shape = "shape"
        static let numbers = "numbers"
    }
}

/// Returns the shape of concatenated arrays, and the axis counted from the first one.
func concatenated(_ shapes: [[Int]], axis: Int) -> (shape: [Int], axis: Int) {
    var shape = shapes[0]
    precondition(
        !shape.isEmpty && axis >= -shape.count && axis < shape.count,
        "There is no axis \(axis) in an array of shape \(shape)")
    let axis = axis < 0 ? axis + shape.count : axis
    for other in shapes.dropFirst() {
        precondition(
            other.count == shape.count && shape.indices.allSatisfy { $0 == axis || other[$0] == shape[$0] },
            "Arrays of shapes \(shapes[0]) and \(other) cannot be concatenated along axis \(axis)")
        shape[axis] += other[axis]
    }
    return (shape, axis)
}

/// Returns the result of `body`; an error that it throws is a programmer error.
func orTrap<R>(_ body: () throws -> R) -> R {
    do { return try body() } catch { preconditionFailure("\(error)") }
}

/// The type of the numbers in an ``MLMultiArray``, with Core ML's raw values.
public enum MLMultiArrayDataType: Int, Sendable {
    /// 64-bit floating-point numbers.
    case double = 0x10040
    /// 32-bit floating-point numbers.
    case float32 = 0x10020
    /// 16-bit floating-point numbers.
    case float16 = 0x10010
    /// Signed 32-bit integers.
    case int32 = 0x20020
    /// Signed 8-bit integers.
    case int8 = 0x20008

    /// Another name for ``double``.
    public static var float64: MLMultiArrayDataType { .double }
    /// Another name for ``float32``.
    public static var float: MLMultiArrayDataType { .float32 }

    /// The corresponding Swift type.
    var element: any ArrayElement.Type {
        switch self {
        case .double: Double.self
        case .float32: Float.self
        case .float16: Float16.self
        case .int32: Int32.self
        case .int8: Int8.self
        }
    }

    /// The number of bytes per number.
    var byteCount: Int { (rawValue & 0xFF) / 8 }

    /// The name of the type in descriptions and error messages.
    var name: String {
        switch self {
        case .double: "Double"
        case .float32: "Float32"
        case .float16: "Float16"
        case .int32: "Int32"
        case .int8: "Int8"
        }
    }
}
