import TegataSystem
import TegataTraining
import TegataTrainingData

/// The state of a session for either classifier. Several threads may use it.
final class SessionCore: @unchecked Sendable {
    let plan: TrainingPlan
    let parameters: MLTrainingSessionParameters
    let folder: SessionFolder?
    let date: Date

    /// Protects the following properties, and is signalled when a job ends.
    private let lock = MonotonicCondition()
    private var currentPhase = MLPhase.initialized
    private var currentIteration = 0
    private var currentCheckpoints: [MLCheckpoint] = []
    private var data = ""
    private var knownMaterial: TrainingMaterial?
    private var training: TrainingCheckpoint?
    private var isRunning = false

    /// Creates a session, or opens the one in the directory if it was created with the same data and parameters.
    static func make(
        _ plan: TrainingPlan, _ parameters: MLTrainingSessionParameters
    ) throws(MLCreateError) -> SessionCore {
        try plan.check()
        let folder = parameters.sessionDirectory.map { SessionFolder(url: $0) }
        guard let folder else { return SessionCore(plan, parameters, folder: nil, date: Date()) }
        // Reduce the plan to what the directory's tables can hold, so that both are read alike.
        let plan = try plan.normalized()
        let data = try FeatureExtraction.fingerprint(of: plan)
        guard folder.hasSession else {
            let core = SessionCore(plan, parameters, folder: folder, date: Date())
            core.data = data
            try folder.create(plan, core.state)
            return core
        }
        try folder.parameters().check(against: SessionFile(plan))
        let state = try folder.state()
        guard state.data == data else { throw .modifiedTrainingData }
        return SessionCore(plan, parameters, folder: folder, state)
    }

    /// Opens the session in the directory.
    static func restore(
        _ kind: DataSetKind, _ parameters: MLTrainingSessionParameters
    ) throws(MLCreateError) -> SessionCore {
        guard let url = parameters.sessionDirectory else {
            throw .io(reason: "there is no session directory; set sessionDirectory")
        }
        let folder = SessionFolder(url: url)
        guard folder.hasSession else {
            throw .io(reason: "\(url.path): there is no session in this directory; create one with makeTrainingSession")
        }
        let plan = try folder.parameters().plan(kind, folder: url)
        try plan.check()
        let state = try folder.state()
        guard try state.data == FeatureExtraction.fingerprint(of: plan) else { throw .modifiedTrainingData }
        return SessionCore(plan, parameters, folder: folder, state)
    }

    private init(_ plan: TrainingPlan, _ parameters: MLTrainingSessionParameters, folder: SessionFolder?, date: Date) {
        self.plan = plan
        self.parameters = parameters
        self.folder = folder
        self.date = date
    }

    private convenience init(
        _ plan: TrainingPlan, _ parameters: MLTrainingSessionParameters, folder: SessionFolder,
        _ state: SessionFolder.State
    ) {
        self.init(plan, parameters, folder: folder, date: state.date)
        currentPhase = state.phase
        currentIteration = state.iteration
        currentCheckpoints = state.checkpoints
        data = state.data
    }

    // MARK: State

    var phase: MLPhase { lock.withLock { currentPhase } }
    var iteration: Int { lock.withLock { currentIteration } }
    var checkpoints: [MLCheckpoint] { lock.withLock { currentCheckpoints } }

    private var state: SessionFolder.State {
        lock.withLock {
            SessionFolder.State(
                phase: currentPhase, iteration: currentIteration, date: date, data: data,
                checkpoints: currentCheckpoints)
        }
    }

    /// Records the current phase and iteration; the next checkpoint writes them to the directory.
    func note(_ phase: MLPhase, iteration: Int) {
        lock.withLock { (currentPhase, currentIteration) = (phase, iteration) }
    }

    /// Waits for the session's other jobs, because a cancelled one may still be in its last step.
    func begin(_ isCancelled: () -> Bool) throws(MLCreateError) {
        try lock.withLock { () throws(MLCreateError) in
            while isRunning {
                guard !isCancelled() else { throw .cancelled }
                _ = lock.wait(until: MonotonicCondition.time(after: 0.05))
            }
            isRunning = true
        }
    }

    func end() {
        lock.withLock {
            isRunning = false
            lock.broadcast()
        }
        if let folder { try? folder.write(state) }
    }

    // MARK: Features

    /// Returns the hands that were found before; nil if there are none yet.
    func material() throws(MLCreateError) -> TrainingMaterial? {
        if let known = lock.withLock({ knownMaterial }) { return known }
        guard let checkpoint = checkpoints.last(where: { $0.phase == .extractingFeatures }) else { return nil }
        let material = try SessionFolder.material(of: checkpoint.url, plan.exampleKind)
        lock.withLock { knownMaterial = material }
        return material
    }

    /// Keeps the hands that were found; returns the new checkpoint, or nil if there is no directory.
    func keep(_ material: TrainingMaterial) throws(MLCreateError) -> MLCheckpoint? {
        lock.withLock { knownMaterial = material }
        guard let folder else { return nil }
        let count = material.examples.count + (material.validation?.count ?? 0)
        let url = folder.checkpointURL(.extractingFeatures, iteration: count)
        try SessionFolder.write(material, to: url)
        return try add(MLCheckpoint(url: url, phase: .extractingFeatures, iteration: count, date: Date(), metrics: [:]))
    }

    /// Copies the hands that another session has found in the same data.
    func reuseFeatures(of other: SessionCore) throws(MLCreateError) {
        guard let material = try other.material() else {
            throw .generic(reason: "the other session has not extracted features yet; resume it first")
        }
        guard plan.kind == other.plan.kind, plan.frameRate == other.plan.frameRate,
            try fingerprint() == other.fingerprint()
        else { throw .modifiedTrainingData }
        _ = try keep(material)
    }

    /// Returns the identifier of the data with which the session was created or, without a directory, of the current
    /// data.
    private func fingerprint() throws(MLCreateError) -> String {
        data.isEmpty ? try FeatureExtraction.fingerprint(of: plan) : data
    }

    // MARK: Training

    /// Returns the checkpoint from which training continues; nil to start from the beginning.
    func trainingCheckpoint() throws(MLCreateError) -> TrainingCheckpoint? {
        if let training = lock.withLock({ training }) { return training }
        guard let checkpoint = checkpoints.last(where: { $0.phase == .training }) else { return nil }
        return try SessionFolder.training(of: checkpoint.url)
    }

    /// Keeps a training state; returns the new checkpoint, or nil if there is no directory.
    func keep(
        _ snapshot: TrainingSnapshot, of trainer: ClassifierTrainer, metrics: [MLProgress.Metric: Double]
    ) throws(MLCreateError) -> MLCheckpoint? {
        let checkpoint = snapshot.checkpoint()
        lock.withLock { training = checkpoint }
        guard let folder else { return nil }
        let url = folder.checkpointURL(.training, iteration: snapshot.iteration)
        try SessionFolder.write(checkpoint, trainer.classifier(of: snapshot), to: url)
        return try add(
            MLCheckpoint(url: url, phase: .training, iteration: snapshot.iteration, date: Date(), metrics: metrics))
    }

    private func add(_ checkpoint: MLCheckpoint) throws(MLCreateError) -> MLCheckpoint {
        lock.withLock {
            currentCheckpoints.removeAll { $0.url == checkpoint.url }
            currentCheckpoints.append(checkpoint)
        }
        try folder?.write(state)
        return checkpoint
    }

    func removeCheckpoints(_ isRemoved: (MLCheckpoint) -> Bool) throws(MLCreateError) {
        for checkpoint in checkpoints where isRemoved(checkpoint) {
            try folder?.remove(checkpoint)
            lock.withLock {
                currentCheckpoints.removeAll { $0 == checkpoint }
                // The state in memory belongs to the last checkpoint.
                if checkpoint.phase == .training { training = nil } else { knownMaterial = nil }
                let last = currentCheckpoints.last { $0.phase == .training }
                if checkpoint.phase == .training { currentIteration = last?.iteration ?? 0 }
            }
        }
        try folder?.write(state)
    }
}
