import Foundation
import TegataHands

/// The hand pipeline with results of the published kind.
final class HandLandmarkerEngine: TaskEngine {
    let pipeline: HandPipeline

    init(_ options: HandLandmarkerOptions) throws {
        let base = options.baseOptions
        let networks = try base.loadModelAsset().hands
        pipeline = try HandPipeline(networks, options: options.pipelineOptions, team: base.makeTeam())
    }

    func result(
        forPicture view: ImageView, options: ImageProcessingOptions, timestampInMilliseconds: Int
    ) throws -> HandLandmarkerResult {
        HandLandmarkerResult(try pipeline.detect(view, frame: options), timestampInMilliseconds: timestampInMilliseconds)
    }

    func result(
        forFrame view: ImageView, options: ImageProcessingOptions, timestampInMilliseconds: Int
    ) throws -> HandLandmarkerResult {
        HandLandmarkerResult(
            try pipeline.track(view, milliseconds: timestampInMilliseconds, frame: options),
            timestampInMilliseconds: timestampInMilliseconds)
    }

    func resetTracking() {
        pipeline.resetTracking()
    }
}
