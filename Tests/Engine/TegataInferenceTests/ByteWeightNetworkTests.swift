import TegataBuffers
import TegataFormats
import TegataInference
import TegataKernelSelection
import TegataTestSupport
import Testing

/// Networks with one operator and byte weights, compared to the same networks with float weights.
struct ByteWeightNetworkTests {
    /// An operator that multiplies floats by bytes.
    struct Kind: CustomTestStringConvertible, Sendable {
        let name: String
        let builtin: BuiltinOperator
        let input: [Int]
        let filter: [Int]
        let output: [Int]
        /// The dimension of the filter with one scale per slice; nil for a single scale.
        let dimension: Int?

        var options: (type: UInt8, fields: [Int: FlatValue]) {
            let strides: [Int: FlatValue] = [0: .int8(0), 1: .int32(1), 2: .int32(1)]
            return switch builtin {
            case .conv2D: (1, strides)
            case .depthwiseConv2D: (2, strides.merging([3: .int32(1)]) { $1 })
            default: (8, [:])
            }
        }

        var testDescription: String { name }
    }

    static let kinds = [
        Kind(
            name: "pixels", builtin: .conv2D, input: [1, 3, 5, 11], filter: [21, 1, 1, 11], output: [1, 3, 5, 21],
            dimension: 0),
        Kind(
            name: "pixels, one scale", builtin: .conv2D, input: [1, 3, 5, 11], filter: [21, 1, 1, 11],
            output: [1, 3, 5, 21], dimension: nil),
        Kind(
            name: "pixels, scales of input channels", builtin: .conv2D, input: [1, 3, 5, 11], filter: [21, 1, 1, 11],
            output: [1, 3, 5, 21], dimension: 3),
        Kind(
            name: "windows", builtin: .conv2D, input: [1, 4, 5, 3], filter: [8, 3, 3, 3], output: [1, 4, 5, 8],
            dimension: 0),
        Kind(
            name: "groups", builtin: .conv2D, input: [1, 3, 5, 12], filter: [10, 1, 1, 6], output: [1, 3, 5, 10],
            dimension: 0),
        Kind(
            name: "depthwise", builtin: .depthwiseConv2D, input: [1, 4, 5, 19], filter: [1, 3, 3, 19],
            output: [1, 4, 5, 19], dimension: 3),
        Kind(
            name: "fully connected", builtin: .fullyConnected, input: [3, 14], filter: [9, 14], output: [3, 9],
            dimension: 0),
    ]

    /// Returns the network with byte weights, or with the equivalent float weights.
    private func network(_ kind: Kind, hasBytes: Bool) -> [UInt8] {
        var random = SplitMix64(seed: 3)
        let count = kind.filter.reduce(1, *)
        let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        let scaleCount = kind.dimension.map { kind.filter[$0] } ?? 1
        let scales = (0..<scaleCount).map { _ in Float(1 + random.next() % 1000) / 64000 }
        let slice = kind.dimension.map { kind.filter[($0 + 1)...].reduce(1, *) } ?? count
        var builder = TFLiteBuilder()
        let input = builder.tensor("input", kind.input)
        let filter: Int
        if hasBytes {
            filter = builder.tensor(
                "filter", kind.filter, type: .int8, bytes: bytes,
                fields: [
                    4: .table([
                        2: .floats(scales), 3: .int64s(scales.map { _ in 0 }), 6: .int32(Int32(kind.dimension ?? 0)),
                    ])
                ])
        } else {
            let floats = bytes.indices.map {
                scales[$0 / slice % scaleCount] * Float(Int8(bitPattern: bytes[$0]))
            }
            filter = builder.tensor("filter", kind.filter, data: floats)
        }
        let output = builder.tensor("output", kind.output)
        builder.operation(kind.builtin, inputs: [input, filter], outputs: [output], options: kind.options)
        builder.inputs = [input]
        builder.outputs = [output]
        return builder.bytes()
    }

    private func output(_ kind: Kind, hasBytes: Bool, _ options: NetworkOptions) throws -> [Float] {
        let network = try Network(
            TFLiteModel(bytes: Bytes(network(kind, hasBytes: hasBytes)), file: kind.name), file: kind.name,
            options: options)
        let session = Session(network, team: ThreadTeam(count: 1))
        var random = SplitMix64(seed: 4)
        let input = session.inputFloats(0)
        for index in input.indices { input[index] = Float(random.next() % 2000) / 1000 - 1 }
        session.run()
        return session.output(0)
    }

    @Test(arguments: kinds, kernelLevels().filter(\.isSupported).map(\.name))
    func convertsByteWeightsToTheBitsOfFloats(_ kind: Kind, _ level: String) throws {
        var options = NetworkOptions(level: level, backend: .simd)
        options.usesByteWeights = false
        #expect(try output(kind, hasBytes: true, options) == output(kind, hasBytes: false, options))
    }

    @Test(arguments: kinds) func multipliesBytesCloseToFloats(_ kind: Kind) throws {
        let options = NetworkOptions(backend: .simd)
        let expected = try output(kind, hasBytes: false, options)
        let largest = expected.reduce(0) { max($0, abs($1)) }
        for (found, expected) in zip(try output(kind, hasBytes: true, options), expected) {
            #expect(abs(found - expected) < 0.02 * largest)
        }
    }
}
