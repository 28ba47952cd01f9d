/// What is known of a data set beside its files.
package struct DataSetOptions: Sendable, Equatable {
    /// The columns of a table that count.
    package var columns = AnnotationColumns()
    /// What numbers in the columns of times count.
    package var timeUnit = TimeUnit.automatic
    /// How many frames a second folders of frames and rows of landmarks have; nil for what their form has by itself.
    package var frameRate: Double?
    /// The label of everything that has none of its own, such as landmarks that this program has found.
    package var label: String?
    /// The file with a label for every frame of an array, or with the names of the classes that rows have numbers for;
    /// nil to look for one beside the rows.
    package var labelsFile: String?
    /// The label that stands for none of the others; nil for the names that are usual for it.
    package var background: String?

    package enum TimeUnit: Sendable, Equatable {
        /// Frames where the column is called so, and seconds elsewhere.
        case automatic
        case seconds
        case frames
    }

    package init() {}
}
