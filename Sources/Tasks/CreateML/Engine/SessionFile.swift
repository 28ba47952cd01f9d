import TabularData
import TegataTrainingData

/// The parameters of a session in its directory: a property list with Create ML's names.
struct SessionFile: Codable, Equatable {
    var task: String
    var training: Source
    var validation: Validation
    var batchSize: Int
    var maximumIterations: Int
    var augmentationOptions: Int
    var algorithm: Algorithm
    var predictionWindowSize: Int?
    var targetFrameRate: Double?

    struct Algorithm: Codable, Equatable {
        var algorithm: String
    }

    struct Source: Codable, Equatable {
        var kind: String
        /// The path of the data's directory, or of the file in the session's directory that holds a data frame.
        var path: String
        var annotationFile: String?
        var mediaColumn: String?
        var labelColumn: String?
        var startTimeColumn: String?
        var endTimeColumn: String?
        var sessionIdColumn: String?
        var featureColumn: String?

        enum CodingKeys: String, CodingKey {
            case kind, path
            case annotationFile = "annotation_file"
            case mediaColumn = "media_column"
            case labelColumn = "label_column"
            case startTimeColumn = "start_time_column"
            case endTimeColumn = "end_time_column"
            case sessionIdColumn = "session_id_column"
            case featureColumn = "feature_column"
        }
    }

    struct Validation: Codable, Equatable {
        var kind: String
        var data: Split?
        var source: Source?

        struct Split: Codable, Equatable {
            var kind: String
            var ratio: Double?
            var seed: Int?
        }
    }

    enum CodingKeys: String, CodingKey {
        case task, training, validation, algorithm
        case batchSize = "batch_size"
        case maximumIterations = "max_iterations"
        case augmentationOptions = "augmentation_options"
        case predictionWindowSize = "prediction_window_size"
        case targetFrameRate = "target_frame_rate"
    }

    private static let (trainingTable, validationTable) = ("training.json", "validation.json")

    init(_ plan: TrainingPlan) {
        task = Self.task(plan.kind)
        training = Source(plan.source, table: Self.trainingTable)
        switch plan.validation {
        case .none: validation = Validation(kind: "none")
        case .split(.automatic): validation = Validation(kind: "split", data: .init(kind: "automatic"))
        case .split(.fixed(let ratio, let seed)):
            validation = Validation(kind: "split", data: .init(kind: "fixed", ratio: ratio, seed: seed))
        case .source(let source):
            validation = Validation(kind: "data_source", source: Source(source, table: Self.validationTable))
        }
        batchSize = plan.batchSize
        maximumIterations = plan.maximumIterations
        augmentationOptions = plan.augmentation
        algorithm = Algorithm(algorithm: "gcn")
        if plan.kind == .actions {
            predictionWindowSize = plan.windowSize
            targetFrameRate = plan.frameRate
        }
    }

    private static func task(_ kind: DataSetKind) -> String { kind == .poses ? "hand_pose" : "hand_action" }

    /// Returns a plan's tables with their names in the directory.
    static func tables(of plan: TrainingPlan) -> [(name: String, frame: DataFrame)] {
        var tables: [(String, DataFrame)] = []
        if let frame = plan.source.frame { tables.append((trainingTable, frame)) }
        if case .source(let source) = plan.validation, let frame = source.frame {
            tables.append((validationTable, frame))
        }
        return tables
    }

    /// Returns the plan that the file describes; `folder` is the session's directory, which holds the tables.
    func plan(_ kind: DataSetKind, folder: URL) throws(MLCreateError) -> TrainingPlan {
        guard task == Self.task(kind) else {
            throw .incompatibleParameters(parameter: "task", originalValue: task, newValue: Self.task(kind))
        }
        let validation: TrainingPlan.Validation
        switch (self.validation.kind, self.validation.data?.kind) {
        case ("none", _): validation = .none
        case ("split", "fixed"?):
            validation = .split(
                .fixed(ratio: self.validation.data?.ratio ?? 0, seed: self.validation.data?.seed))
        case ("split", "automatic"?): validation = .split(.automatic)
        case ("split", let split): throw Self.unknown("split", split ?? "none", folder)
        case ("data_source", _):
            guard let source = self.validation.source else { throw Self.unknown("data source", "none", folder) }
            validation = .source(try source.record(folder: folder))
        case (let kind, _): throw Self.unknown("validation", kind, folder)
        }
        return TrainingPlan(
            kind: kind, source: try training.record(folder: folder), validation: validation, batchSize: batchSize,
            maximumIterations: maximumIterations, windowSize: predictionWindowSize ?? 0,
            frameRate: targetFrameRate ?? 0,
            augmentation: augmentationOptions)
    }

    fileprivate static func unknown(_ what: String, _ kind: String, _ folder: URL) -> MLCreateError {
        .io(reason: "\(folder.path): the \(what) in the session's parameters has the unknown kind '\(kind)'")
    }

    /// Throws if the other file describes a different training; the error names the first difference.
    func check(against new: SessionFile) throws(MLCreateError) {
        func text<T>(_ value: T?) -> String { value.map { "\($0)" } ?? "none" }
        let values: [(String, String, String)] = [
            ("task", task, new.task), ("trainingData", text(training), text(new.training)),
            ("validation", text(validation), text(new.validation)), ("batchSize", text(batchSize), text(new.batchSize)),
            ("maximumIterations", text(maximumIterations), text(new.maximumIterations)),
            ("augmentationOptions", text(augmentationOptions), text(new.augmentationOptions)),
            ("predictionWindowSize", text(predictionWindowSize), text(new.predictionWindowSize)),
            ("targetFrameRate", text(targetFrameRate), text(new.targetFrameRate)),
        ]
        for (name, old, new) in values where old != new {
            throw .incompatibleParameters(parameter: name, originalValue: old, newValue: new)
        }
    }
}

extension SourceRecord {
    /// The data frame; nil for other sources.
    var frame: DataFrame? {
        switch self {
        case .media(let frame, _), .points(let frame, _, _, _): frame
        case .directories, .files, .annotated: nil
        }
    }
}

extension SessionFile.Source: CustomStringConvertible {
    /// All values that identify the source.
    var description: String {
        let columns = [
            ("media column", mediaColumn), ("label column", labelColumn), ("start time column", startTimeColumn),
            ("end time column", endTimeColumn), ("session column", sessionIdColumn), ("feature column", featureColumn),
        ]
        let named = columns.compactMap { name, column in column.map { ", \(name) '\($0)'" } }
        return "\(kind) \(path)\(annotationFile.map { ", \($0)" } ?? "")\(named.joined())"
    }

    init(_ record: SourceRecord, table: String) {
        switch record {
        case .directories(let url): self.init(kind: "labeled_directories", path: url.path)
        case .files(let url): self.init(kind: "labeled_files", path: url.path)
        case .annotated(let folder, let file, let columns):
            self.init(kind: "directory_with_annotation", path: folder.path, annotationFile: file.path)
            set(columns)
        case .media(_, let columns):
            self.init(kind: "labeled_media_data_frame", path: table)
            set(columns)
        case .points(_, let session, let label, let feature):
            self.init(kind: "labeled_keypoints_data_frame", path: table)
            (sessionIdColumn, labelColumn, featureColumn) = (session, label, feature)
        }
    }

    private mutating func set(_ columns: AnnotationColumns) {
        (mediaColumn, labelColumn) = (columns.media, columns.label)
        (startTimeColumn, endTimeColumn) = (columns.start, columns.end)
    }

    func record(folder: URL) throws(MLCreateError) -> SourceRecord {
        let columns = AnnotationColumns(
            media: mediaColumn, label: labelColumn, start: startTimeColumn, end: endTimeColumn)
        switch kind {
        case "labeled_directories": return .directories(URL(fileURLWithPath: path))
        case "labeled_files": return .files(URL(fileURLWithPath: path))
        case "directory_with_annotation":
            return .annotated(
                folder: URL(fileURLWithPath: path), file: URL(fileURLWithPath: annotationFile ?? ""), columns)
        case "labeled_media_data_frame", "labeled_keypoints_data_frame": break
        default: throw SessionFile.unknown("data", kind, folder)
        }
        // Specify the types, so that values that look like another type keep the type they were written with.
        var types: [String: JSONType] = [:]
        for name in [startTimeColumn, endTimeColumn].compactMap(\.self) { types[name] = .double }
        for name in [mediaColumn, labelColumn, sessionIdColumn].compactMap(\.self) { types[name] = .string }
        if let featureColumn { types[featureColumn] = .array }
        let frame: DataFrame
        do { frame = try DataFrame(contentsOfJSONFile: folder.appendingPathComponent(path), types: types) } catch {
            throw .io(reason: "the data frame of the session cannot be read: \(error.localizedDescription)")
        }
        if kind == "labeled_media_data_frame" { return .media(frame, columns) }
        return .points(
            frame, session: sessionIdColumn ?? "", label: labelColumn ?? "", feature: featureColumn ?? "")
    }
}
