import TegataClassifiers

/// The training of a single network, step by step.
///
/// The examples used in a step and their random changes depend only on the seed and the step number. Training that
/// continues from a checkpoint therefore ends with the same bytes.
final class TrainingRun {
    let network: TrainableNetwork
    /// The number of steps so far.
    private(set) var iteration = 0
    private var adam: Adam

    private let source: TrainingSource
    private let options: TrainingOptions
    private let rate: LearningRate
    private let loss: ClassificationLoss
    private let seed: UInt64
    /// The members of each label that has any; a single list of all members if labels are not balanced.
    private let pools: [[Int]]
    private var orders: [(epoch: Int, order: [Int])]
    private let unknowns: TrainingSource.Unknowns?
    /// The index of the output for unknown inputs.
    private let unknownOutput: Int
    private let unknownCount: Int
    /// The model that keeps generated examples that resemble known ones from being shown as unknown; nil if there is
    /// none.
    private let guardian: (model: NoveltyModel, limit: Float)?
    private var none = SeededGenerator(seed: 0)

    /// The parameters that differ between kinds of networks.
    struct Recipe {
        var iterations: Int
        var learningRate: Float
        /// The function that returns all layers, given the one that standardises the input.
        var layers: (_ standardization: TrainableLayer) -> [TrainableLayer]
        var outputCount: Int
        var unknownOutput: Int?
        var background: Int?
        /// The head to start from, with the index of each output in it; nil means starting from random weights.
        var start: (head: ClassifierHead, outputs: [Int?])?
    }

    /// Creates a run; nil if the network to start from has different layers.
    init?(_ source: TrainingSource, members: [Int], recipe: Recipe, options: TrainingOptions, seed: UInt64) {
        self.source = source
        self.options = options
        self.seed = seed
        rate = LearningRate(peak: recipe.learningRate, steps: recipe.iterations)
        var labelWeights = options.labelWeights
        if !labelWeights.isEmpty {
            labelWeights += [Float](repeating: 1, count: max(recipe.outputCount - labelWeights.count, 0))
        }
        loss = ClassificationLoss(smoothing: options.labelSmoothing, weights: labelWeights)
        var membersOfLabels = [[Int]](repeating: [], count: (source.labels.max() ?? 0) + 1)
        for member in members { membersOfLabels[source.labels[member]].append(member) }
        let pools = options.isBalanced ? membersOfLabels.filter { !$0.isEmpty } : [members]
        self.pools = pools
        orders = pools.map { _ in (-1, []) }

        var generator = SeededGenerator(seed: seed, stream: 1)
        let sampleCount = max(min(4 * members.count, 2000), 512)
        let channels = source.shape.channels
        var rows = [Float](repeating: 0, count: sampleCount * source.shape.count)
        var labels: [Int] = []
        rows.withUnsafeMutableBufferPointer { rows in
            for sample in 0..<sampleCount {
                let pool = pools[sample % pools.count]
                let member = pool[(sample / pools.count) % pool.count]
                labels.append(source.labels[member])
                if let base = rows.baseAddress {
                    source.write(member, to: base + sample * source.shape.count, &generator)
                }
            }
        }
        let unknowns = recipe.unknownOutput == nil ? nil : source.unknowns(of: members, background: recipe.background)
        self.unknowns = unknowns
        unknownOutput = recipe.unknownOutput ?? 0
        unknownCount = unknowns == nil ? 0 : Int(Float(options.batchSize) * options.unknownShare)
        if unknowns != nil, case .poses = source.content {
            let model = NoveltyFit.fit(
                rows: rows, labels: labels, dimensions: channels, background: recipe.background, space: .features,
                prototypesPerLabel: 4)
            guardian = model.map { model in
                let distances = (0..<sampleCount).filter { labels[$0] != recipe.background }.map { sample in
                    rows.withUnsafeBufferPointer { rows in
                        rows.baseAddress.map { model.distance($0 + sample * source.shape.count) } ?? 0
                    }
                }
                return (model, Calibration.quantile(distances, 0.9))
            }
        } else {
            guardian = nil
        }

        var standardization = Self.standardization(rows, channels: channels, isEven: source.hasEvenChannels)
        if let start = recipe.start, case .affine(let scale, let shift)? = start.head.network.layers.first,
            scale.count == channels
        {
            standardization = .affine(scale: scale, shift: shift)
        }
        network = TrainableNetwork(
            input: source.shape, layers: recipe.layers(standardization), capacity: options.batchSize + unknownCount,
            generator: &generator)
        adam = Adam(count: network.parameters.count, decay: options.weightDecay)
        if let start = recipe.start, !begin(with: start.head, outputs: start.outputs) { return nil }
    }

    private static func standardization(_ rows: [Float], channels: Int, isEven: Bool) -> TrainableLayer {
        var (sums, squares) = ([Double](repeating: 0, count: channels), [Double](repeating: 0, count: channels))
        for start in stride(from: 0, to: rows.count, by: channels) {
            for channel in 0..<channels {
                let value = Double(rows[start + channel])
                sums[channel] += value
                squares[channel] += value * value
            }
        }
        let count = Double(max(rows.count / channels, 1))
        var (scale, shift) = ([Float](), [Float]())
        let means = sums.map { $0 / count }
        let variances = zip(squares, means).map { max($0 / count - $1 * $1, 0) }
        // Limit the scale, because channels that hardly vary in training carry no information if they vary later.
        let typical = isEven ? max(variances.reduce(0, +) / Double(max(channels, 1)), 1e-12) : 0
        for (mean, variance) in zip(means, variances) {
            let factor = isEven ? 1 / (variance + typical).squareRoot() : 1 / max(variance.squareRoot(), 0.05)
            scale.append(Float(factor))
            shift.append(Float(-mean * factor))
        }
        return .affine(scale: scale, shift: shift)
    }

    /// Copies the weights of `head`, output by output for the last layer; returns false if the layers differ.
    private func begin(with head: ClassifierHead, outputs: [Int?]) -> Bool {
        let kept = network.layers.indices.filter {
            if case .dropout = network.layers[$0] { false } else { true }
        }
        guard kept.count == head.network.layers.count, head.network.input == network.input else { return false }
        for (index, layer) in zip(kept, head.network.layers) {
            let isLast = index == kept[kept.count - 1]
            let (start, count) = (network.offsets[index], network.layers[index].parameterCount(network.shapes[index]))
            switch (network.layers[index], layer) {
            case (.dense, .dense(let weights, let bias)) where isLast:
                let old = bias.count
                let inputs = network.shapes[index].channels
                guard weights.count == inputs * old, outputs.count == network.outputCount else { return false }
                for (output, oldOutput) in outputs.enumerated() {
                    guard let oldOutput, oldOutput < old else { continue }
                    for input in 0..<inputs {
                        network.parameters[start + input * outputs.count + output] = weights[input * old + oldOutput]
                    }
                    network.parameters[start + inputs * outputs.count + output] = bias[oldOutput]
                }
            case (.dense, .dense(let weights, let bias)), (.convolution, .convolution(_, _, let weights, let bias)):
                guard weights.count + bias.count == count else { return false }
                network.parameters.replaceSubrange(start..<start + count, with: weights + bias)
            case (.batchNormalization, .affine(let scale, let shift)):
                // The running means stay 0 and the spreads 1, so that the layer's results do not change.
                guard scale.count + shift.count == count else { return false }
                network.parameters.replaceSubrange(start..<start + count, with: scale + shift)
            case (.affine, .affine), (.relu, .relu), (.silu, .silu), (.meanAndMaximum, .meanAndMaximum): continue
            default: return false
            }
        }
        return true
    }

    /// Makes a step; returns the sum of losses, the number of correct predictions and the number of real examples in
    /// the batch.
    func step() -> (loss: Double, right: Int, count: Int) {
        let real = options.batchSize
        var targets: [Int] = []
        targets.reserveCapacity(real + unknownCount)
        for slot in 0..<real {
            let number = iteration * real + slot
            let pool = number % pools.count
            let member = member(pool, turn: number / pools.count)
            var generator = SeededGenerator(seed: seed, stream: UInt64(number) &* 4 &+ 2)
            source.write(member, to: network.inputPlace(slot), &generator)
            targets.append(source.labels[member])
        }
        for slot in 0..<unknownCount {
            let number = iteration * unknownCount + slot
            var generator = SeededGenerator(seed: seed, stream: UInt64(number) &* 4 &+ 3)
            if writeUnknown(to: network.inputPlace(targets.count), &generator) { targets.append(unknownOutput) }
        }
        var chance = SeededGenerator(seed: seed, stream: UInt64(iteration) &* 4)
        network.forward(targets.count, isTraining: true, generator: &chance)
        var (sum, right) = (0.0, 0)
        for (index, target) in targets.enumerated() {
            let output = network.output(index)
            let part = loss.evaluate(
                output, target: target, batch: Float(targets.count), gradient: network.outputGradient(index))
            guard index < real else { continue }
            sum += part
            if output.indices.allSatisfy({ $0 == target || output[$0] < output[target] }) { right += 1 }
        }
        network.backward()
        adam.step(
            &network.parameters, gradients: network.gradients, decays: network.decays, rate: rate.rate(iteration))
        iteration += 1
        return (sum, right, real)
    }

    private func member(_ pool: Int, turn: Int) -> Int {
        let members = pools[pool]
        let epoch = turn / members.count
        if orders[pool].epoch != epoch {
            var generator = SeededGenerator(seed: seed, stream: UInt64(epoch * pools.count + pool) &* 4 &+ 1)
            orders[pool] = (epoch, generator.permutation(members.count))
        }
        return members[orders[pool].order[turn % members.count]]
    }

    /// Writes the features of an unknown example; returns false if the first few attempts produced only examples that
    /// resemble known ones.
    private func writeUnknown(
        to place: UnsafeMutablePointer<Float>, _ generator: inout SeededGenerator
    ) -> Bool {
        guard let unknowns else { return false }
        for _ in 0..<4 {
            guard unknowns.write(to: place, &generator) else { continue }
            guard let guardian, guardian.model.distance(place) <= guardian.limit else { return true }
        }
        return false
    }

    /// Returns the loss and accuracy on unchanged examples.
    func evaluate(_ members: [Int]) -> (loss: Double, accuracy: Double) {
        let plain = ClassificationLoss()
        var (sum, right) = (0.0, 0)
        for start in stride(from: 0, to: members.count, by: network.capacity) {
            let batch = members[start..<min(start + network.capacity, members.count)]
            for (slot, member) in batch.enumerated() { source.write(member, to: network.inputPlace(slot)) }
            network.forward(batch.count, isTraining: false, generator: &none)
            for (slot, member) in batch.enumerated() {
                let (output, target) = (network.output(slot), source.labels[member])
                sum += plain.evaluate(output, target: target, batch: 1, gradient: network.outputGradient(slot))
                if output.indices.allSatisfy({ $0 == target || output[$0] < output[target] }) { right += 1 }
            }
        }
        return (sum / Double(max(members.count, 1)), Double(right) / Double(max(members.count, 1)))
    }

    /// The state on which later steps depend.
    var state: TrainingState {
        get {
            TrainingState(
                iteration: iteration, parameters: network.parameters, statistics: network.statistics,
                means: adam.means, squares: adam.squares)
        }
        set {
            iteration = newValue.iteration
            network.parameters = newValue.parameters
            network.statistics = newValue.statistics
            adam.means = newValue.means
            adam.squares = newValue.squares
            adam.steps = newValue.iteration
        }
    }

    /// Whether all weights are finite.
    var isFinite: Bool {
        network.parameters.allSatisfy(\.isFinite) && network.statistics.allSatisfy(\.isFinite)
    }

    /// Returns whether a state has as many numbers as this network.
    func fits(_ state: TrainingState) -> Bool {
        state.parameters.count == network.parameters.count && state.statistics.count == network.statistics.count
            && state.means.count == adam.means.count && state.squares.count == adam.squares.count
    }
}
