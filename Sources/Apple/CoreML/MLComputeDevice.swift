import Foundation

/// A stand-in for what computes. Here it is always the CPU.
public enum MLComputeDevice: Sendable, CustomStringConvertible {
    /// The CPU.
    case cpu(MLCPUComputeDevice)
    /// A GPU, of which there is none here.
    case gpu(MLGPUComputeDevice)
    /// A neural engine, of which there is none here.
    case neuralEngine(MLNeuralEngineComputeDevice)

    /// The CPU.
    public static var allComputeDevices: [MLComputeDevice] { [.cpu(MLCPUComputeDevice())] }

    /// What kind of device it is.
    public var description: String {
        switch self {
        case .cpu: "CPU"
        case .gpu: "GPU"
        case .neuralEngine: "Neural Engine"
        }
    }
}
