import TegataClassifiers

/// What was found at the paths of a data set: labelled pictures, clips or points, none of which has been decoded.
///
/// What cannot be used is left out with a notice, and an error is thrown only where nothing can go on.
package struct DataSet: Sendable, Equatable {
    package var kind: DataSetKind
    /// All labels, sorted.
    package var labels: [String]
    /// The place of the label that stands for none of the others, if there is one.
    package var background: Int?
    /// In an order that depends on names alone.
    package var items: [DataItem]
    package var notices: [DataNotice]
    /// Files of labels that were read beside those of the items.
    package var namesFiles: [String]

    package init(
        kind: DataSetKind, labels: [String], background: Int?, items: [DataItem], notices: [DataNotice] = [],
        namesFiles: [String] = []
    ) {
        self.kind = kind
        self.labels = labels
        self.background = background
        self.items = items
        self.notices = notices
        self.namesFiles = namesFiles
    }

    /// What of the options neither this data set nor `other`, which was read with the same ones, has needed.
    package func unneeded(_ options: DataSetOptions, with other: DataSet? = nil) -> [DataNotice] {
        let sets = [self, other].compactMap(\.self)
        var notices: [DataNotice] = []
        if let file = options.labelsFile, !sets.contains(where: { $0.namesFiles.contains(file) }) {
            notices.append(.other("\(file): is not looked at, as no row or frame needs names from elsewhere"))
        }
        if let name = options.background, sets.allSatisfy({ $0.background == nil }) {
            notices.append(.other("no example is of '\(name)', which is to be the background"))
        }
        return notices
    }

    /// The label of an item.
    package func label(of item: DataItem) -> String { labels[item.label] }

    /// How many items every label has.
    package var counts: [Int] {
        var counts = [Int](repeating: 0, count: labels.count)
        for item in items { counts[item.label] += 1 }
        return counts
    }

    /// How many items have points alone.
    package var pointsOnlyCount: Int { items.reduce(0) { $0 + ($1.path == nil ? 1 : 0) } }
}
