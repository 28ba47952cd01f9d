import TabularData
import TegataTraining

/// The quality of a classifier.
public struct MLClassifierMetrics: CustomStringConvertible, CustomDebugStringConvertible {
    /// The fraction of wrong predictions, which is 1 minus the accuracy; 1 if nothing was evaluated.
    public let classificationError: Double
    /// The number of predictions for each pair of labels: columns `True Label`, `Predicted` and `Count`.
    public let confusionDataFrame: DataFrame
    /// For each class, the fraction of its predictions that are correct and the fraction of its examples that were
    /// recognised: columns `class`, `precision` and `recall`.
    public let precisionRecallDataFrame: DataFrame
    /// The reason why there are no metrics; nil if there are any.
    public let error: (any Error)?

    /// Whether anything was evaluated.
    public var isValid: Bool { error == nil }
    /// ``confusionDataFrame`` as the older kind of table.
    public var confusion: MLDataTable { MLDataTable(confusionDataFrame) }
    /// ``precisionRecallDataFrame`` as the older kind of table.
    public var precisionRecall: MLDataTable { MLDataTable(precisionRecallDataFrame) }

    private init(
        _ classificationError: Double, _ confusion: DataFrame, _ precisionRecall: DataFrame, _ error: (any Error)?
    ) {
        self.classificationError = classificationError
        confusionDataFrame = confusion
        precisionRecallDataFrame = precisionRecall
        self.error = error
    }

    /// Creates metrics from tables. Create ML has deprecated this initializer.
    public init(classificationError: Double, confusion: MLDataTable, precisionRecall: MLDataTable) {
        self.init(classificationError, confusion.frame, precisionRecall.frame, nil)
    }

    init(_ error: any Error) {
        self.init(1, DataFrame(), DataFrame(), error)
    }

    init(_ metrics: ClassifierMetrics, labels: [String]) {
        guard metrics.count > 0 else {
            self.init(MLCreateError.generic(reason: "there are no examples to evaluate the classifier with"))
            return
        }
        var (truths, predictions, counts): ([String], [String], [Int]) = ([], [], [])
        for (truth, row) in metrics.confusion.enumerated() {
            for (prediction, count) in row.enumerated() where count > 0 {
                truths.append(labels[truth])
                predictions.append(labels[prediction])
                counts.append(count)
            }
        }
        var confusion = DataFrame()
        confusion.append(column: Column(name: "True Label", contents: truths))
        confusion.append(column: Column(name: "Predicted", contents: predictions))
        confusion.append(column: Column(name: "Count", contents: counts))
        var precisionRecall = DataFrame()
        precisionRecall.append(column: Column(name: "class", contents: labels))
        precisionRecall.append(
            column: Column<Double>(name: "precision", contents: labels.indices.map { metrics.precision($0) }))
        precisionRecall.append(
            column: Column<Double>(name: "recall", contents: labels.indices.map { metrics.recall($0) }))
        self.init(1 - metrics.accuracy, confusion, precisionRecall, nil)
    }

    /// The accuracy and the tables, or the reason why there are none.
    public var description: String {
        guard let error else {
            return """
                Accuracy: \((1 - classificationError) * 100) %

                \(confusionDataFrame)
                \(precisionRecallDataFrame)
                """
        }
        return "No metrics: \(error)"
    }

    /// The accuracy and the tables, or the reason why there are none.
    public var debugDescription: String { description }
}
