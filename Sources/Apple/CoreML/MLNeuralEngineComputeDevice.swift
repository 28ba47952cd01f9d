import Foundation

/// A stand-in for a neural engine as a device of Core ML. There is none here.
public final class MLNeuralEngineComputeDevice: NSObject, MLComputeDeviceProtocol, @unchecked Sendable {
    override init() {}

    /// How many cores it has: none.
    public var totalCoreCount: Int { 0 }
}
