import TegataClassifiers
import TegataTestSupport
import TegataTraining
import TegataTrainingData
import Testing

/// The accuracy on photographs that were not used for training: leave-one-out over twenty photographs.
@Suite(.enabled(if: Photographs.arePresent)) struct PhotographAccuracyTests {
    @Test func classifiesAtLeast17Of20PhotographsLeftOut() throws {
        var options = KeyPointOptions()
        options.cacheFolder = nil
        options.threadCount = 2
        let set = try DataSet.poses(at: Photographs.paths)
        #expect(set.labels == ["call", "four", "none", "rock"])
        #expect(set.counts == [5, 5, 5, 5])
        let extractor = try KeyPointExtractor(
            bundle: try #require(Photographs.bundle), includingEmbeddings: true, options: options)
        let data = try extractor.extract(set)
        #expect(data.notices == [])
        let (poses, embeddings) = (data.poses, data.embeddings)
        #expect(poses.sources == embeddings.sources)

        var training = TrainingOptions()
        training.validation = .none
        var (rightPoses, rightEmbeddings) = (0, 0)
        for (index, item) in set.items.enumerated() {
            guard case .picture(let hands, let chosen?) = data.items[index] else { continue }
            let others = poses.sources.indices.filter { poses.sources[$0].item != index }
            let pose = try ClassifierTrainer(
                poses: others.map { poses.examples[$0] }, labels: set.labels, background: set.background,
                options: training
            ).train().file
            if case .pose(let classifier) = pose, classifier.predict(hands[chosen].keyPoints).best == item.label {
                rightPoses += 1
            }
            let head = try ClassifierTrainer(
                embeddings: others.map { embeddings.examples[$0] }, labels: set.labels, background: set.background,
                options: training
            ).train().file
            if case .embedding(let classifier) = head, let embedding = hands[chosen].embedding,
                classifier.predict(embedding)?.best == item.label
            {
                rightEmbeddings += 1
            }
        }
        #expect(rightPoses >= 17)
        #expect(rightEmbeddings >= 17)
    }
}
