/// A stand-in for several sets of values.
public protocol MLBatchProvider: AnyObject {
    /// How many there are.
    var count: Int { get }

    /// The values at an index below ``count``.
    func features(at index: Int) -> any MLFeatureProvider
}
