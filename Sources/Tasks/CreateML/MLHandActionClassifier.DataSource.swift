import TabularData
import TegataTrainingData

extension MLHandActionClassifier {
    /// A stand-in for where videos with labels, or key points with labels, are.
    ///
    /// Labels called `none`, `nothing`, `background` or `no_gesture`, in any case, stand for whatever is none of the
    /// others. Rows of one session and label form one sequence, in their order.
    public enum DataSource {
        /// A folder with a folder of videos for every label.
        case labeledDirectories(at: URL)
        /// A folder of videos whose names are the label up to the first full stop.
        case labeledFiles(at: URL)
        /// A folder of videos and a CSV or JSON file with a row for each; times are in seconds.
        case directoryWithVideosAndAnnotation(
            at: URL, annotationFile: URL, videoColumn: String, labelColumn: String, startTimeColumn: String? = nil,
            endTimeColumn: String? = nil)
        /// A table of paths and labels; times are in seconds.
        case labeledVideoDataFrame(
            DataFrame, videoColumn: String = __Defaults.videoColumnName,
            labelColumn: String = __Defaults.labelColumnName,
            startTimeColumn: String? = nil, endTimeColumn: String? = nil)
        /// A table of key points: in each row the hand of a frame, or of several, an array of 1 × 3 × 21 numbers. The
        /// frames have the rate that is asked for, as those of ``extractKeypoints(targetFrameRate:)`` do.
        case labeledKeypointsDataFrame(
            DataFrame, sessionIdColumn: String = __Defaults.sessionIdColumnName,
            labelColumn: String = __Defaults.labelColumnName, featureColumn: String = __Defaults.featureColumnName)
        /// The older kind of table of paths and labels, which the original has deprecated.
        case labeledVideoData(
            table: MLDataTable, videoColumn: String = __Defaults.videoColumnName,
            labelColumn: String = __Defaults.labelColumnName,
            startTimeColumn: String? = nil, endTimeColumn: String? = nil)
        /// The older kind of table of key points, which the original has deprecated.
        case labeledKeypointsData(
            table: MLDataTable, sessionIdColumn: String = __Defaults.sessionIdColumnName,
            labelColumn: String = __Defaults.labelColumnName, featureColumn: String = __Defaults.featureColumnName)

        /// The files of every label. Throws for key points, which have none.
        public func labeledMedia() throws -> [String: [URL]] { try tables.labeledMedia() }

        /// A row with path and label for every file; nil for key points, which have none.
        public func gatherAnnotatedFileNames() throws -> DataFrame? { try tables.annotatedFileNames() }

        /// Looks for hands in every video: a row with label, path, key points and session for each frame. Frames of a
        /// table of key points have the rate already and stay as they are.
        public func extractKeypoints(targetFrameRate: Double) throws -> DataFrame {
            guard targetFrameRate.isFinite, targetFrameRate > 0, targetFrameRate <= 1000 else {
                throw MLCreateError.generic(
                    reason: "targetFrameRate is \(targetFrameRate); choose more than 0 and at most 1000")
            }
            return try tables.keypoints(frameRate: targetFrameRate)
        }

        /// A row with path, label and times for every video. The original has deprecated it.
        public func videosWithAnnotations() throws -> MLDataTable {
            MLDataTable(try gatherAnnotatedFileNames() ?? DataFrame())
        }

        /// ``extractKeypoints(targetFrameRate:)`` as the older kind of table. The original has deprecated it.
        public func keypointsWithAnnotations(targetFrameRate: Double) throws -> MLDataTable {
            MLDataTable(try extractKeypoints(targetFrameRate: targetFrameRate))
        }

        /// The rows with a column `partition`: the place of the proportion that each belongs to, chosen by chance so
        /// that all parts have their share of every label. The original has deprecated it for the split of data frames.
        public func stratifiedSplit(
            proportions: [Double], seed: Int, labelColumn: String = __Defaults.labelColumnName
        ) throws -> MLDataTable {
            try tables.stratifiedSplit(proportions: proportions, seed: seed, labelColumn: labelColumn)
        }

        private var tables: SourceTables {
            SourceTables(source: record, kind: .actions, mediaName: __Defaults.videoColumnName)
        }

        /// The source as both classifiers have it.
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
