import TabularData
import TegataClassifiers
import TegataTrainingData

/// The training data of either classifier.
enum SourceRecord: @unchecked Sendable {
    case directories(URL)
    case files(URL)
    case annotated(folder: URL, file: URL, AnnotationColumns)
    case media(DataFrame, AnnotationColumns)
    case points(DataFrame, session: String, label: String, feature: String)

    /// The name of the data in messages.
    var name: String {
        switch self {
        case .directories(let url), .files(let url), .annotated(_, file: let url, _): url.path
        case .media, .points: "the data frame"
        }
    }

    /// Throws if a named file or directory does not exist, before anything else is done.
    func check() throws(MLCreateError) {
        let urls: [URL] =
            switch self {
            case .directories(let url), .files(let url): [url]
            case .annotated(let folder, let file, _): [folder, file]
            case .media, .points: []
            }
        for url in urls {
            try requireFile(url)
            guard FileManager.default.fileExists(atPath: url.path) else {
                throw .io(reason: "\(url.path): no such file or directory; check the path")
            }
        }
    }

    /// Returns the source with only the columns in use if it is a table, with values that a file can hold.
    func normalized() throws(MLCreateError) -> SourceRecord {
        switch self {
        case .directories, .files, .annotated: self
        case .media(let frame, let columns): .media(try MediaTable(frame, columns).normalized(), columns)
        case .points(let frame, let session, let label, let feature):
            .points(
                try PointTable(frame, session: session, label: label, feature: feature).normalized(),
                session: session, label: label, feature: feature)
        }
    }

    /// Returns the data, not yet decoded; `frameRate` is the frame rate of a table's sequences, in frames per second.
    func dataSet(_ kind: DataSetKind, frameRate: Double?, needsTwoLabels: Bool) throws(MLCreateError) -> DataSet {
        do throws(DataSetError) {
            switch self {
            case .directories(let url):
                return try DataSet.labeledDirectories(at: url.path, kind: kind, needsTwoLabels: needsTwoLabels)
            case .files(let url):
                return try DataSet.labeledFiles(at: url.path, kind: kind, needsTwoLabels: needsTwoLabels)
            case .annotated(let folder, let file, let columns):
                var options = DataSetOptions()
                options.columns = columns
                options.timeUnit = .seconds
                return try DataSet.annotated(
                    folder: folder.path, annotationFile: file.path, kind: kind, options,
                    needsTwoLabels: needsTwoLabels)
            case .media, .points: break
            }
        } catch { throw MLCreateError(error) }
        var builder = DataSetBuilder(kind: kind)
        switch self {
        case .media(let frame, let columns): try MediaTable(frame, columns).add(to: &builder, kind: kind)
        case .points(let frame, let session, let label, let feature):
            try PointTable(frame, session: session, label: label, feature: feature)
                .add(to: &builder, kind: kind, frameRate: frameRate)
        default: break
        }
        do throws(DataSetError) {
            return try builder.dataSet(paths: [name], needsTwoLabels: needsTwoLabels)
        } catch { throw MLCreateError(error) }
    }
}

/// Throws if a URL is not a file URL.
func requireFile(_ url: URL) throws(MLCreateError) {
    guard url.isFileURL else {
        throw .io(reason: "\(url.absoluteString): is not a file URL; pass the URL of a local file")
    }
}

extension MLCreateError {
    init(_ error: DataSetError) {
        switch error {
        case .columnMissing, .columnUnnamed, .valueCount: self = .type(reason: error.description)
        case .unreadable, .table, .formUnknown: self = .io(reason: error.description)
        default: self = .generic(reason: error.description)
        }
    }
}
