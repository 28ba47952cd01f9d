import Foundation

/// A compute device; on Linux it is always the CPU.
public enum MLComputeDevice: Sendable, CustomStringConvertible {
    /// The CPU.
    case cpu(MLCPUComputeDevice)
    /// A GPU; never used on Linux.
    case gpu(MLGPUComputeDevice)
    /// A neural engine; never used on Linux.
    case neuralEngine(MLNeuralEngineComputeDevice)

    /// All compute devices: only the CPU.
    public static var allComputeDevices: [MLComputeDevice] { [.cpu(MLCPUComputeDevice())] }

    /// The kind of the device.
    public var description: String {
        switch self {
        case .cpu: "CPU"
        case .gpu: "GPU"
        case .neuralEngine: "Neural Engine"
        }
    }
}

/// The common protocol of compute devices.
public protocol MLComputeDeviceProtocol: NSObjectProtocol {}

/// The CPU as a compute device.
public final class MLCPUComputeDevice: NSObject, MLComputeDeviceProtocol, @unchecked Sendable {
    override init() {}
}

/// A GPU as a compute device; never used on Linux.
public final class MLGPUComputeDevice: NSObject, MLComputeDeviceProtocol, @unchecked Sendable {
    override init() {}
}

/// A neural engine as a compute device; never used on Linux.
public final class MLNeuralEngineComputeDevice: NSObject, MLComputeDeviceProtocol, @unchecked Sendable {
    override init() {}

    /// The number of cores: none.
    public var totalCoreCount: Int { 0 }
}
