import TegataClassifiers
import TegataTraining
import Testing

/// Compares every gradient with finite differences of a second network, which is computed in double precision.
///
/// The trained network uses single precision: a tolerance of 1e-4 times the largest gradient is far above rounding
/// errors and far below any mistake.
struct GradientTests {
    private static let batch = 4

    /// Returns the outputs of a layer in double precision. Dropout passes everything, because its rate is 0.
    private func reference(
        _ layer: TrainableLayer, _ x: [Double], _ shape: LayerShape, _ parameters: [Double]
    ) -> [Double] {
        let (frames, channels) = (shape.frames, shape.channels)
        let examples = x.count / shape.count
        switch layer {
        case .affine(let scale, let shift):
            return x.indices.map { x[$0] * Double(scale[$0 % channels]) + Double(shift[$0 % channels]) }
        case .dense(let outputs):
            return product(x, rows: examples * frames, inputs: channels, outputs: outputs, parameters) { $0 * channels }
        case .convolution(let kernel, let stride, let outputs):
            let rows = (frames - kernel) / stride + 1
            return product(x, rows: examples * rows, inputs: kernel * channels, outputs: outputs, parameters) { row in
                (row / rows) * shape.count + (row % rows) * stride * channels
            }
        case .batchNormalization:
            let rows = examples * frames
            var result = x
            for channel in 0..<channels {
                let column = (0..<rows).map { x[$0 * channels + channel] }
                let mean = column.reduce(0, +) / Double(rows)
                let variance = column.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(rows)
                for row in 0..<rows {
                    result[row * channels + channel] =
                        (column[row] - mean) / (variance + 1e-5).squareRoot() * parameters[channel]
                        + parameters[channels + channel]
                }
            }
            return result
        case .relu: return x.map { max($0, 0) }
        case .silu: return x.map { $0 / (1 + exponential(-$0)) }
        case .dropout: return x
        case .meanAndMaximum:
            return (0..<examples).flatMap { example -> [Double] in
                let columns = (0..<channels).map { channel in
                    (0..<frames).map { x[example * shape.count + $0 * channels + channel] }
                }
                return columns.map { $0.reduce(0, +) / Double(frames) } + columns.map { $0.max() ?? 0 }
            }
        }
    }

    private func product(
        _ x: [Double], rows: Int, inputs: Int, outputs: Int, _ parameters: [Double], start: (Int) -> Int
    ) -> [Double] {
        (0..<rows * outputs).map { place in
            let (row, output) = (place / outputs, place % outputs)
            return (0..<inputs).reduce(parameters[inputs * outputs + output]) {
                $0 + x[start(row) + $1] * parameters[$1 * outputs + output]
            }
        }
    }

    private func check(_ layers: [TrainableLayer], input: LayerShape) {
        var chance = SeededGenerator(seed: 11)
        let network = TrainableNetwork(input: input, layers: layers, capacity: Self.batch, generator: &chance)
        for index in network.parameters.indices { network.parameters[index] += 0.1 * chance.bell() }
        let x = (0..<Self.batch * input.count).map { _ in chance.bell() }
        for index in 0..<Self.batch {
            for value in 0..<input.count { network.inputPlace(index)[value] = x[index * input.count + value] }
        }
        network.forward(Self.batch, isTraining: true, generator: &chance)
        // The loss is the sum of the outputs, weighted with random numbers.
        let weights = (0..<Self.batch * network.outputCount).map { _ in chance.bell() }
        for index in 0..<Self.batch {
            for output in 0..<network.outputCount {
                network.outputGradient(index)[output] = weights[index * network.outputCount + output]
            }
        }
        network.backward(inputsToo: true)

        func loss(_ x: [Double], _ parameters: [Double]) -> Double {
            var value = x
            for (index, layer) in layers.enumerated() {
                let count = layer.parameterCount(network.shapes[index])
                let own = Array(parameters[network.offsets[index]..<network.offsets[index] + count])
                value = reference(layer, value, network.shapes[index], own)
            }
            return zip(value, weights).reduce(0) { $0 + $1.0 * Double($1.1) }
        }
        let (inputs, parameters) = (x.map { Double($0) }, network.parameters.map { Double($0) })
        let outputs = (0..<Self.batch).flatMap { Array(network.output($0)) }
        let ours = zip(outputs, weights).reduce(0) { $0 + Double($1.0) * Double($1.1) }
        #expect(abs(ours - loss(inputs, parameters)) < 1e-4 * max(1, abs(ours)))
        func compare(_ gradients: [Float], _ change: (Int, Double) -> Double) {
            let scale = max(gradients.reduce(0) { max($0, abs($1)) }, 1e-3)
            for index in gradients.indices {
                let difference = (change(index, 1e-5) - change(index, -1e-5)) / 2e-5
                #expect(abs(Double(gradients[index]) - difference) < 1e-4 * Double(scale))
            }
        }
        compare(network.gradients) { index, step in
            var parameters = parameters
            parameters[index] += step
            return loss(inputs, parameters)
        }
        let inputGradients = (0..<Self.batch).flatMap { example in
            (0..<input.count).map { network.inputGradient(example)[$0] }
        }
        compare(inputGradients) { index, step in
            var inputs = inputs
            inputs[index] += step
            return loss(inputs, parameters)
        }
    }

    @Test(
        arguments: [
            [TrainableLayer.dense(outputs: 11)], [.relu], [.silu], [.batchNormalization], [.meanAndMaximum],
            [.convolution(kernel: 3, stride: 2, outputs: 9)], [.dropout(rate: 0)],
            [.affine(scale: [1, 2, 3], shift: [0, 1, 0])],
            [
                .affine(scale: [1, 2, 0.5], shift: [0, 1, 0]), .convolution(kernel: 3, stride: 1, outputs: 8),
                .batchNormalization, .silu, .convolution(kernel: 2, stride: 2, outputs: 5), .relu, .meanAndMaximum,
                .dense(outputs: 3),
            ],
        ] as [[TrainableLayer]])
    func matchesFiniteDifferences(_ layers: [TrainableLayer]) {
        check(layers, input: LayerShape(frames: 7, channels: 3))
    }

    @Test func scalesWhatDropoutKeepsAndItsGradient() {
        var chance = SeededGenerator(seed: 3)
        let network = TrainableNetwork(
            input: LayerShape(frames: 1, channels: 1000), layers: [.dropout(rate: 0.25)], capacity: 1,
            generator: &chance)
        for index in 0..<1000 {
            network.inputPlace(0)[index] = 3
            network.outputGradient(0)[index] = 1
        }
        network.forward(1, isTraining: true, generator: &chance)
        network.backward(inputsToo: true)
        let dropped = network.output(0).filter { $0 == 0 }.count
        #expect((200...300).contains(dropped))
        for index in 0..<1000 {
            #expect(network.output(0)[index] == 0 || network.output(0)[index] == 4)
            #expect(network.inputGradient(0)[index] * 3 == network.output(0)[index])
        }
        network.forward(1, isTraining: false, generator: &chance)
        #expect(network.output(0).allSatisfy { $0 == 3 })
    }

    @Test func computesTheGradientOfTheLoss() {
        let loss = ClassificationLoss(smoothing: 0.1, weights: [1, 2, 1])
        var logits: [Float] = [0.3, -0.2, 0.9]
        var gradient = [Float](repeating: 0, count: 3)
        func value() -> Double {
            logits.withUnsafeMutableBufferPointer { logits in
                gradient.withUnsafeMutableBufferPointer {
                    loss.evaluate(logits, target: 1, batch: 1, gradient: $0.baseAddress!)
                }
            }
        }
        _ = value()
        let found = gradient
        for index in 0..<3 {
            let original = logits[index]
            logits[index] = original + 0.01
            let above = value()
            logits[index] = original - 0.01
            let below = value()
            logits[index] = original
            #expect(abs((above - below) / 0.02 - Double(found[index])) < 1e-4)
        }
    }

    @Test func givesTheSameOutputsAfterFolding() throws {
        var chance = SeededGenerator(seed: 5)
        let shape = LayerShape(frames: 6, channels: 3)
        let network = TrainableNetwork(
            input: shape,
            layers: [
                .batchNormalization, .convolution(kernel: 2, stride: 2, outputs: 4), .relu, .dropout(rate: 0.5),
                .meanAndMaximum, .dense(outputs: 2),
            ], capacity: 8, generator: &chance)
        for index in 0..<8 { for value in 0..<shape.count { network.inputPlace(index)[value] = chance.bell() } }
        network.forward(8, isTraining: true, generator: &chance)
        network.forward(8, isTraining: false, generator: &chance)
        let folded = try #require(ClassifierNetwork(input: shape, layers: network.classifierLayers()))
        for index in 0..<8 {
            let outputs = folded.withOutput(network.inputPlace(index)) { Array($1) }
            for (a, b) in zip(outputs, network.output(index)) { #expect(abs(a - b) < 1e-5) }
        }
    }

    @Test func stepsByTheLearningRateFirst() {
        var adam = Adam(count: 2, decay: 0.5)
        var parameters: [Float] = [1, 1]
        adam.step(&parameters, gradients: [4, -0.1], decays: [true, false], rate: 0.1)
        #expect(abs(parameters[0] - (1 - 0.1 * (1 + 0.5))) < 1e-5)
        #expect(abs(parameters[1] - 1.1) < 1e-5)
    }

    @Test func warmsUpAndDecaysTheLearningRate() {
        let rate = LearningRate(peak: 1, steps: 100, warmup: 0.1)
        #expect(rate.rate(0) == 0.1 && rate.rate(9) == 1 && rate.rate(10) == 1)
        #expect(rate.rate(55) < 0.52 && rate.rate(99) < 0.03 && rate.rate(99) > 0)
    }
}
