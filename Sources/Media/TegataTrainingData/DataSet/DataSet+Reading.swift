extension DataSet {
    /// Reads the pictures, and rows of points, at `paths`, whose forms are recognised:
    ///
    /// - a folder for every class, in it a folder for every person if one likes, or the other way round as LeapGestRecog
    ///   has it; single folders around them are descended,
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

    /// Reads videos, folders of frames and sequences of points at `paths`, whose forms are recognised: a folder for every
    /// class, videos whose names begin with the label, Jester's frame folders and tables, tables with times or frames,
    /// point histories, and landmarks as this program writes them.
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
