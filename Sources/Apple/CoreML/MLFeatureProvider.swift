/// A stand-in for what has the values of a model's inputs or outputs.
public protocol MLFeatureProvider: AnyObject {
    /// The names of all values.
    var featureNames: Set<String> { get }

    /// The value of a name, if there is one.
    func featureValue(for featureName: String) -> MLFeatureValue?
}
