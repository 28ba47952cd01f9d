/// Builds the content of a `TFLITE_METADATA` buffer: texts, and tables by the schema's slots.
package enum MetadataImage {
    /// A file that belongs to a tensor; type 2 has the labels of classes.
    package static func associatedFile(_ name: String, type: Int8 = 2, locale: String? = nil) -> FlatValue {
        var fields: [Int: FlatValue] = [0: .string(name), 2: .int8(type)]
        if let locale { fields[3] = .string(locale) }
        return .table(fields)
    }

    /// A step in front of an input or behind an output.
    package static func processUnit(_ type: UInt8, _ options: [Int: FlatValue]) -> FlatValue {
        .table([0: .uint8(type), 1: .table(options)])
    }

    /// The normalisation of an image input.
    package static func normalization(_ means: [Float], _ deviations: [Float]) -> FlatValue {
        processUnit(1, [0: .floats(means), 1: .floats(deviations)])
    }

    /// What is said about one tensor.
    package static func tensor(
        _ name: String, units: [FlatValue] = [], files: [FlatValue] = [], fields: [Int: FlatValue] = [:]
    ) -> FlatValue {
        let own: [Int: FlatValue] = [0: .string(name), 4: .vector(units), 6: .vector(files)]
        return .table(own.merging(fields) { $1 })
    }

    /// The whole metadata of a network with one subgraph.
    package static func image(
        inputs: [FlatValue] = [], outputs: [FlatValue] = [], parserVersion: String = "1.0.0",
        fields: [Int: FlatValue] = [:]
    ) -> FlatBufferImage {
        let own: [Int: FlatValue] = [
            0: .string("a model"),
            3: .vector([.table([2: .vector(inputs), 3: .vector(outputs)])]),
            7: .named("parser version", .string(parserVersion)),
        ]
        return FlatBufferImage(identifier: "M001", root: .named("root", .table(own.merging(fields) { $1 })))
    }
}
