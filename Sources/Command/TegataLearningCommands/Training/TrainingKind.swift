/// What a classifier tells apart.
enum TrainingKind: String, CaseIterable, Sendable {
    case pose, action
}
