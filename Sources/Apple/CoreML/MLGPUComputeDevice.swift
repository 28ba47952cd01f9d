import Foundation

/// A stand-in for a GPU as a device of Core ML. There is none here.
public final class MLGPUComputeDevice: NSObject, MLComputeDeviceProtocol, @unchecked Sendable {
    override init() {}
}
