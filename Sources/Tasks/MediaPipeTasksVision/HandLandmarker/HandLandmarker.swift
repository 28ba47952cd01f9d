import Foundation
import TegataHands

/// Finds the landmarks of hands in pictures, videos and live streams.
///
/// Calls may come from any thread; they take turns. After an error a landmarker is as it was before the call.
open class HandLandmarker: NSObject, @unchecked Sendable {
    private let runner: TaskRunner<HandLandmarkerResult>

    /// Makes a landmarker for single pictures and one hand from the bundle at `modelPath`.
    public convenience init(modelPath: String!) throws {
        let options = HandLandmarkerOptions()
        options.baseOptions.assignedPath = modelPath
        try self.init(options: options)
    }

    /// Makes a landmarker.
    public init(options: HandLandmarkerOptions) throws {
        let options = HandLandmarkerOptions(copying: options)
        nonisolated(unsafe) weak let delegate = options.handLandmarkerLiveStreamDelegate
        try options.checkDelegate(
            isPresent: delegate != nil, mode: options.runningMode, property: "handLandmarkerLiveStreamDelegate")
        let networks = try options.baseOptions.loadNetworks(includingGestures: false)
        runner = try TaskRunner(
            networks, options.baseOptions, options.pipelineOptions, mode: options.runningMode
        ) { HandLandmarkerResult($0, timestampInMilliseconds: $1) }
        super.init()
        runner.stream?.open { [weak self] result, timestamp, error in
            guard let self else { return }
            delegate?.handLandmarker(self, didFinishDetection: result, timestampInMilliseconds: timestamp, error: error)
        }
    }

    /// Cannot be called, as there would be no model.
    @available(*, unavailable, message: "A landmarker needs a model: use init(modelPath:) or init(options:).")
    public override init() {
        fatalError("unavailable")
    }

    // MARK: The three running modes

    /// Finds the hands of a single picture. For landmarkers in image mode.
    open func detect(image: MPImage) throws -> HandLandmarkerResult {
        try detect(image: image, imageProcessingOptions: ImageProcessingOptions())
    }

    /// Finds the hands of the next frame of a video; timestamps must increase. For landmarkers in video mode.
    open func detect(videoFrame image: MPImage, timestampInMilliseconds: Int) throws -> HandLandmarkerResult {
        try detect(
            videoFrame: image, timestampInMilliseconds: timestampInMilliseconds,
            imageProcessingOptions: ImageProcessingOptions())
    }

    /// Sends the next frame of a live stream on its way and returns; the delegate is told about the result. Timestamps
    /// must increase. For landmarkers in live-stream mode.
    ///
    /// While a frame is worked on one more waits, and newer ones replace it. There is no call of the delegate for a
    /// frame that was replaced.
    open func detectAsync(image: MPImage, timestampInMilliseconds: Int) throws {
        try detectAsync(
            image: image, timestampInMilliseconds: timestampInMilliseconds,
            imageProcessingOptions: ImageProcessingOptions())
    }
}

// MARK: Beyond the original

extension HandLandmarker {
    /// As ``detect(image:)``, for a picture that has to be looked at in another way.
    public func detect(image: MPImage, imageProcessingOptions: ImageProcessingOptions) throws -> HandLandmarkerResult {
        try runner.run(image: image, options: imageProcessingOptions, call: "detect(image:)")
    }

    /// As ``detect(videoFrame:timestampInMilliseconds:)``, for a frame that has to be looked at in another way.
    public func detect(
        videoFrame image: MPImage, timestampInMilliseconds: Int, imageProcessingOptions: ImageProcessingOptions
    ) throws -> HandLandmarkerResult {
        try runner.run(
            videoFrame: image, timestampInMilliseconds: timestampInMilliseconds, options: imageProcessingOptions,
            call: "detect(videoFrame:timestampInMilliseconds:)")
    }

    /// As ``detectAsync(image:timestampInMilliseconds:)``, for a frame that has to be looked at in another way.
    public func detectAsync(
        image: MPImage, timestampInMilliseconds: Int, imageProcessingOptions: ImageProcessingOptions
    ) throws {
        try runner.submit(
            image: image, timestampInMilliseconds: timestampInMilliseconds, options: imageProcessingOptions,
            call: "detectAsync(image:timestampInMilliseconds:)")
    }

    /// Finds the palms of a picture by falling score, however many there are. For landmarkers in any mode; does not
    /// disturb a video.
    public func detectPalms(
        image: MPImage, imageProcessingOptions: ImageProcessingOptions = ImageProcessingOptions()
    ) throws -> [PalmDetection] {
        try runner.palms(image: image, options: imageProcessingOptions)
    }

    /// The results for the frames of a video, one after another as they are asked for. For landmarkers in video mode.
    public func results<Frames: AsyncSequence>(for frames: Frames) -> VideoResults<Frames, HandLandmarkerResult>
    where Frames.Element == TimedImage {
        runner.results(for: frames, call: "results(for:)")
    }

    /// The results for the frames of a video, one after another as they are asked for. For landmarkers in video mode.
    public func results<Frames: Sequence>(for frames: Frames) -> VideoResults<TimedImages<Frames>, HandLandmarkerResult>
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

// MARK: Connections

extension HandLandmarker {
    /// The lines around the palm.
    public static var handPalmConnections: [Connection] { HandConnections.palm }
    /// The lines of the thumb.
    public static var handThumbConnections: [Connection] { HandConnections.thumb }
    /// The lines of the index finger.
    public static var handIndexFingerConnections: [Connection] { HandConnections.indexFinger }
    /// The lines of the middle finger.
    public static var handMiddleFingerConnections: [Connection] { HandConnections.middleFinger }
    /// The lines of the ring finger.
    public static var handRingFingerConnections: [Connection] { HandConnections.ringFinger }
    /// The lines of the little finger.
    public static var handPinkyConnections: [Connection] { HandConnections.pinky }
    /// All lines of a hand's skeleton: the palm's, then those of the fingers from the thumb on.
    public static var handConnections: [Connection] { HandConnections.all }
}

/// Is told about the results of a live stream.
public protocol HandLandmarkerLiveStreamDelegate: NSObjectProtocol {
    /// A frame is done: there is either a result or an error.
    ///
    /// Called for one frame after another, in their order, on a thread of the landmarker. While this runs no frame is
    /// worked on; if it takes longer than frames come, frames are dropped.
    func handLandmarker(
        _ handLandmarker: HandLandmarker, didFinishDetection result: HandLandmarkerResult?,
        timestampInMilliseconds: Int, error: (any Error)?)
}

extension HandLandmarkerLiveStreamDelegate {
    /// Does nothing.
    public func handLandmarker(
        _ handLandmarker: HandLandmarker, didFinishDetection result: HandLandmarkerResult?,
        timestampInMilliseconds: Int, error: (any Error)?
    ) {}
}

/// The hands of a picture. All lists have one element per hand, in the same order.
open class HandLandmarkerResult: TaskResult, @unchecked Sendable {
    /// 21 points per hand, in the order of `HandLandmark`.
    open private(set) var landmarks: [[NormalizedLandmark]]
    /// 21 points per hand, in the order of `HandLandmark`.
    open private(set) var worldLandmarks: [[Landmark]]
    /// One category per hand, `Right` or `Left`: that of the person in a picture that is not mirrored.
    open private(set) var handedness: [[ResultCategory]]
    /// More about each hand: presence, the rectangle that it was found in, and its number if asked for. Not part of the
    /// original; empty in results of one's own making.
    public internal(set) var hands: [HandResult] = []
    /// How long each stage took. Not part of the original; zero in results of one's own making.
    public internal(set) var timings = StageTimings()

    /// A result of one's own making.
    public init(
        landmarks: [[NormalizedLandmark]], worldLandmarks: [[Landmark]], handedness: [[ResultCategory]],
        timestampInMilliseconds: Int
    ) {
        self.landmarks = landmarks
        self.worldLandmarks = worldLandmarks
        self.handedness = handedness
        super.init(timestampInMilliseconds: timestampInMilliseconds)
    }
}
