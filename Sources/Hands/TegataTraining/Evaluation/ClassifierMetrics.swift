/// The accuracy of a classifier.
package struct ClassifierMetrics: Sendable, Equatable {
    /// The number of examples with a label (row) that were given a predicted label (column).
    package let confusion: [[Int]]

    /// Counts the pairs of true and predicted labels, which are in 0..<labelCount.
    package init(labels: [Int], predictions: [Int], labelCount: Int) {
        var confusion = [[Int]](repeating: [Int](repeating: 0, count: labelCount), count: labelCount)
        for (label, prediction) in zip(labels, predictions) { confusion[label][prediction] += 1 }
        self.confusion = confusion
    }

    /// The number of examples.
    package var count: Int { confusion.reduce(0) { $0 + $1.reduce(0, +) } }

    /// The fraction of correct predictions; 0 if there are no examples.
    package var accuracy: Double {
        let right = confusion.indices.reduce(0) { $0 + confusion[$1][$1] }
        return count == 0 ? 0 : Double(right) / Double(count)
    }

    /// Returns the fraction of a label's predictions that are correct; nil if it was never predicted.
    package func precision(_ label: Int) -> Double? {
        let named = confusion.reduce(0) { $0 + $1[label] }
        return named == 0 ? nil : Double(confusion[label][label]) / Double(named)
    }

    /// Returns the fraction of a label's examples that were recognised; nil if it has none.
    package func recall(_ label: Int) -> Double? {
        let all = confusion[label].reduce(0, +)
        return all == 0 ? nil : Double(confusion[label][label]) / Double(all)
    }

    /// Returns the harmonic mean of precision and recall; nil if a label neither occurs nor is predicted.
    package func f1(_ label: Int) -> Double? {
        let named = confusion.reduce(0) { $0 + $1[label] }
        let all = confusion[label].reduce(0, +)
        return named + all == 0 ? nil : 2 * Double(confusion[label][label]) / Double(named + all)
    }

    /// The mean F1 score of all labels that occur or are predicted.
    package var macroF1: Double {
        let values = confusion.indices.compactMap { f1($0) }
        return values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
    }
}

/// The output for an example, from a network that was not trained on it.
package struct HeldOutExample: Sendable, Equatable {
    /// The index of the example in the caller's list.
    package var example: Int
    package var label: Int
    package var logits: [Float]
    /// The distance from the nearest class, followed by the margin of the best label over the others.
    package var distance: Float
    package var margin: Float
}
