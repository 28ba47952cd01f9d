import CreateML
import Foundation
import Synchronization
import TabularData
import Testing

@Suite struct JobTests {
    private static func train(
        _ iterations: Int = 20, directory: URL? = nil
    ) throws -> MLJob<MLHandPoseClassifier> {
        try MLHandPoseClassifier.train(
            trainingData: .labeledKeypointsDataFrame(Samples.poses()), parameters: Samples.parameters(iterations),
            sessionParameters: MLTrainingSessionParameters(sessionDirectory: directory))
    }

    @Test(.timeLimit(.minutes(1))) func publishesPhasesAndCheckpoints() async throws {
        let folder = try TemporaryFolder()
        let session = try MLHandPoseClassifier.makeTrainingSession(
            trainingData: .labeledKeypointsDataFrame(Samples.poses()), parameters: Samples.parameters(20),
            sessionParameters: MLTrainingSessionParameters(sessionDirectory: folder.file("s")))
        let job = try MLHandPoseClassifier.resume(session)
        let phases = Mutex<[MLPhase]>([])
        let made = Mutex<[String]>([])
        // Nobody keeps these subscriptions, but they continue until the job ends.
        _ = job.phase.sink { phase in phases.withLock { $0.append(phase) } }
        _ = job.checkpoints.sink { checkpoint in made.withLock { $0.append(checkpoint.url.lastPathComponent) } }
        let classifier = try await job.value
        #expect(classifier.trainingMetrics.classificationError == 0)
        #expect(phases.withLock { $0.last } == .evaluating)
        #expect(
            session.checkpoints.map(\.url.lastPathComponent) == [
                "extracting-000000020.checkpoint", "training-000000010.checkpoint", "training-000000020.checkpoint",
            ])
        #expect(
            made.withLock {
                $0.allSatisfy { name in session.checkpoints.contains { $0.url.lastPathComponent == name } }
            })
        #expect(session.checkpoints[2].metrics[.accuracy] as? Double != nil)
        #expect(session.iteration == 20 && session.phase == .evaluating)
        #expect(job.progress.fractionCompleted == 1 && job.progress.isFinished)
        let progress = try #require(MLProgress(progress: job.progress))
        #expect(progress.phase == .evaluating && progress.elapsedTime >= 0)
        #expect(progress.metrics[.loss] as? Double != nil)
        #expect(job.progress.userInfo[MLProgress.phaseKey] as? MLPhase == .evaluating)
        #expect(MLProgress(progress: Progress(totalUnitCount: 1)) == nil)
        // Late subscribers also receive the result.
        let late = Mutex<[String]>([])
        let subscription = job.result.sink(
            receiveCompletion: { end in late.withLock { $0.append("\(end)") } },
            receiveValue: { value in late.withLock { $0.append("\(value.modelParameters.maximumIterations)") } })
        #expect(late.withLock { $0 } == ["20", "finished"])
        subscription.cancel()
    }

    @Test(.timeLimit(.minutes(1))) func streamsProgressUpdates() async throws {
        let job = try Self.train(12)
        var seen: [MLProgress] = []
        for await progress in job.updates { seen.append(progress) }
        _ = try await job.value
        let counts = seen.filter { $0.phase == .training }.map(\.itemCount)
        // The stream may start later than the job, but it never repeats or reorders updates.
        #expect(counts == counts.sorted() && Set(counts).isSubset(of: [0, 1, 5, 10, 12]))
        #expect(job.notices.isEmpty)
        for await _ in job.updates { Issue.record("an update after the job has ended") }
    }

    @Test(.timeLimit(.minutes(1))) func cancelsByJobOrProgress() async throws {
        for way in 0..<2 {
            let job = try Self.train(1_000_000)
            if way == 0 { job.cancel() } else { job.progress.cancel() }
            #expect(job.isCanceled)
            do {
                _ = try await job.value
                Issue.record("a cancelled job has a result")
            } catch MLCreateError.cancelled {}
        }
    }

    @Test(.timeLimit(.minutes(1))) func throwsTheErrorOfAFailedJob() async throws {
        let job = try MLHandPoseClassifier.train(
            trainingData: .labeledKeypointsDataFrame(DataFrame(Samples.poses().prefix(1))))
        await #expect(throws: MLCreateError.self) { try await job.value }
    }

    @Test func progressIsCodable() throws {
        var progress = MLProgress(phase: .training)
        progress.itemCount = 3
        progress.totalItemCount = 9
        progress.metrics = [.accuracy: 0.5, .stylizedImageURL: "no number"]
        let read = try JSONDecoder().decode(MLProgress.self, from: JSONEncoder().encode(progress))
        #expect(read.phase == .training && read.itemCount == 3 && read.totalItemCount == 9)
        #expect(read.metrics as? [MLProgress.Metric: Double] == [.accuracy: 0.5])
        #expect(
            MLProgress.Metric.allCases.prefix(4).map(\.rawValue) == ["loss", "contentLoss", "styleLoss", "accuracy"])
        #expect(MLPhase.extractingFeatures.rawValue == "extractingFeatures")
    }
}
