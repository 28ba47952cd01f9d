import TegataBuffers
import TegataGraph
import TegataKernelABI

/// Leaves out channels between two convolutions that cannot change a result, such as training leaves behind when their
/// weights become zero.
func dropChannels(_ graph: inout LoweredGraph) {
    for cut in ChannelCut.all(in: graph) { cut.apply(to: &graph) }
}

/// Also leaves out channels that are the same in every pixel: what they add to a product becomes part of its bias, and
/// sums are rounded differently.
func foldChannels(_ graph: inout LoweredGraph) {
    for cut in ChannelCut.candidates(in: graph, foldsConstants: true) where cut.kept.count < cut.count {
        cut.apply(to: &graph)
    }
}

/// The channels of a depthwise convolution that affect results. Between it and the convolutions that read it there may
/// be a mean over the image.
///
/// A channel has no effect if each convolution multiplies it by zero, or if it is zero in every pixel. In both cases a
/// product with zero is added, which leaves a sum unchanged unless the other factor is infinite. The channel is
/// therefore kept if its activations do not bound it or if one of its weights is not finite.
package struct ChannelCut: Sendable {
    /// The number of kept channels is rounded up to whole vectors of the widest level, so that all levels leave out the
    /// same channels.
    private static let step = 16

    /// The total number of channels.
    package let count: Int
    /// The channels that are kept, in order.
    package let kept: [Int]
    /// The values, in every pixel, of the dropped channels that are not zero.
    private let constants: [DeadChannels.Constant]
    /// The instructions that write and read the channels.
    private let expansion: Int
    private let depthwise: Int
    private let mean: Int?
    private let products: [Int]

    /// Returns the cuts of a graph whose values each have their own memory.
    package static func all(in graph: LoweredGraph) -> [ChannelCut] {
        candidates(in: graph).filter { $0.kept.count < $0.count }
    }

    /// Returns the number of channels between a graph's expansions and products, and how many of them affect results.
    package static func channels(of graph: LoweredGraph) -> (count: Int, needed: Int) {
        candidates(in: graph).reduce((0, 0)) { ($0.0 + $1.count, $0.1 + $1.kept.count) }
    }

    fileprivate static func candidates(in graph: LoweredGraph, foldsConstants: Bool = false) -> [ChannelCut] {
        let usage = Usage(graph)
        var cuts: [ChannelCut] = []
        for index in graph.instructions.indices {
            if let cut = ChannelCut(at: index, in: graph, usage, foldsConstants) { cuts.append(cut) }
        }
        return cuts
    }

    /// Returns nil if the instruction is not a depthwise convolution between others.
    private init?(at index: Int, in graph: LoweredGraph, _ usage: Usage, _ foldsConstants: Bool) {
        guard case .depthwise(let depthwise) = graph.instructions[index], depthwise.multiplier == 1,
            let expansionIndex = usage.soleWriter(of: depthwise.input),
            case .convolution(let expansion) = graph.instructions[expansionIndex], expansion.groups == 1,
            expansion.residual == nil, expansion.outputShape == depthwise.inputShape,
            expansion.activation.isBounded,
            usage.isPrivate(depthwise.output)
        else { return nil }
        var mean: Int?
        var value = depthwise.output
        var channels = depthwise.outputShape.channels
        if let reader = usage.readers[value].first, case .reduce(let reduction) = graph.instructions[reader] {
            guard reduction.reduction == .mean, reduction.inner == channels, usage.readers[value].count == 1,
                usage.isPrivate(reduction.output)
            else { return nil }
            mean = reader
            value = reduction.output
            channels = reduction.inner
        }
        var products: [ConvolutionInstruction] = []
        for reader in usage.readers[value] {
            guard case .convolution(let product) = graph.instructions[reader], product.groups == 1,
                product.input == value, product.residual != value, product.inputShape.channels == channels
            else { return nil }
            // A filter that both share would be cut along two axes.
            guard product.filter != expansion.filter else { return nil }
            products.append(product)
        }
        guard !products.isEmpty else { return nil }
        let dead = DeadChannels(
            expansion, depthwise, products, in: graph,
            foldsConstants: foldsConstants && products.allSatisfy { graph.hasFoldableInputs($0) })
        let count = depthwise.outputShape.channels
        let most = (count - dead.channels.count + Self.step - 1) / Self.step * Self.step
        let dropped = dead.channels.prefix(max(count - max(most, Self.step), 0))
        var isKept = [Bool](repeating: true, count: count)
        for channel in dropped { isKept[channel] = false }
        self.count = count
        kept = (0..<count).filter { isKept[$0] }
        constants = dead.constants.filter { !isKept[$0.channel] }
        self.expansion = expansionIndex
        self.depthwise = index
        self.mean = mean
        self.products = usage.readers[value]
    }

    /// A value that has a slice for each channel along an axis.
    package struct Part {
        package let value: Int
        package let axis: Int
    }

    /// The values that have a slice for each channel; constants are listed once for each use.
    package func parts(in graph: LoweredGraph) -> [Part] {
        var parts: [Part] = []
        func add(_ value: Int?, _ axis: Int? = nil) {
            guard let value else { return }
            parts.append(Part(value: value, axis: axis ?? graph.values[value].type.shape.rank - 1))
        }
        if case .convolution(let before) = graph.instructions[expansion] {
            add(before.filter, 0)
            add(before.bias, 0)
            add(before.output)
        }
        if case .depthwise(let middle) = graph.instructions[depthwise] {
            add(middle.filter)
            add(middle.bias, 0)
            add(middle.output)
        }
        if let mean, case .reduce(let reduction) = graph.instructions[mean] { add(reduction.output) }
        for index in products {
            if case .convolution(let product) = graph.instructions[index] { add(product.filter) }
        }
        return parts
    }

    /// Gives the instructions only the weights of the kept channels.
    fileprivate func apply(to graph: inout LoweredGraph) {
        var selected: [Int: Int] = [:]
        for part in parts(in: graph) where selected[part.value] == nil {
            selected[part.value] = graph.select(kept, of: part)
        }
        for index in [expansion, depthwise] + products + (mean.map { [$0] } ?? []) {
            switch graph.instructions[index] {
            case .convolution(var convolution):
                if index == expansion {
                    convolution.bias = convolution.bias.map { selected[$0] ?? $0 }
                    convolution.outputShape.channels = kept.count
                } else {
                    if !constants.isEmpty { convolution.bias = graph.addBias(of: convolution, constants) }
                    convolution.inputShape.channels = kept.count
                }
                convolution.filter = selected[convolution.filter] ?? convolution.filter
                graph.instructions[index] = .convolution(convolution)
            case .depthwise(var depthwise):
                depthwise.filter = selected[depthwise.filter] ?? depthwise.filter
                depthwise.bias = depthwise.bias.map { selected[$0] ?? $0 }
                depthwise.inputShape.channels = kept.count
                depthwise.outputShape.channels = kept.count
                graph.instructions[index] = .depthwise(depthwise)
            case .reduce(var reduction):
                reduction.inner = kept.count
                graph.instructions[index] = .reduce(reduction)
            default: preconditionFailure("the cut belongs to another graph")
            }
        }
    }
}

extension LoweredActivation {
    fileprivate var isBounded: Bool {
        if case .clamp(let low, let high) = self { return low.isFinite && high.isFinite }
        return false
    }
}

extension LoweredGraph {
    /// Returns a value with some of the slices of a part: a new constant, or the same variable with a smaller shape.
    fileprivate mutating func select(_ kept: [Int], of part: ChannelCut.Part) -> Int {
        var value = values[part.value]
        guard let shape = value.type.shape.replacing(part.axis, by: kept.count) else {
            preconditionFailure("fewer channels than before")
        }
        guard let constant = value.constant else {
            values[part.value].type.shape = shape
            return part.value
        }
        value.constant = constant.selecting(kept, axis: part.axis, of: value.type.shape)
        value.type.shape = shape
        constant.releasePages()
        values.append(value)
        placements.append(.own)
        return values.count - 1
    }
}

extension LoweredGraph {
    /// Whether constant inputs of a convolution add constants to its sums. At image borders, larger filters see zeros.
    fileprivate func hasFoldableInputs(_ convolution: ConvolutionInstruction) -> Bool {
        convolution.isPixel && values[convolution.filter].constantView?.type.element.isInteger == false
            && convolution.bias.map { values[$0].constantView != nil } ?? true
    }

    /// Adds a bias into which a convolution's constant inputs have been folded.
    fileprivate mutating func addBias(
        of convolution: ConvolutionInstruction, _ constants: [DeadChannels.Constant]
    ) -> Int {
        let count = convolution.outputShape.channels
        let buffer = AlignedBuffer(byteCount: count * MemoryLayout<Float>.stride)
        let sums = buffer.floats(at: 0, count: count)
        let bias = convolution.bias.flatMap { values[$0].constantView }
        let filter = values[convolution.filter].constantView
        for unit in 0..<count {
            sums[unit] = bias?[unit] ?? 0
            for one in constants { sums[unit] += one.value * (filter?[unit * convolution.inner + one.channel] ?? 0) }
        }
        values.append(
            Value(
                name: values[convolution.output].name, type: TensorType([count]),
                constant: Constant(buffer, element: .float32)))
        placements.append(.own)
        return values.count - 1
    }
}

/// The channels of a depthwise convolution that have no effect or only add a constant.
private struct DeadChannels {
    /// A channel that is the same in every pixel.
    struct Constant {
        let channel: Int
        let value: Float
    }

    private(set) var channels: [Int] = []
    /// The constant channels that are not zero.
    private(set) var constants: [Constant] = []

    init(
        _ expansion: ConvolutionInstruction, _ depthwise: DepthwiseInstruction, _ products: [ConvolutionInstruction],
        in graph: LoweredGraph, foldsConstants: Bool
    ) {
        guard let before = ChannelWeights(expansion.filter, expansion.bias, along: .first, in: graph),
            let middle = ChannelWeights(depthwise.filter, depthwise.bias, along: .last, in: graph)
        else { return }
        var after: [ChannelWeights] = []
        for product in products {
            guard let weights = ChannelWeights(product.filter, nil, along: .last, in: graph) else { return }
            after.append(weights)
        }
        let isConstant = middle.zeroChannels()
        let areUnread = after.map { $0.zeroChannels() }
        for channel in 0..<depthwise.outputShape.channels {
            var constant: Float = 0
            if !depthwise.activation.isBounded || !areUnread.allSatisfy({ $0[channel] }) {
                guard isConstant[channel], let value = middle.constant(channel, depthwise.activation),
                    value == 0 || foldsConstants, after.allSatisfy({ $0.areFinite(channel) })
                else { continue }
                constant = value
            }
            guard middle.areFinite(channel), before.areFinite(channel) else { continue }
            channels.append(channel)
            if constant != 0 { constants.append(Constant(channel: channel, value: constant)) }
        }
    }
}

/// The weights of each channel of a convolution.
private struct ChannelWeights {
    private let view: TensorView
    private let bias: TensorView?
    private let axis: ChannelAxis
    /// Sums of fewer than a hundred million smaller numbers are finite. Bytes have finite scales.
    private static let large: Float = 1e30

    init?(_ filter: Int, _ bias: Int?, along axis: ChannelAxis, in graph: LoweredGraph) {
        guard let view = graph.values[filter].constantView, view.shape.rank > 1, view.count > 0, view.mayBeWeights
        else { return nil }
        self.view = view
        self.bias = bias.flatMap { graph.values[$0].constantView }
        if bias != nil, self.bias == nil { return nil }
        self.axis = axis
    }

    /// Returns, for each channel along the last axis, whether all its weights are zero.
    func zeroChannels() -> [Bool] { view.zeroColumns() }

    /// Whether a channel is finite for bounded inputs.
    func areFinite(_ channel: Int) -> Bool {
        view.largestMagnitude(ofChannel: channel, along: axis) < Self.large
            && bias.map { abs($0[channel]) < Self.large } ?? true
    }

    /// Returns the value that a channel with zero weights has in every pixel; nil if the value varies.
    func constant(_ channel: Int, _ activation: LoweredActivation) -> Float? {
        let value = bias?[channel] ?? 0
        switch activation {
        case .none: return value
        case .clamp(let low, let high): return max(low, min(value, high))
        case .prelu: return nil
        }
    }
}
