import CoreImage
import CoreMedia
import CoreVideo
import Foundation
import ImageIO

/// Performs requests on one image. Creating a handler is cheap; files are read when the first request is performed.
///
/// Without an orientation, an image is taken to be upright, and a file is turned as its EXIF data or container says. A
/// given orientation takes precedence over the file's. Handlers use separate threads, so that other tasks continue in
/// the meantime. All errors are ``VisionError`` values.
public final class ImageRequestHandler: Sendable {
    private let picture: Picture

    /// Creates a handler for a file.
    public init(_ url: URL, orientation: CGImagePropertyOrientation? = nil) {
        picture = Picture(.url(url), orientation: orientation)
    }

    /// Creates a handler for a file in memory.
    public init(_ data: Data, orientation: CGImagePropertyOrientation? = nil) {
        picture = Picture(.data(data), orientation: orientation)
    }

    /// Creates a handler for a Core Graphics image.
    public init(_ image: CGImage, orientation: CGImagePropertyOrientation? = nil) {
        picture = Picture(.image(image), orientation: orientation)
    }

    /// Creates a handler for a Core Image image.
    public init(_ image: CIImage, orientation: CGImagePropertyOrientation? = nil) {
        picture = Picture(.coreImage(image), orientation: orientation)
    }

    /// Creates a handler for a pixel buffer, which is not copied.
    public init(_ pixelBuffer: CVPixelBuffer, orientation: CGImagePropertyOrientation? = nil) {
        picture = Picture(.pixelBuffer(pixelBuffer), orientation: orientation)
    }

    /// Creates a handler for a sample's image, which is not copied.
    public init(_ sampleBuffer: CMSampleBuffer, orientation: CGImagePropertyOrientation? = nil) {
        picture = Picture(.sampleBuffer(sampleBuffer), orientation: orientation)
    }

    /// Performs a request and returns its results.
    public func perform<Request: VisionRequest>(_ request: Request) async throws -> Request.Result {
        guard let hands = request as? DetectHumanHandPoseRequest,
            let result = try await find(hands) as? Request.Result
        else { throw unsupported(Request.self) }
        return result
    }

    /// Performs requests in order and returns the results of each.
    public func perform<each Request: VisionRequest>(
        _ request: repeat each Request
    ) async throws -> (repeat (each Request).Result) {
        (repeat try await perform(each request))
    }

    /// Performs requests in order and returns their results in the same order, as they become available. A request that
    /// fails yields ``VisionResult/error(_:_:)``, and the others continue.
    public func performAll(
        _ requests: some Collection<any VisionRequest>
    ) -> some AsyncSequence<VisionResult, Never> {
        let requests = Array(requests)
        return AsyncStream<VisionResult> { continuation in
            let task = Task {
                for request in requests { continuation.yield(await result(of: request)) }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func result(of request: any VisionRequest) async -> VisionResult {
        do {
            guard let hands = request as? DetectHumanHandPoseRequest else { throw unsupported(type(of: request)) }
            return .detectHumanHandPose(hands, try await find(hands))
        } catch {
            return .error(request, error)
        }
    }

    private func unsupported(_ type: any VisionRequest.Type) -> VisionError {
        .unsupportedRequest("\(type) is not supported. Perform a DetectHumanHandPoseRequest.")
    }

    private static let queue = DispatchQueue(label: "Vision.ImageRequestHandler", attributes: .concurrent)

    /// Runs on a queue, because tasks share a few threads, which must not be blocked for long.
    private func find(_ request: DetectHumanHandPoseRequest) async throws -> [HumanHandPoseObservation] {
        guard !Task.isCancelled else { throw VisionError(.cancelled) }
        let hands = try await withCheckedThrowingContinuation { continuation in
            Self.queue.async { [picture] in
                continuation.resume(with: Result { try withVisionError { try request.find(in: picture) } })
            }
        }
        guard !Task.isCancelled else { throw VisionError(.cancelled) }
        return hands
    }
}
