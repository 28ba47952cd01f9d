import TabularData
import TegataTrainingData

extension MLHandActionClassifier {
    /// Videos with labels, or key points with labels.
    ///
    /// Labels called `none`, `nothing`, `background` or `no_gesture`, in any case, stand for none of the other classes.
    /// Rows with the same session and label form a sequence, in row order.
    public enum DataSource: RecordedSource {
        /// A directory that contains one directory of videos for each label.
        case labeledDirectories(at: URL)
        /// A directory of videos whose labels are their names up to the first full stop.
        case labeledFiles(at: URL)
        /// A directory of videos and a CSV or JSON file with a row for each video; times are in seconds.
        case directoryWithVideosAndAnnotation(
            at: URL, annotationFile: URL, videoColumn: String, labelColumn: String, startTimeColumn: String? = nil,
            endTimeColumn: String? = nil)
        /// A table of paths and labels; times are in seconds.
        case labeledVideoDataFrame(
            DataFrame, videoColumn: String = __Defaults.videoColumnName,
            labelColumn: String = __Defaults.labelColumnName,
            startTimeColumn: String? = nil, endTimeColumn: String? = nil)
        /// A table of key points. Each row holds the hand in one or more frames, as an array of 1 × 3 × 21 numbers per
        /// frame. The frames have the requested rate, like those returned by ``extractKeypoints(targetFrameRate:)``.
        case labeledKeypointsDataFrame(
            DataFrame, sessionIdColumn: String = __Defaults.sessionIdColumnName,
            labelColumn: String = __Defaults.labelColumnName, featureColumn: String = __Defaults.featureColumnName)
        /// The older kind of table of paths and labels, which Create ML has deprecated.
        case labeledVideoData(
            table: MLDataTable, videoColumn: String = __Defaults.videoColumnName,
            labelColumn: String = __Defaults.labelColumnName,
            startTimeColumn: String? = nil, endTimeColumn: String? = nil)
        /// The older kind of table of key points, which Create ML has deprecated.
        case labeledKeypointsData(
            table: MLDataTable, sessionIdColumn: String = __Defaults.sessionIdColumnName,
            labelColumn: String = __Defaults.labelColumnName, featureColumn: String = __Defaults.featureColumnName)

        /// Returns the files for each label. Throws for key points, which have no files.
        public func labeledMedia() throws -> [String: [URL]] { try tables.labeledMedia() }

        /// Returns a row with the path and label of each file; nil for key points, which have no files.
        public func gatherAnnotatedFileNames() throws -> DataFrame? { try tables.annotatedFileNames() }

        /// Detects the hands in each video and returns a row with the label, path, key points and session for each
        /// frame. Frames in a key-point table already have this rate and stay unchanged.
        public func extractKeypoints(targetFrameRate: Double) throws -> DataFrame {
            try TrainingPlan.checkFrameRate(targetFrameRate)
            return try tables.keypoints(frameRate: targetFrameRate)
        }

        /// Returns a row with the path, label and times of each video. Create ML has deprecated this method.
        public func videosWithAnnotations() throws -> MLDataTable {
            MLDataTable(try gatherAnnotatedFileNames() ?? DataFrame())
        }

        /// Returns the result of ``extractKeypoints(targetFrameRate:)`` as the older kind of table. Create ML has
        /// deprecated this method.
        public func keypointsWithAnnotations(targetFrameRate: Double) throws -> MLDataTable {
            MLDataTable(try extractKeypoints(targetFrameRate: targetFrameRate))
        }

        /// Returns the rows with a `partition` column, the index of each row's proportion. Rows are assigned at random
        /// so that every part has its share of each label. Create ML has replaced it with data-frame splits.
        public func stratifiedSplit(
            proportions: [Double], seed: Int, labelColumn: String = __Defaults.labelColumnName
        ) throws -> MLDataTable {
            try tables.stratifiedSplit(proportions: proportions, seed: seed, labelColumn: labelColumn)
        }

        private var tables: SourceTables {
            SourceTables(source: record, kind: .actions, mediaName: __Defaults.videoColumnName)
        }

        /// The source in the form that both classifiers share.
        var record: SourceRecord {
            switch self {
            case .labeledDirectories(let url): .directories(url)
            case .labeledFiles(let url): .files(url)
            case .directoryWithVideosAndAnnotation(let url, let file, let media, let label, let start, let end):
                .annotated(
                    folder: url, file: file, AnnotationColumns(media: media, label: label, start: start, end: end))
            case .labeledVideoDataFrame(let frame, let media, let label, let start, let end):
                .media(frame, AnnotationColumns(media: media, label: label, start: start, end: end))
            case .labeledVideoData(let table, let media, let label, let start, let end):
                .media(table.frame, AnnotationColumns(media: media, label: label, start: start, end: end))
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
                self = .directoryWithVideosAndAnnotation(
                    at: folder, annotationFile: file, videoColumn: columns.media ?? __Defaults.videoColumnName,
                    labelColumn: columns.label ?? __Defaults.labelColumnName, startTimeColumn: columns.start,
                    endTimeColumn: columns.end)
            case .media(let frame, let columns):
                self = .labeledVideoDataFrame(
                    frame, videoColumn: columns.media ?? __Defaults.videoColumnName,
                    labelColumn: columns.label ?? __Defaults.labelColumnName, startTimeColumn: columns.start,
                    endTimeColumn: columns.end)
            case .points(let frame, let session, let label, let feature):
                self = .labeledKeypointsDataFrame(
                    frame, sessionIdColumn: session, labelColumn: label, featureColumn: feature)
            }
        }
    }
}
