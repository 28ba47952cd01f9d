import TegataBuffers

/// A `.tflite` file: the network, its metadata, and the files appended to it.
package struct NetworkFile: Sendable {
    /// The maximum number of labels: more than the classes of any network, so that a file of empty lines does not
    /// become millions of labels.
    private static let labelLimit = 1 << 16
    /// The maximum number of label bytes: more than that many class names need. The limit is shared, because many
    /// outputs may refer to the same list.
    private static let labelByteLimit = 1 << 24

    /// The file name used in error messages.
    package let file: String
    package let model: TFLiteModel
    /// The metadata; nil if the network has none.
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

    /// Returns the archive appended to the network; nil if there is none.
    package func appendedArchive() throws(ModelFormatError) -> ZipArchive? { try archive.get() }

    /// Returns the metadata of an input of the network, which is its first subgraph; nil if there is none.
    package func inputMetadata(_ index: Int) -> TensorMetadata? {
        guard let inputs = metadata?.subgraphs.first?.inputs, inputs.indices.contains(index) else { return nil }
        return inputs[index]
    }

    /// Returns the metadata of one of the network's outputs; nil if there is none.
    package func outputMetadata(_ index: Int) -> TensorMetadata? {
        guard let outputs = metadata?.subgraphs.first?.outputs, outputs.indices.contains(index) else { return nil }
        return outputs[index]
    }

    /// Returns the conversion from pixels to an input's values; by default, pixels become 0…1.
    package func normalization(ofInput index: Int) -> Normalization {
        for case .normalization(let normalization) in inputMetadata(index)?.processUnits ?? [] {
            return normalization
        }
        return .unitRange
    }

    /// Returns the threshold below which an output's scores are ignored; nil if the metadata has none.
    package func scoreThreshold(ofOutput index: Int) -> Float? {
        for case .scoreThresholding(let threshold) in outputMetadata(index)?.processUnits ?? [] {
            return threshold
        }
        return nil
    }

    /// Returns the names of an output's classes, in order; empty if the metadata has none.
    ///
    /// Without a `locale`, this is the first list of labels in any language. With a `locale`, it is the list in exactly
    /// that language, which must be as long as the first.
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
        /// Returns the names of each output's classes, as ``labels(ofOutput:locale:)`` does. All outputs together share
        /// the limits for a single output.
        package func labelsOfOutputs() throws(ModelFormatError) -> [[String]] {
            var labels: [[String]] = []
            var count = 0
            var byteCount = 0
            // Each list is read once, because many outputs may refer to the same list.
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

    /// Returns the labels in a list. If `places` maps names to members, no search is needed.
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

/// Returns one label per line, or nil if there are more than `limit` lines. An empty last line is not a label. Lines
/// may end with CR LF.
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

/// The kind of a file, recognised from its first bytes.
package enum FileKind {
    /// Whether the file is a flatbuffer with the identifier used for networks. An archive may be appended to it.
    package static func isNetwork(_ bytes: Bytes) -> Bool {
        bytes.slice(at: 4, count: 4)?.equals("TFL3") == true
    }

    /// Whether the file is an archive, such as a bundle, and not a network with an archive appended.
    package static func isArchive(_ bytes: Bytes) -> Bool {
        !isNetwork(bytes) && ZipCentralDirectory.exists(in: bytes)
    }
}
