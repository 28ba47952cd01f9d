import TegataTraining
import TegataTrainingData

extension ClassifierTraining {
    /// Tells of nearly the same pictures of which some were learnt from and others judged; nil where there are none.
    func nearDuplicates(_ heldOut: [HeldOutExample]) -> DataNotice? {
        guard case .poses(let poses) = data.examples, data.validation == nil, !heldOut.isEmpty else { return nil }
        let extracted = data.data.extracted
        guard heldOut.count == poses.examples.count else {
            var isHeldOut = [Bool](repeating: false, count: poses.examples.count)
            for example in heldOut { isHeldOut[example.example] = true }
            return extracted.nearDuplicates(isHeldOut: isHeldOut)
        }
        // With folds, whatever is not of one group lies on both sides some time.
        let hands = poses.examples.map(\.hand)
        let found = NearDuplicate.found(hands, hands) { pair in
            let (first, second) = (poses.examples[pair.first].group, poses.examples[pair.second].group)
            return pair.first < pair.second && (first == nil || first != second)
        }
        guard let found else { return nil }
        return .nearDuplicates(
            count: found.count, first: extracted.place(of: poses.sources[found.first.first]).description,
            second: extracted.place(of: poses.sources[found.first.second]).description)
    }
}
