import TegataBuffers

/// A typed, bounds-checked view of a tensor's memory; it does not own the memory.
///
/// The naive evaluators read and write through it. Its checks catch programming errors; files have already been checked
/// when a graph is built.
package struct TensorView: @unchecked Sendable {
    package let type: TensorType
    /// The number of elements.
    package let count: Int
    /// The first element, for kernels.
    package let base: UnsafeMutableRawPointer

    /// `base` must point to `type.byteCount` bytes that outlive the view.
    package init(_ type: TensorType, base: UnsafeMutableRawPointer) {
        self.type = type
        count = type.shape.count
        self.base = base
    }

    package var shape: Shape { type.shape }

    /// Element `index` of a float tensor; float16 is widened when read.
    package subscript(index: Int) -> Float {
        get {
            precondition(index >= 0 && index < count)
            switch type.element {
            case .float32: return base.loadUnaligned(fromByteOffset: index * 4, as: Float.self)
            case .float16:
                return widenedHalf(base.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self))
            default: preconditionFailure("not a float tensor")
            }
        }
        nonmutating set {
            precondition(index >= 0 && index < count && type.element == .float32)
            base.storeBytes(of: newValue, toByteOffset: index * 4, as: Float.self)
        }
    }

    /// Element `index` of an integer or boolean tensor.
    package func integer(at index: Int) -> Int {
        precondition(index >= 0 && index < count)
        switch type.element {
        case .int8: return Int(base.loadUnaligned(fromByteOffset: index, as: Int8.self))
        case .uint8, .bool: return Int(base.loadUnaligned(fromByteOffset: index, as: UInt8.self))
        case .int32: return Int(base.loadUnaligned(fromByteOffset: index * 4, as: Int32.self))
        case .int64: return Int(clamping: base.loadUnaligned(fromByteOffset: index * 8, as: Int64.self))
        case .float32, .float16: preconditionFailure("not an integer tensor")
        }
    }

    /// Copies one element from another tensor of the same type. Widens float16 if this tensor is float32.
    package func copyElement(from source: TensorView, at sourceIndex: Int, to index: Int) {
        if source.type.element == .float16, type.element == .float32 {
            self[index] = source[sourceIndex]
            return
        }
        precondition(source.type.element == type.element && sourceIndex >= 0 && sourceIndex < source.count)
        precondition(index >= 0 && index < count)
        let size = type.element.byteCount
        (base + index * size).copyMemory(from: source.base + sourceIndex * size, byteCount: size)
    }

    /// Sets all elements: in integer tensors to `integer`, in all others to zero.
    package func fill(_ integer: Int) {
        let byte = type.element.byteCount == 1 ? UInt8(truncatingIfNeeded: integer) : 0
        precondition(integer == 0 || type.element.byteCount == 1)
        base.initializeMemory(as: UInt8.self, repeating: byte, count: type.byteCount)
    }

    /// Marks an element as invalid: not-a-number in float32 tensors, zero bytes in others.
    package func invalidateElement(at index: Int) {
        if type.element == .float32 {
            self[index] = .nan
            return
        }
        precondition(index >= 0 && index < count)
        let size = type.element.byteCount
        (base + index * size).initializeMemory(as: UInt8.self, repeating: 0, count: size)
    }

    /// The elements in their stored form.
    package var unsafeBytes: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: base, count: type.byteCount)
    }
}

/// The axis along which a channel's weights form a slice: the tensor's first axis or its last.
package enum ChannelAxis {
    case first
    case last
}

extension TensorView {
    /// Whether the elements may be weights; wide integers never are.
    package var mayBeWeights: Bool { type.element != .int32 && type.element != .int64 }

    /// Returns, for each slice along the last axis, whether it is entirely zero.
    package func zeroColumns() -> [Bool] {
        // Magnitudes have the same order as their bits.
        switch type.element {
        case .float32: zeroColumns { (bits: Int32) in bits & .max }
        case .float16: zeroColumns { (bits: Int16) in bits & .max }
        default: zeroColumns { (bits: UInt8) in bits }
        }
    }

    /// Returns the largest magnitude in a slice; for bytes, any number above 0 if at least one is not 0. If any
    /// elements are not finite, neither is the magnitude.
    package func largestMagnitude(ofChannel channel: Int, along axis: ChannelAxis) -> Float {
        switch type.element {
        case .float32:
            Float(bitPattern: UInt32(largest(channel, axis) { (bits: Int32) in bits & .max }))
        case .float16: widenedHalf(UInt16(largest(channel, axis) { (bits: Int16) in bits & .max }))
        default: Float(largest(channel, axis) { (bits: UInt8) in bits })
        }
    }

    @inline(__always)
    private func zeroColumns<Bits: FixedWidthInteger>(_ magnitude: (Bits) -> Bits) -> [Bool] {
        guard let columns = shape.dimensions.last, count > 0 else { return [] }
        var together = [Bits](repeating: 0, count: columns)
        together.withUnsafeMutableBufferPointer { together in
            for row in 0..<count / columns {
                // In most layers, a few rows are enough, because none of their columns is zero.
                if row & (row - 1) == 0, row > 0, together.allSatisfy({ $0 != 0 }) { return }
                let start = UnsafeRawPointer(base + row * columns * MemoryLayout<Bits>.stride)
                // The compiler vectorises this loop, but not one over a range.
                var column = 0
                while column < together.count {
                    let bits = start.loadUnaligned(
                        fromByteOffset: column &* MemoryLayout<Bits>.stride, as: Bits.self)
                    together[column] |= magnitude(bits)
                    column &+= 1
                }
            }
        }
        return together.map { $0 == 0 }
    }

    @inline(__always)
    private func largest<Bits: FixedWidthInteger>(
        _ channel: Int, _ axis: ChannelAxis, _ magnitude: (Bits) -> Bits
    ) -> Bits {
        guard let rows = shape.dimensions.first, let columns = shape.dimensions.last, count > 0 else { return 0 }
        precondition(channel >= 0 && channel < (axis == .first ? rows : columns))
        var most: Bits = 0
        switch axis {
        case .first:
            let depth = count / rows
            let start = UnsafeRawPointer(base + channel * depth * MemoryLayout<Bits>.stride)
            var index = 0
            while index < depth {
                let bits = start.loadUnaligned(fromByteOffset: index &* MemoryLayout<Bits>.stride, as: Bits.self)
                let next = magnitude(bits)
                most = next > most ? next : most
                index &+= 1
            }
        case .last:
            for index in stride(from: channel, to: count, by: columns) {
                let bits = base.loadUnaligned(fromByteOffset: index &* MemoryLayout<Bits>.stride, as: Bits.self)
                most = max(most, magnitude(bits))
            }
        }
        return most
    }
}

/// Returns the exact value of an IEEE 754 half-precision number given by its bits.
package func widenedHalf(_ bits: UInt16) -> Float {
    let sign = UInt32(bits & 0x8000) << 16
    let exponent = UInt32(bits >> 10) & 0x1F
    let fraction = UInt32(bits & 0x3FF)
    switch exponent {
    case 0:
        let magnitude = Float(fraction) * 0x1p-24
        return Float(bitPattern: magnitude.bitPattern | sign)
    case 0x1F: return Float(bitPattern: sign | 0x7F80_0000 | fraction << 13)
    default: return Float(bitPattern: sign | (exponent + 112) << 23 | fraction << 13)
    }
}
