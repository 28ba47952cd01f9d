/// Merges overlapping detections into one palm. An object processes one image after another, and allocates nothing
/// unless there are more detections than it has room for.
final class PalmSuppression {
    /// Boxes that overlap more than this belong to one palm.
    private static let overlapLimit: Float = 0.3

    /// The indices of candidates in descending order of score, without the ones that belong to a palm already found.
    private var order: [Int] = []
    /// The palms, in descending order of score.
    private(set) var palms: [PalmDetection] = []

    init(capacity: Int) {
        order.reserveCapacity(capacity)
        palms.reserveCapacity(capacity)
    }

    /// Applies weighted non-maximum suppression: the best candidate and all those that overlap it become one palm, then
    /// the best of the rest, and so on.
    func join(_ candidates: [PalmDetection]) {
        palms.removeAll(keepingCapacity: true)
        sortByScore(candidates)
        while let best = order.first {
            let leader = candidates[best]
            var sum = WeightedSum()
            var kept = 0
            // Iterate by position, because iterating over the array itself would copy it.
            for position in 0..<order.count {
                let index = order[position]
                if candidates[index].box.overlap(leader.box) > Self.overlapLimit {
                    sum.add(candidates[index])
                } else {
                    order[kept] = index
                    kept += 1
                }
            }
            palms.append(sum.mean(orOnlyOf: leader))
            // A leader with no area does not even overlap itself, so MediaPipe stops at this point.
            if kept == order.count { break }
            order.removeLast(order.count - kept)
        }
    }

    /// Uses insertion sort, because candidates are few, equal scores keep their order, and nothing is allocated.
    private func sortByScore(_ candidates: [PalmDetection]) {
        order.removeAll(keepingCapacity: true)
        for index in candidates.indices {
            let score = candidates[index].score
            var place = order.count
            order.append(index)
            while place > 0 && candidates[order[place - 1]].score < score {
                order[place] = order[place - 1]
                place -= 1
            }
            order[place] = index
        }
    }
}

/// The sum of boxes and keypoints, weighted by their scores.
private struct WeightedSum {
    var score: Float = 0
    var corners = SIMD4<Float>.zero
    var keypoints = [7 of SIMD2<Float>](repeating: .zero)

    mutating func add(_ palm: PalmDetection) {
        let box = palm.box
        score += palm.score
        corners += SIMD4(box.x, box.y, box.x + box.width, box.y + box.height) * palm.score
        for index in 0..<7 { keypoints[index] += palm.keypoints[index] * palm.score }
    }

    /// Returns the means, with the leader's score.
    func mean(orOnlyOf leader: PalmDetection) -> PalmDetection {
        guard score > 0 else { return leader }
        let corners = corners / score
        var result = leader
        result.box = Box(x: corners.x, y: corners.y, width: corners.z - corners.x, height: corners.w - corners.y)
        for index in 0..<7 { result.keypoints[index] = keypoints[index] / score }
        return result
    }
}
