/// How often a classifier is right.
package struct ClassifierMetrics: Sendable, Equatable {
    /// How many examples of a label (row) were given another (column).
    package let confusion: [[Int]]

    /// Counts the pairs of labels in 0..<labelCount.
    package init(labels: [Int], predictions: [Int], labelCount: Int) {
        var confusion = [[Int]](repeating: [Int](repeating: 0, count: labelCount), count: labelCount)
        for (label, prediction) in zip(labels, predictions) { confusion[label][prediction] += 1 }
        self.confusion = confusion
    }

    /// How many examples were counted.
    package var count: Int { confusion.reduce(0) { $0 + $1.reduce(0, +) } }

    /// The share of right answers; 0 where there are none at all.
    package var accuracy: Double {
        let right = confusion.indices.reduce(0) { $0 + confusion[$1][$1] }
        return count == 0 ? 0 : Double(right) / Double(count)
    }

    /// The share of right answers among those that name a label; nil where none does.
    package func precision(_ label: Int) -> Double? {
        let named = confusion.reduce(0) { $0 + $1[label] }
        return named == 0 ? nil : Double(confusion[label][label]) / Double(named)
    }

    /// The share of a label's examples that were found; nil where there are none.
    package func recall(_ label: Int) -> Double? {
        let all = confusion[label].reduce(0, +)
        return all == 0 ? nil : Double(confusion[label][label]) / Double(all)
    }

    /// The harmonic mean of precision and recall; nil where a label neither occurs nor is named.
    package func f1(_ label: Int) -> Double? {
        let named = confusion.reduce(0) { $0 + $1[label] }
        let all = confusion[label].reduce(0, +)
        return named + all == 0 ? nil : 2 * Double(confusion[label][label]) / Double(named + all)
    }

    /// The mean F1 of all labels that occur or are named.
    package var macroF1: Double {
        let values = confusion.indices.compactMap { f1($0) }
        return values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
    }
}

/// What a network that did not see an example in training says of it.
package struct HeldOutExample: Sendable, Equatable {
    /// Which of the caller's examples it is.
    package var example: Int
    package var label: Int
    package var logits: [Float]
    /// The distance from the nearest class, and how far the best answer is above the others.
    package var distance: Float
    package var margin: Float
}
