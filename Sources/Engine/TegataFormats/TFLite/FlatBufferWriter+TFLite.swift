import TegataBuffers

extension FlatBufferWriter {
    /// Writes a buffer with the data of a constant or of metadata; without data, it belongs to computed tensors.
    mutating func buffer(_ data: [UInt8]) -> Reference {
        guard !data.isEmpty else { return table([]) }
        let bytes = bytes(data, alignedTo: 16)
        return table([.reference(bytes)])
    }

    /// Writes an entry in the list of operators.
    mutating func operatorCode(_ builtin: BuiltinOperator, customName: String? = nil, version: Int) -> Reference {
        let name = customName.map { string($0) }
        return table([
            .uint8(UInt8(clamping: min(builtin.rawValue, 127))), name.map { .reference($0) },
            .int32(Int32(clamping: version)), .int32(builtin.rawValue),
        ])
    }

    /// Writes the metadata entries of a model; `place` returns a buffer's new index.
    mutating func metadata(of model: TFLiteModel, _ place: (Int) -> Int) -> [Reference] {
        var entries: [Reference] = []
        for entry in model.metadata {
            let name = string(entry.name)
            entries.append(table([.reference(name), .uint32(UInt32(place(entry.bufferIndex)))]))
        }
        return entries
    }
}

#if !hasFeature(Embedded)
    extension TFLiteModel {
        func rewritingError(_ reason: String) -> ModelFormatError {
            ModelFormatError(file: file, problem: .rewritingUnsupported(reason))
        }

        /// Returns a rewritten network, followed by the files appended to this one.
        func appendingFiles(to network: [UInt8]) throws(ModelFormatError) -> [UInt8] {
            guard ZipCentralDirectory.exists(in: bytes) else { return network }
            let archive = try ZipArchive(bytes: bytes, file: file)
            var writer = ZipWriter(after: Bytes(network))
            let last = archive.lastOfNames
            for (index, member) in archive.members.enumerated() where last[Array(member.name.utf8)] == index {
                try writer.append(member.name, archive.data(of: member))
            }
            return writer.finish()
        }

        /// Returns the buffers of metadata in the older form, without names.
        func unnamedMetadata() throws(ModelFormatError) -> [Int] {
            let root = try FlatBuffer(bytes: bytes, file: file).root(identifier: "TFL3")
            let field = FlatBufferField(5, "metadata buffer")
            let numbers = try root.intVector(field, atMost: 1 << 16) ?? []
            for number in numbers where !buffers.indices.contains(number) {
                throw root.error(field, .indexOutOfRange(index: number, count: buffers.count))
            }
            return numbers
        }

        /// The schema's options tables that contain only numbers.
        private static let plainOptions: Set<UInt8> = [
            1, 2, 5, 8, 9, 10, 11, 15, 21, 22, 23, 26, 27, 28, 29, 32, 38, 39, 52, 59, 64,
        ]
        /// The schema's options tables that contain one list of 32-bit integers: new shapes and squeezed axes.
        private static let listOptions: Set<UInt8> = [17, 30]

        /// Writes a copy of an operator's options; returns nil if it has none.
        func options(
            of entry: TFLiteOperator, _ writer: inout FlatBufferWriter
        ) throws(ModelFormatError) -> FlatBufferWriter.Reference? {
            guard entry.options2 == nil, entry.customOptions.count == 0 else {
                throw rewritingError("\(entry.code.name) has custom options")
            }
            guard let table = entry.options else { return nil }
            if Self.listOptions.contains(entry.optionsType) {
                let list = try table.intVector(0, atMost: 64)?.map { Int32(clamping: $0) }
                return writer.table([list.map { .reference(writer.vector($0)) }])
            }
            guard Self.plainOptions.contains(entry.optionsType) else {
                throw rewritingError("options of type \(entry.optionsType) are unknown")
            }
            return writer.table(copying: table)
        }
    }
#endif
