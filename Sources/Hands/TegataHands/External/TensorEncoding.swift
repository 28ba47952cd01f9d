import TegataGraph

/// How the elements of a tensor encode numbers.
public struct TensorEncoding: Sendable, Equatable {
    /// The types of elements.
    public enum Element: Int32, Sendable, CaseIterable {
        case float32
        case float16
        case uint8
        case int8

        /// The name in programs.
        package var name: String {
            switch self {
            case .float32: "float32"
            case .float16: "float16"
            case .uint8: "uint8"
            case .int8: "int8"
            }
        }

        /// The size of an element.
        public var byteCount: Int {
            switch self {
            case .float32: 4
            case .float16: 2
            case .uint8, .int8: 1
            }
        }
    }

    public var element: Element
    /// The distance between the numbers of adjacent bytes; ignored for floats.
    public var scale: Float
    /// The byte that stands for 0; ignored for floats.
    public var zeroPoint: Int32

    public init(_ element: Element, scale: Float = 0, zeroPoint: Int32 = 0) {
        self.element = element
        self.scale = scale
        self.zeroPoint = zeroPoint
    }

    public static let float32 = TensorEncoding(.float32)

    /// The values of bytes; nil for floats.
    private var byteValues: ClosedRange<Int32>? {
        switch element {
        case .float32, .float16: nil
        case .uint8: 0...255
        case .int8: -128...127
        }
    }

    func check(_ network: NetworkCall.Network, _ tensor: String) throws(ExternalNetworkError) {
        guard let byteValues else { return }
        guard scale > 0, scale.isFinite else { throw .scale(network, tensor: tensor, scale) }
        guard byteValues.contains(zeroPoint) else { throw .zeroPoint(network, tensor: tensor, zeroPoint) }
    }

    /// Encodes a multiple of eight numbers from 0 to 1 in place of the elements at `target`. Floats are in place already.
    func encode(_ numbers: UnsafeBufferPointer<Float>, to target: UnsafeMutableRawPointer) {
        guard let source = numbers.baseAddress.map({ UnsafeRawPointer($0) }) else { return }
        switch element {
        case .float32: break
        case .float16:
            for index in numbers.indices {
                target.storeBytes(of: roundedHalf(numbers[index]), toByteOffset: 2 * index, as: UInt16.self)
            }
        case .uint8, .int8:
            let (factor, zero) = (1 / scale, Float(zeroPoint))
            let (least, most) = element == .uint8 ? (0, 255) : (-128, 127)
            let (lowest, highest) = (SIMD8(repeating: Float(least)), SIMD8(repeating: Float(most)))
            // Adding it moves the integer to the lowest bits, rounded to the nearest one.
            let shift: Float = 0x1.8p23
            // Eight numbers at a time, because compilers do not convert single ones together.
            for start in stride(from: 0, to: numbers.count, by: 8) {
                let values = source.loadUnaligned(fromByteOffset: 4 * start, as: SIMD8<Float>.self)
                let scaled = values * factor + zero
                let clamped = scaled.replacing(with: lowest, where: scaled .< lowest).replacing(
                    with: highest, where: scaled .> highest)
                let bits = unsafeBitCast(clamped + shift, to: SIMD8<UInt32>.self)
                target.storeBytes(
                    of: SIMD8<UInt8>(truncatingIfNeeded: bits), toByteOffset: start, as: SIMD8<UInt8>.self)
            }
        }
    }

    /// Decodes the elements at `source`. Floats are in place already.
    func decode(_ source: UnsafeRawPointer, to numbers: UnsafeMutableBufferPointer<Float>) {
        switch element {
        case .float32: break
        case .float16:
            for index in numbers.indices {
                numbers[index] = widenedHalf(source.load(fromByteOffset: 2 * index, as: UInt16.self))
            }
        case .uint8:
            for index in numbers.indices {
                numbers[index] = Float(Int32(source.load(fromByteOffset: index, as: UInt8.self)) - zeroPoint) * scale
            }
        case .int8:
            for index in numbers.indices {
                numbers[index] = Float(Int32(source.load(fromByteOffset: index, as: Int8.self)) - zeroPoint) * scale
            }
        }
    }

    /// Fills memory with elements that are not numbers, if the element type has such.
    func spoil(_ bytes: UnsafeMutableRawBufferPointer) {
        switch element {
        case .float32: _ = bytes.initializeMemory(as: Float.self, repeating: .nan)
        case .float16: _ = bytes.initializeMemory(as: UInt16.self, repeating: 0x7E00)
        case .uint8, .int8: break
        }
    }
}

/// Returns the bits of the half-precision number that is nearest to a number from 0 to 1, with ties to even.
private func roundedHalf(_ number: Float) -> UInt16 {
    // Below the smallest normal number, the sum has the spacing of half-precision numbers.
    guard number >= 0x1p-14 else { return UInt16(truncatingIfNeeded: (number + 0.5).bitPattern &- 0x3F00_0000) }
    let bits = number.bitPattern
    return UInt16(truncatingIfNeeded: (bits &- (112 << 23) &+ 0xFFF &+ (bits >> 13 & 1)) >> 13)
}
