import TegataFormats
import TegataTestSupport

/// A random network of an expansion, a depthwise convolution and the products that read it. Some planted channels
/// change nothing, and others only seem to.
package struct PlantedNetwork {
    private var builder = TFLiteBuilder()
    private var random: SplitMix64
    private let storage: Storage
    private var constantCount = 0
    /// The number of channels between expansion and products.
    package private(set) var channelCount = 0
    /// The number of channels that change nothing.
    package private(set) var deadCount = 0

    /// Whether byte products use one scale for all values of a pixel. In that case, dead channels affect the result.
    package private(set) var sharesScales = false

    /// Whether the naive evaluation gives the same result. It does not with bytes, because products round their inputs,
    /// or with weights that are not finite, because activations limit these differently.
    package private(set) var isPlain = true

    /// How the file stores weights.
    private enum Storage { case floats, halves, bytes }

    /// The activation of a convolution, by its number in the schema.
    private enum Activation: Int8 {
        case none = 0
        case relu, relu1, relu6

        var isBounded: Bool { self == .relu1 || self == .relu6 }
    }

    /// The kind of a planted channel.
    private enum Kind: CaseIterable {
        /// The products have no weights for the channel.
        case unread
        /// The channel has no weights, and a bias that the activation turns into zero.
        case silent
        /// An ordinary channel, or one that makes a difference after all.
        case read, constant, unreadInfinity, unreadNotANumber, silentTimesInfinity
    }

    package init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        storage = [.floats, .floats, .halves, .bytes][Int(seed % 4)]
        isPlain = storage != .bytes
        let (height, width, depth, channels) = (number(1...12), number(1...12), number(1...9), number(1...90))
        let size = one(of: [1, 1, 3])
        let window = one(of: [1, 3, 5])
        let stride = one(of: [1, 1, 2])
        let before = one(of: [Activation.relu6, .relu6, .relu1, .relu, .none])
        let middle = one(of: [Activation.relu6, .relu6, .relu1, .relu, .none])
        var expansion = floats(channels * size * size * depth)
        var filter = floats(window * window * channels)
        var bias = floats(channels)
        let units = (0..<number(1...3)).map { _ in number(1...20) }
        var products = units.map { floats($0 * channels) }
        channelCount = channels

        let usual = one(of: [Kind.unread, .silent, .read])
        for channel in 0..<channels {
            let kind = number(1...3) > 1 ? usual : one(of: Kind.allCases)
            switch kind {
            case .unreadInfinity, .unreadNotANumber, .silentTimesInfinity: isPlain = isPlain && storage != .floats
            default: break
            }
            switch kind {
            case .read: break
            case .unread, .unreadInfinity, .unreadNotANumber:
                for index in products.indices { clear(channel, of: channels, in: &products[index]) }
                if storage == .floats, kind == .unreadInfinity { filter[channel] = .infinity }
                if storage == .floats, kind == .unreadNotANumber { expansion[channel * size * size * depth] = .nan }
                if storage != .floats || kind == .unread { deadCount += before.isBounded && middle.isBounded ? 1 : 0 }
            case .silent, .constant, .silentTimesInfinity:
                clear(channel, of: channels, in: &filter)
                bias[channel] = kind == .constant ? 0.5 : middle == .relu || middle == .relu6 ? -0.5 : 0
                if storage == .floats, kind == .silentTimesInfinity { products[0][channel] = .infinity }
                if kind == .silent || storage != .floats && kind != .constant { deadCount += before.isBounded ? 1 : 0 }
            }
        }

        let input = builder.tensor("input", [1, height, width, depth])
        builder.inputs = [input]
        let expanded = builder.tensor("expanded", [1, height, width, channels])
        builder.operation(
            .conv2D,
            inputs: [
                input, constant([channels, size, size, depth], expansion), constant([channels], floats(channels)),
            ],
            outputs: [expanded], options: (1, [0: .int8(0), 1: .int32(1), 2: .int32(1), 3: .int8(before.rawValue)]))
        let (rows, columns) = ((height + stride - 1) / stride, (width + stride - 1) / stride)
        var value = builder.tensor("convolved", [1, rows, columns, channels])
        builder.operation(
            .depthwiseConv2D,
            inputs: [expanded, constant([1, window, window, channels], filter), constant([channels], bias)],
            outputs: [value],
            options: (
                2,
                [
                    0: .int8(0), 1: .int32(Int32(stride)), 2: .int32(Int32(stride)), 3: .int32(1),
                    4: .int8(middle.rawValue),
                ]
            ))
        // Skips the mean of a single pixel, which is the pixel itself.
        let hasMean = number(1...4) == 1 && rows * columns > 1
        if hasMean {
            sharesScales = storage == .bytes
            let mean = builder.tensor("mean", [1, channels])
            let axes = builder.tensor("axes", [2], int32: [1, 2])
            builder.operation(.mean, inputs: [value, axes], outputs: [mean], options: (27, [0: .bool(false)]))
            value = mean
        }
        for (index, count) in units.enumerated() {
            let shape = hasMean ? [1, count] : [1, rows, columns, count]
            let output = builder.tensor("output \(index)", shape)
            let weights = constant(hasMean ? [count, channels] : [count, 1, 1, channels], products[index])
            builder.operation(
                hasMean ? .fullyConnected : .conv2D, inputs: [value, weights, constant([count], floats(count))],
                outputs: [output],
                options: hasMean ? (8, [:]) : (1, [0: .int8(0), 1: .int32(1), 2: .int32(1)]))
            builder.outputs.append(output)
        }
    }

    /// Returns the file.
    package func bytes() -> [UInt8] { builder.bytes() }

    private mutating func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(random.next() % UInt64(range.count))
    }

    private mutating func one<Element>(of elements: [Element]) -> Element { elements[number(0...elements.count - 1)] }

    /// Returns floats that do not become zero in half precision or as bytes.
    private mutating func floats(_ count: Int) -> [Float] {
        (0..<count).map { _ in Float(number(32...127) * (number(1...2) == 1 ? 1 : -1)) / 128 }
    }

    /// Sets the weights of a channel along the last axis to zeros of either sign.
    private mutating func clear(_ channel: Int, of channels: Int, in weights: inout [Float]) {
        for place in stride(from: channel, to: weights.count, by: channels) {
            weights[place] = number(1...2) == 1 ? 0 : -0.0
        }
    }

    /// Adds a constant as the file stores it. Biases are floats or in half precision.
    private mutating func constant(_ shape: [Int], _ values: [Float]) -> Int {
        constantCount += 1
        let name = "constant \(constantCount)"
        if storage == .floats || storage == .bytes && shape.count == 1 {
            return builder.tensor(name, shape, data: values)
        }
        if storage == .halves {
            let halves = builder.tensor(name, shape, halfBits: values.map { Float16($0).bitPattern })
            let result = builder.tensor(name + " widened", shape)
            builder.operation(.dequantize, inputs: [halves], outputs: [result])
            return result
        }
        // Each slice along the output axis has its own scale.
        let axis = shape[0] == 1 && shape.count == 4 ? 3 : 0
        let scales = (0..<shape[axis]).map { _ in Float(number(1...9)) / 1024 }
        let bytes = values.map { UInt8(bitPattern: Int8($0 * 128)) }
        return builder.tensor(
            name, shape, type: .int8, bytes: bytes,
            fields: [4: .table([2: .floats(scales), 3: .int64s(scales.map { _ in 0 }), 6: .int32(Int32(axis))])])
    }
}
