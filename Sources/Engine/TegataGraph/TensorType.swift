import TegataFormats

/// The shape and element type of a tensor.
package struct TensorType: Equatable, Sendable, CustomStringConvertible {
    package var shape: Shape
    package var element: ElementType

    package init(_ shape: Shape, _ element: ElementType = .float32) {
        self.shape = shape
        self.element = element
    }

    package var byteCount: Int { shape.count * element.byteCount }

    package var description: String { "\(element) \(shape)" }
}

/// The storage type of one element of a tensor.
package enum ElementType: Equatable, Sendable, CustomStringConvertible {
    case float32, float16, int8, uint8, int32, int64, bool

    /// Returns nil for element types that no supported operator works on.
    package init?(_ type: TFLiteType) {
        switch type {
        case .float32: self = .float32
        case .float16: self = .float16
        case .int8: self = .int8
        case .uint8: self = .uint8
        case .int32: self = .int32
        case .int64: self = .int64
        case .bool: self = .bool
        default: return nil
        }
    }

    package var byteCount: Int {
        switch self {
        case .int8, .uint8, .bool: 1
        case .float16: 2
        case .float32, .int32: 4
        case .int64: 8
        }
    }

    package var isInteger: Bool {
        switch self {
        case .int8, .uint8, .int32, .int64: true
        case .float32, .float16, .bool: false
        }
    }

    package var description: String {
        switch self {
        case .float32: "float32"
        case .float16: "float16"
        case .int8: "int8"
        case .uint8: "uint8"
        case .int32: "int32"
        case .int64: "int64"
        case .bool: "bool"
        }
    }
}

/// The extents of a tensor, outermost first; a scalar has none.
package struct Shape: Equatable, Sendable, CustomStringConvertible, ExpressibleByArrayLiteral {
    package let dimensions: [Int]
    /// The product of the extents.
    package let count: Int

    /// The largest number of elements that a TFLite file can address and whose size in bytes fits into an Int on 32-bit
    /// systems.
    private static let most = Swift.min(Int(Int32.max), Int.max / 8)

    /// Returns nil if an extent is negative or the product is too large. The product ignores extents of 0, so that the
    /// product of any subset of the extents fits.
    package init?(_ dimensions: [Int]) {
        var bound = 1
        for extent in dimensions {
            let (product, overflow) = bound.multipliedReportingOverflow(by: max(extent, 1))
            guard extent >= 0, !overflow, product <= Self.most else { return nil }
            bound = product
        }
        self.dimensions = dimensions
        count = dimensions.contains(0) ? 0 : bound
    }

    /// Returns the shape with a different extent along one axis.
    package func replacing(_ axis: Int, by extent: Int) -> Shape? {
        var extents = dimensions
        extents[axis] = extent
        return Shape(extents)
    }

    /// Creates a shape that is written in the source.
    package init(arrayLiteral dimensions: Int...) {
        self.dimensions = dimensions
        count = dimensions.reduce(1, *)
    }

    package var rank: Int { dimensions.count }

    package subscript(axis: Int) -> Int { dimensions[axis] }

    /// The distance in elements between neighbours along each axis of a dense tensor.
    package var strides: [Int] { Self.denseStrides(of: dimensions) }

    /// Returns the strides for extents that need not belong to a tensor.
    package static func denseStrides(of extents: [Int]) -> [Int] {
        var strides = [Int](repeating: 1, count: extents.count)
        for axis in stride(from: extents.count - 2, through: 0, by: -1) {
            strides[axis] = strides[axis + 1] * extents[axis + 1]
        }
        return strides
    }

    package var description: String {
        var text = ""
        for extent in dimensions { text += text.isEmpty ? "\(extent)" : "×\(extent)" }
        return text.isEmpty ? "scalar" : text
    }
}
