import CoreImage
import CoreML
import CoreMedia
import CoreVideo
import Foundation
import ImageIO

/// A description of the objects to find in images.
public protocol VisionRequest: CustomStringConvertible, Hashable, Sendable {
    /// The type of the results.
    associatedtype Result: Sendable

    /// The kind of request and its revision.
    var descriptor: RequestDescriptor { get }
    /// The devices that can compute the stages of the request.
    var supportedComputeStageDevices: [ComputeStage: [MLComputeDevice]] { get }

    /// Returns the device that was chosen for a stage; nil if none was.
    func computeDevice(for computeStage: ComputeStage) -> MLComputeDevice?
    /// Chooses the device for a stage; nil leaves the choice to the module.
    mutating func setComputeDevice(_ computeDevice: MLComputeDevice?, for computeStage: ComputeStage)
}

/// A stage of a request's computation.
public enum ComputeStage: Codable, Hashable, Sendable, CaseIterable {
    /// The stage that takes most of the time.
    case main
    /// The stage that follows the main stage.
    case postProcessing
}

/// A request that processes an image or part of it.
///
/// Without an orientation, an image is taken to be upright, and a file is turned as its EXIF data or container says. A
/// given orientation takes precedence over the file's. Every way of performing a request throws ``VisionError`` values.
public protocol ImageProcessingRequest: VisionRequest {
    /// The region to process, as fractions of the upright image, measured from its lower left corner. Points in results
    /// remain fractions of the whole image.
    var regionOfInterest: NormalizedRect { get set }

    /// Performs the request on a file.
    func perform(on url: URL, orientation: CGImagePropertyOrientation?) async throws -> Result
    /// Performs the request on a file in memory.
    func perform(on data: Data, orientation: CGImagePropertyOrientation?) async throws -> Result
    /// Performs the request on a Core Graphics image.
    func perform(on image: CGImage, orientation: CGImagePropertyOrientation?) async throws -> Result
    /// Performs the request on a pixel buffer, which is not copied.
    func perform(on pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation?) async throws -> Result
    /// Performs the request on a sample's image, which is not copied.
    func perform(on sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation?) async throws -> Result
    /// Performs the request on a Core Image image.
    func perform(on image: CIImage, orientation: CGImagePropertyOrientation?) async throws -> Result
}

// The default implementations use a handler; a request can override them.
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

    /// Performs the request on a sample's image, which is not copied.
    public func perform(
        on sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation?
    ) async throws -> Result {
        try await ImageRequestHandler(sampleBuffer, orientation: orientation).perform(self)
    }

    /// Performs the request on a Core Image image.
    public func perform(on image: CIImage, orientation: CGImagePropertyOrientation?) async throws -> Result {
        try await ImageRequestHandler(image, orientation: orientation).perform(self)
    }
}

// Default arguments are not used, so that these methods also call a request's own overrides.
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

    /// Performs the request on a sample's image, which is not copied, without an orientation.
    public func perform(on sampleBuffer: CMSampleBuffer) async throws -> Result {
        try await perform(on: sampleBuffer, orientation: nil)
    }

    /// Performs the request on a Core Image image, without an orientation.
    public func perform(on image: CIImage) async throws -> Result { try await perform(on: image, orientation: nil) }
}
