import Foundation

/// A stand-in for what the classes of Core ML's devices have in common.
public protocol MLComputeDeviceProtocol: NSObjectProtocol {}
