/// Recognises the forms of data sets and gathers their items.
struct DataSetReader {
    let kind: DataSetKind
    let options: DataSetOptions
    var builder: DataSetBuilder

    init(kind: DataSetKind, options: DataSetOptions) {
        self.kind = kind
        self.options = options
        builder = DataSetBuilder(kind: kind, background: options.background)
    }

    func dataSet(at paths: [String], needsTwoLabels: Bool) throws(DataSetError) -> DataSet {
        var reader = self
        for path in paths { try reader.add(path) }
        return try reader.dataSet(paths: paths, needsTwoLabels: needsTwoLabels)
    }

    func dataSet(paths: [String], needsTwoLabels: Bool) throws(DataSetError) -> DataSet {
        try builder.dataSet(paths: paths, needsTwoLabels: needsTwoLabels)
    }

    mutating func add(_ path: String) throws(DataSetError) {
        try addLabeledDirectories(at: path)
    }

    mutating func addLabeledDirectories(at path: String) throws(DataSetError) {}

    mutating func addLabeledFiles(at path: String, separators: Set<Character>) throws(DataSetError) {}

    mutating func addAnnotations(_ file: String, folder: String) throws(DataSetError) {}
}
