import TegataKernelABI

extension Float16KernelChecks {
    /// Panels contain float16 weights unchanged, and floats rounded.
    mutating func checkPacking() {
        for kernel in set.gemm {
            for depth in [1, 5, 16, 27, 64] {
                for columns in [1, kernel.width / 2, kernel.width] {
                    let numbers = Float16Rows(columns, depth) {
                        Float16(bitPattern: UInt16(($0 * depth + $1) * 37 & 0x7bff))
                    }
                    // Adds a third of the spacing to each number.
                    let floats = (0..<columns * depth).map {
                        let number = numbers[$0 / depth, $0 % depth]
                        return Float(number) + Float(number.ulp) / 3
                    }
                    for isFloat16 in [false, true] {
                        let panel = Float16Rows(depth, kernel.width) { _, _ in 0 }
                        floats.withUnsafeBufferPointer { floats in
                            var arguments = PackGemmArguments(
                                weights: isFloat16
                                    ? .float16(bits(numbers)) : .float32(floats.baseAddress.unsafelyUnwrapped),
                                columnStride: depth, depth: depth, columns: columns, panel: panel.base,
                                width: kernel.width)
                            set.packGemm(&arguments)
                        }
                        expect(panel.isIntact, "packing wrote outside of the panel")
                        for k in 0..<depth {
                            for column in 0..<kernel.width {
                                let expected = column < columns ? numbers[column, k] : 0
                                expect(panel[k, column] == expected, "\(kernel.name): panel at \(k), \(column)")
                            }
                        }
                    }
                }
            }
        }
        let lanes = set.lanes
        for channels in 1...(2 * lanes + 1) {
            let floats = (0..<9 * channels).map { Float($0 % 100) / 16 }
            let blocks = (channels + lanes - 1) / lanes
            let packed = Float16Rows(1, blocks * 9 * lanes)
            floats.withUnsafeBufferPointer { floats in
                var arguments = PackDepthwiseArguments(
                    weights: .float32(floats.baseAddress.unsafelyUnwrapped), taps: 9, channels: channels,
                    packed: packed.base)
                set.packDepthwise(&arguments)
            }
            expect(packed.isIntact, "packing wrote outside of the blocks")
            for channel in 0..<blocks * lanes {
                for tap in 0..<9 {
                    let found = packed[0, (channel / lanes * 9 + tap) * lanes + channel % lanes]
                    let expected = channel < channels ? Float16(floats[tap * channels + channel]) : 0
                    expect(found == expected, "depthwise block of \(channels) channels, tap \(tap)")
                }
            }
        }
    }

    /// Converts every float16 number to a float and back, and rounds the floats halfway between two of them.
    mutating func checkConversions() {
        guard let narrow = set.narrow else { return expect(false, "the level cannot narrow") }
        let numbers = Float16Rows(1, 65536) { Float16(bitPattern: UInt16($1)) }
        var floats = [Float](repeating: 0, count: 65536)
        let back = Float16Rows(1, 65536)
        let middle = Float16Rows(1, 65535)
        floats.withUnsafeMutableBufferPointer { floats in
            let base = floats.baseAddress.unsafelyUnwrapped
            var widening = WidenArguments(input: bits(numbers), output: base, count: 65536)
            set.widen(&widening)
            var narrowing = NarrowArguments(input: base, output: mutableBits(back), count: 65536)
            narrow(&narrowing)
        }
        for index in 0..<65536 {
            let number = numbers[0, index]
            let isSame = number.isNaN ? floats[index].isNaN : floats[index] == Float(number)
            expect(isSame, "bits \(number.bitPattern) widen wrongly")
            expect(
                number.isNaN ? back[0, index].isNaN : back[0, index] == number,
                "bits \(number.bitPattern) narrow wrongly")
        }
        let between = (0..<65535).map { (Float(numbers[0, $0]) + Float(numbers[0, $0 + 1])) / 2 }
        between.withUnsafeBufferPointer {
            var narrowing = NarrowArguments(
                input: $0.baseAddress.unsafelyUnwrapped, output: mutableBits(middle), count: 65535)
            narrow(&narrowing)
        }
        for index in 0..<65535 where between[index].isFinite {
            expect(middle[0, index] == Float16(between[index]), "halfway above bits \(index)")
        }
    }

    private func mutableBits(_ numbers: Float16Rows) -> UnsafeMutablePointer<UInt16> {
        UnsafeMutableRawPointer(numbers.base).assumingMemoryBound(to: UInt16.self)
    }
}
