import TegataClassifiers
import TegataTraining
import TegataTrainingData

/// What is trained, with what and how, whichever classifier it is.
struct TrainingPlan: Sendable {
    enum Validation: Sendable {
        case source(SourceRecord)
        case split(MLSplitStrategy)
        case none
    }

    var kind: DataSetKind
    var source: SourceRecord
    var validation: Validation
    var batchSize: Int
    var maximumIterations: Int
    var windowSize = 0
    var frameRate = 0.0
    var augmentation: Augmentation

    /// The flags of both classifiers' option sets, which have the same raw values as far as both have them.
    struct Augmentation: OptionSet, Sendable {
        let rawValue: Int
        static let horizontallyFlip = Augmentation(rawValue: 1)
        static let rotate = Augmentation(rawValue: 2)
        static let translate = Augmentation(rawValue: 4)
        static let scale = Augmentation(rawValue: 8)
        static let interpolateFrames = Augmentation(rawValue: 16)
        static let dropFrames = Augmentation(rawValue: 32)
    }

    /// Throws where parameters are impossible or files are missing, before anything else is done.
    func check() throws(MLCreateError) {
        try source.check()
        guard batchSize >= 1 else { throw .generic(reason: "batchSize is \(batchSize); choose at least 1") }
        guard maximumIterations >= 1 else {
            throw .generic(reason: "maximumIterations is \(maximumIterations); choose at least 1")
        }
        if kind == .actions {
            guard windowSize >= 2, windowSize <= 4096 else {
                throw .generic(reason: "predictionWindowSize is \(windowSize); choose 2 to 4096")
            }
            guard frameRate.isFinite, frameRate > 0, frameRate <= 1000 else {
                throw .generic(reason: "targetFrameRate is \(frameRate); choose more than 0 and at most 1000")
            }
        }
        switch validation {
        case .source(let source): try source.check()
        case .split(.fixed(let ratio, _)) where !(ratio >= 0 && ratio < 1):
            throw .generic(reason: "the ratio of the split is \(ratio); choose 0 or more and less than 1")
        case .split, .none: break
        }
    }

    /// The same with tables that files can hold.
    func normalized() throws(MLCreateError) -> TrainingPlan {
        var plan = self
        plan.source = try source.normalized()
        if case .source(let source) = validation { plan.validation = .source(try source.normalized()) }
        return plan
    }

    /// How a trainer is to work with so many examples.
    func options(exampleCount: Int, _ parameters: MLTrainingSessionParameters) -> TrainingOptions {
        var options = TrainingOptions()
        options.iterations = max(min(maximumIterations, parameters.iterations), 1)
        options.acceptsOtherLengths = true
        options.batchSize = batchSize
        options.reportInterval = max(parameters.reportInterval, 1)
        options.threadCount = ProcessInfo.processInfo.activeProcessorCount
        switch validation {
        case .source: break
        case .none: options.validation = .none
        // Fewer are held out in turn: see MLSplitStrategy.
        case .split(.automatic) where exampleCount < 200: options.validation = .automatic
        case .split(let strategy):
            let (ratio, seed) = strategy.resolve(count: exampleCount)
            options.validation = ratio > 0 ? .split(share: ratio) : .none
            options.seed = UInt64(bitPattern: Int64(seed))
        }
        return options
    }

    /// How hands are changed by chance: as far as the options say, and always a little seen from elsewhere.
    var poseAugmentation: PoseAugmentation {
        switch kind {
        case .poses: changed(PoseAugmentation(), rotation: 30)
        case .actions: changed(ActionAugmentation().pose, rotation: 15)
        }
    }

    private func changed(_ usual: PoseAugmentation, rotation: Float) -> PoseAugmentation {
        var result = usual
        result.flips = augmentation.contains(.horizontallyFlip)
        result.rotation = augmentation.contains(.rotate) ? rotation : 0
        result.translation = augmentation.contains(.translate) ? 0.1 : 0
        result.scale = augmentation.contains(.scale) ? 0.1 : 0
        return result
    }

    /// How sequences are changed by chance; windows begin anywhere in them whatever the options say.
    var actionAugmentation: ActionAugmentation {
        let usual = ActionAugmentation()
        return ActionAugmentation(
            pose: poseAugmentation, speed: augmentation.contains(.interpolateFrames) ? usual.speed : 0,
            phase: usual.phase, drops: augmentation.contains(.dropFrames) ? usual.drops : 0)
    }
}
