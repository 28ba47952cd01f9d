import CreateML
import Foundation
import TegataTestSupport
import Testing

@Suite struct FullDiskTests {
    /// The session and its checkpoints need more files than the disk can hold, so the job must end with an error.
    @Test(.enabled(if: SmallDisk.isPossible), .timeLimit(.minutes(1)))
    func endsTheJobWithTheReasonOnAFullDisk() async throws {
        let job = try SmallDisk.withFolder(kibibytes: 160) { disk in
            let job = try MLHandPoseClassifier.train(
                trainingData: .labeledKeypointsDataFrame(Samples.poses(8)), parameters: Samples.parameters(60),
                sessionParameters: MLTrainingSessionParameters(
                    sessionDirectory: disk.appendingPathComponent("session"), checkpointInterval: 1))
            let semaphore = DispatchSemaphore(value: 0)
            _ = job.result.sink { _ in
                semaphore.signal()
            } receiveValue: { _ in
            }
            semaphore.wait()
            return job
        }
        do {
            _ = try await job.value
            Issue.record("a session on a full disk has a result")
        } catch MLCreateError.io(let reason) {
            #expect(reason.contains("session") && reason.contains("No space left"))
        }
    }
}
