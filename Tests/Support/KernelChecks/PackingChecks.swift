import TegataKernelABI

/// Weights from a file, as float16 numbers and as floats that are larger by a third of the float16 spacing.
private struct Weights {
    private let numbers: [UInt16]
    private let floats: [Float]

    init(_ count: Int, step: Int) {
        numbers = (0..<count).map { UInt16(truncatingIfNeeded: $0 &* step) & 0x7bff }
        floats = numbers.map { float($0) + Float(Float16(bitPattern: $0).ulp) / 3 }
    }

    func withSource(asFloat16: Bool, _ body: (SourceWeights) -> Void) {
        numbers.withUnsafeBufferPointer { numbers in
            floats.withUnsafeBufferPointer { floats in
                body(
                    asFloat16
                        ? .float16(numbers.baseAddress.unsafelyUnwrapped)
                        : .float32(floats.baseAddress.unsafelyUnwrapped))
            }
        }
    }

    /// Returns a weight as it is packed: a float16 number unchanged, and a float rounded.
    func packed<Element: CheckedElement>(_ index: Int, asFloat16: Bool) -> Element {
        Element(asFloat16 ? float(numbers[index]) : floats[index])
    }
}

/// Returns a float16 number according to its definition: the sign, five bits of exponent, and ten of significand.
private func float(_ number: UInt16) -> Float {
    let sign: Float = number & 0x8000 == 0 ? 1 : -1
    let exponent = Int(number >> 10) & 31
    let significand = Float(number & 1023)
    return switch exponent {
    case 0: sign * significand * 0x1p-24
    case 31: significand == 0 ? sign * .infinity : .nan
    default: sign * Float(sign: .plus, exponent: exponent - 15, significand: 1 + significand / 1024)
    }
}

extension KernelComparison {
    mutating func checkPacking() {
        for asFloat16 in [false, true] {
            for kernel in set.gemm {
                for depth in [1, 5, 16, 27, 64, 75] {
                    for columns in [1, kernel.width / 2, kernel.width] where columns > 0 {
                        checkPanel(kernel, depth: depth, columns: columns, asFloat16: asFloat16)
                    }
                }
            }
            for channels in 1...(2 * set.lanes + 1) { checkBlocks(channels: channels, asFloat16: asFloat16) }
        }
    }

    /// Panels hold the columns, starting at any column.
    private mutating func checkPanel(_ kernel: GemmKernel, depth: Int, columns: Int, asFloat16: Bool) {
        let weights = Weights(columns * depth, step: 37)
        for first in [0, kernel.width - columns] {
            let panel = Rows<Element>(depth, kernel.width) { _, _ in 0 }
            weights.withSource(asFloat16: asFloat16) { source in
                var arguments = PackGemmArguments(
                    weights: source, columnStride: depth, depth: depth, columns: columns, panel: panel.base + first,
                    width: kernel.width)
                set.packGemm(&arguments)
            }
            expect(panel.isIntact, "packing wrote outside of the panel")
            for k in 0..<depth {
                for column in 0..<kernel.width {
                    var expected: Element = 0
                    if column >= first && column < first + columns {
                        expected = weights.packed((column - first) * depth + k, asFloat16: asFloat16)
                    }
                    expect(panel[k, column] == expected, "\(kernel.name): panel at \(k), \(column)")
                }
            }
        }
    }

    /// Depthwise blocks hold the channels.
    private mutating func checkBlocks(channels: Int, asFloat16: Bool) {
        let (taps, lanes) = (9, set.lanes)
        let weights = Weights(taps * channels, step: 53)
        let blocks = (channels + lanes - 1) / lanes
        let packed = Rows<Element>(1, blocks * taps * lanes)
        weights.withSource(asFloat16: asFloat16) { source in
            var arguments = PackDepthwiseArguments(
                weights: source, taps: taps, channels: channels, packed: packed.base)
            set.packDepthwise(&arguments)
        }
        expect(packed.isIntact, "packing wrote outside of the blocks")
        for channel in 0..<blocks * lanes {
            for tap in 0..<taps {
                let found = packed[0, (channel / lanes * taps + tap) * lanes + channel % lanes]
                let expected: Element =
                    channel < channels ? weights.packed(tap * channels + channel, asFloat16: asFloat16) : 0
                expect(found == expected, "depthwise block of \(channels) channels, tap \(tap)")
            }
        }
    }

    /// Every float16 number to a float, exactly; for float16 also back, and floats halfway between two.
    mutating func checkConversions() {
        let numbers = (0...UInt16.max).map { $0 }
        let floats = Rows<Float>(1, numbers.count)
        numbers.withUnsafeBufferPointer { numbers in
            var arguments = WidenArguments(
                input: numbers.baseAddress.unsafelyUnwrapped, output: floats.base, count: numbers.count)
            set.widen(&arguments)
        }
        expect(floats.isIntact, "widening wrote outside of its results")
        for index in numbers.indices {
            let expected = float(numbers[index])
            let isSame =
                expected.isNaN ? floats[0, index].isNaN : floats[0, index].bitPattern == expected.bitPattern
            expect(isSame, "bits \(index) widen wrongly")
        }
        guard set.elements.input == .float16 else { return expect(set.narrow == nil, "floats are not narrowed") }
        let back = narrowed(floats)
        let between = Rows<Float>(1, numbers.count - 1) { (floats[0, $1] + floats[0, $1 + 1]) / 2 }
        let middle = narrowed(between)
        for index in numbers.indices {
            let number = Float16(bitPattern: numbers[index])
            expect(back[0, index].isSame(as: number), "bits \(index) narrow wrongly")
            guard index < between.width, between[0, index].isFinite else { continue }
            expect(middle[0, index] == Float16(between[0, index]), "halfway above bits \(index)")
        }
    }

    private mutating func narrowed(_ floats: Rows<Float>) -> Rows<Float16> {
        let output = Rows<Float16>(1, floats.width)
        guard let narrow = set.narrow else {
            expect(false, "the level cannot narrow")
            return output
        }
        var arguments = NarrowArguments(
            input: floats.base, output: UnsafeMutableRawPointer(output.base).assumingMemoryBound(to: UInt16.self),
            count: floats.width)
        narrow(&arguments)
        expect(output.isIntact, "narrowing wrote outside of its results")
        return output
    }
}
