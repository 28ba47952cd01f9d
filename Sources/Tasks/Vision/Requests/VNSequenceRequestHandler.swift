import CoreImage
import CoreMedia
import CoreVideo
import Foundation
import ImageIO

/// Performs requests on a sequence of images, such as a camera's.
///
/// Hands are tracked from one image to the next, which is faster and more accurate than detecting them from scratch.
/// Requests with the same settings share their state, so you can create a new request for every image. If a hand is
/// lost, the whole image is searched again.
public final class VNSequenceRequestHandler: NSObject, @unchecked Sendable {
    private let sequence = HandSequence()

    /// Creates a handler that has not yet processed an image.
    public override init() {}

    /// Performs the requests on the next image, which has the given orientation. See
    /// ``VNImageRequestHandler/perform(_:)``.
    public func perform(
        _ requests: [VNRequest], on image: CGImage, orientation: CGImagePropertyOrientation = .up
    ) throws {
        try perform(requests, .image(image), orientation)
    }

    /// Performs the requests on the next image, which has the given orientation.
    public func perform(
        _ requests: [VNRequest], on image: CIImage, orientation: CGImagePropertyOrientation = .up
    ) throws {
        try perform(requests, .coreImage(image), orientation)
    }

    /// Performs the requests on the next image, which has the given orientation.
    public func perform(
        _ requests: [VNRequest], on pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation = .up
    ) throws {
        try perform(requests, .pixelBuffer(pixelBuffer), orientation)
    }

    /// Performs the requests on the next image, which has the given orientation.
    public func perform(
        _ requests: [VNRequest], on sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation = .up
    ) throws {
        try perform(requests, .sampleBuffer(sampleBuffer), orientation)
    }

    /// Performs the requests on the next image, given as a file in memory.
    public func perform(_ requests: [VNRequest], onImageData imageData: Data) throws {
        try perform(requests, .data(imageData))
    }

    /// Performs the requests on the next image, given as a file in memory, with an orientation.
    public func perform(
        _ requests: [VNRequest], onImageData imageData: Data, orientation: CGImagePropertyOrientation
    ) throws {
        try perform(requests, .data(imageData), orientation)
    }

    /// Performs the requests on the next image, given as a file.
    public func perform(_ requests: [VNRequest], onImageURL imageURL: URL) throws {
        try perform(requests, .url(imageURL))
    }

    /// Performs the requests on the next image, given as a file, with an orientation.
    public func perform(
        _ requests: [VNRequest], onImageURL imageURL: URL, orientation: CGImagePropertyOrientation
    ) throws {
        try perform(requests, .url(imageURL), orientation)
    }

    private func perform(
        _ requests: [VNRequest], _ source: Picture.Source, _ orientation: CGImagePropertyOrientation? = nil
    ) throws {
        try VNRequest.perform(requests, on: Picture(source, orientation: orientation), sequence)
    }
}
