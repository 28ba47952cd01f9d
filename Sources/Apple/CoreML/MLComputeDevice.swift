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

/// A stand-in for what the classes of Core ML's devices have in common.
public protocol MLComputeDeviceProtocol: NSObjectProtocol {}

/// A stand-in for the CPU as a device of Core ML.
public final class MLCPUComputeDevice: NSObject, MLComputeDeviceProtocol, @unchecked Sendable {
    override init() {}
}

/// A stand-in for a GPU as a device of Core ML. There is none here.
public final class MLGPUComputeDevice: NSObject, MLComputeDeviceProtocol, @unchecked Sendable {
    override init() {}
}

/// A stand-in for a neural engine as a device of Core ML. There is none here.
public final class MLNeuralEngineComputeDevice: NSObject, MLComputeDeviceProtocol, @unchecked Sendable {
    override init() {}

    /// How many cores it has: none.
    public var totalCoreCount: Int { 0 }
}
