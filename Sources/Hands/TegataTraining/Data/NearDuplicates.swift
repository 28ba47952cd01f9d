import TegataClassifiers

/// A pair of examples that show almost the same image.
package struct NearDuplicate: Sendable, Equatable {
    package var first: Int
    package var second: Int

    package init(first: Int, second: Int) {
        self.first = first
        self.second = second
    }

    /// The maximum number of comparisons, which take seconds; thousands of copies of the same image are reported
    /// anyway.
    private static let mostComparisons = 1 << 28

    /// Returns the number of near-duplicate pairs of a hand in `hands` and one in `others`, and the first such pair;
    /// nil if there are none. The mean distance between the points of such a pair is less than `tolerance` hand sizes:
    /// they lie at the same place in images that hardly differ. Only pairs for which `counts` returns true are
    /// included.
    package static func found(
        _ hands: [HandKeyPoints], _ others: [HandKeyPoints], tolerance: Float = 0.03,
        where counts: (NearDuplicate) -> Bool = { _ in true }
    ) -> (count: Int, first: NearDuplicate)? {
        let (placed, placedOthers) = (hands.map { PlacedHand($0) }, others.map { PlacedHand($0) })
        // Sort by wrist position, so that only a few pairs need to be compared.
        let order = others.indices.filter { placedOthers[$0] != nil }.sorted {
            let (a, b) = (placedOthers[$0]?.x[0] ?? 0, placedOthers[$1]?.x[0] ?? 0)
            return a != b ? a < b : $0 < $1
        }
        let wrists = order.map { placedOthers[$0]?.x[0] ?? 0 }
        var count = 0
        var first: NearDuplicate?
        var comparisons = 0
        for (index, hand) in placed.enumerated() {
            guard let hand else { continue }
            // If the mean over 21 points is below the tolerance, a single point can differ by at most 21 times as much.
            let limit = tolerance * hand.size * Float(HandKeyPoints.pointCount)
            var position = lowerBound(wrists, hand.x[0] - limit)
            while position < wrists.count, wrists[position] <= hand.x[0] + limit, comparisons < mostComparisons {
                let pair = NearDuplicate(first: index, second: order[position])
                position += 1
                guard let candidate = placedOthers[pair.second], abs(candidate.y[0] - hand.y[0]) <= limit, counts(pair)
                else { continue }
                comparisons += 1
                guard meanDistance(hand, candidate) < tolerance * hand.size else { continue }
                count += 1
                if first.map({ $0.first == index && pair.second < $0.second }) ?? true { first = pair }
            }
        }
        return first.map { (count, $0) }
    }

    private static func lowerBound(_ values: [Float], _ bound: Float) -> Int {
        var (low, high) = (0, values.count)
        while low < high {
            let middle = (low + high) / 2
            if values[middle] < bound { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func meanDistance(_ a: PlacedHand, _ b: PlacedHand) -> Float {
        var sum: Float = 0
        for index in 0..<HandKeyPoints.pointCount {
            let (dx, dy) = (a.x[index] - b.x[index], a.y[index] - b.y[index])
            sum += (dx * dx + dy * dy).squareRoot()
        }
        return sum / Float(HandKeyPoints.pointCount)
    }
}
