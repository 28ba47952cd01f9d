import TabularData
import TegataClassifiers
import TegataTrainingData

/// Where training data is, whichever classifier it is for.
enum SourceRecord: @unchecked Sendable, Equatable {
    case directories(URL)
    case files(URL)
    case annotated(folder: URL, file: URL, AnnotationColumns)
    case media(DataFrame, AnnotationColumns)
    case points(DataFrame, session: String, label: String, feature: String)

    static func == (first: SourceRecord, second: SourceRecord) -> Bool {
        switch (first, second) {
        case (.directories(let a), .directories(let b)), (.files(let a), .files(let b)): a == b
        case (.annotated(let a, let b, let c), .annotated(let d, let e, let f)): a == d && b == e && c == f
        case (.media(let a, let b), .media(let c, let d)): a == c && b == d
        case (.points(let a, let b, let c, let d), .points(let e, let f, let g, let h)):
            a == e && b == f && c == g && d == h
        default: false
        }
    }

    /// Throws where a file or folder that is named is not there, before anything else is done.
    func check() throws(MLCreateError) {
        let urls: [URL] =
            switch self {
            case .directories(let url), .files(let url): [url]
            case .annotated(let folder, let file, _): [folder, file]
            case .media, .points: []
            }
        for url in urls where !FileManager.default.fileExists(atPath: url.path) {
            throw .io(reason: "\(url.path): no such file or folder; check the path")
        }
    }

    /// What there is, not decoded yet.
    func dataSet(_ kind: DataSetKind, needsTwoLabels: Bool) throws(MLCreateError) -> DataSet {
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
            try PointTable(frame, session: session, label: label, feature: feature).add(to: &builder, kind: kind)
        default: break
        }
        do throws(DataSetError) {
            return try builder.dataSet(paths: ["the data frame"], needsTwoLabels: needsTwoLabels)
        } catch { throw MLCreateError(error) }
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
