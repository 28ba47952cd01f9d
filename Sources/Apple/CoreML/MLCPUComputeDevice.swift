import Foundation

/// A stand-in for the CPU as a device of Core ML.
public final class MLCPUComputeDevice: NSObject, MLComputeDeviceProtocol, @unchecked Sendable {
    override init() {}
}
