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
