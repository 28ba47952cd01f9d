import Foundation

/// A stand-in for how a model is to be loaded. Here only the name counts; the CPU computes whatever is chosen.
///
/// A model keeps a copy of the configuration that it is loaded with.
public final class MLModelConfiguration: NSObject, NSCopying, @unchecked Sendable {
    /// The name of the model for people.
    public var modelDisplayName: String?
    /// Where the model may compute.
    public var computeUnits = MLComputeUnits.all
    /// Whether a GPU, if there were one, might add with less precision.
    public var allowLowPrecisionAccumulationOnGPU = false

    /// Makes a configuration with the original's defaults.
    public override init() {}

    /// Another configuration with the same settings.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = MLModelConfiguration()
        copy.modelDisplayName = modelDisplayName
        copy.computeUnits = computeUnits
        copy.allowLowPrecisionAccumulationOnGPU = allowLowPrecisionAccumulationOnGPU
        return copy
    }
}
