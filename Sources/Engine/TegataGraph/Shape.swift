import TegataFormats

/// The extents of a tensor, outermost first; a scalar has none.
package struct Shape: Equatable, Sendable, CustomStringConvertible, ExpressibleByArrayLiteral {
    package let dimensions: [Int]
    /// The product of the extents.
    package let count: Int

    /// The largest that a TFLite file can address, and of which the bytes can be counted where numbers have 32 bits.
    private static let most = Swift.min(Int(Int32.max), Int.max / 8)

    /// Nil for negative extents and for products that are too large. Extents of 0 do not count there, so that the
    /// product of any of the extents fits.
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

    /// For shapes written in the source.
    package init(arrayLiteral dimensions: Int...) {
        self.dimensions = dimensions
        count = dimensions.reduce(1, *)
    }

    package var rank: Int { dimensions.count }

    package subscript(axis: Int) -> Int { dimensions[axis] }

    /// Distance in elements between neighbours along each axis of a dense tensor.
    package var strides: [Int] { Self.denseStrides(of: dimensions) }

    /// The same for extents that need not be those of a tensor.
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
