import CoreML

/// What is to be found in images.
public protocol VisionRequest: CustomStringConvertible, Hashable, Sendable {
    /// What is found.
    associatedtype Result: Sendable

    /// The kind of request and its revision.
    var descriptor: RequestDescriptor { get }
    /// The devices that can compute the stages of the request.
    var supportedComputeStageDevices: [ComputeStage: [MLComputeDevice]] { get }

    /// The device that was chosen for a stage; nil where none was.
    func computeDevice(for computeStage: ComputeStage) -> MLComputeDevice?
    /// Chooses the device for a stage; nil leaves the choice to the module.
    mutating func setComputeDevice(_ computeDevice: MLComputeDevice?, for computeStage: ComputeStage)
}
