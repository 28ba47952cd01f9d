import TegataBuffers
import TegataFormats
import TegataInference
import TegataKernelSelection
import TegataQuantization
import TegataTestSupport
import Testing

@Suite struct NetworkQuantizerTests {
    private let inputs = SmallNetwork.inputs(12, seed: 1)

    private func quantizer(threads: Int = 1) throws -> NetworkQuantizer {
        try NetworkQuantizer(SmallNetwork.file(), team: ThreadTeam(count: threads))
    }

    /// Returns the sum of squared differences between two networks' outputs.
    private func error(_ outputs: [NetworkOutputs], _ expected: [NetworkOutputs]) -> Double {
        var sum = 0.0
        for (output, expected) in zip(outputs, expected) {
            for (a, b) in zip(output.values[0], expected.values[0]) { sum += Double((a - b) * (a - b)) }
        }
        return sum
    }

    @Test func findsPointwiseConvolutions() throws {
        let products = try quantizer().products
        #expect(products.map(\.name) == ["30×12×24", "30×24×10"])
    }

    @Test func choosesBetterWeightsThanTheNearest() throws {
        let quantizer = try quantizer()
        let expected = try quantizer.outputs(inputs)
        let chosen = try quantizer.chooseWeights(for: inputs) {}
        func error(_ weights: [TFLiteByteWeights]) throws -> Double {
            let file = try quantizer.write(weights, for: [0, 1])
            return self.error(try quantizer.outputs(inputs, bytes: file, usesBytes: false), expected)
        }
        let (ofChosen, ofNearest) = (try error(chosen), try error(quantizer.roundWeights()))
        #expect(ofChosen < 0.7 * ofNearest)
        #expect(ofChosen > 0)
    }

    @Test func multipliesBytesCloseToFloats() throws {
        let quantizer = try quantizer()
        let expected = try quantizer.outputs(inputs)
        let file = try quantizer.write(quantizer.roundWeights(), for: [0, 1])
        let scale = error(expected, expected.map { NetworkOutputs(values: [$0.values[0].map { _ in 0 }]) })
        #expect(error(try quantizer.outputs(inputs, bytes: file), expected) < 1e-3 * scale)
    }

    @Test func bytesDoNotDependOnThreads() throws {
        let expected = try quantizer().write(quantizer().chooseWeights(for: inputs) {}, for: [0, 1])
        for threads in 2...3 {
            let quantizer = try quantizer(threads: threads)
            #expect(try quantizer.write(quantizer.chooseWeights(for: inputs) {}, for: [0, 1]) == expected)
        }
    }

    @Test func writesTheSameBytesOnAllFusedLevels() throws {
        let levels = kernelLevels().filter { $0.isSupported && $0.isFused }.map(\.name)
        let files = try levels.map { level in
            let quantizer = try NetworkQuantizer(SmallNetwork.file(), team: ThreadTeam(count: 1), level: level)
            return try quantizer.write(quantizer.chooseWeights(for: inputs) {}, for: [0, 1])
        }
        for (level, file) in zip(levels, files) { #expect(file == files[0], "\(level)") }
    }

    @Test func keepsProductsWithTheLargestErrorsPerByte() {
        func choose(_ errors: [Double], _ byteCounts: [Int], budget: Int) -> Set<Int> {
            KeptProducts.choose(errors: errors, savedByteCounts: byteCounts, budget: budget)
        }
        let (errors, byteCounts) = ([0.1, 0.3, 0.2, 0.1, 0.05], [100, 1000, 100, 100, -20])
        // Products that save nothing always keep their weights.
        #expect(choose(errors, byteCounts, budget: 0) == [4])
        #expect(choose(errors, byteCounts, budget: 100) == [2, 4])
        #expect(choose(errors, byteCounts, budget: 200) == [0, 2, 4])
        // The second product is too large, so the fourth follows.
        #expect(choose(errors, byteCounts, budget: 999) == [0, 2, 3, 4])
        #expect(choose(errors, byteCounts, budget: 1300) == [0, 1, 2, 3, 4])
        #expect(choose([], [], budget: 10) == [])
    }

    @Test func keepsEverythingElseInWrittenNetworks() throws {
        let quantizer = try quantizer()
        let old = try SmallNetwork.file().model
        let bytes = try quantizer.write(quantizer.roundWeights(), for: [1])
        let new = try TFLiteModel(bytes: Bytes(bytes), file: SmallNetwork.name)
        #expect(new.description == old.description)
        #expect(new.metadataBytes(named: "about")?.equals("kept") == true)
        // The operators that widened the filter and the bias are gone.
        #expect(new.subgraphs[0].operators.map(\.code.name) == ["DEQUANTIZE", "DEQUANTIZE", "CONV_2D", "CONV_2D"])
        #expect(new.subgraphs[0].operators.map(\.code.version) == [1, 1, 1, 5])
        let filter = new.subgraphs[0].tensors[try #require(new.subgraphs[0].operators[3].inputs[1])]
        #expect(filter.name == "narrow_filter")
        #expect(filter.type == .int8)
        #expect(filter.quantization?.scales.count == 10)
        #expect(filter.quantization?.zeroPoints == [Int](repeating: 0, count: 10))
        #expect(filter.quantization?.dimension == 0)
        #expect(bytes.count < old.bytes.count)
    }

    @Test func leavesNetworksWithoutNewWeightsUnchanged() throws {
        let quantizer = try quantizer()
        let expected = try quantizer.outputs(inputs)
        let outputs = try quantizer.outputs(inputs, bytes: quantizer.write(quantizer.roundWeights(), for: []))
        #expect(outputs.map(\.values) == expected.map(\.values))
    }

    @Test func keepsFilesAppendedToTheNetwork() throws {
        var writer = ZipWriter(after: Bytes(SmallNetwork.bytes()))
        try writer.append("labels.txt", Bytes(Array("Left\nRight\n".utf8)))
        let file = try NetworkFile(bytes: Bytes(writer.finish()), file: SmallNetwork.name)
        let quantizer = try NetworkQuantizer(file, team: ThreadTeam(count: 1))
        let bytes = try quantizer.write(quantizer.roundWeights(), for: [0])
        let archive = try #require(try NetworkFile(bytes: Bytes(bytes), file: SmallNetwork.name).appendedArchive())
        #expect(try archive.data(of: archive.member(named: "labels.txt")).equals("Left\nRight\n"))
    }

    @Test func rejectsNetworksThatHaveBytesAlready() throws {
        let quantizer = try quantizer()
        let bytes = try quantizer.write(quantizer.roundWeights(), for: [0])
        let file = try NetworkFile(bytes: Bytes(bytes), file: SmallNetwork.name)
        #expect(throws: QuantizationError.hasBytes(file: SmallNetwork.name)) {
            try NetworkQuantizer(file, team: ThreadTeam(count: 1))
        }
    }

    @Test func rejectsInputsOfOtherTypes() throws {
        let file = try NetworkFile(bytes: Bytes(SmallNetwork.bytes(hasIntegerInput: true)), file: SmallNetwork.name)
        #expect(throws: QuantizationError.interface(file: SmallNetwork.name)) {
            try NetworkQuantizer(file, team: ThreadTeam(count: 1))
        }
    }

    @Test func rejectsInputsOfAnotherSize() throws {
        let quantizer = try quantizer()
        #expect(throws: QuantizationError.inputCount(found: 3, expected: SmallNetwork.inputCount)) {
            try quantizer.chooseWeights(for: [[1, 2, 3]]) {}
        }
    }

    @Test func rejectsWeightsThatDoNotFit() throws {
        let quantizer = try quantizer()
        let good = quantizer.roundWeights()
        for (bytes, scales) in [
            (good[0].bytes.dropLast(), good[0].scales), (good[0].bytes[...], Array(good[0].scales.dropLast())),
            (good[0].bytes[...], [0] + good[0].scales.dropFirst()),
            (good[0].bytes[...], [.nan] + good[0].scales.dropFirst()),
        ] {
            let bad = TFLiteByteWeights(bytes: Array(bytes), scales: scales)
            #expect(throws: QuantizationError.self) { try quantizer.write([bad, good[1]], for: [0]) }
        }
    }
}
