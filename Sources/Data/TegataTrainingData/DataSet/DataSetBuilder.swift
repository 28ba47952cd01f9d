import TegataClassifiers

/// Collects labelled items and turns them into a data set.
package struct DataSetBuilder {
    private let kind: DataSetKind
    private let backgroundName: String?
    private var entries: [Entry] = []
    /// The original labels whose cleaning has been reported.
    private var cleanedLabels: Set<String> = []
    /// The notices so far.
    package var notices: [DataNotice] = [] {
        didSet {
            guard notices.count > Self.mostNotices else { return }
            notices.removeLast()
            furtherNotices += 1
        }
    }
    /// Limit the notices, because a damaged table can have one for every row, and nobody reads that many.
    private static let mostNotices = 1 << 16
    private var furtherNotices = 0
    /// The label files that were read, including files that the user did not name.
    package var namesFiles: [String] = []

    private struct Entry {
        var content: DataItem.Content
        var label: String
        var group: String?
        var place: DataPlace
    }

    /// Creates a builder; `background` is the label for hands that belong to no other class; nil for the usual names.
    package init(kind: DataSetKind, background: String? = nil) {
        self.kind = kind
        backgroundName = background
    }

    /// Adds an item. Skips items with an empty label, adding a notice, and removes odd characters from other labels.
    package mutating func add(
        _ content: DataItem.Content, label: String, group: String? = nil, place: DataPlace
    ) {
        let clean = LabelText.cleaned(label)
        guard !clean.isEmpty else {
            notices.append(.rowSkipped(place, why: "the label is empty"))
            return
        }
        if clean != label, cleanedLabels.insert(label).inserted {
            notices.append(.labelCleaned(place, from: label, to: clean))
        }
        entries.append(Entry(content: content, label: clean, group: group, place: place))
    }

    /// Returns the data set, with items in the order in which they were added; errors name `paths`.
    ///
    /// With `needsTwoLabels`, a single label is an error; evaluation data may have one label.
    package func dataSet(paths: [String], needsTwoLabels: Bool = true) throws(DataSetError) -> DataSet {
        let labels = Set(entries.map(\.label)).sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
        guard let first = labels.first else { throw .empty(paths: paths, leftOut: notices) }
        guard !needsTwoLabels || labels.count > 1 else { throw .oneLabel(first, paths: paths) }
        var places: [String: Int] = [:]
        for (place, label) in labels.enumerated() { places[label] = place }
        var notices = notices
        let alike = Dictionary(grouping: labels) { $0.lowercased() }.values.filter { $0.count > 1 }
        for labels in alike.sorted(by: { $0[0] < $1[0] }) { notices.append(.labelsAlike(labels)) }
        if furtherNotices > 0 { notices.append(.other("\(furtherNotices) more notices were dropped")) }
        let background = labels.firstIndex { label in
            backgroundName.map { $0 == label } ?? BackgroundLabel.isBackground(label)
        }
        let items = entries.map { entry in
            DataItem(entry.content, label: places[entry.label] ?? 0, group: entry.group, place: entry.place)
        }
        return DataSet(
            kind: kind, labels: labels, background: background, items: items, notices: notices, namesFiles: namesFiles)
    }
}

/// Prepares labels for display and for files.
package enum LabelText {
    /// Returns the label without surrounding blanks, and with each run of blanks, line ends and control characters
    /// replaced by one blank.
    package static func cleaned(_ label: String) -> String {
        label.split { character in
            character.isWhitespace || character.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
        }.joined(separator: " ")
    }
}

/// The usual names for hands that belong to no other class.
package enum BackgroundLabel {
    /// The names in lower case.
    private static let names = ["none", "nothing", "background", "no_gesture"]

    /// Whether a label is such a name, regardless of case.
    package static func isBackground(_ label: String) -> Bool { names.contains(label.lowercased()) }
}
