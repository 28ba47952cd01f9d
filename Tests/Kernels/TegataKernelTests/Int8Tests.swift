import KernelChecks
import TegataKernelABI
import TegataKernelSelection
import Testing

@Suite struct Int8Tests {
    private static let levels = kernelLevels(of: .int8).filter(\.isSupported).map(\.name)

    private static func set(_ name: String) throws -> Int8KernelSet {
        try #require(kernelLevels(of: .int8).first { $0.name == name }).makeInt8Set()
    }

    @Test(arguments: levels)
    func agreesWithPlainEvaluationToTheLastBit(level: String) throws {
        let findings = compareInt8Kernels(of: try Self.set(level))
        let failures = findings.failures
        #expect(failures.isEmpty, "\(failures.count) failures, first: \(failures.first ?? "")")
        #expect(findings.comparisons > 1000)
    }

    @Test(arguments: levels)
    func confinesInfiniteInputsToTheirRow(level: String) throws {
        let set = try Self.set(level)
        for value in [Float.infinity, -.infinity, .nan] {
            let inputs = Rows<Float>(3, 20) { ($0, $1) == (1, 3) ? value : 1 }
            let bytes = Rows<Float>(1, 18) { _, _ in 0 }
            var arguments = QuantizeArguments(
                input: inputs.base, inputRowStride: 20, rows: 3, depth: 20, top: 0, output: bytes.base)
            set.quantize(&arguments)
            let scales = [5, 11, 17].map { bytes[0, $0] }
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
                #expect(abs(value - Double(data.unrounded(k, ofColumn: column))) <= step * steps * 1.000_01)
            }
        }
    }

    @Test(arguments: [0, Float.leastNonzeroMagnitude, 0x1p-101])
    func storesColumnsOfTinyWeightsAsZero(weight: Float) {
        let memory = Rows<Float>(1, 24) { _, _ in 0 }
        let weights = Int8Weights(at: memory.base, depth: 5, width: 2, planes: 1)
        weights.store([weight, 0, -weight, 0, weight], asColumn: 1, startFactor: 128)
        #expect((0..<24).allSatisfy { memory[0, $0] == 0 })
    }
}
