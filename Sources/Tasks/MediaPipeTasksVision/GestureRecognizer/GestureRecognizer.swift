import Foundation
import TegataHands

/// Finds hands in pictures, videos and live streams, their landmarks, and what gesture each makes.
///
/// Calls may come from any thread; they take turns. After an error a recogniser is as it was before the call.
open class GestureRecognizer: NSObject, @unchecked Sendable {
    private let runner: TaskRunner<GestureRecognizerResult>
    private let landmarkGestures: LandmarkGestures

    /// Makes a recogniser for single pictures and one hand from the bundle at `modelPath`.
    public convenience init(modelPath: String!) throws {
        let options = GestureRecognizerOptions()
        options.baseOptions.assignedPath = modelPath
        try self.init(options: options)
    }

    /// Makes a recogniser.
    public init(options: GestureRecognizerOptions) throws {
        let options = GestureRecognizerOptions(copying: options)
        nonisolated(unsafe) weak let delegate = options.gestureRecognizerLiveStreamDelegate
        try options.checkDelegate(
            isPresent: delegate != nil, mode: options.runningMode, property: "gestureRecognizerLiveStreamDelegate")
        let networks = try options.baseOptions.loadNetworks(includingGestures: true)
        let gestures = try options.gestureOptions()
        runner = try TaskRunner(
            networks, options.baseOptions, options.pipelineOptions(gestures), mode: options.runningMode
        ) { GestureRecognizerResult($0, timestampInMilliseconds: $1) }
        landmarkGestures = LandmarkGestures(networks, gestures)
        super.init()
        runner.stream?.open { [weak self] result, timestamp, error in
            guard let self, let delegate else { return }
            delegate.gestureRecognizer(
                self, didFinishGestureRecognition: result, timestampInMilliseconds: timestamp, error: error)
            delegate.gestureRecognizer(
                self, didFinishRecognition: result, timestampInMilliseconds: timestamp, error: error)
        }
    }

    /// Cannot be called, as there would be no model.
    @available(*, unavailable, message: "A recogniser needs a model: use init(modelPath:) or init(options:).")
    public override init() {
        fatalError("unavailable")
    }

    // MARK: The three running modes

    /// Finds the hands of a single picture and their gestures. For recognisers in image mode.
    open func recognize(image: MPImage) throws -> GestureRecognizerResult {
        try recognize(image: image, imageProcessingOptions: ImageProcessingOptions())
    }

    /// Finds the hands of the next frame of a video and their gestures; timestamps must increase. For recognisers in
    /// video mode.
    open func recognize(videoFrame image: MPImage, timestampInMilliseconds: Int) throws -> GestureRecognizerResult {
        try recognize(
            videoFrame: image, timestampInMilliseconds: timestampInMilliseconds,
            imageProcessingOptions: ImageProcessingOptions())
    }

    /// Sends the next frame of a live stream on its way and returns; the delegate is told about the result. Timestamps
    /// must increase. For recognisers in live-stream mode.
    ///
    /// While a frame is worked on one more waits, and newer ones replace it. There is no call of the delegate for a
    /// frame that was replaced.
    open func recognizeAsync(image: MPImage, timestampInMilliseconds: Int) throws {
        try recognizeAsync(
            image: image, timestampInMilliseconds: timestampInMilliseconds,
            imageProcessingOptions: ImageProcessingOptions())
    }
}

// MARK: Beyond the original

extension GestureRecognizer {
    /// As ``recognize(image:)``, for a picture that has to be looked at in another way.
    public func recognize(image: MPImage, imageProcessingOptions: ImageProcessingOptions) throws
        -> GestureRecognizerResult
    {
        try runner.run(image: image, options: imageProcessingOptions, call: "recognize(image:)")
    }

    /// As ``recognize(videoFrame:timestampInMilliseconds:)``, for a frame that has to be looked at in another way.
    public func recognize(
        videoFrame image: MPImage, timestampInMilliseconds: Int, imageProcessingOptions: ImageProcessingOptions
    ) throws -> GestureRecognizerResult {
        try runner.run(
            videoFrame: image, timestampInMilliseconds: timestampInMilliseconds, options: imageProcessingOptions,
            call: "recognize(videoFrame:timestampInMilliseconds:)")
    }

    /// As ``recognizeAsync(image:timestampInMilliseconds:)``, for a frame that has to be looked at in another way.
    public func recognizeAsync(
        image: MPImage, timestampInMilliseconds: Int, imageProcessingOptions: ImageProcessingOptions
    ) throws {
        try runner.submit(
            image: image, timestampInMilliseconds: timestampInMilliseconds, options: imageProcessingOptions,
            call: "recognizeAsync(image:timestampInMilliseconds:)")
    }

    /// What gesture a hand makes whose landmarks are known, without a picture: a category with the index −1, or none
    /// where no class counts. For recognisers in any mode.
    ///
    /// - Parameters:
    ///   - landmarks: 21 points as fractions of the picture's width and height.
    ///   - worldLandmarks: 21 points in metres.
    ///   - handedness: `Right` or `Left`, with its score of at least 0.5.
    ///   - imageSize: The size of the picture. Only the ratio of its sides counts.
    ///   - rotationDegrees: By how much the picture must be turned clockwise to be upright, a multiple of 90.
    public func recognize(
        landmarks: [NormalizedLandmark], worldLandmarks: [Landmark], handedness: ResultCategory, imageSize: CGSize,
        rotationDegrees: Int = 0
    ) throws -> [ResultCategory] {
        try landmarkGestures.recognize(landmarks, worldLandmarks, handedness, imageSize, rotationDegrees)
    }

    /// The results for the frames of a video, one after another as they are asked for. For recognisers in video mode.
    public func results<Frames: AsyncSequence>(for frames: Frames) -> VideoResults<Frames, GestureRecognizerResult>
    where Frames.Element == TimedImage {
        runner.results(for: frames, call: "results(for:)")
    }

    /// The results for the frames of a video, one after another as they are asked for. For recognisers in video mode.
    public func results<Frames: Sequence>(for frames: Frames) -> VideoResults<
        TimedImages<Frames>, GestureRecognizerResult
    >
    where Frames.Element == TimedImage {
        results(for: TimedImages(frames))
    }

    /// Forgets the video or live stream, so that the next frame may be of another one and have any timestamp.
    public func resetTracking() {
        runner.resetTracking()
    }

    /// How many frames of the live stream were accepted and then replaced by newer ones.
    public var droppedFrameCount: Int { runner.stream?.droppedFrameCount ?? 0 }
}

/// Is told about the results of a live stream. There are two spellings of the same call in circulation, and both are
/// made.
public protocol GestureRecognizerLiveStreamDelegate: NSObjectProtocol {
    /// A frame is done: there is either a result or an error.
    ///
    /// Called for one frame after another, in their order, on a thread of the recogniser. While this runs no frame is
    /// worked on; if it takes longer than frames come, frames are dropped.
    func gestureRecognizer(
        _ gestureRecognizer: GestureRecognizer, didFinishGestureRecognition result: GestureRecognizerResult?,
        timestampInMilliseconds: Int,
        error: (any Error)?)

    /// The same, as published guides spell it.
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

/// The hands of a picture and their gestures. All lists have one element per hand, in the same order.
open class GestureRecognizerResult: TaskResult, @unchecked Sendable {
    /// The gesture of each hand: one category with the index −1, or none where no class passed.
    open private(set) var gestures: [[ResultCategory]]
    /// One category per hand, `Right` or `Left`: that of the person in a picture that is not mirrored.
    open private(set) var handedness: [[ResultCategory]]
    /// 21 points per hand, in the order of `HandLandmark`.
    open private(set) var landmarks: [[NormalizedLandmark]]
    /// 21 points per hand, in the order of `HandLandmark`.
    open private(set) var worldLandmarks: [[Landmark]]

    /// More about each hand: presence, the rectangle that it was found in, and its number and how its gesture came
    /// about if asked for. Not part of the original; empty in results of one's own making.
    public internal(set) var hands: [HandResult] = []
    /// Gestures of a video that began, go on or ended, if asked for. Not part of the original.
    public internal(set) var gestureEvents: [GestureEvent] = []
    /// How long each stage took. Not part of the original; zero in results of one's own making.
    public internal(set) var timings = StageTimings()

    /// A result of one's own making.
    public init(
        gestures: [[ResultCategory]], handedness: [[ResultCategory]], landmarks: [[NormalizedLandmark]],
        worldLandmarks: [[Landmark]],
        timestampInMilliseconds: Int
    ) {
        self.gestures = gestures
        self.handedness = handedness
        self.landmarks = landmarks
        self.worldLandmarks = worldLandmarks
        super.init(timestampInMilliseconds: timestampInMilliseconds)
    }
}
