import Int8KernelChecks
import TegataKernelABI
import TegataKernelSelection
import TegataTestSupport
import Testing

@Suite struct Int8Tests {
    private static let levels = kernelLevels(of: .int8).filter(\.isSupported).map(\.name)

    private static func set(_ name: String) throws -> Int8KernelSet {
        try #require(kernelLevels(of: .int8).first { $0.name == name }).makeInt8Set()
    }

    @Test(arguments: levels)
    func agreesWithPlainEvaluationToTheLastBit(level: String) throws {
        var checks = Int8KernelChecks(try Self.set(level))
        checks.run()
        #expect(
            checks.failures.isEmpty, "\(checks.failures.count) failures, first: \(checks.failures.first ?? "")")
        #expect(checks.comparisons > 1000)
    }

    @Test(arguments: levels)
    func confinesInfiniteInputsToTheirRow(level: String) throws {
        let set = try Self.set(level)
        for value in [Float.infinity, -.infinity, .nan] {
            let inputs = AlignedFloats([Float](repeating: 1, count: 60))
            inputs.base[23] = value
            let bytes = AlignedFloats([Float](repeating: 0, count: 18))
            var arguments = QuantizeArguments(
                input: inputs.base, inputRowStride: 20, rows: 3, depth: 20, top: 0, output: bytes.base)
            set.quantize(&arguments)
            let scales = [5, 11, 17].map { bytes.values[$0] }
            #expect(!scales[1].isFinite)
            #expect(scales[0] == 1 / Float(127) && scales[2] == scales[0])
        }
    }

    /// With two planes, steps are 254 times finer, and the scales of the low plane are rounded.
    @Test(arguments: [(1, 0.5), (2, 0.51 / 254)])
    func roundsWeightsToTheNearest(planes: Int, steps: Double) {
        let product = Int8Product(rows: 0, depth: 50, columns: 4, planes: planes)
        let data = Int8Data(product)
        for column in 0..<product.columns {
            for k in 0..<product.depth {
                var value = 0.0
                for plane in 0..<planes {
                    let (byte, scale) = data.weight(k, ofColumn: column, plane: plane)
                    value += Double(byte) * Double(scale)
                }
                let step = Double(data.weight(k, ofColumn: column, plane: 0).scale)
                #expect(abs(value - Double(data.source[column * product.depth + k])) <= step * steps * 1.000_01)
            }
        }
    }

    @Test(arguments: [0, Float.leastNonzeroMagnitude, 0x1p-101])
    func storesColumnsOfTinyWeightsAsZero(weight: Float) {
        let memory = AlignedFloats([Float](repeating: 0, count: 24))
        let weights = Int8Weights(at: memory.base, depth: 5, width: 2, planes: 1)
        weights.store([weight, 0, -weight, 0, weight], asColumn: 1, startFactor: 128)
        #expect(memory.values.allSatisfy { $0 == 0 })
    }
}
