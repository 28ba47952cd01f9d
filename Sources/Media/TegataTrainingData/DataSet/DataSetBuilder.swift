import TegataClassifiers

/// Gathers labelled items whose labels are names, and makes a data set of them.
package struct DataSetBuilder {
    private let kind: DataSetKind
    private let backgroundName: String?
    private var entries: [Entry] = []
    /// The labels, as they were written, of which was told that they are read in another way.
    private var cleanedLabels: Set<String> = []
    /// What was left out so far.
    package var notices: [DataNotice] = [] {
        didSet {
            guard notices.count > Self.mostNotices else { return }
            notices.removeLast()
            furtherNotices += 1
        }
    }
    /// Nobody reads as many, and a damaged table has one for every row.
    private static let mostNotices = 1 << 16
    private var furtherNotices = 0
    /// Files of labels that were read, also where nobody named them.
    package var namesFiles: [String] = []

    private struct Entry {
        var content: DataItem.Content
        var label: String
        var group: String?
        var place: DataPlace
    }

    /// `background` is the name of the label that stands for none of the others; nil for the usual names.
    package init(kind: DataSetKind, background: String? = nil) {
        self.kind = kind
        backgroundName = background
    }

    /// Adds an item; a label that is empty leaves it out with a notice, and odd characters are taken out of others.
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

    /// The data set, with items in the order in which they were added; `paths` are named where it has too little.
    ///
    /// Only with `needsTwoLabels` one label is too little: data to judge a classifier with may have one.
    package func dataSet(paths: [String], needsTwoLabels: Bool = true) throws(DataSetError) -> DataSet {
        let labels = Set(entries.map(\.label)).sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
        guard let first = labels.first else { throw .empty(paths: paths, leftOut: notices) }
        guard !needsTwoLabels || labels.count > 1 else { throw .oneLabel(first, paths: paths) }
        var places: [String: Int] = [:]
        for (place, label) in labels.enumerated() { places[label] = place }
        var notices = notices
        let alike = Dictionary(grouping: labels) { $0.lowercased() }.values.filter { $0.count > 1 }
        for labels in alike.sorted(by: { $0[0] < $1[0] }) { notices.append(.labelsAlike(labels)) }
        if furtherNotices > 0 { notices.append(.other("\(furtherNotices) more notes are not kept")) }
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

/// Labels as they are shown and written into files.
package enum LabelText {
    /// The label without blanks around it, and with one blank for every run of blanks, line ends and control
    /// characters.
    package static func cleaned(_ label: String) -> String {
        label.split { character in
            character.isWhitespace || character.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
        }.joined(separator: " ")
    }
}

/// The names that people give to what is none of the others.
package enum BackgroundLabel {
    /// In small letters.
    private static let names = ["none", "nothing", "background", "no_gesture"]

    /// Whether a label is such a name, in any case.
    package static func isBackground(_ label: String) -> Bool { names.contains(label.lowercased()) }
}
