import TegataBuffers
import TegataFormats
import TegataGraph

/// Writes a float network with operators that compute with integers.
///
/// Activations have 8 bits with a zero point, or 16 bits without one. QUANTIZE operators convert between them where
/// operators of different widths meet.
struct IntegerNetworkWriter {
    private enum Width: Int {
        case narrow = 8
        case wide = 16

        var type: TFLiteType { self == .narrow ? .int8 : .int16 }
    }

    /// The scale and zero point of activations.
    private struct Mapping {
        let scale: Float
        var zeroPoint = 0
    }

    /// 16 bits have room for larger values than calibration inputs give.
    private static let headroom: Float = 1.25
    /// Sums that start with the bias must not overflow: 32 bits for 8-bit activations; otherwise, 40 bits on Ethos-U.
    private static let largestBiases = [Width.narrow: 0x1p30, .wide: 0x1p38]
    /// The fraction of a fully connected operator's outputs that the rounding of its weights may change at most.
    private static let toleratedError: Float = 0.125
    /// The number of the schema's table of options for additions.
    private static let addOptions: UInt8 = 11
    /// Operators whose inputs and outputs must have the same scale.
    private static let movements: [BuiltinOperator] = [.pad, .reshape, .maxPool2D, .resizeBilinear, .concatenation]

    private let model: TFLiteModel
    private let graph: Graph
    private let weights: [Int: TFLiteByteWeights]
    private let ranges: [Int: ActivationRange]
    private let inputRange: ClosedRange<Float>
    private let wideCount: Int
    private let hasIntegerInterface: Bool
    private var result = TFLiteComposition()
    /// The number of each integer tensor that exists, by width.
    private var places: [Width: [Int: Int]] = [.narrow: [:], .wide: [:]]
    /// For each tensor, the smallest and largest value of all tensors that share its scale.
    private var limits: [Int: ClosedRange<Float>] = [:]

    /// `weights` contains the weights that have been chosen, by tensor; others are rounded to the nearest.
    init(
        model: TFLiteModel, graph: Graph, weights: [Int: TFLiteByteWeights], ranges: [Int: ActivationRange],
        inputRange: ClosedRange<Float>, wideCount: Int, hasIntegerInterface: Bool
    ) {
        self.model = model
        self.graph = graph
        self.weights = weights
        self.ranges = ranges
        self.inputRange = min(inputRange.lowerBound, 0)...max(inputRange.upperBound, 0)
        self.wideCount = wideCount
        self.hasIntegerInterface = hasIntegerInterface
        limits = sharedLimits()
    }

    mutating func compose() throws(QuantizationError) -> TFLiteComposition {
        for input in graph.inputs {
            let place = hasIntegerInterface ? nil : add(tensor(input, type: .float32))
            // The published networks receive bytes as floats, so 8 bits are exact.
            let integers = output(input, .narrow)
            result.inputs.append(place ?? integers)
            guard let place else { continue }
            apply(.quantize, version: 1, [place], to: integers)
        }
        for (index, node) in graph.nodes.enumerated() {
            let entry = model.subgraphs[0].operators[node.place.index]
            try write(entry, width(of: entry, index))
        }
        for output in graph.outputs {
            let width = places[.narrow]?[output] == nil ? Width.wide : .narrow
            if hasIntegerInterface {
                result.outputs.append(self.input(output, width))
                continue
            }
            let place = add(tensor(output, type: .float32))
            apply(.dequantize, version: width == .wide ? 3 : 2, [self.input(output, width)], to: place)
            result.outputs.append(place)
        }
        return result
    }

    private func width(of entry: TFLiteOperator, _ index: Int) -> Width {
        let heads: [BuiltinOperator] = [.mean, .fullyConnected, .logistic]
        return index < wideCount || heads.contains(entry.code.builtin) ? .wide : .narrow
    }

    // MARK: Operators

    private mutating func write(_ entry: TFLiteOperator, _ width: Width) throws(QuantizationError) {
        let isWide = width == .wide
        switch entry.code.builtin {
        case .conv2D: try multiply(entry, width, version: isWide ? 4 : 3)
        case .depthwiseConv2D: try multiply(entry, width, version: isWide ? 5 : 3)
        case .fullyConnected: try multiply(entry, width, version: isWide ? 7 : 5)
        case .prelu: try bend(entry)
        case .add where isWide: try move(entry, width, version: 3, options: try sumOptions(like: entry))
        case .add, .mean, .pad: try move(entry, width, version: 2)
        case .reshape: try move(entry, width, version: 1)
        case .logistic, .maxPool2D, .resizeBilinear, .concatenation: try move(entry, width, version: isWide ? 3 : 2)
        default: throw .noIntegers(file: graph.file, operatorName: entry.code.name)
        }
    }

    /// Writes an operator without weights. Constants are lists of integers, such as shapes and axes.
    private mutating func move(
        _ entry: TFLiteOperator, _ width: Width, version: Int, options: TFLiteNewOperator.Options? = nil
    ) throws(QuantizationError) {
        var inputs: [Int] = []
        for tensor in entry.inputs.compactMap(\.self) {
            guard graph.values[tensor].constant != nil else {
                inputs.append(input(tensor, width))
                continue
            }
            let constant = model.subgraphs[0].tensors[tensor]
            guard constant.type == .int32 else {
                throw .noIntegers(file: graph.file, operatorName: entry.code.name)
            }
            inputs.append(
                add(
                    TFLiteNewTensor(
                        name: constant.name, shape: constant.shape, type: .int32,
                        data: model.buffers[constant.bufferIndex].array())))
        }
        apply(
            entry.code.builtin, version: version, inputs, to: output(entry.outputs[0], width),
            options: options ?? .copied(entry))
    }

    /// The options of an addition in 16 bits whose scales are no powers of two.
    private func sumOptions(like entry: TFLiteOperator) throws(QuantizationError) -> TFLiteNewOperator.Options {
        do {
            return .table(
                type: Self.addOptions, [.uint8(try entry.options?.uint8(0, default: 0) ?? 0), .uint8(0)])
        } catch { throw .format(error) }
    }

    /// Writes a PRELU as x + min(x, 0) · (slope − 1). LiteRT's own has 8 bits, and one scale for all slopes.
    private mutating func bend(_ entry: TFLiteOperator) throws(QuantizationError) {
        guard let tensor = entry.inputs[0], let range = ranges[tensor], let slopes = entry.inputs[1],
            let factors = floats(slopes)?.map({ $0 - 1 }), factors.count == range.minimums.count
        else { throw .noIntegers(file: graph.file, operatorName: entry.code.name) }
        let value = input(tensor, .wide)
        let shape = graph.values[tensor].type.shape.dimensions
        func wide(_ suffix: String, _ scale: Float) -> TFLiteNewTensor {
            TFLiteNewTensor(name: graph.values[tensor].name + suffix, shape: shape, type: .int16, scales: [scale])
        }
        let scale = mapping(of: tensor, .wide).scale
        let zero = add(
            TFLiteNewTensor(name: "zero", shape: [1], type: .int16, scales: [scale], data: littleEndian(Int16(0))))
        let negative = add(wide("/negative", scale))
        apply(.minimum, version: 3, [value, zero], to: negative, options: .table(type: 39, []))
        let factorScale = Self.wideScale(factors.reduce(0) { max($0, abs($1)) })
        let factor = add(
            TFLiteNewTensor(
                name: graph.values[slopes].name, shape: [1, 1, 1, factors.count], type: .int16, scales: [factorScale],
                data: factors.flatMap { littleEndian(Int16(($0 / factorScale).rounded(.toNearestOrEven))) }))
        let largest = zip(range.minimums, factors).reduce(0) { max($0, abs($1.0 * $1.1)) }
        let bent = add(wide("/bent", Self.wideScale(largest * Self.headroom)))
        apply(.mul, version: 5, [negative, factor], to: bent, options: .table(type: 21, []))
        apply(
            .add, version: 3, [value, bent], to: output(entry.outputs[0], .wide),
            options: .table(type: Self.addOptions, [.uint8(0), .uint8(0)]))
    }

    // MARK: Products

    private mutating func multiply(
        _ entry: TFLiteOperator, _ width: Width, version: Int
    ) throws(QuantizationError) {
        let isDepthwise = entry.code.builtin == .depthwiseConv2D
        guard let tensor = entry.inputs[0], let filter = entry.inputs[1], let values = floats(filter),
            let channels = isDepthwise
                ? graph.values[filter].type.shape.dimensions.last : graph.values[filter].type.shape.dimensions.first,
            channels > 0
        else { throw .noIntegers(file: graph.file, operatorName: entry.code.name) }
        let exact = ChannelWeights(values: values, channels: channels, isDepthwise: isDepthwise)
        let bytes = weights[filter] ?? exact.nearest()
        var bias = [Double](repeating: 0, count: channels)
        if entry.inputs.count > 2, let tensor = entry.inputs[2] {
            guard let floats = floats(tensor), floats.count == channels else {
                throw .noIntegers(file: graph.file, operatorName: entry.code.name)
            }
            bias = floats.map { Double($0) }
        }
        let rest = exact.rest(after: bytes)
        let output = output(entry.outputs[0], width)
        let limit = limit(of: entry.outputs[0])
        let whole = max(-limit.lowerBound, limit.upperBound)
        let error = largestError(of: rest, ranges[tensor])
        guard entry.code.builtin == .fullyConnected, error > Self.toleratedError * whole else {
            // The mean error of a channel goes into its bias.
            if let range = ranges[tensor] {
                let depth = range.minimums.count
                for (index, error) in rest.values.enumerated() {
                    let channel = rest.channel(of: index)
                    let input = isDepthwise ? channel * depth / channels : index % depth
                    bias[channel] += Double(error) * range.mean(input)
                }
            }
            return apply(entry, version, bytes, bias, of: tensor, filter, width, to: output)
        }
        // World coordinates are small differences of large sums, so their weights have 16 bits, as the sum of two
        // products with 8 bits.
        let parts = [(bytes, bias, whole + error), (rest.nearest(), bias.map { _ in 0 }, error)].map { part in
            let name = graph.values[entry.outputs[0]].name + "/part"
            let sum = add(
                TFLiteNewTensor(
                    name: name, shape: graph.values[entry.outputs[0]].type.shape.dimensions, type: .int16,
                    scales: [Self.wideScale(part.2 * Self.headroom)]))
            apply(entry, version, part.0, part.1, of: tensor, filter, width, to: sum)
            return sum
        }
        apply(
            .add, version: 3, parts, to: output, options: .table(type: Self.addOptions, [.uint8(0), .uint8(0)]))
    }

    /// Returns an upper bound of what a product of `weights` and the inputs of a fully connected operator can be.
    private func largestError(of weights: ChannelWeights, _ range: ActivationRange?) -> Float {
        guard let range else { return 0 }
        let depth = range.minimums.count
        var sums = [Float](repeating: 0, count: weights.channels)
        for (index, weight) in weights.values.enumerated() {
            let input = index % depth
            sums[weights.channel(of: index)] += abs(weight) * max(-range.minimums[input], range.maximums[input])
        }
        return sums.max() ?? 0
    }

    /// Adds an operator with weights.
    private mutating func apply(
        _ entry: TFLiteOperator, _ version: Int, _ weights: TFLiteByteWeights, _ bias: [Double], of tensor: Int,
        _ filter: Int, _ width: Width, to output: Int
    ) {
        let isDepthwise = entry.code.builtin == .depthwiseConv2D
        let scale = Double(mapping(of: tensor, width).scale)
        // A channel whose weights are nearly zero gets a larger scale, so that its bias fits.
        let largest = Self.largestBiases[width] ?? 0x1p30
        let scales = zip(weights.scales, bias).map { max($0, Float(abs($1) / (scale * largest))) }
        let channels = ChannelWeights(
            values: weights.bytes.map { Float($0) }, channels: scales.count, isDepthwise: isDepthwise)
        let bytes = channels.bytes(scales: zip(scales, weights.scales).map { $0 / $1 }).bytes
        let integers = zip(scales, bias).map {
            max(-largest, min(largest, ($1 / (scale * Double($0))).rounded(.toNearestOrEven)))
        }
        let value = graph.values[filter]
        let operands = [
            input(tensor, width),
            add(
                TFLiteNewTensor(
                    name: value.name, shape: value.type.shape.dimensions, type: .int8, scales: scales,
                    axis: isDepthwise ? 3 : 0, data: bytes.map { UInt8(bitPattern: $0) })),
            add(
                TFLiteNewTensor(
                    name: "bias", shape: [scales.count], type: width == .wide ? .int64 : .int32,
                    scales: scales.map { Float(scale * Double($0)) },
                    data: integers.flatMap { width == .wide ? littleEndian(Int64($0)) : littleEndian(Int32($0)) })),
        ]
        apply(entry.code.builtin, version: version, operands, to: output, options: .copied(entry))
    }

    /// Returns the elements of a constant that represents finite numbers; nil if it is something else.
    private func floats(_ tensor: Int) -> [Float]? {
        guard let view = graph.values[tensor].constantView, graph.values[tensor].type.element == .float32 else {
            return nil
        }
        let floats = (0..<view.count).map { view[$0] }
        return floats.allSatisfy(\.isFinite) ? floats : nil
    }

    // MARK: Tensors

    private mutating func add(_ tensor: TFLiteNewTensor) -> Int {
        result.tensors.append(tensor)
        return result.tensors.count - 1
    }

    private mutating func apply(
        _ builtin: BuiltinOperator, version: Int, _ inputs: [Int], to output: Int,
        options: TFLiteNewOperator.Options = .none
    ) {
        result.operators.append(
            TFLiteNewOperator(builtin, version: version, inputs, to: [output], options: options))
    }

    private func tensor(_ tensor: Int, type: TFLiteType, _ mapping: Mapping? = nil) -> TFLiteNewTensor {
        TFLiteNewTensor(
            name: graph.values[tensor].name + (mapping == nil ? "" : "/" + type.name),
            shape: graph.values[tensor].type.shape.dimensions, type: type, scales: mapping.map { [$0.scale] } ?? [],
            zeroPoint: mapping?.zeroPoint ?? 0)
    }

    /// Returns a new integer tensor for a computed tensor.
    private mutating func output(_ tensor: Int, _ width: Width) -> Int {
        let place = add(self.tensor(tensor, type: width.type, mapping(of: tensor, width)))
        places[width]?[tensor] = place
        return place
    }

    /// Returns the integer tensor for a computed tensor, which is converted if it has the other width.
    private mutating func input(_ tensor: Int, _ width: Width) -> Int {
        if let place = places[width]?[tensor] { return place }
        let other = places[width == .wide ? .narrow : .wide]?[tensor]
        let place = output(tensor, width)
        apply(.quantize, version: 2, other.map { [$0] } ?? [], to: place)
        return place
    }

    // MARK: Scales

    private static func wideScale(_ largest: Float) -> Float { max(largest / 32767, 1e-20) }

    private func limit(of tensor: Int) -> ClosedRange<Float> { limits[tensor] ?? 0...0 }

    private func mapping(of tensor: Int, _ width: Width) -> Mapping {
        // LiteRT fixes the scale of what logistic functions return.
        let isLogistic = graph.nodes.contains {
            $0.place.operatorName == BuiltinOperator.logistic.name && $0.outputs == [tensor]
        }
        let limit = limit(of: tensor)
        guard width == .narrow else {
            let largest = max(-limit.lowerBound, limit.upperBound) * Self.headroom
            return Mapping(scale: isLogistic ? 1 / 32768 : Self.wideScale(largest))
        }
        guard !isLogistic else { return Mapping(scale: 1 / 256, zeroPoint: -128) }
        let scale = max((limit.upperBound - limit.lowerBound) / 255, 1e-20)
        let zeroPoint = (-128 - limit.lowerBound / scale).rounded(.toNearestOrEven)
        return Mapping(scale: scale, zeroPoint: Int(max(-128, min(127, zeroPoint))))
    }

    private func sharedLimits() -> [Int: ClosedRange<Float>] {
        var limits = ranges.mapValues { $0.lowest...$0.highest }
        for input in graph.inputs { limits[input] = inputRange }
        let movements = graph.nodes.map { model.subgraphs[0].operators[$0.place.index] }.filter {
            Self.movements.contains($0.code.builtin)
        }
        // Limits spread until all operators that move values agree.
        var isStable = false
        while !isStable {
            isStable = true
            for entry in movements {
                let tensors = (entry.inputs.compactMap(\.self) + entry.outputs).filter { limits[$0] != nil }
                let all = tensors.compactMap { limits[$0] }
                let lowest = all.reduce(0) { min($0, $1.lowerBound) }
                let highest = all.reduce(0) { max($0, $1.upperBound) }
                for tensor in tensors where limits[tensor] != lowest...highest {
                    limits[tensor] = lowest...highest
                    isStable = false
                }
            }
        }
        return limits
    }
}

private func littleEndian<Integer: FixedWidthInteger>(_ value: Integer) -> [UInt8] {
    (0..<Integer.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}
