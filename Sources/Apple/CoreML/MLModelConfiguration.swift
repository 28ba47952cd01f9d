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

/// A stand-in for where Core ML may compute. Here it is the CPU, whatever is chosen.
public enum MLComputeUnits: Int, Sendable {
    /// The CPU alone.
    case cpuOnly = 0
    /// The CPU and the GPU.
    case cpuAndGPU = 1
    /// Whatever there is.
    case all = 2
    /// The CPU and the neural engine.
    case cpuAndNeuralEngine = 3
}

/// A stand-in for how a model is to predict. Nothing of it changes anything here.
public final class MLPredictionOptions: NSObject, @unchecked Sendable {
    /// Whether only the CPU may compute, as it does here in any case.
    public var usesCPUOnly = false

    /// Makes options with the original's defaults.
    public override init() {}
}
