import TegataClassifiers

/// Two examples that are nearly the same picture.
package struct NearDuplicate: Sendable, Equatable {
    package var first: Int
    package var second: Int

    package init(first: Int, second: Int) {
        self.first = first
        self.second = second
    }

    /// So many are compared at most, which takes seconds: thousands of the same picture are told of anyway.
    private static let mostComparisons = 1 << 28

    /// How many pairs there are of a hand in `hands` and one in `others` whose points are, in the mean, nearer to each
    /// other than `tolerance` hand sizes, and the first one: they lie at the same place of pictures that hardly differ.
    /// Only those count that `counts` lets; nil where there are none.
    package static func found(
        _ hands: [HandKeyPoints], _ others: [HandKeyPoints], tolerance: Float = 0.03,
        where counts: (NearDuplicate) -> Bool = { _ in true }
    ) -> (count: Int, first: NearDuplicate)? {
        let (placed, placedOthers) = (hands.map { PlacedHand($0) }, others.map { PlacedHand($0) })
        // Sorted by the place of the wrist, only few need to be compared.
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
            // A mean below the tolerance leaves one point at most 21 times that.
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
