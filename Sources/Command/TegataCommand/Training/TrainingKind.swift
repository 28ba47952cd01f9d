import TegataTrainingData

/// What a classifier tells apart.
enum TrainingKind: String, CaseIterable, Sendable {
    case pose, action

    var dataSetKind: DataSetKind { self == .pose ? .poses : .actions }
}
