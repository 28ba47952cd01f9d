import TegataKernelABI
import TegataTestSupport
import Testing

@Suite struct PackingTests {
    /// All 65,536 float16 numbers.
    @Test(arguments: supportedSets.map(\.level))
    func widensEveryFloat16Exactly(level: String) throws {
        let set = try #require(supportedSets.first { $0.level == level })
        let numbers = (0...UInt16.max).map { $0 }
        var floats = [Float](repeating: poison, count: numbers.count)
        numbers.withUnsafeBufferPointer { numbers in
            floats.withUnsafeMutableBufferPointer { floats in
                var arguments = WidenArguments(
                    input: numbers.baseAddress!, output: floats.baseAddress!, count: numbers.count)
                set.widen(&arguments)
            }
        }
        let wrong = zip(numbers, floats).filter { number, float in
            let expected = value(ofFloat16: number)
            return float.isNaN != expected.isNaN || (!expected.isNaN && float.bitPattern != expected.bitPattern)
        }
        #expect(wrong.isEmpty)
    }

    @Test(arguments: supportedSets.map(\.level), [false, true])
    func packsColumnsIntoPanels(level: String, isFloat16: Bool) throws {
        let set = try #require(supportedSets.first { $0.level == level })
        for kernel in set.gemm {
            for depth in [1, 5, 16, 27, 64, 75] {
                for columns in [1, kernel.width / 2, kernel.width] where columns > 0 {
                    let count = columns * depth
                    let numbers = (0..<count).map { UInt16(truncatingIfNeeded: $0 &* 37) & 0x7bff }
                    let floats = numbers.map(value(ofFloat16:))
                    let shift = kernel.width - columns
                    let panel = AlignedFloats([Float](repeating: 0, count: depth * kernel.width))
                    floats.withUnsafeBufferPointer { floats in
                        numbers.withUnsafeBufferPointer { numbers in
                            var arguments = PackGemmArguments(
                                weights: isFloat16 ? .float16(numbers.baseAddress!) : .float32(floats.baseAddress!),
                                columnStride: depth,
                                depth: depth, columns: columns, panel: panel.base + shift, width: kernel.width)
                            set.packGemm(&arguments)
                        }
                    }
                    var expected = [Float](repeating: 0, count: depth * kernel.width)
                    for k in 0..<depth {
                        for column in 0..<columns {
                            expected[k * kernel.width + shift + column] = floats[column * depth + k]
                        }
                    }
                    #expect(panel.values == expected, "\(kernel.name), depth \(depth), \(columns) columns")
                }
            }
        }
    }

    @Test(arguments: supportedSets.map(\.level), [false, true])
    func packsChannelsIntoDepthwiseBlocks(level: String, isFloat16: Bool) throws {
        let set = try #require(supportedSets.first { $0.level == level })
        let lanes = set.lanes
        for channels in 1...(2 * lanes + 1) {
            let taps = 9
            let numbers = (0..<taps * channels).map { UInt16(truncatingIfNeeded: $0 &* 53) & 0x7bff }
            let floats = numbers.map(value(ofFloat16:))
            let blocks = (channels + lanes - 1) / lanes
            let packed = AlignedFloats([Float](repeating: poison, count: blocks * taps * lanes))
            floats.withUnsafeBufferPointer { floats in
                numbers.withUnsafeBufferPointer { numbers in
                    var arguments = PackDepthwiseArguments(
                        weights: isFloat16 ? .float16(numbers.baseAddress!) : .float32(floats.baseAddress!), taps: taps,
                        channels: channels,
                        packed: packed.base)
                    set.packDepthwise(&arguments)
                }
            }
            var expected = [Float](repeating: 0, count: blocks * taps * lanes)
            for channel in 0..<channels {
                for tap in 0..<taps {
                    expected[(channel / lanes * taps + tap) * lanes + channel % lanes] =
                        floats[tap * channels + channel]
                }
            }
            #expect(packed.values == expected, "\(channels) channels")
        }
    }

    /// Returns the value of a float16 number by its definition: sign, five bits of exponent, ten of significand.
    private func value(ofFloat16 number: UInt16) -> Float {
        let sign: Float = number & 0x8000 == 0 ? 1 : -1
        let exponent = Int(number >> 10) & 31
        let significand = Float(number & 1023)
        return switch exponent {
        case 0: sign * significand * 0x1p-24
        case 31: significand == 0 ? sign * .infinity : .nan
        default: sign * Float(sign: .plus, exponent: exponent - 15, significand: 1 + significand / 1024)
        }
    }
}
