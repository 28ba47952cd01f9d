/// The data that is held out when training a hand classifier, to evaluate it.
public enum MLValidationData<DataSource> {
    /// Other data.
    case dataSource(DataSource)
    /// A part of the training data.
    case split(strategy: MLSplitStrategy)
    /// None: there are no validation metrics, and the classifier rejects nothing.
    case none

    /// The name in the description of the training parameters.
    var name: String {
        switch self {
        case .dataSource: "other data"
        case .split(let strategy): "\(strategy)"
        case .none: "none"
        }
    }
}

/// A data source that both classifiers can store in the same form.
protocol RecordedSource {
    init(_ record: SourceRecord)
    var record: SourceRecord { get }
}

extension MLValidationData where DataSource: RecordedSource {
    init(_ validation: TrainingPlan.Validation) {
        switch validation {
        case .source(let source): self = .dataSource(DataSource(source))
        case .split(let strategy): self = .split(strategy: strategy)
        case .none: self = .none
        }
    }

    var planned: TrainingPlan.Validation {
        switch self {
        case .dataSource(let source): .source(source.record)
        case .split(let strategy): .split(strategy)
        case .none: .none
        }
    }
}
