import TabularData
import TegataTrainingData

extension MLHandPoseClassifier {
    /// Images with labels, or key points with labels.
    ///
    /// Labels called `none`, `nothing`, `background` or `no_gesture`, in any case, stand for none of the other classes.
    /// Rows of the same session belong together (for example, they show the same person) and are never on both sides of
    /// a split.
    public enum DataSource: RecordedSource {
        /// A directory that contains one directory of images for each label.
        case labeledDirectories(at: URL)
        /// A directory of images whose labels are their names up to the first full stop.
        case labeledFiles(at: URL)
        /// A directory of images and a CSV or JSON file with a row for each image.
        case directoryWithImagesAndAnnotation(
            at: URL, annotationFile: URL, imageColumn: String, labelColumn: String)
        /// A table of paths and labels.
        case labeledImageDataFrame(
            DataFrame, imageColumn: String = __Defaults.imageColumnName,
            labelColumn: String = __Defaults.labelColumnName)
        /// A table of key points. Each row holds a hand as an array of 1 × 3 × 21 numbers.
        case labeledKeypointsDataFrame(
            DataFrame, sessionIdColumn: String = __Defaults.sessionIdColumnName,
            labelColumn: String = __Defaults.labelColumnName, featureColumn: String = __Defaults.featureColumnName)
        /// The older kind of table of paths and labels, which Create ML has deprecated.
        case labeledImageData(
            table: MLDataTable, imageColumn: String = __Defaults.imageColumnName,
            labelColumn: String = __Defaults.labelColumnName)
        /// The older kind of table of key points, which Create ML has deprecated.
        case labeledKeypointsData(
            table: MLDataTable, sessionIdColumn: String = __Defaults.sessionIdColumnName,
            labelColumn: String = __Defaults.labelColumnName, featureColumn: String = __Defaults.featureColumnName)

        /// Returns the files for each label. Throws for key points, which have no files.
        public func labeledMedia() throws -> [String: [URL]] { try tables.labeledMedia() }

        /// Returns a row with the path and label of each file; nil for key points, which have no files.
        public func gatherAnnotatedFileNames() throws -> DataFrame? { try tables.annotatedFileNames() }

        /// Detects the hand in each image and returns a row with the label, path, key points and session for each.
        public func extractKeypoints() throws -> DataFrame { try tables.keypoints(frameRate: 0) }

        /// Returns a row with the path and label of each image. Create ML has deprecated this method.
        public func imagesWithAnnotations() throws -> MLDataTable {
            MLDataTable(try gatherAnnotatedFileNames() ?? DataFrame())
        }

        /// Returns the result of ``extractKeypoints()`` as the older kind of table. Create ML has deprecated this
        /// method.
        public func keypointsWithAnnotations() throws -> MLDataTable { MLDataTable(try extractKeypoints()) }

        /// Returns the rows with a `partition` column, the index of each row's proportion. Rows are assigned at random
        /// so that every part has its share of each label. Create ML has replaced it with data-frame splits.
        public func stratifiedSplit(
            proportions: [Double], seed: Int, labelColumn: String = __Defaults.labelColumnName
        ) throws -> MLDataTable {
            try tables.stratifiedSplit(proportions: proportions, seed: seed, labelColumn: labelColumn)
        }

        private var tables: SourceTables {
            SourceTables(source: record, kind: .poses, mediaName: __Defaults.imageColumnName)
        }

        /// The source in the form that both classifiers share.
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
