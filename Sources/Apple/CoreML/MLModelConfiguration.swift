import Foundation

/// Settings for loading a model. On Linux, only the name has an effect; models always run on the CPU.
///
/// A model keeps a copy of the configuration that it is loaded with.
public final class MLModelConfiguration: NSObject, NSCopying, @unchecked Sendable {
    /// The name of the model to show to people.
    public var modelDisplayName: String?
    /// The processors that the model may use.
    public var computeUnits = MLComputeUnits.all
    /// Whether a GPU may accumulate with lower precision; no effect on Linux.
    public var allowLowPrecisionAccumulationOnGPU = false

    /// Creates a configuration with Core ML's defaults.
    public override init() {}

    /// Returns a configuration with the same settings.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = MLModelConfiguration()
        copy.modelDisplayName = modelDisplayName
        copy.computeUnits = computeUnits
        copy.allowLowPrecisionAccumulationOnGPU = allowLowPrecisionAccumulationOnGPU
        return copy
    }
}

/// The processors that Core ML may use. On Linux, it always uses the CPU.
public enum MLComputeUnits: Int, Sendable {
    /// The CPU alone.
    case cpuOnly = 0
    /// The CPU and the GPU.
    case cpuAndGPU = 1
    /// All available processors.
    case all = 2
    /// The CPU and the neural engine.
    case cpuAndNeuralEngine = 3
}

/// Options for predictions. They have no effect on Linux.
public final class MLPredictionOptions: NSObject, @unchecked Sendable {
    /// Whether only the CPU may be used, as is always the case on Linux.
    public var usesCPUOnly = false

    /// Creates options with Core ML's defaults.
    public override init() {}
}
