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

/// What a data set has examples of.
package enum DataSetKind: Sendable {
    /// What one hand shows in one picture.
    case poses
    /// What one hand does in a part of a video.
    case actions
}

/// What is known of a data set beside its files.
package struct DataSetOptions: Sendable, Equatable {
    /// The columns of a table that count.
    package var columns = AnnotationColumns()
    /// What numbers in the columns of times count; nil for frames where the column is called so, and seconds elsewhere.
    package var timeUnit: TimeUnit?
    /// How many frames a second folders of frames and rows of landmarks have; nil for what their form has by itself.
    package var frameRate: Double?
    /// The label of everything that has none of its own, such as landmarks that this program has found.
    package var label: String?
    /// The file with a label for every frame of an array, or with the names of the classes that rows have numbers for;
    /// nil to look for one beside the rows.
    package var labelsFile: String?
    /// The label that stands for none of the others; nil for the names that are usual for it.
    package var background: String?

    package enum TimeUnit: String, CaseIterable, Sendable {
        case seconds, frames
    }

    package init() {}
}

/// What the columns of an annotation file are called; nil for the usual names, whichever the file has.
package struct AnnotationColumns: Sendable, Equatable {
    /// The picture's or video's path.
    package var media: String?
    package var label: String?
    /// Where in a video the action begins and ends.
    package var start: String?
    package var end: String?
    /// The person or session.
    package var group: String?

    package init(
        media: String? = nil, label: String? = nil, start: String? = nil, end: String? = nil, group: String? = nil
    ) {
        self.media = media
        self.label = label
        self.start = start
        self.end = end
        self.group = group
    }
}

extension DataSet {
    /// Reads the pictures, and rows of points, at `paths`, whose forms are recognised:
    ///
    /// - a folder for every class, in it a folder for every person if one likes, or the other way round as
    ///   LeapGestRecog has it; single folders around them are descended,
    /// - pictures in one folder whose names begin with the label, before a full stop or an underscore,
    /// - HaGRID's annotations, version 1 or 2, with pictures or with their landmarks alone,
    /// - rows of key points with a class number, as Kazuhito Takahashi's and Nikita Kiselov's programs write them,
    /// - a CSV or JSON table with columns for file and label,
    /// - JSON lines, CSV and arrays of landmarks as this program writes them.
    package static func poses(
        at paths: [String], _ options: DataSetOptions = DataSetOptions(), needsTwoLabels: Bool = true
    ) throws(DataSetError) -> DataSet {
        try DataSetReader(kind: .poses, options: options).dataSet(at: paths, needsTwoLabels: needsTwoLabels)
    }

    /// Reads videos, folders of frames and sequences of points at `paths`, whose forms are recognised: a folder for
    /// every class, videos whose names begin with the label, Jester's frame folders and tables, tables with times or
    /// frames, point histories, and landmarks as this program writes them.
    package static func actions(
        at paths: [String], _ options: DataSetOptions = DataSetOptions(), needsTwoLabels: Bool = true
    ) throws(DataSetError) -> DataSet {
        try DataSetReader(kind: .actions, options: options).dataSet(at: paths, needsTwoLabels: needsTwoLabels)
    }

    /// Reads a folder with one folder for every class.
    package static func labeledDirectories(
        at path: String, kind: DataSetKind, _ options: DataSetOptions = DataSetOptions(), needsTwoLabels: Bool = true
    ) throws(DataSetError) -> DataSet {
        var reader = DataSetReader(kind: kind, options: options)
        try reader.addLabeledDirectories(at: path)
        return try reader.dataSet(paths: [path], needsTwoLabels: needsTwoLabels)
    }

    /// Reads a folder of files whose names are the label up to the first full stop.
    package static func labeledFiles(
        at path: String, kind: DataSetKind, _ options: DataSetOptions = DataSetOptions(), needsTwoLabels: Bool = true
    ) throws(DataSetError) -> DataSet {
        var reader = DataSetReader(kind: kind, options: options)
        try reader.addLabeledFiles(at: path, separators: ["."])
        return try reader.dataSet(paths: [path], needsTwoLabels: needsTwoLabels)
    }

    /// Reads a CSV or JSON table whose files lie in `folder`; the options have the columns' names.
    package static func annotated(
        folder: String, annotationFile: String, kind: DataSetKind, _ options: DataSetOptions = DataSetOptions(),
        needsTwoLabels: Bool = true
    ) throws(DataSetError) -> DataSet {
        var reader = DataSetReader(kind: kind, options: options)
        try reader.addAnnotations(annotationFile, folder: folder)
        return try reader.dataSet(paths: [annotationFile], needsTwoLabels: needsTwoLabels)
    }
}
