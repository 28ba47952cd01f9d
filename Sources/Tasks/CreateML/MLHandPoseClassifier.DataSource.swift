import TabularData
import TegataTrainingData

extension MLHandPoseClassifier {
    /// A stand-in for where pictures with labels, or key points with labels, are.
    ///
    /// Labels called `none`, `nothing`, `background` or `no_gesture`, in any case, stand for whatever is none of the
    /// others. Rows of one session belong together, such as those of a person, and are never on both sides of a split.
    public enum DataSource {
        /// A folder with a folder of pictures for every label.
        case labeledDirectories(at: URL)
        /// A folder of pictures whose names are the label up to the first full stop.
        case labeledFiles(at: URL)
        /// A folder of pictures and a CSV or JSON file with a row for each.
        case directoryWithImagesAndAnnotation(
            at: URL, annotationFile: URL, imageColumn: String, labelColumn: String)
        /// A table of paths and labels.
        case labeledImageDataFrame(
            DataFrame, imageColumn: String = __Defaults.imageColumnName,
            labelColumn: String = __Defaults.labelColumnName)
        /// A table of key points: in each row a hand, an array of 1 × 3 × 21 numbers.
        case labeledKeypointsDataFrame(
            DataFrame, sessionIdColumn: String = __Defaults.sessionIdColumnName,
            labelColumn: String = __Defaults.labelColumnName, featureColumn: String = __Defaults.featureColumnName)
        /// The older kind of table of paths and labels, which the original has deprecated.
        case labeledImageData(
            table: MLDataTable, imageColumn: String = __Defaults.imageColumnName,
            labelColumn: String = __Defaults.labelColumnName)
        /// The older kind of table of key points, which the original has deprecated.
        case labeledKeypointsData(
            table: MLDataTable, sessionIdColumn: String = __Defaults.sessionIdColumnName,
            labelColumn: String = __Defaults.labelColumnName, featureColumn: String = __Defaults.featureColumnName)

        /// The files of every label. Throws for key points, which have none.
        public func labeledMedia() throws -> [String: [URL]] { try tables.labeledMedia() }

        /// A row with path and label for every file; nil for key points, which have none.
        public func gatherAnnotatedFileNames() throws -> DataFrame? { try tables.annotatedFileNames() }

        /// Looks for a hand in every picture: a row with label, path, key points and session for each.
        public func extractKeypoints() throws -> DataFrame { try tables.keypoints(frameRate: 0) }

        /// A row with path and label for every picture. The original has deprecated it.
        public func imagesWithAnnotations() throws -> MLDataTable {
            MLDataTable(try gatherAnnotatedFileNames() ?? DataFrame())
        }

        /// ``extractKeypoints()`` as the older kind of table. The original has deprecated it.
        public func keypointsWithAnnotations() throws -> MLDataTable { MLDataTable(try extractKeypoints()) }

        /// The rows with a column `partition`: the place of the proportion that each belongs to, chosen by chance so
        /// that all parts have their share of every label. The original has deprecated it for the split of data frames.
        public func stratifiedSplit(
            proportions: [Double], seed: Int, labelColumn: String = __Defaults.labelColumnName
        ) throws -> MLDataTable {
            try tables.stratifiedSplit(proportions: proportions, seed: seed, labelColumn: labelColumn)
        }

        private var tables: SourceTables {
            SourceTables(source: record, kind: .poses, mediaName: __Defaults.imageColumnName)
        }

        /// The source as both classifiers have it.
        var record: SourceRecord {
            switch self {
            case .labeledDirectories(let url): .directories(url)
            case .labeledFiles(let url): .files(url)
            case .directoryWithImagesAndAnnotation(let url, let file, let media, let label):
                .annotated(folder: url, file: file, AnnotationColumns(media: media, label: label))
            case .labeledImageDataFrame(let frame, let media, let label):
                .media(frame, AnnotationColumns(media: media, label: label))
            case .labeledImageData(let table, let media, let label):
                .media(table.frame, AnnotationColumns(media: media, label: label))
            case .labeledKeypointsDataFrame(let frame, let session, let label, let feature):
                .points(frame, session: session, label: label, feature: feature)
            case .labeledKeypointsData(let table, let session, let label, let feature):
                .points(table.frame, session: session, label: label, feature: feature)
            }
        }

        init(_ record: SourceRecord) {
            switch record {
            case .directories(let url): self = .labeledDirectories(at: url)
            case .files(let url): self = .labeledFiles(at: url)
            case .annotated(let folder, let file, let columns):
                self = .directoryWithImagesAndAnnotation(
                    at: folder, annotationFile: file, imageColumn: columns.media ?? __Defaults.imageColumnName,
                    labelColumn: columns.label ?? __Defaults.labelColumnName)
            case .media(let frame, let columns):
                self = .labeledImageDataFrame(
                    frame, imageColumn: columns.media ?? __Defaults.imageColumnName,
                    labelColumn: columns.label ?? __Defaults.labelColumnName)
            case .points(let frame, let session, let label, let feature):
                self = .labeledKeypointsDataFrame(
                    frame, sessionIdColumn: session, labelColumn: label, featureColumn: feature)
            }
        }
    }
}
