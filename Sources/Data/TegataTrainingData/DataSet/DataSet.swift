import TegataClassifiers

/// The contents of a data set's paths: labelled images, clips or points, before anything is decoded.
///
/// Items that cannot be used are skipped with a notice. An error is thrown only if nothing can be used.
package struct DataSet: Sendable, Equatable {
    package var kind: DataSetKind
    /// All labels, sorted.
    package var labels: [String]
    /// The index of the label for hands that belong to no other class; nil if there is none.
    package var background: Int?
    /// The items, in an order that depends only on their names.
    package var items: [DataItem]
    package var notices: [DataNotice]
    /// The label files that were read in addition to the items.
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

    /// Returns notices about options that neither this data set nor `other` needed; both were read with the same
    /// options.
    package func unneeded(_ options: DataSetOptions, with other: DataSet? = nil) -> [DataNotice] {
        let sets = [self, other].compactMap(\.self)
        var notices: [DataNotice] = []
        if let file = options.labelsFile, !sets.contains(where: { $0.namesFiles.contains(file) }) {
            notices.append(.other("\(file): is not used, because no row or frame needs names from another file"))
        }
        if let name = options.background, sets.allSatisfy({ $0.background == nil }) {
            notices.append(.other("no example has the background label '\(name)'"))
        }
        return notices
    }

    /// Returns the label of an item.
    package func label(of item: DataItem) -> String { labels[item.label] }

    /// The number of items with each label.
    package var counts: [Int] {
        var counts = [Int](repeating: 0, count: labels.count)
        for item in items { counts[item.label] += 1 }
        return counts
    }

    /// The number of items that consist of points only.
    package var pointsOnlyCount: Int { items.reduce(0) { $0 + ($1.path == nil ? 1 : 0) } }
}

/// The kind of example in a data set.
package enum DataSetKind: Sendable {
    /// Hand shapes, each in one image.
    case poses
    /// Hand movements, each in part of a video.
    case actions
}

/// The options for reading a data set.
package struct DataSetOptions: Sendable, Equatable {
    /// The table columns to use.
    package var columns = AnnotationColumns()
    /// The unit of the numbers in time columns; nil means frames if the column's name contains "frame", otherwise
    /// seconds.
    package var timeUnit: TimeUnit?
    /// The frame rate of frame directories and landmark rows, in frames per second; nil for the default of their
    /// format.
    package var frameRate: Double?
    /// The label for items without a label, such as landmarks that Tegata wrote.
    package var label: String?
    /// The file with a label for each frame of an array, or with names for the class numbers of rows; nil to search for
    /// one next to the rows.
    package var labelsFile: String?
    /// The label for hands that belong to no other class; nil for the usual names.
    package var background: String?

    package enum TimeUnit: String, CaseIterable, Sendable {
        case seconds, frames
    }

    package init() {}
}

/// The names of an annotation file's columns; nil for the usual names.
package struct AnnotationColumns: Sendable, Equatable {
    /// The column with the path of the image or video.
    package var media: String?
    package var label: String?
    /// The columns with the start and end of the action in a video.
    package var start: String?
    package var end: String?
    /// The column with the person or session.
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
    /// Reads the images and rows of points at `paths`, and recognises their format:
    ///
    /// - one directory per class, optionally with one per person inside it, or vice versa as in LeapGestRecog; Tegata
    ///   descends through directories that contain only one directory,
    /// - images in one directory whose names start with the label, before a full stop or an underscore,
    /// - HaGRID annotations, version 1 or 2, with images or only with their landmarks,
    /// - rows of key points with a class number, as written by Kazuhito Takahashi's and Nikita Kiselov's programs,
    /// - a CSV or JSON table with columns for the file and the label,
    /// - JSON lines, CSV and arrays of landmarks, as written by Tegata.
    package static func poses(
        at paths: [String], _ options: DataSetOptions = DataSetOptions(), needsTwoLabels: Bool = true
    ) throws(DataSetError) -> DataSet {
        try DataSetReader(kind: .poses, options: options).dataSet(at: paths, needsTwoLabels: needsTwoLabels)
    }

    /// Reads videos, directories of frames and sequences of points at `paths`, and recognises their format:
    ///
    /// - one directory per class,
    /// - videos whose names start with the label,
    /// - Jester's frame directories and tables,
    /// - tables with times or frames,
    /// - point histories,
    /// - landmarks as written by Tegata.
    package static func actions(
        at paths: [String], _ options: DataSetOptions = DataSetOptions(), needsTwoLabels: Bool = true
    ) throws(DataSetError) -> DataSet {
        try DataSetReader(kind: .actions, options: options).dataSet(at: paths, needsTwoLabels: needsTwoLabels)
    }

    /// Reads a directory with one directory per class.
    package static func labeledDirectories(
        at path: String, kind: DataSetKind, _ options: DataSetOptions = DataSetOptions(), needsTwoLabels: Bool = true
    ) throws(DataSetError) -> DataSet {
        var reader = DataSetReader(kind: kind, options: options)
        try reader.addLabeledDirectories(at: path)
        return try reader.dataSet(paths: [path], needsTwoLabels: needsTwoLabels)
    }

    /// Reads a directory of files whose labels are their names up to the first full stop.
    package static func labeledFiles(
        at path: String, kind: DataSetKind, _ options: DataSetOptions = DataSetOptions(), needsTwoLabels: Bool = true
    ) throws(DataSetError) -> DataSet {
        var reader = DataSetReader(kind: kind, options: options)
        try reader.addLabeledFiles(at: path, separators: ["."])
        return try reader.dataSet(paths: [path], needsTwoLabels: needsTwoLabels)
    }

    /// Reads a CSV or JSON table that refers to files in `folder`; the options hold the column names.
    package static func annotated(
        folder: String, annotationFile: String, kind: DataSetKind, _ options: DataSetOptions = DataSetOptions(),
        needsTwoLabels: Bool = true
    ) throws(DataSetError) -> DataSet {
        var reader = DataSetReader(kind: kind, options: options)
        try reader.addAnnotations(annotationFile, folder: folder)
        return try reader.dataSet(paths: [annotationFile], needsTwoLabels: needsTwoLabels)
    }
}
