import TegataBuffers

extension ModelMetadata {
    /// The newest version of the metadata schema that this reader supports.
    package static let supportedVersion = "1.5.0"

    /// Reads the content of a `TFLITE_METADATA` buffer.
    package init(bytes: Bytes, file: String) throws(ModelFormatError) {
        let root = try FlatBuffer(bytes: bytes, file: file).root(identifier: "M001")
        var reader = MetadataReader(budget: DecodingBudget(fileByteCount: bytes.count))
        let versionField = FlatBufferField(7, "min parser version")
        let needed = try reader.text(root, versionField)
        if let needed, !Self.understands(needed) {
            throw root.error(versionField, .metadataVersion(needed: needed, supported: Self.supportedVersion))
        }
        minimumParserVersion = needed
        name = try reader.text(root, FlatBufferField(0, "name"))
        description = try reader.text(root, FlatBufferField(1, "description"))
        version = try reader.text(root, FlatBufferField(2, "version"))
        author = try reader.text(root, FlatBufferField(4, "author"))
        license = try reader.text(root, FlatBufferField(5, "license"))
        associatedFiles = try reader.associatedFiles(root, FlatBufferField(6, "associated files"))
        subgraphs = try reader.subgraphs(root)
    }

    /// Whether `needed`, a version made up of numbers separated by dots, is not above the supported version.
    private static func understands(_ needed: String) -> Bool {
        guard let needed = numbers(needed), let supported = numbers(supportedVersion) else { return false }
        for index in 0..<max(needed.count, supported.count) {
            let (own, other) = (
                index < supported.count ? supported[index] : 0, index < needed.count ? needed[index] : 0
            )
            if own != other { return own > other }
        }
        return true
    }

    private static func numbers(_ version: String) -> [UInt32]? {
        var numbers: [UInt32] = []
        for part in version.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
            guard let number = UInt32(String(Substring(part))) else { return nil }
            numbers.append(number)
        }
        return numbers
    }
}

/// Decodes the metadata tables, all within one budget.
private struct MetadataReader {
    var budget: DecodingBudget

    mutating func text(_ table: FlatBufferTable, _ field: FlatBufferField) throws(ModelFormatError) -> String? {
        try table.string(field, budget: &budget)
    }

    /// Returns the tables that a vector points to; each takes `decodedSize` bytes once decoded.
    private mutating func tables(
        _ table: FlatBufferTable, _ field: FlatBufferField, named name: StaticString, decodedSize: Int
    ) throws(ModelFormatError) -> [FlatBufferTable] {
        try table.tables(field, named: name, decodedSize: decodedSize, budget: &budget)
    }

    mutating func subgraphs(_ root: FlatBufferTable) throws(ModelFormatError) -> [SubgraphMetadata] {
        var subgraphs: [SubgraphMetadata] = []
        let stride = MemoryLayout<SubgraphMetadata>.stride
        for table in try tables(root, FlatBufferField(3, "subgraphs"), named: "subgraph", decodedSize: stride) {
            subgraphs.append(
                SubgraphMetadata(
                    name: try text(table, FlatBufferField(0, "name")),
                    description: try text(table, FlatBufferField(1, "description")),
                    inputs: try tensors(table, FlatBufferField(2, "inputs"), named: "input"),
                    outputs: try tensors(table, FlatBufferField(3, "outputs"), named: "output"),
                    associatedFiles: try associatedFiles(table, FlatBufferField(4, "associated files"))))
        }
        return subgraphs
    }

    private mutating func tensors(
        _ subgraph: FlatBufferTable, _ field: FlatBufferField, named name: StaticString
    ) throws(ModelFormatError) -> [TensorMetadata] {
        var tensors: [TensorMetadata] = []
        let stride = MemoryLayout<TensorMetadata>.stride
        for table in try tables(subgraph, field, named: name, decodedSize: stride) {
            let stats = try table.table(FlatBufferField(5, "stats"))
            tensors.append(
                TensorMetadata(
                    name: try text(table, FlatBufferField(0, "name")),
                    description: try text(table, FlatBufferField(1, "description")),
                    dimensionNames: try texts(table, FlatBufferField(2, "dimension names")),
                    content: try content(table),
                    processUnits: try processUnits(table),
                    minimums: try stats?.floats(FlatBufferField(1, "min"), budget: &budget) ?? [],
                    maximums: try stats?.floats(FlatBufferField(0, "max"), budget: &budget) ?? [],
                    associatedFiles: try associatedFiles(table, FlatBufferField(6, "associated files"))))
        }
        return tensors
    }

    private mutating func texts(
        _ table: FlatBufferTable, _ field: FlatBufferField
    ) throws(ModelFormatError) -> [String] {
        guard
            let vector = try table.vector(
                field, elementSize: 4, decodedSize: MemoryLayout<String>.stride, budget: &budget)
        else { return [] }
        var texts: [String] = []
        for index in 0..<vector.count {
            texts.append(try vector.string(at: index, budget: &budget))
        }
        return texts
    }

    private func content(_ tensor: FlatBufferTable) throws(ModelFormatError) -> TensorContent? {
        guard let content = try tensor.table(FlatBufferField(3, "content")) else { return nil }
        let type = try content.uint8(FlatBufferField(0, "content properties type"), default: 0)
        guard type != 0, let properties = try content.table(FlatBufferField(1, "content properties")) else {
            return nil
        }
        switch type {
        case 1: return .feature
        case 2:
            let space = try properties.uint8(FlatBufferField(0, "color space"), default: 0)
            var size: TensorContent.ImageSize?
            if let table = try properties.table(FlatBufferField(1, "default size")) {
                size = TensorContent.ImageSize(
                    width: Int(clamping: try table.uint32(FlatBufferField(0, "width"), default: 0)),
                    height: Int(clamping: try table.uint32(FlatBufferField(1, "height"), default: 0)))
            }
            return .image(colorSpace: TensorContent.ColorSpace(rawValue: space) ?? .unknown, defaultSize: size)
        case 3: return .boundingBox
        case 4:
            return .audio(
                sampleRate: Int(clamping: try properties.uint32(FlatBufferField(0, "sample rate"), default: 0)),
                channels: Int(clamping: try properties.uint32(FlatBufferField(1, "channels"), default: 0)))
        default: return .unknown(type)
        }
    }

    private mutating func processUnits(_ tensor: FlatBufferTable) throws(ModelFormatError) -> [ProcessUnit] {
        let field = FlatBufferField(4, "process units")
        var units: [ProcessUnit] = []
        /// Whether each type has been seen.
        var seen = [Bool](repeating: false, count: 256)
        let stride = MemoryLayout<ProcessUnit>.stride
        for table in try tables(tensor, field, named: "process unit", decodedSize: stride) {
            let type = try table.uint8(FlatBufferField(0, "options type"), default: 0)
            guard type != 0, let options = try table.table(FlatBufferField(1, "options")) else { continue }
            let unit = try processUnit(type, options)
            guard !seen[Int(type)] else {
                throw tensor.error(field, at: table.position, .processUnitRepeated(kind: unit.kind))
            }
            seen[Int(type)] = true
            units.append(unit)
        }
        return units
    }

    private mutating func processUnit(
        _ type: UInt8, _ options: FlatBufferTable
    ) throws(ModelFormatError) -> ProcessUnit {
        switch type {
        case 1:
            let meanField = FlatBufferField(0, "mean")
            let deviationField = FlatBufferField(1, "std")
            let means = try options.floats(meanField, budget: &budget) ?? []
            let deviations = try options.floats(deviationField, budget: &budget) ?? []
            guard !means.isEmpty, means.count == deviations.count else {
                throw options.error(
                    meanField, .normalizationCounts(means: means.count, standardDeviations: deviations.count))
            }
            for deviation in deviations where !(deviation.isFinite && deviation != 0) {
                throw options.error(deviationField, .standardDeviationInvalid(deviation))
            }
            return .normalization(Normalization(means: means, standardDeviations: deviations))
        case 2:
            return .scoreCalibration(
                transformation: try options.uint8(FlatBufferField(0, "score transformation"), default: 0),
                defaultScore: try options.float(FlatBufferField(1, "default score"), default: 0))
        case 3:
            return .scoreThresholding(try options.float(FlatBufferField(0, "global score threshold"), default: 0))
        default: return .other(type)
        }
    }

    mutating func associatedFiles(
        _ table: FlatBufferTable, _ field: FlatBufferField
    ) throws(ModelFormatError) -> [AssociatedFile] {
        var files: [AssociatedFile] = []
        let stride = MemoryLayout<AssociatedFile>.stride
        for table in try tables(table, field, named: "associated file", decodedSize: stride) {
            let kind = try table.uint8(FlatBufferField(2, "type"), default: 0)
            files.append(
                AssociatedFile(
                    name: try text(table, FlatBufferField(0, "name")) ?? "",
                    description: try text(table, FlatBufferField(1, "description")),
                    kind: AssociatedFile.Kind(rawValue: kind) ?? .unknown,
                    locale: try text(table, FlatBufferField(3, "locale")),
                    version: try text(table, FlatBufferField(4, "version"))))
        }
        return files
    }
}
