import TegataBuffers
import TegataFormats
import TegataGraph
import TegataTestSupport

/// A network of one operator.
struct OneOperator: Sendable {
    let builtin: BuiltinOperator
    let version: Int
    let inputs: [Operand?]
    let options: Options?
    let outputs: [[Int]]

    /// An input of the operator.
    enum Operand: Sendable {
        /// Computed at run time.
        case given([Int], TFLiteType = .float32)
        /// Zeros known when the network is loaded.
        case zeros([Int], TFLiteType = .float32)
        case integers([Int32], shape: [Int]? = nil)
        case wideIntegers([Int64])
        /// Quantized with `scales` and `zeroPoints` along a dimension.
        case quantized([Int], TFLiteType, scales: [Float], zeroPoints: [Int64], dimension: Int32 = 0)

        var type: TFLiteType {
            switch self {
            case .given(_, let type), .zeros(_, let type), .quantized(_, let type, _, _, _): type
            case .integers: .int32
            case .wideIntegers: .int64
            }
        }
    }

    /// An options table and its number in the schema.
    struct Options: Sendable {
        let type: UInt8
        let fields: [Int: Field]

        init(_ type: UInt8, _ fields: [Int: Field] = [:]) {
            self.type = type
            self.fields = fields
        }
    }

    enum Field: Sendable {
        case byte(Int8), int(Int32), bool(Bool), float(Float), ints([Int32])
    }

    init(
        _ builtin: BuiltinOperator, version: Int = 1, _ inputs: [Operand?], _ options: Options? = nil,
        outputs: [[Int]] = [[1]]
    ) {
        self.builtin = builtin
        self.version = version
        self.inputs = inputs
        self.options = options
        self.outputs = outputs
    }

    func graph(limits: GraphLimits = GraphLimits()) throws -> Graph {
        try Graph(model(), file: file, limits: limits)
    }

    /// The file name used in errors.
    let file = "one.tflite"

    func model() throws -> TFLiteModel {
        var builder = TFLiteBuilder()
        var inputIndices: [Int] = []
        for (index, operand) in inputs.enumerated() {
            guard let operand else {
                inputIndices.append(-1)
                continue
            }
            let (tensor, isGiven) = add(operand, named: "input \(index)", to: &builder)
            inputIndices.append(tensor)
            if isGiven { builder.inputs.append(tensor) }
        }
        // Operators that only move elements keep the type of their input. Only DEQUANTIZE changes the type.
        let type = builtin == .dequantize ? .float32 : inputs.first.flatMap { $0?.type } ?? .float32
        let outputIndices = outputs.enumerated().map { builder.tensor("output \($0.offset)", $0.element, type: type) }
        builder.operation(
            builtin, version: version, inputs: inputIndices, outputs: outputIndices,
            options: options.map { ($0.type, $0.fields.mapValues(\.value)) })
        builder.outputs = outputIndices
        return try TFLiteModel(bytes: Bytes(builder.bytes()), file: file)
    }

    /// Adds a tensor and returns its index and whether it is an input of the network.
    private func add(_ operand: Operand, named name: String, to builder: inout TFLiteBuilder) -> (
        tensor: Int, isGiven: Bool
    ) {
        switch operand {
        case .given(let shape, let type): return (builder.tensor(name, shape, type: type), true)
        case .zeros(let shape, let type):
            let byteCount = shape.reduce((type.bitCount ?? 0) / 8, *)
            return (builder.tensor(name, shape, type: type, bytes: [UInt8](repeating: 0, count: byteCount)), false)
        case .integers(let values, let shape):
            return (builder.tensor(name, shape ?? [values.count], int32: values), false)
        case .wideIntegers(let values):
            let bytes = values.flatMap { littleEndianBytes($0) }
            return (builder.tensor(name, [values.count], type: .int64, bytes: bytes), false)
        case .quantized(let shape, let type, let scales, let zeroPoints, let dimension):
            let quantization = FlatValue.table([2: .floats(scales), 3: .int64s(zeroPoints), 6: .int32(dimension)])
            return (builder.tensor(name, shape, type: type, fields: [4: quantization]), true)
        }
    }
}

extension OneOperator.Field {
    fileprivate var value: FlatValue {
        switch self {
        case .byte(let value): .int8(value)
        case .int(let value): .int32(value)
        case .bool(let value): .bool(value)
        case .float(let value): .float(value)
        case .ints(let values): .int32s(values)
        }
    }
}
