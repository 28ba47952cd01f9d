import TegataBuffers
import TegataFormats
import TegataGraph
import TegataTestSupport

/// A network of one operator that must be refused, and how.
struct BadNode: Sendable {
    let builtin: BuiltinOperator
    let version: Int
    let inputs: [Operand?]
    let options: Options?
    let outputs: [[Int]]
    let problem: GraphError.Problem

    /// An input of the operator.
    enum Operand: Sendable {
        /// Computed at run time.
        case given([Int], TFLiteType = .float32)
        /// Zeros known when the network is loaded.
        case zeros([Int], TFLiteType = .float32)
        case integers([Int32], shape: [Int]? = nil)
        case wideIntegers([Int64])
        /// With `scales`, `zeroPoints` and a dimension that they run over.
        case quantized([Int], TFLiteType, scales: [Float], zeroPoints: [Int64], dimension: Int32 = 0)
    }

    /// An options table by its number in the schema.
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
        _ builtin: BuiltinOperator, version: Int = 1, _ inputs: [Operand?], _ options: Options? = nil, outputs: [[Int]] = [[1]],
        gives problem: GraphError.Problem
    ) {
        self.builtin = builtin
        self.version = version
        self.inputs = inputs
        self.options = options
        self.outputs = outputs
        self.problem = problem
    }

    /// The error that the network must give.
    var error: GraphError {
        let place = GraphError.Node(index: 0, operatorName: builtin.name, outputName: outputs.isEmpty ? "" : "output 0")
        return GraphError(file: "bad.tflite", node: place, problem: problem)
    }

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
        let outputIndices = outputs.enumerated().map { builder.tensor("output \($0.offset)", $0.element) }
        builder.operation(
            builtin, version: version, inputs: inputIndices, outputs: outputIndices,
            options: options.map { ($0.type, $0.fields.mapValues(\.value)) })
        builder.outputs = outputIndices
        return try TFLiteModel(bytes: Bytes(builder.bytes()), file: "bad.tflite")
    }

    /// Adds a tensor and says whether it is an input of the network.
    private func add(_ operand: Operand, named name: String, to builder: inout TFLiteBuilder) -> (tensor: Int, isGiven: Bool) {
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

extension BadNode.Field {
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
