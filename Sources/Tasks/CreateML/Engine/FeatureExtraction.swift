import TegataBuffers
import TegataClassifiers
import TegataModelSearch
import TegataSystem
import TegataTraining
import TegataTrainingData

extension ExtractedDataSet {
    /// The hands reduced to the content of clients' key-point arrays, without handedness or image size. A hand with a
    /// non-finite value becomes a missing hand, as it does when it is read from a file.
    var pointsAlone: ExtractedDataSet { mapHands { $0.asPoses.isPresent ? $0.asPoses : HandKeyPoints() } }
}

/// Detects hands in clients' data.
struct FeatureExtraction {
    private static let bundle = "hand_landmarker.task"

    /// Receives the number of processed items and the total; returns whether to continue.
    var progress: (_ done: Int, _ total: Int) -> Bool = { _, _ in true }

    /// Returns the hands in a data set.
    func extract(
        _ dataSet: DataSet, for purpose: KeyPointOptions.Purpose = .judging
    ) throws(MLCreateError) -> ExtractedDataSet {
        if let points = ExtractedDataSet(pointsOf: dataSet) {
            guard progress(dataSet.items.count, dataSet.items.count) else { throw .cancelled }
            return points
        }
        let folders = ModelSearch.folders(resources: Bundle.main.resourcePath.map { [$0] } ?? [])
        guard let path = ModelSearch.path(of: Self.bundle, in: folders) else {
            throw .io(
                reason: ModelSearch.missing(
                    Self.bundle, in: folders, otherwise: "copy it into one of these directories"))
        }
        var options = KeyPointOptions(for: purpose)
        options.threadCount = ProcessInfo.processInfo.activeProcessorCount
        do throws(KeyPointExtractionError) {
            return try KeyPointExtractor(bundle: path, options: options).extract(dataSet) {
                progress($0.done, $0.total)
            }
        } catch {
            switch error {
            case .cancelled: throw .cancelled
            case .networks: throw .io(error)
            }
        }
    }

    /// Returns the training data of a plan; adds notices about skipped data to `notices`.
    func material(of plan: TrainingPlan, notices: inout [DataNotice]) throws(MLCreateError) -> TrainingMaterial {
        let found = try extract(
            plan.source.dataSet(plan.kind, frameRate: plan.frameRate, needsTwoLabels: true), for: .training)
        notices += found.notices
        var material: TrainingMaterial
        do throws(DataSetError) {
            material = try TrainingMaterial(
                found.pointsAlone, plan.exampleKind, named: plan.source.name, notices: &notices)
        } catch { throw MLCreateError(error) }
        guard case .source(let source) = plan.validation else { return material }
        let other = try extract(source.dataSet(plan.kind, frameRate: plan.frameRate, needsTwoLabels: false))
        notices += other.notices
        do throws(DataSetError) {
            try material.validate(with: other.pointsAlone, plan.exampleKind, named: source.name, notices: &notices)
        } catch { throw MLCreateError(error) }
        return material
    }

    /// Returns an identifier for the data set, computed from its files with their sizes and times, or from its points.
    static func fingerprint(of plan: TrainingPlan) throws(MLCreateError) -> String {
        var hash = SHA256()
        func add(_ text: String) { Array(text.utf8).withUnsafeBytes { hash.update($0) } }
        // Use one NaN, because a session's tables write all non-finite numbers the same way.
        func add(_ hands: [HandKeyPoints]) {
            hands.flatMap(\.poses).map { $0.isFinite ? $0 : .nan }.withUnsafeBytes { hash.update($0) }
        }
        var sources = [plan.source]
        if case .source(let source) = plan.validation { sources.append(source) }
        for (index, source) in sources.enumerated() {
            // Separate the validation data from the training data.
            if index > 0 { add("validation\n") }
            let dataSet = try source.dataSet(plan.kind, frameRate: plan.frameRate, needsTwoLabels: index == 0)
            for item in dataSet.items {
                add("\(dataSet.label(of: item)) \(item.group ?? "")\n")
                switch item.content {
                case .hand(let hand): add([hand])
                case .sequence(let hands, _): add(hands)
                case .picture, .clip: add("\(item.content)")
                }
                guard let path = item.path else { continue }
                let attributes = try? FileManager.default.attributesOfItem(atPath: path)
                let time = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
                add("\(path) \(attributes?[.size] as? Int ?? 0) \(time)\n")
            }
        }
        return hash.hexadecimalDigits()
    }
}
