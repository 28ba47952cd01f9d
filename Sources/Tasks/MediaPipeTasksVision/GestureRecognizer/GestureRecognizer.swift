import Foundation
import TegataHands

/// Detects hands, their landmarks and their gestures in images, videos and live streams.
///
/// Calls may come from any thread and take turns. An error leaves the recogniser as it was before the call.
open class GestureRecognizer: HandTask<GestureRecognizerResult>, @unchecked Sendable {
    private let landmarkGestures: LandmarkGestures

    /// Creates a recogniser for single images and one hand from the bundle at `modelPath`.
    public convenience init(modelPath: String!) throws {
        let options = GestureRecognizerOptions()
        options.baseOptions.assignedPath = modelPath
        try self.init(options: options)
    }

    /// Creates a recogniser.
    public init(options: GestureRecognizerOptions) throws {
        let options = GestureRecognizerOptions(copying: options)
        nonisolated(unsafe) weak let delegate = options.gestureRecognizerLiveStreamDelegate
        try options.checkDelegate(delegate, property: "gestureRecognizerLiveStreamDelegate")
        let networks = try options.baseOptions.loadNetworks(includingGestures: true)
        let gestures = try options.gestureOptions()
        var pipelineOptions = options.pipelineOptions
        pipelineOptions.gestures = gestures
        landmarkGestures = LandmarkGestures(networks, gestures)
        try super.init(_networks: networks, options: options, pipelineOptions: pipelineOptions) {
            GestureRecognizerResult($0, timestampInMilliseconds: $1)
        }
        stream?.open { [weak self] result, timestamp, error in
            guard let self, let delegate else { return }
            delegate.gestureRecognizer(
                self, didFinishGestureRecognition: result, timestampInMilliseconds: timestamp, error: error)
            delegate.gestureRecognizer(
                self, didFinishRecognition: result, timestampInMilliseconds: timestamp, error: error)
        }
    }

    /// Unavailable, because a recogniser needs a model.
    @available(*, unavailable, message: "A recogniser needs a model: use init(modelPath:) or init(options:).")
    public convenience init() {
        fatalError("unavailable")
    }

    // MARK: The three running modes

    /// Returns the hands in a single image and their gestures. For recognisers in image mode.
    open func recognize(image: MPImage) throws -> GestureRecognizerResult {
        try recognize(image: image, imageProcessingOptions: ImageProcessingOptions())
    }

    /// Returns the hands in the next frame of a video and their gestures; timestamps must increase. For recognisers in
    /// video mode.
    open func recognize(videoFrame image: MPImage, timestampInMilliseconds: Int) throws -> GestureRecognizerResult {
        try recognize(
            videoFrame: image, timestampInMilliseconds: timestampInMilliseconds,
            imageProcessingOptions: ImageProcessingOptions())
    }

    /// Queues the next frame of a live stream and returns; the delegate receives the result. Timestamps must increase.
    /// For recognisers in live-stream mode.
    ///
    /// While one frame is being processed, another can wait, and a newer frame replaces it. The delegate is not called
    /// for replaced frames.
    open func recognizeAsync(image: MPImage, timestampInMilliseconds: Int) throws {
        try recognizeAsync(
            image: image, timestampInMilliseconds: timestampInMilliseconds,
            imageProcessingOptions: ImageProcessingOptions())
    }
}

// MARK: Additions to MediaPipe

extension GestureRecognizer {
    /// Like ``recognize(image:)``, with options for the image.
    public func recognize(image: MPImage, imageProcessingOptions: ImageProcessingOptions) throws
        -> GestureRecognizerResult
    {
        try run(image: image, options: imageProcessingOptions, call: "recognize(image:)")
    }

    /// Like ``recognize(videoFrame:timestampInMilliseconds:)``, with options for the frame.
    public func recognize(
        videoFrame image: MPImage, timestampInMilliseconds: Int, imageProcessingOptions: ImageProcessingOptions
    ) throws -> GestureRecognizerResult {
        try run(
            videoFrame: image, timestampInMilliseconds: timestampInMilliseconds, options: imageProcessingOptions,
            call: "recognize(videoFrame:timestampInMilliseconds:)")
    }

    /// Like ``recognizeAsync(image:timestampInMilliseconds:)``, with options for the frame.
    public func recognizeAsync(
        image: MPImage, timestampInMilliseconds: Int, imageProcessingOptions: ImageProcessingOptions
    ) throws {
        try submit(
            image: image, timestampInMilliseconds: timestampInMilliseconds, options: imageProcessingOptions,
            call: "recognizeAsync(image:timestampInMilliseconds:)")
    }

    /// Returns a hand's gesture based on its landmarks, without an image: a category with the index −1, or nothing if
    /// no class qualifies. For recognisers in any mode.
    ///
    /// - Parameters:
    ///   - landmarks: 21 points as fractions of the image's width and height.
    ///   - worldLandmarks: 21 points in metres.
    ///   - handedness: `Right` or `Left`, with a score of at least 0.5.
    ///   - imageSize: The size of the image. Only its aspect ratio matters.
    ///   - rotationDegrees: The angle by which the image must be turned clockwise to be upright, in degrees; a multiple
    ///     of 90.
    public func recognize(
        landmarks: [NormalizedLandmark], worldLandmarks: [Landmark], handedness: ResultCategory, imageSize: CGSize,
        rotationDegrees: Int = 0
    ) throws -> [ResultCategory] {
        try landmarkGestures.recognize(landmarks, worldLandmarks, handedness, imageSize, rotationDegrees)
    }
}

/// Receives the results of a live stream. Published code spells this method in two ways; both are called.
public protocol GestureRecognizerLiveStreamDelegate: NSObjectProtocol {
    /// Receives the result or error for a frame.
    ///
    /// Called for one frame at a time, in order, on one of the recogniser's threads. No other frame is processed in the
    /// meantime; if this takes longer than the interval between frames, frames are dropped.
    func gestureRecognizer(
        _ gestureRecognizer: GestureRecognizer, didFinishGestureRecognition result: GestureRecognizerResult?,
        timestampInMilliseconds: Int,
        error: (any Error)?)

    /// The same method, as spelled in published guides.
    func gestureRecognizer(
        _ gestureRecognizer: GestureRecognizer, didFinishRecognition result: GestureRecognizerResult?,
        timestampInMilliseconds: Int,
        error: (any Error)?)
}

extension GestureRecognizerLiveStreamDelegate {
    /// Does nothing.
    public func gestureRecognizer(
        _ gestureRecognizer: GestureRecognizer, didFinishGestureRecognition result: GestureRecognizerResult?,
        timestampInMilliseconds: Int,
        error: (any Error)?
    ) {}

    /// Does nothing.
    public func gestureRecognizer(
        _ gestureRecognizer: GestureRecognizer, didFinishRecognition result: GestureRecognizerResult?,
        timestampInMilliseconds: Int,
        error: (any Error)?
    ) {}
}

/// The hands in an image and their gestures. All lists have one element per hand, in the same order.
open class GestureRecognizerResult: HandTaskResult, @unchecked Sendable {
    /// The gesture of each hand: one category with the index −1, or none if no class qualifies.
    open private(set) var gestures: [[ResultCategory]]
    /// Gestures in a video that began, continue or ended, if requested. Not part of MediaPipe.
    public internal(set) var gestureEvents: [GestureEvent] = []

    /// Creates a result.
    public init(
        gestures: [[ResultCategory]], handedness: [[ResultCategory]], landmarks: [[NormalizedLandmark]],
        worldLandmarks: [[Landmark]],
        timestampInMilliseconds: Int
    ) {
        self.gestures = gestures
        super.init(
            landmarks: landmarks, worldLandmarks: worldLandmarks, handedness: handedness,
            timestampInMilliseconds: timestampInMilliseconds)
    }
}
