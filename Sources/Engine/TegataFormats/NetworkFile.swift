import TegataBuffers

/// A `.tflite` file: the network, its metadata, and the files appended to it.
package struct NetworkFile: Sendable {
    /// More classes than any network has; a file of empty lines must not become millions of labels.
    private static let labelLimit = 1 << 16
    /// More than the names of that many classes take; many outputs may name one list.
    private static let labelByteLimit = 1 << 24

    /// The name of the file for errors.
    package let file: String
    package let model: TFLiteModel
    /// Nil where the network came without.
    package let metadata: ModelMetadata?
    private let archive: Result<ZipArchive?, ModelFormatError>

    /// Reads the network and its metadata.
    package init(bytes: Bytes, file: String) throws(ModelFormatError) {
        if FileKind.isArchive(bytes) {
            throw ModelFormatError(file: file, problem: .networkExpected)
        }
        let model = try TFLiteModel(bytes: bytes, file: file)
        self.file = file
        self.model = model
        if let bytes = model.metadataBytes(named: "TFLITE_METADATA") {
            metadata = try ModelMetadata(bytes: bytes, file: file + ":TFLITE_METADATA")
        } else {
            metadata = nil
        }
        archive = Result { () throws(ModelFormatError) in
            ZipCentralDirectory.exists(in: model.bytes) ? try ZipArchive(bytes: model.bytes, file: file) : nil
        }
    }

    /// The archive appended to the network, nil where nothing is.
    package func appendedArchive() throws(ModelFormatError) -> ZipArchive? { try archive.get() }

    /// What the metadata says about an input of the network, which is its first subgraph.
    package func inputMetadata(_ index: Int) -> TensorMetadata? {
        guard let inputs = metadata?.subgraphs.first?.inputs, inputs.indices.contains(index) else { return nil }
        return inputs[index]
    }

    /// What the metadata says about an output of the network.
    package func outputMetadata(_ index: Int) -> TensorMetadata? {
        guard let outputs = metadata?.subgraphs.first?.outputs, outputs.indices.contains(index) else { return nil }
        return outputs[index]
    }

    /// How pixels become values of an input; 0…1 where the network does not say.
    package func normalization(ofInput index: Int) -> Normalization {
        for case .normalization(let normalization) in inputMetadata(index)?.processUnits ?? [] {
            return normalization
        }
        return .unitRange
    }

    /// Below which scores of an output do not count; nil where the network does not say.
    package func scoreThreshold(ofOutput index: Int) -> Float? {
        for case .scoreThresholding(let threshold) in outputMetadata(index)?.processUnits ?? [] {
            return threshold
        }
        return nil
    }

    /// The names of the classes of an output, in order; empty where the network does not say.
    ///
    /// Without a `locale` the first list of labels, whatever its language; with one the list in exactly this language,
    /// which must be as long as the first.
    package func labels(ofOutput index: Int, locale: String? = nil) throws(ModelFormatError) -> [String] {
        let lists = labelLists(ofOutput: index)
        guard let first = lists.first else { return [] }
        let labels = try self.labels(in: first)
        guard let locale else { return labels }
        guard let list = lists.first(where: { ($0.locale ?? "").utf8.elementsEqual(locale.utf8) }) else { return [] }
        let names = try self.labels(in: list)
        guard names.count == labels.count else {
            throw ModelFormatError(
                file: file, place: "member \"\(list.name)\"",
                problem: .displayNameCount(labels: labels.count, displayNames: names.count))
        }
        return names
    }

    private func labelLists(ofOutput index: Int) -> [AssociatedFile] {
        (outputMetadata(index)?.associatedFiles ?? []).filter { $0.kind == .axisLabels }
    }

    #if !hasFeature(Embedded)
        /// The names of the classes of each output, as ``labels(ofOutput:locale:)`` gives them. Together they have the
        /// bounds of one output.
        package func labelsOfOutputs() throws(ModelFormatError) -> [[String]] {
            var labels: [[String]] = []
            var count = 0
            var byteCount = 0
            // Many outputs may name one list, and lists stand among many files.
            var read: [[UInt8]: [String]] = [:]
            let places = try appendedArchive()?.lastOfNames
            for index in model.subgraphs[0].outputs.indices {
                guard let list = labelLists(ofOutput: index).first else {
                    labels.append([])
                    continue
                }
                let name = Array(list.name.utf8)
                if read[name] == nil { read[name] = try self.labels(in: list, places: places) }
                let ofOutput = read[name] ?? []
                labels.append(ofOutput)
                count += max(1, ofOutput.count)
                byteCount += ofOutput.reduce(0) { $0 + $1.utf8.count }
                for (sum, limit) in [(count, Self.labelLimit), (byteCount, Self.labelByteLimit)] where sum > limit {
                    throw ModelFormatError(
                        file: file, place: "labels of output \(index)",
                        problem: .countAboveLimit(count: sum, limit: limit))
                }
            }
            return labels
        }
    #endif

    /// With the `places` of members by their names, it need not look for one.
    private func labels(
        in list: AssociatedFile, places: [[UInt8]: Int]? = nil
    ) throws(ModelFormatError) -> [String] {
        guard let archive = try appendedArchive() else {
            throw ModelFormatError(
                file: file, place: "appended files", problem: .memberMissing(list.name, present: []))
        }
        let member: ZipMember
        if let place = places?[Array(list.name.utf8)] {
            member = archive.members[place]
        } else {
            member = try archive.member(named: list.name)
        }
        let data = try archive.data(of: member)
        guard let lines = labelLines(data, atMost: Self.labelLimit) else {
            throw ModelFormatError(
                file: file, place: "member \"\(list.name)\"",
                problem: .countAboveLimit(count: Self.labelLimit + 1, limit: Self.labelLimit))
        }
        return lines
    }
}

/// One label per line; an empty last line is none, and lines may end as on Windows. Nil for more than `limit` lines.
package func labelLines(_ data: Bytes, atMost limit: Int) -> [String]? {
    var lines: [String] = []
    var start = 0
    while start < data.count {
        var end = start
        while let byte = data.integer(at: end, as: UInt8.self), byte != UInt8(ascii: "\n") { end += 1 }
        let isWindows = end > start && data.integer(at: end - 1, as: UInt8.self) == UInt8(ascii: "\r")
        guard lines.count < limit else { return nil }
        lines.append(data.text(at: start, count: end - start - (isWindows ? 1 : 0)) ?? "")
        start = end + 1
    }
    return lines
}

/// What the first bytes of a file tell.
package enum FileKind {
    /// Whether the file is a flatbuffer with the identifier of networks, rather than an archive, which may be appended
    /// to a network.
    package static func isNetwork(_ bytes: Bytes) -> Bool {
        bytes.slice(at: 4, count: 4)?.equals("TFL3") == true
    }

    /// Whether the file is an archive, such as a bundle, and not a network with one appended.
    package static func isArchive(_ bytes: Bytes) -> Bool {
        !isNetwork(bytes) && ZipCentralDirectory.exists(in: bytes)
    }
}
