import TegataClassifiers
import TegataTraining

extension ExtractedDataSet {
    /// What every class has, in the order of the labels.
    package var counts: [ClassCount] {
        var counts = dataSet.labels.map { ClassCount(label: $0) }
        for (source, item) in zip(dataSet.items, items) {
            counts[source.label].items += 1
            var chiralities: [Chirality] = []
            switch item {
            case .failed: counts[source.label].unreadable += 1
            case .picture(let hands, let chosen):
                if hands.count > 1 { counts[source.label].withSeveralHands += 1 }
                if chosen == nil { counts[source.label].withoutHand += 1 }
                if let chosen { chiralities.append(hands[chosen].keyPoints.chirality) }
            case .clip(let sequences):
                if sequences.count > 1 { counts[source.label].withSeveralHands += 1 }
                if sequences.isEmpty { counts[source.label].withoutHand += 1 }
                chiralities += sequences.compactMap { $0.frames.first(where: \.isPresent)?.chirality }
            }
            for chirality in chiralities {
                switch chirality {
                case .left: counts[source.label].left += 1
                case .right: counts[source.label].right += 1
                case .unknown: break
                }
            }
        }
        return counts
    }

    /// A notice of near-duplicates among poses of which some were trained with and others held out; nil where there are
    /// none. `isHeldOut` has a value for each of ``poses``.
    package func nearDuplicates(isHeldOut: [Bool]) -> DataNotice? {
        let poses = poses
        let heldOut = poses.examples.indices.filter { $0 < isHeldOut.count && isHeldOut[$0] }
        let used = poses.examples.indices.filter { $0 < isHeldOut.count && !isHeldOut[$0] }
        let pairs = NearDuplicate.pairs(
            heldOut.map { poses.examples[$0].hand }, used.map { poses.examples[$0].hand })
        guard let first = pairs.first else { return nil }
        return .nearDuplicates(
            count: pairs.count, first: place(of: poses.sources[heldOut[first.first]]).description,
            second: place(of: poses.sources[used[first.second]]).description)
    }
}
