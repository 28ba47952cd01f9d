import TegataBuffers

/// Writes networks that apply a chain of operators to rows of numbers, in the form that converters write: one subgraph,
/// one signature, and constants at multiples of 16 bytes.
package struct TFLiteWriter: Sendable {
    /// The number of a tensor.
    package typealias Tensor = Int

    /// The function that an operator applies to each of its results.
    package enum Activation: UInt8, Sendable {
        case none = 0
        case relu = 1
    }

    private struct TensorDescription {
        let name: String
        let shape: [Int]
        /// The elements of a constant; nil for a computed tensor.
        let values: [Float]?
    }

    private struct OperatorDescription {
        let builtin: BuiltinOperator
        let inputs: [Tensor]
        let output: Tensor
        let activation: Activation
    }

    private var tensors: [TensorDescription] = []
    private var operators: [OperatorDescription] = []

    package init() {}

    /// Adds an input or a computed tensor: any number of rows of `count` numbers.
    package mutating func row(_ name: String, count: Int) -> Tensor {
        tensors.append(TensorDescription(name: name, shape: [1, count], values: nil))
        return tensors.count - 1
    }

    /// Adds a constant tensor.
    package mutating func constant(_ name: String, shape: [Int], _ values: [Float]) -> Tensor {
        tensors.append(TensorDescription(name: name, shape: shape, values: values))
        return tensors.count - 1
    }

    /// Adds an operator after the others.
    package mutating func apply(
        _ builtin: BuiltinOperator, _ inputs: [Tensor], to output: Tensor, activation: Activation = .none
    ) {
        operators.append(
            OperatorDescription(builtin: builtin, inputs: inputs, output: output, activation: activation))
    }

    /// Returns the flatbuffer. The signature contains the names of `input` and `output`; `TFLITE_METADATA` points to
    /// `metadata`.
    package func finish(
        input: (tensor: Tensor, name: String), output: (tensor: Tensor, name: String), metadata: [UInt8]
    ) -> [UInt8] {
        var writer = FlatBufferWriter()
        // The first buffer is empty and belongs to all computed tensors.
        var buffers = [writer.table([])]
        var bufferOfTensor: [Int] = []
        for tensor in tensors {
            guard let values = tensor.values else {
                bufferOfTensor.append(0)
                continue
            }
            bufferOfTensor.append(buffers.count)
            buffers.append(buffer(values.flatMap { littleEndian($0.bitPattern) }, &writer))
        }
        var entries: [FlatBufferWriter.Reference] = []
        var runtime = Array(Self.runtimeVersion.utf8)
        runtime += [UInt8](repeating: 0, count: 16 - runtime.count)
        for (name, data) in [("min_runtime_version", runtime), ("TFLITE_METADATA", metadata)] {
            let text = writer.string(name)
            entries.append(writer.table([.reference(text), .uint32(UInt32(buffers.count))]))
            buffers.append(buffer(data, &writer))
        }
        let inputs = [signatureTensor(input, &writer)]
        let outputs = [signatureTensor(output, &writer)]
        let key = writer.string("serving_default")
        let signature = writer.table([
            .reference(writer.vector(inputs)), .reference(writer.vector(outputs)), .reference(key), nil, .uint32(0),
        ])
        let codes = operatorCodes
        let subgraph = subgraph(
            input: input.tensor, output: output.tensor, bufferOfTensor: bufferOfTensor, codes: codes, &writer)
        let codeTables = codes.map { writer.table([.uint8(UInt8(clamping: $0)), nil, .int32(1), .int32($0)]) }
        let description = writer.string("Tegata")
        let root = writer.table([
            .uint32(3), .reference(writer.vector(codeTables)), .reference(writer.vector([subgraph])),
            .reference(description), .reference(writer.vector(buffers)), nil, .reference(writer.vector(entries)),
            .reference(writer.vector([signature])),
        ])
        return writer.finish(root, identifier: "TFL3")
    }

    /// The oldest TFLite version that supports all operators in the versions written here.
    private static let runtimeVersion = "1.5.0"

    /// The number of each operator that occurs, without duplicates.
    private var operatorCodes: [Int32] {
        var codes: [Int32] = []
        for entry in operators where !codes.contains(entry.builtin.rawValue) { codes.append(entry.builtin.rawValue) }
        return codes
    }

    private func buffer(_ data: [UInt8], _ writer: inout FlatBufferWriter) -> FlatBufferWriter.Reference {
        let bytes = writer.bytes(data, alignedTo: 16)
        return writer.table([.reference(bytes)])
    }

    private func signatureTensor(
        _ entry: (tensor: Tensor, name: String), _ writer: inout FlatBufferWriter
    ) -> FlatBufferWriter.Reference {
        let name = writer.string(entry.name)
        return writer.table([.reference(name), .uint32(UInt32(entry.tensor))])
    }

    private func subgraph(
        input: Tensor, output: Tensor, bufferOfTensor: [Int], codes: [Int32], _ writer: inout FlatBufferWriter
    ) -> FlatBufferWriter.Reference {
        var tensorTables: [FlatBufferWriter.Reference] = []
        for (tensor, buffer) in zip(tensors, bufferOfTensor) {
            let name = writer.string(tensor.name)
            let shape = writer.vector(tensor.shape.map { Int32($0) })
            // −1 means any number of rows.
            let signature =
                tensor.values == nil ? writer.vector([-1] + tensor.shape.dropFirst().map { Int32($0) }) : nil
            tensorTables.append(
                writer.table([
                    .reference(shape), .uint8(0), .uint32(UInt32(buffer)), .reference(name), nil, nil, nil,
                    signature.map { .reference($0) },
                ]))
        }
        var operatorTables: [FlatBufferWriter.Reference] = []
        for entry in operators {
            let inputs = writer.vector(entry.inputs.map { Int32($0) })
            let outputs = writer.vector([Int32(entry.output)])
            let (type, options) = options(entry, &writer)
            operatorTables.append(
                writer.table([
                    .uint32(UInt32(codes.firstIndex(of: entry.builtin.rawValue) ?? 0)), .reference(inputs),
                    .reference(outputs), type.map { .uint8($0) }, options.map { .reference($0) },
                ]))
        }
        let name = writer.string("main")
        return writer.table([
            .reference(writer.vector(tensorTables)), .reference(writer.vector([Int32(input)])),
            .reference(writer.vector([Int32(output)])), .reference(writer.vector(operatorTables)), .reference(name),
        ])
    }

    /// Returns an operator's options, with their type in the schema; nil for operators without options.
    private func options(
        _ entry: OperatorDescription, _ writer: inout FlatBufferWriter
    ) -> (type: UInt8?, table: FlatBufferWriter.Reference?) {
        let activation = FlatBufferWriter.Value.uint8(entry.activation.rawValue)
        switch entry.builtin {
        case .fullyConnected: return (8, writer.table([activation]))
        case .softmax: return (9, writer.table([.float(1)]))
        case .add: return (11, writer.table([activation]))
        case .mul: return (21, writer.table([activation]))
        default: return (nil, nil)
        }
    }
}

private func littleEndian(_ value: UInt32) -> [UInt8] {
    [
        UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value >> 16),
        UInt8(truncatingIfNeeded: value >> 24),
    ]
}
