import Foundation

extension MLDictionaryFeatureProvider {
    /// The outputs of a classifier: the label of the most likely class, the probabilities of all, and perhaps others.
    ///
    /// Of equal ones the first class is meant; of classes with one label the most likely one counts.
    package convenience init(
        probabilities: [Float], of labels: [String], others: [String: MLFeatureValue] = [:]
    ) throws {
        guard let best = probabilities.indices.max(by: { probabilities[$0] < probabilities[$1] }),
            labels.count == probabilities.count
        else {
            throw MLModelError(
                .generic, "The model answers \(probabilities.count) probabilities for \(labels.count) labels.")
        }
        let first = probabilities.firstIndex(of: probabilities[best]) ?? best
        var byLabel: [AnyHashable: NSNumber] = [:]
        for (label, probability) in zip(labels, probabilities) {
            let known = byLabel[label]?.doubleValue ?? -.infinity
            byLabel[label] = NSNumber(value: max(known, Double(probability)))
        }
        var values = others
        values[MLModelDescription.labelName] = MLFeatureValue(string: labels[first])
        values[MLModelDescription.probabilitiesName] = try MLFeatureValue(dictionary: byLabel)
        self.init(values: values)
    }
}
