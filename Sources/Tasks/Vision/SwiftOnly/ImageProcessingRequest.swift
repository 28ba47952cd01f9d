import CoreImage
import CoreML
import CoreMedia
import CoreVideo
import Foundation
import ImageIO

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

/// A part of what a request computes.
public enum ComputeStage: Codable, Hashable, Sendable, CaseIterable {
    /// What most of the time goes into.
    case main
    /// What follows it.
    case postProcessing
}

/// A request that looks at an image, or a part of it.
///
/// Without an orientation an image counts as upright, and a file is turned as its EXIF data or container says; an
/// orientation that is given counts instead of that. All ways to perform a request throw a ``VisionError``.
public protocol ImageProcessingRequest: VisionRequest {
    /// The part to look at, as fractions of the upright image from its lower left corner. Points of results stay
    /// fractions of the whole image.
    var regionOfInterest: NormalizedRect { get set }

    /// Performs the request on a file.
    func perform(on url: URL, orientation: CGImagePropertyOrientation?) async throws -> Result
    /// Performs the request on a file in memory.
    func perform(on data: Data, orientation: CGImagePropertyOrientation?) async throws -> Result
    /// Performs the request on a Core Graphics image.
    func perform(on image: CGImage, orientation: CGImagePropertyOrientation?) async throws -> Result
    /// Performs the request on a pixel buffer, which is not copied.
    func perform(on pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation?) async throws -> Result
    /// Performs the request on the picture of a sample, which is not copied.
    func perform(on sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation?) async throws -> Result
    /// Performs the request on a Core Image picture.
    func perform(on image: CIImage, orientation: CGImagePropertyOrientation?) async throws -> Result
}

// What a handler does is what requests do that do not say otherwise.
extension ImageProcessingRequest {
    /// Performs the request on a file.
    public func perform(on url: URL, orientation: CGImagePropertyOrientation?) async throws -> Result {
        try await ImageRequestHandler(url, orientation: orientation).perform(self)
    }

    /// Performs the request on a file in memory.
    public func perform(on data: Data, orientation: CGImagePropertyOrientation?) async throws -> Result {
        try await ImageRequestHandler(data, orientation: orientation).perform(self)
    }

    /// Performs the request on a Core Graphics image.
    public func perform(on image: CGImage, orientation: CGImagePropertyOrientation?) async throws -> Result {
        try await ImageRequestHandler(image, orientation: orientation).perform(self)
    }

    /// Performs the request on a pixel buffer, which is not copied.
    public func perform(on pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation?) async throws -> Result
    {
        try await ImageRequestHandler(pixelBuffer, orientation: orientation).perform(self)
    }

    /// Performs the request on the picture of a sample, which is not copied.
    public func perform(
        on sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation?
    ) async throws -> Result {
        try await ImageRequestHandler(sampleBuffer, orientation: orientation).perform(self)
    }

    /// Performs the request on a Core Image picture.
    public func perform(on image: CIImage, orientation: CGImagePropertyOrientation?) async throws -> Result {
        try await ImageRequestHandler(image, orientation: orientation).perform(self)
    }
}

// No default arguments, so that also these call what a request says otherwise.
extension ImageProcessingRequest {
    /// Performs the request on a file, without an orientation.
    public func perform(on url: URL) async throws -> Result { try await perform(on: url, orientation: nil) }

    /// Performs the request on a file in memory, without an orientation.
    public func perform(on data: Data) async throws -> Result { try await perform(on: data, orientation: nil) }

    /// Performs the request on a Core Graphics image, without an orientation.
    public func perform(on image: CGImage) async throws -> Result { try await perform(on: image, orientation: nil) }

    /// Performs the request on a pixel buffer, which is not copied, without an orientation.
    public func perform(on pixelBuffer: CVPixelBuffer) async throws -> Result {
        try await perform(on: pixelBuffer, orientation: nil)
    }

    /// Performs the request on the picture of a sample, which is not copied, without an orientation.
    public func perform(on sampleBuffer: CMSampleBuffer) async throws -> Result {
        try await perform(on: sampleBuffer, orientation: nil)
    }

    /// Performs the request on a Core Image picture, without an orientation.
    public func perform(on image: CIImage) async throws -> Result { try await perform(on: image, orientation: nil) }
}
