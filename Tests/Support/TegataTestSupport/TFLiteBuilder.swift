import TegataBuffers
import TegataFormats

/// Builds small networks, usually with one operator, as the bytes of a `.tflite` file.
///
///     var builder = TFLiteBuilder()
///     let a = builder.tensor("a", [1, 4, 4, 3])
///     let b = builder.tensor("b", [1, 4, 4, 3], data: floats)
///     let sum = builder.tensor("sum", [1, 4, 4, 3])
///     builder.operation(.add, inputs: [a, b], outputs: [sum], options: (11, [0: .int8(1)]))
///     builder.inputs = [a]
///     builder.outputs = [sum]
///     let model = try TFLiteModel(bytes: Bytes(builder.bytes()), file: "add.tflite")
package struct TFLiteBuilder {
    /// The indices of the tensors that the caller sets.
    package var inputs: [Int] = []
    /// The indices of the tensors that the caller reads.
    package var outputs: [Int] = []
    /// Named buffers such as `TFLITE_METADATA`.
    package var metadata: [(name: String, data: [UInt8])] = []
    /// Additional or replaced fields of the model's root table.
    package var rootFields: [Int: FlatValue] = [:]

    private var buffers: [FlatValue] = [.table([:])]
    private var tensors: [FlatValue] = []
    private var operatorCodes: [FlatValue] = []
    private var operators: [FlatValue] = []

    package init() {}

    /// Adds a tensor and returns its index. With `bytes`, the tensor is a constant.
    package mutating func tensor(
        _ name: String, _ shape: [Int], type: TFLiteType = .float32, bytes: [UInt8]? = nil,
        fields: [Int: FlatValue] = [:]
    ) -> Int {
        var buffer = 0
        if let bytes {
            buffer = buffers.count
            buffers.append(.named("buffer \(buffer)", .table([0: .bytes(bytes)])))
        }
        let own: [Int: FlatValue] = [
            0: .int32s(shape.map { Int32($0) }), 1: .int8(Int8(type.rawValue)), 2: .uint32(UInt32(buffer)),
            3: .string(name),
        ]
        tensors.append(.named("tensor \(tensors.count)", .table(own.merging(fields) { $1 })))
        return tensors.count - 1
    }

    /// Adds a constant of floats.
    package mutating func tensor(_ name: String, _ shape: [Int], data: [Float]) -> Int {
        tensor(name, shape, bytes: data.flatMap { littleEndianBytes($0.bitPattern) })
    }

    /// Adds a constant of half-precision floats given by their bits.
    package mutating func tensor(_ name: String, _ shape: [Int], halfBits: [UInt16]) -> Int {
        tensor(name, shape, type: .float16, bytes: halfBits.flatMap { littleEndianBytes($0) })
    }

    /// Adds a constant of 32-bit integers.
    package mutating func tensor(_ name: String, _ shape: [Int], int32 data: [Int32]) -> Int {
        tensor(name, shape, type: .int32, bytes: data.flatMap { littleEndianBytes($0) })
    }

    /// Adds an operator. `options` are the schema's number of the options table, and its fields by slot. An input of −1
    /// is omitted. `fields` are additional or replaced fields of the operator's table.
    package mutating func operation(
        _ builtin: BuiltinOperator, version: Int = 1, customName: String? = nil, inputs: [Int], outputs: [Int],
        options: (type: UInt8, fields: [Int: FlatValue])? = nil, fields: [Int: FlatValue] = [:]
    ) {
        let index = operators.count
        var code: [Int: FlatValue] = [
            0: .int8(Int8(min(builtin.rawValue, 127))), 2: .int32(Int32(version)), 3: .int32(builtin.rawValue),
        ]
        if let customName { code[1] = .string(customName) }
        operatorCodes.append(.named("operator code \(index)", .table(code)))
        var own: [Int: FlatValue] = [
            0: .uint32(UInt32(index)),
            1: .int32s(inputs.map { Int32($0) }),
            2: .int32s(outputs.map { Int32($0) }),
        ]
        if let options {
            own[3] = .uint8(options.type)
            own[4] = .named("options \(index)", .table(options.fields))
        }
        operators.append(.named("operator \(index)", .table(own.merging(fields) { $1 })))
    }

    /// Returns the file with the positions of its tables, which are named "tensor 0", "operator 0", "options 0",
    /// "buffer 1", "operator code 0", "subgraph 0" and "root".
    package func image() -> FlatBufferImage {
        let entries = metadata.indices.map { index in
            FlatValue.table([0: .string(metadata[index].name), 1: .uint32(UInt32(buffers.count + index))])
        }
        let subgraph: [Int: FlatValue] = [
            0: .vector(tensors), 1: .int32s(inputs.map { Int32($0) }), 2: .int32s(outputs.map { Int32($0) }),
            3: .vector(operators), 4: .string("main"),
        ]
        let root: [Int: FlatValue] = [
            0: .uint32(3),
            1: .vector(operatorCodes),
            2: .vector([.named("subgraph 0", .table(subgraph))]),
            3: .string("made by a test"),
            4: .vector(buffers + metadata.map { .table([0: .bytes($0.data)]) }),
            6: .vector(entries),
        ]
        return FlatBufferImage(identifier: "TFL3", root: .named("root", .table(root.merging(rootFields) { $1 })))
    }

    /// Returns the bytes of the file.
    package func bytes() -> [UInt8] {
        image().bytes
    }
}

/// Returns the bytes of an integer, least significant first.
package func littleEndianBytes<Integer: FixedWidthInteger>(_ value: Integer) -> [UInt8] {
    (0..<MemoryLayout<Integer>.size).map { UInt8(truncatingIfNeeded: value >> (8 * Integer($0))) }
}
