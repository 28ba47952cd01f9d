import TegataClassifiers
import TegataTraining

extension ExtractedDataSet {
    /// One example for every labelled hand; background may also be a picture without one, which teaches nothing here.
    package var poses: Examples<PoseExample> { Examples(examples: [], sources: [], groups: []) }

    /// The 128 numbers of every labelled hand; hands that have none, such as rows of points, are left out.
    package var embeddings: Examples<VectorExample> { Examples(examples: [], sources: [], groups: []) }

    /// One example for every sequence, at `frameRate` frames a second: faster ones are thinned, slower ones filled up.
    package func actions(frameRate: Double) -> Examples<ActionExample> {
        Examples(examples: [], sources: [], groups: [])
    }

    /// What every class has, in the order of the labels.
    package var counts: [ClassCount] { [] }

    /// A notice of near-duplicates among poses of which some were trained with and others held out; nil where there are
    /// none. `isHeldOut` has a value for each of ``poses``.
    package func nearDuplicates(isHeldOut: [Bool]) -> DataNotice? { nil }

    /// What a message calls the source of an example.
    package func place(of source: ExampleSource) -> DataPlace { dataSet.items[source.item].place }
}
