import TegataTraining

extension AugmentationChanges {
    /// What people call the changes: those of Create ML first, then Tegata's own, and last those of actions.
    private static let named: [(name: String, change: AugmentationChanges)] = [
        ("rotate", .rotate), ("flip", .flip), ("scale", .scale), ("translate", .translate), ("tilt", .tilt),
        ("form", .form), ("speed", .speed), ("shift", .shift), ("drop", .drop),
    ]

    static var names: [String] { named.map(\.name) }

    /// The changes in a text of names with commas between them; nil where one is unknown.
    init?(_ text: String) {
        self = []
        guard text != "none" else { return }
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let change = Self.named.first(where: { $0.name == word })?.change else { return nil }
            insert(change)
        }
    }

    /// The names of the changes that only actions have.
    var namesOfActions: [String] {
        let changes: AugmentationChanges = [.speed, .shift, .drop]
        return Self.named.filter { isSuperset(of: $0.change) && changes.contains($0.change) }.map(\.name).sorted()
    }
}
