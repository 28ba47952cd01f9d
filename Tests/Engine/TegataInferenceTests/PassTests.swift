import TegataGraph
import TegataInference
import TegataKernelSelection
import Testing

/// A small graph that a pass rewrites.
struct PassCase: Sendable, CustomTestStringConvertible {
    let pass: String
    /// The names of the steps after the pass, with all other passes disabled.
    let expectedSteps: [String]
    let graph: InstructionGraph

    var testDescription: String { pass }
}

private let passCases: [PassCase] = [
    PassCase(
        pass: "fuse-residual", expectedSteps: ["convolution 1×1/1", "convolution 1×1/1"],
        graph: {
            var graph = InstructionGraph(seed: 1)
            let x = graph.input(1, 9, 11, 24)
            let (a, b) = (graph.value(1, 9, 11, 40), graph.value(1, 9, 11, 40))
            graph.convolve(x, a)
            graph.convolve(x, b)
            graph.add(a, b, graph.output(1, 9, 11, 40))
            return graph
        }()),
    PassCase(
        pass: "fuse-activation", expectedSteps: ["convolution 3×3/2", "depthwise 3×3/1"],
        graph: {
            var graph = InstructionGraph(seed: 2)
            let x = graph.input(2, 9, 11, 5)
            let (a, b, c) = (graph.value(2, 5, 6, 40), graph.value(2, 5, 6, 40), graph.value(2, 5, 6, 40))
            graph.convolve(x, a, size: 3, stride: 2, pad: 1)
            graph.prelu(a, b)
            graph.depthwise(b, c, size: 3, stride: 1, pad: 1)
            graph.graph.instructions.append(
                .unary(UnaryInstruction(function: .relu6, input: c, output: graph.output(2, 5, 6, 40))))
            return graph
        }()),
    PassCase(
        pass: "fuse-padding", expectedSteps: ["convolution 5×5/2", "depthwise 3×3/2"],
        graph: {
            var graph = InstructionGraph(seed: 3)
            let x = graph.input(1, 12, 10, 3)
            let padded = graph.value(1, 15, 13, 3)
            let a = graph.value(1, 6, 5, 32)
            let paddedAgain = graph.value(1, 7, 6, 32)
            graph.pad(x, padded, top: 1, left: 1)
            graph.convolve(padded, a, size: 5, stride: 2)
            graph.pad(a, paddedAgain)
            graph.depthwise(paddedAgain, graph.output(1, 3, 2, 32), size: 3, stride: 2, pad: 0)
            return graph
        }()),
    PassCase(
        pass: "resize-last", expectedSteps: ["convolution 1×1/1", "resize bilinear"],
        graph: {
            var graph = InstructionGraph(seed: 4)
            let x = graph.input(1, 6, 5, 24)
            let large = graph.value(1, 12, 10, 24)
            graph.graph.instructions.append(
                .resize(
                    ResizeInstruction(
                        input: x, output: large, inputShape: graph.picture(x), outputShape: graph.picture(large),
                        alignCorners: false, halfPixelCenters: true)))
            let slopes = graph.constant(16)
            graph.convolve(large, graph.output(1, 12, 10, 16), activation: .prelu(slopes: slopes))
            return graph
        }()),
    PassCase(
        pass: "fuse-skip", expectedSteps: ["resize bilinear"],
        graph: {
            var graph = InstructionGraph(seed: 5)
            let x = graph.input(1, 6, 5, 24)
            let skip = graph.input(1, 12, 10, 24)
            let large = graph.value(1, 12, 10, 24)
            graph.graph.instructions.append(
                .resize(
                    ResizeInstruction(
                        input: x, output: large, inputShape: graph.picture(x), outputShape: graph.picture(large),
                        alignCorners: false, halfPixelCenters: true, activation: .clamp(low: -0.25, high: 0.5))))
            graph.add(large, skip, graph.output(1, 12, 10, 24))
            return graph
        }()),
    PassCase(
        pass: "fuse-channel-padding", expectedSteps: ["convolution 1×1/1"],
        graph: {
            var graph = InstructionGraph(seed: 6)
            let x = graph.input(1, 6, 5, 24)
            let narrow = graph.input(1, 6, 5, 20)
            let wide = graph.value(1, 6, 5, 44)
            graph.pad(narrow, wide)
            graph.convolve(x, graph.output(1, 6, 5, 44))
            if case .convolution(var instruction) = graph.graph.instructions[2] {
                instruction.residual = wide
                graph.graph.instructions[2] = .convolution(instruction)
            }
            return graph
        }()),
    PassCase(
        pass: "drop-channels", expectedSteps: ["convolution 1×1/1", "depthwise 3×3/1", "convolution 1×1/1"],
        graph: {
            var graph = InstructionGraph(seed: 17)
            let x = graph.input(1, 9, 11, 24)
            let (a, b) = (graph.value(1, 9, 11, 40), graph.value(1, 9, 11, 40))
            graph.convolve(x, a, activation: .clamp(low: 0, high: 6))
            graph.depthwise(a, b, size: 3, stride: 1, pad: 1, activation: .clamp(low: 0, high: 6))
            graph.convolve(b, graph.output(1, 9, 11, 12))
            if case .convolution(let product) = graph.graph.instructions[2],
                let weights = graph.graph.values[product.filter].constantView
            {
                for index in 0..<weights.count where index % 40 > 7 { weights[index] = 0 }
            }
            return graph
        }()),
    PassCase(
        pass: "share-reshaped", expectedSteps: ["convolution 1×1/1", "unary logistic"],
        graph: {
            var graph = InstructionGraph(seed: 7)
            let x = graph.input(1, 4, 4, 8)
            let (a, b) = (graph.value(1, 4, 4, 6), graph.value(1, 48, 2, 1))
            graph.convolve(x, a)
            graph.place(a, in: b)
            graph.graph.instructions.append(
                .unary(UnaryInstruction(function: .logistic, input: b, output: graph.output(1, 48, 2, 1))))
            return graph
        }()),
    PassCase(
        pass: "concatenate-in-place", expectedSteps: ["convolution 1×1/1", "convolution 1×1/1"],
        graph: {
            var graph = InstructionGraph(seed: 8)
            let x = graph.input(1, 4, 4, 8)
            let (a, b) = (graph.value(1, 4, 4, 6), graph.value(1, 4, 4, 2))
            let both = graph.output(1, 64, 2, 1)
            graph.convolve(x, a)
            graph.convolve(x, b)
            graph.place(a, in: both)
            graph.place(b, in: both, at: 96)
            return graph
        }()),
    PassCase(
        pass: "fuse-blocks", expectedSteps: ["1×1 → depthwise 5×5/2 → 1×1"],
        graph: {
            var graph = InstructionGraph(seed: 9)
            let x = graph.input(1, 61, 62, 24)
            let (a, b) = (graph.value(1, 61, 62, 40), graph.value(1, 31, 31, 40))
            graph.convolve(x, a, activation: .clamp(low: 0, high: 6))
            graph.depthwise(a, b, size: 5, stride: 2, pad: 2, activation: .clamp(low: 0, high: 6))
            graph.convolve(b, graph.output(1, 31, 31, 20))
            return graph
        }()),
    PassCase(
        pass: "fuse-blocks", expectedSteps: ["3×3 → depthwise 3×3/1 → 1×1"],
        graph: {
            var graph = InstructionGraph(seed: 10)
            let x = graph.input(2, 80, 70, 3)
            let (a, b) = (graph.value(2, 40, 35, 24), graph.value(2, 40, 35, 24))
            graph.convolve(x, a, size: 3, stride: 2, pad: 1)
            graph.depthwise(a, b, size: 3, stride: 1, pad: 1)
            graph.convolve(b, graph.output(2, 40, 35, 16))
            return graph
        }()),
    PassCase(
        pass: "fuse-blocks", expectedSteps: ["1×1 → depthwise 3×3/1", "convolution 1×1/1"],
        graph: {
            var graph = InstructionGraph(seed: 11)
            let x = graph.input(1, 7, 7, 20)
            let (a, b) = (graph.value(1, 7, 7, 120), graph.value(1, 7, 7, 120))
            graph.convolve(x, a, activation: .clamp(low: 0, high: 6))
            graph.depthwise(a, b, size: 3, stride: 1, pad: 1)
            graph.convolve(b, graph.output(1, 7, 7, 20))
            return graph
        }()),
    PassCase(
        pass: "fuse-blocks",
        expectedSteps: ["convolution 1×1/1", "depthwise 5×5/1 → 1×1", "binary add", "binary prelu"],
        graph: palmBlock),
    PassCase(
        pass: "fuse-pooling",
        expectedSteps: ["max pool 2×2", "fill", "copy", "depthwise 5×5/2", "convolution 1×1/1", "binary add"],
        graph: palmReduction),
    PassCase(
        pass: "merge-heads", expectedSteps: ["2 convolutions 1×1/1", "unary logistic"],
        graph: {
            var graph = InstructionGraph(seed: 14)
            let x = graph.input(1, 12, 12, 40)
            let scores = graph.value(1, 12, 12, 6)
            graph.convolve(x, scores)
            graph.graph.instructions.append(
                .unary(UnaryInstruction(function: .logistic, input: scores, output: graph.output(1, 12, 12, 6))))
            graph.convolve(x, graph.output(1, 12, 12, 108))
            return graph
        }()),
]

/// Convolutions of one image, including neighbours that fit into one panel on every instruction set.
private struct HeadsCase: Sendable, CustomTestStringConvertible {
    let pixels: Int
    let columns: [Int]
    var isPReLU = false

    var testDescription: String { "\(pixels) × \(columns)\(isPReLU ? ", prelu" : "")" }

    var graph: InstructionGraph {
        var graph = InstructionGraph(seed: UInt64(pixels + columns.count))
        let x = graph.input(1, pixels, 1, 33)
        let slopes = isPReLU ? graph.constant(columns[0]) : nil
        for count in columns {
            graph.convolve(x, graph.output(1, pixels, 1, count), activation: slopes.map { .prelu(slopes: $0) } ?? .none)
        }
        return graph
    }
}

private let headsCases = [
    HeadsCase(pixels: 576, columns: [2, 36]), HeadsCase(pixels: 145, columns: [6, 108]),
    HeadsCase(pixels: 49, columns: [1, 2, 3, 50]),
    HeadsCase(pixels: 1, columns: [1, 1, 63, 63]), HeadsCase(pixels: 3, columns: [150, 151, 149]),
    HeadsCase(pixels: 7, columns: [48, 48]),
    HeadsCase(pixels: 20, columns: [13, 13, 13], isPReLU: true),
]

/// A down-sampling block of the palm network. Its residual is the pooled input, padded with zero channels.
private let palmReduction: InstructionGraph = {
    var graph = InstructionGraph(seed: 13)
    let x = graph.input(1, 66, 62, 32)
    let (a, b) = (graph.value(1, 33, 31, 32), graph.value(1, 33, 31, 48))
    let (pooled, wide) = (graph.value(1, 33, 31, 32), graph.value(1, 33, 31, 48))
    graph.graph.instructions.append(
        .pool(
            PoolInstruction(
                reduction: .maximum, input: x, output: pooled, inputShape: graph.picture(x),
                outputShape: graph.picture(pooled),
                window: Window(height: 2, width: 2, strideHeight: 2, strideWidth: 2, padTop: 0, padLeft: 0),
                activation: .none)))
    graph.pad(pooled, wide)
    graph.depthwise(x, a, size: 5, stride: 2, pad: 1)
    graph.convolve(a, b)
    graph.add(b, wide, graph.output(1, 33, 31, 48))
    return graph
}()

/// A block of the palm network whose result can replace its input in memory.
private let palmBlock: InstructionGraph = {
    var graph = InstructionGraph(seed: 12)
    let input = graph.input(1, 41, 36, 3)
    let (x, a, b, c) = (
        graph.value(1, 41, 36, 32), graph.value(1, 41, 36, 32), graph.value(1, 41, 36, 32), graph.value(1, 41, 36, 32)
    )
    graph.convolve(input, x)
    graph.depthwise(x, a, size: 5, stride: 1, pad: 2)
    graph.convolve(a, b)
    graph.add(b, x, c)
    graph.prelu(c, graph.output(1, 41, 36, 32))
    return graph
}()

@Suite struct PassTests {
    @Test func fusesReductionsIntoOneStep() throws {
        #expect(try palmReduction.stepNames() == ["depthwise 5×5/2 → 1×1 + max pool"])
    }

    @Test func keepsOneCopyBetweenInputAndOutput() throws {
        var graph = InstructionGraph(seed: 30)
        let (given, between, found) = (graph.input(1, 2, 3, 4), graph.value(1, 1, 6, 4), graph.output(1, 1, 1, 24))
        for (input, output) in [(given, between), (between, found)] {
            graph.graph.instructions.append(
                .copy(
                    CopyInstruction(
                        input: input, output: output, elementByteCount: 4, extents: [24], inputOffset: 0,
                        inputStrides: [1], outputOffset: 0, outputStrides: [1])))
        }
        #expect(try Plan(graph.graph, options: NetworkOptions()).steps.count == 1)
    }

    @Test func replacesBlockInputsInMemory() throws {
        let plan = try Plan(palmBlock.graph, options: NetworkOptions())
        let (input, picture) = (41 * 36 * 3 * 4, 41 * 36 * 32 * 4)
        #expect(plan.steps.count == 2)
        #expect(plan.arenaByteCount < input + picture + 128)
    }

    @Test(arguments: headsCases, kernelLevels().filter(\.isSupported).map(\.name))
    private func keepsTheBitsOfMergedHeads(_ example: HeadsCase, _ level: String) throws {
        let graph = example.graph
        #expect(try graph.stepNames() == ["\(example.columns.count) convolutions 1×1/1"])
        let apart = try graph.run(disabledPasses: ["merge-heads"], level: level)
        for threads in [1, 2, 3] {
            #expect(try graph.run(disabledPasses: [], level: level, threads: threads) == apart)
        }
    }

    @Test func mergesHeadsWithoutChannels() throws {
        var graph = InstructionGraph(seed: 16)
        let x = graph.input(1, 5, 5, 0)
        graph.convolve(x, graph.output(1, 5, 5, 3))
        graph.convolve(x, graph.output(1, 5, 5, 2))
        #expect(try graph.stepNames() == ["2 convolutions 1×1/1"])
        #expect(try graph.run(disabledPasses: []) == graph.run(disabledPasses: ["merge-heads"]))
    }

    @Test func mergesOnlyHeadsThatOneProductComputes() throws {
        var graph = InstructionGraph(seed: 15)
        let x = graph.input(1, 6, 6, 24)
        graph.convolve(x, graph.output(1, 6, 6, 8))
        graph.convolve(x, graph.output(1, 6, 6, 8), activation: .clamp(low: 0, high: 6))
        graph.convolve(x, graph.output(1, 3, 3, 8), stride: 2)
        graph.convolve(x, graph.output(1, 6, 6, 8), size: 3, pad: 1)
        graph.convolve(graph.input(1, 6, 6, 24), graph.output(1, 6, 6, 8))
        let sum = graph.value(1, 6, 6, 8)
        graph.convolve(x, sum)
        graph.add(sum, graph.input(1, 6, 6, 8), graph.output(1, 6, 6, 8))
        #expect(try graph.stepNames().allSatisfy { $0.hasPrefix("convolution ") })
    }

    private let allPasses = Network.passNames

    @Test(arguments: passCases)
    func rewritesAndKeepsResults(_ example: PassCase) throws {
        let others = allPasses.filter { $0 != example.pass }
        #expect(try example.graph.stepNames(disabledPasses: others) == example.expectedSteps)
        let plain = try example.graph.run(disabledPasses: allPasses)
        for threads in [1, 2, 3] {
            let rewritten = try example.graph.run(disabledPasses: others, threads: threads)
            // Sums of at most a few hundred products in a different order.
            #expect(relativeDifference(rewritten, plain) < 4e-6)
            let together = try example.graph.run(disabledPasses: [], threads: threads)
            #expect(relativeDifference(together, plain) < 4e-6)
        }
        let library = try example.graph.run(disabledPasses: [], backend: .blas)
        #expect(relativeDifference(library, plain) < 4e-6)
    }

    @Test func hasACaseForEveryPass() {
        #expect(Set(passCases.map(\.pass)) == Set(passList.filter { !$0.isApproximate }.map(\.name)))
    }

    @Test func rejectsUnknownPasses() {
        var graph = InstructionGraph(seed: 1)
        let x = graph.input(1, 2, 2, 8)
        graph.convolve(x, graph.output(1, 2, 2, 8))
        #expect(throws: NetworkError.unknownPass("fuse-everything")) {
            _ = try graph.run(disabledPasses: ["fuse-everything"])
        }
    }
}
