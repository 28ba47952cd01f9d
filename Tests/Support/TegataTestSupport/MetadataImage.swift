/// Builds the content of a `TFLITE_METADATA` buffer from strings and tables, using the schema's slots.
package enum MetadataImage {
    /// Returns a file that belongs to a tensor. Type 2 contains the labels of classes.
    package static func associatedFile(_ name: String, type: Int8 = 2, locale: String? = nil) -> FlatValue {
        var fields: [Int: FlatValue] = [0: .string(name), 2: .int8(type)]
        if let locale { fields[3] = .string(locale) }
        return .table(fields)
    }

    /// Returns a processing step before an input or after an output.
    package static func processUnit(_ type: UInt8, _ options: [Int: FlatValue]) -> FlatValue {
        .table([0: .uint8(type), 1: .table(options)])
    }

    /// Returns the normalisation of an image input.
    package static func normalization(_ means: [Float], _ deviations: [Float]) -> FlatValue {
        processUnit(1, [0: .floats(means), 1: .floats(deviations)])
    }

    /// Returns the metadata of one tensor.
    package static func tensor(
        _ name: String, units: [FlatValue] = [], files: [FlatValue] = [], fields: [Int: FlatValue] = [:]
    ) -> FlatValue {
        let own: [Int: FlatValue] = [0: .string(name), 4: .vector(units), 6: .vector(files)]
        return .table(own.merging(fields) { $1 })
    }

    /// Returns the complete metadata of a network with one subgraph.
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
