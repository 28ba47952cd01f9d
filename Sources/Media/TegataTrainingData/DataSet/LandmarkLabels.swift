/// What hands that were found in pictures are called: what was asked for, or what folders or names of pictures or of
/// the file itself say.
struct LandmarkLabels {
    private let label: String?
    private let usesFolders: Bool
    private let usesNames: Bool
    private let fileLabel: String

    init(sources: [String], file: String, label: String?) {
        self.label = label
        let folders = Set(sources.map { FolderContents.folder(of: $0) })
        usesFolders = folders.count > 1
        let names = Set(
            sources.map { DataSetReader.label(ofFile: FolderContents.name(of: $0), separators: [".", "_"]) })
        usesNames = names.count > 1 && names.count < sources.count
        fileLabel = DataSetReader.label(ofFile: FolderContents.name(of: file), separators: ["."])
    }

    func label(of source: String) -> String {
        if let label { return label }
        if usesFolders { return FolderContents.name(of: FolderContents.folder(of: source)) }
        if usesNames { return DataSetReader.label(ofFile: FolderContents.name(of: source), separators: [".", "_"]) }
        return fileLabel
    }
}
