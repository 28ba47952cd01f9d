import TegataHands

/// Finds the hands of a data set's pictures and clips.
package struct KeyPointExtractor: Sendable {
    package let options: KeyPointOptions

    /// Loads the networks of the bundle at `path`; with `includingEmbeddings` it must be one for gestures, such as
    /// `gesture_recognizer.task`, and every hand gets its 128 numbers.
    package init(
        bundle path: String, includingEmbeddings: Bool = false, options: KeyPointOptions = KeyPointOptions()
    ) throws(KeyPointExtractionError) {
        throw .cancelled
    }

    /// Looks at all items of `dataSet`. `progress` is called by this thread in the order of the items and returns whether
    /// to go on; what cannot be read becomes a notice.
    package func extract(
        _ dataSet: DataSet, progress: (ExtractionProgress) -> Bool = { _ in true }
    ) throws(KeyPointExtractionError) -> ExtractedDataSet {
        throw .cancelled
    }
}
