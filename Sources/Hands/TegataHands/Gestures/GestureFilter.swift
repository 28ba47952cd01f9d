import TegataClassifiers
import TegataFormats
import TegataInference

/// Applies a classifier's options to its classes.
package struct GestureFilter {
    private let names: [String]
    private let displayNames: [String]
    /// The score below which a class is ignored; nil if any score is accepted.
    private let threshold: Float?
    /// Whether each class may be the result.
    private let isAllowed: [Bool]

    init(_ classifier: GestureClassifierNetwork, options: GestureClassifierOptions) throws(GestureError) {
        let displayNames: [String]
        do {
            displayNames = try classifier.file.labels(ofOutput: 0, locale: options.displayNamesLocale)
        } catch { throw .labels(error) }
        try self.init(
            labels: classifier.labels, displayNames: displayNames, classCount: classifier.classCount,
            metadataThreshold: classifier.scoreThreshold, options: options, file: classifier.network.file)
    }

    /// Creates a filter. `labels` and `displayNames` have one entry for each class, or are empty.
    package init(
        labels: [String], displayNames: [String] = [], classCount: Int, metadataThreshold: Float?,
        options: GestureClassifierOptions,
        file: String
    ) throws(GestureError) {
        names = labels
        self.displayNames = displayNames
        threshold = options.scoreThreshold ?? metadataThreshold
        let isAllowlist = !options.categoryAllowlist.isEmpty
        let chosen = isAllowlist ? options.categoryAllowlist : options.categoryDenylist
        if !chosen.isEmpty && labels.isEmpty { throw .labelsMissing(file: file) }
        // A list that contains none of the labels has no effect. If several classes share a label, the list refers to
        // the first.
        let classes = chosen.compactMap { name in labels.firstIndex { isSame($0, name) } }
        var isAllowed = [Bool](repeating: classes.isEmpty || !isAllowlist, count: classCount)
        for index in classes { isAllowed[index] = isAllowlist }
        self.isAllowed = isAllowed
    }

    /// Returns the best class that qualifies; nil if none does.
    ///
    /// Classes whose score is not above 0 qualify, but none of them can be the best. If there are no others, the result
    /// has no name.
    package func best(_ scores: UnsafeBufferPointer<Float>, of classifier: GestureClassifier) -> Gesture? {
        var best: Int?
        var bestScore: Float = 0
        var isEmpty = true
        for index in isAllowed.indices where isAllowed[index] {
            let score = scores[index]
            if let threshold, score < threshold { continue }
            isEmpty = false
            if score > bestScore {
                best = index
                bestScore = score
            }
        }
        if isEmpty { return nil }
        return Gesture(name: best.map { name($0) } ?? "", score: bestScore, classifier: classifier)
    }

    /// Returns all classes in descending order of score.
    func all(_ scores: UnsafeBufferPointer<Float>) -> [GestureScore] {
        var order = Array(isAllowed.indices)
        // Classes with equal scores keep their order; NaN comes last.
        func rank(_ index: Int) -> Float { scores[index].isNaN ? -.infinity : scores[index] }
        order.sort { rank($0) != rank($1) ? rank($0) > rank($1) : $0 < $1 }
        return order.map { index in
            GestureScore(
                index: index, name: name(index), displayName: displayNames.isEmpty ? "" : displayNames[index],
                score: scores[index])
        }
    }

    private func name(_ index: Int) -> String { names.isEmpty ? "" : names[index] }
}

/// Returns whether two names consist of the same bytes.
func isSame(_ a: String, _ b: String) -> Bool {
    a.utf8.elementsEqual(b.utf8)
}
