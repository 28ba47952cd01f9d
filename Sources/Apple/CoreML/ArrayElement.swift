import Foundation

/// A number type for array elements. Every value converts to `Double` without loss, so that casting through `Double` is
/// exact.
protocol ArrayElement: MLShapedArrayScalar, Equatable {
    /// Creates the number nearest to `value`. Integers drop the fraction, are clamped to their limits, and become 0 for
    /// NaN.
    init(casting value: Double)
    var double: Double { get }
    var number: NSNumber { get }
}

extension Double: ArrayElement {
    init(casting value: Double) { self = value }
    var double: Double { self }
    var number: NSNumber { NSNumber(value: self) }
}

extension Float: ArrayElement {
    init(casting value: Double) { self = Float(value) }
    var double: Double { Double(self) }
    var number: NSNumber { NSNumber(value: self) }
}

extension Float16: ArrayElement {
    init(casting value: Double) { self = Float16(value) }
    var double: Double { Double(self) }
    var number: NSNumber { NSNumber(value: Float(self)) }
}

extension Int32: ArrayElement {
    init(casting value: Double) { self = integer(value) }
    var double: Double { Double(self) }
    var number: NSNumber { NSNumber(value: self) }
}

extension Int8: ArrayElement {
    init(casting value: Double) { self = integer(value) }
    var double: Double { Double(self) }
    var number: NSNumber { NSNumber(value: self) }
}

private func integer<I: FixedWidthInteger>(_ value: Double) -> I {
    guard !value.isNaN else { return 0 }
    return I(min(max(value, Double(I.min)), Double(I.max)))
}

/// Copies numbers between two layouts of the same shape, casting them if the types differ.
func copyElements<Source: ArrayElement, Destination: ArrayElement>(
    _ sourceType: Source.Type, at source: UnsafeRawPointer, strides sourceStrides: [Int],
    to destinationType: Destination.Type, at destination: UnsafeMutableRawPointer, strides destinationStrides: [Int],
    shape: [Int]
) {
    let count = shape.last ?? 1
    let sourceStep = sourceStrides.last ?? 1
    let destinationStep = destinationStrides.last ?? 1
    let source = source.assumingMemoryBound(to: Source.self)
    let destination = destination.assumingMemoryBound(to: Destination.self)
    forEachRow(of: shape, sourceStrides, destinationStrides) { sourceOffset, destinationOffset in
        var (from, to) = (source + sourceOffset, destination + destinationOffset)
        for _ in 0..<count {
            to.pointee = Destination(casting: from.pointee.double)
            from += sourceStep
            to += destinationStep
        }
    }
}

/// Calls `body` with the offsets in two layouts at which each row along the last axis starts, in order.
private func forEachRow(of shape: [Int], _ first: [Int], _ second: [Int], _ body: (Int, Int) -> Void) {
    guard !shape.contains(0) else { return }
    let outer = shape.dropLast().indices
    var position = [Int](repeating: 0, count: outer.count)
    var (firstOffset, secondOffset) = (0, 0)
    while true {
        body(firstOffset, secondOffset)
        var axis = outer.endIndex - 1
        while axis >= 0 {
            position[axis] += 1
            firstOffset += first[axis]
            secondOffset += second[axis]
            if position[axis] < shape[axis] { break }
            position[axis] = 0
            firstOffset -= first[axis] * shape[axis]
            secondOffset -= second[axis] * shape[axis]
            axis -= 1
        }
        if axis < 0 { return }
    }
}
