import Foundation
import TegataHands

/// Detects the landmarks of hands in images, videos and live streams.
///
/// Calls may come from any thread and take turns. An error leaves the landmarker as it was before the call.
open class HandLandmarker: HandTask<HandLandmarkerResult>, @unchecked Sendable {
    /// Creates a landmarker for single images and one hand from the bundle at `modelPath`.
    public convenience init(modelPath: String!) throws {
        let options = HandLandmarkerOptions()
        options.baseOptions.assignedPath = modelPath
        try self.init(options: options)
    }

    /// Creates a landmarker.
    public init(options: HandLandmarkerOptions) throws {
        let options = HandLandmarkerOptions(copying: options)
        nonisolated(unsafe) weak let delegate = options.handLandmarkerLiveStreamDelegate
        try options.checkDelegate(delegate, property: "handLandmarkerLiveStreamDelegate")
        let networks = try options.baseOptions.loadNetworks(includingGestures: false)
        try super.init(_networks: networks, options: options, pipelineOptions: options.pipelineOptions) {
            HandLandmarkerResult($0, timestampInMilliseconds: $1)
        }
        stream?.open { [weak self] result, timestamp, error in
            guard let self else { return }
            delegate?.handLandmarker(self, didFinishDetection: result, timestampInMilliseconds: timestamp, error: error)
        }
    }

    /// Unavailable, because a landmarker needs a model.
    @available(*, unavailable, message: "A landmarker needs a model: use init(modelPath:) or init(options:).")
    public convenience init() {
        fatalError("unavailable")
    }

    // MARK: The three running modes

    /// Returns the hands in a single image. For landmarkers in image mode.
    open func detect(image: MPImage) throws -> HandLandmarkerResult {
        try detect(image: image, imageProcessingOptions: ImageProcessingOptions())
    }

    /// Returns the hands in the next frame of a video; timestamps must increase. For landmarkers in video mode.
    open func detect(videoFrame image: MPImage, timestampInMilliseconds: Int) throws -> HandLandmarkerResult {
        try detect(
            videoFrame: image, timestampInMilliseconds: timestampInMilliseconds,
            imageProcessingOptions: ImageProcessingOptions())
    }

    /// Queues the next frame of a live stream and returns; the delegate receives the result. Timestamps must increase.
    /// For landmarkers in live-stream mode.
    ///
    /// While one frame is being processed, another can wait, and a newer frame replaces it. The delegate is not called
    /// for replaced frames.
    open func detectAsync(image: MPImage, timestampInMilliseconds: Int) throws {
        try detectAsync(
            image: image, timestampInMilliseconds: timestampInMilliseconds,
            imageProcessingOptions: ImageProcessingOptions())
    }
}

// MARK: Additions to MediaPipe

extension HandLandmarker {
    /// Like ``detect(image:)``, with options for the image.
    public func detect(image: MPImage, imageProcessingOptions: ImageProcessingOptions) throws -> HandLandmarkerResult {
        try run(image: image, options: imageProcessingOptions, call: "detect(image:)")
    }

    /// Like ``detect(videoFrame:timestampInMilliseconds:)``, with options for the frame.
    public func detect(
        videoFrame image: MPImage, timestampInMilliseconds: Int, imageProcessingOptions: ImageProcessingOptions
    ) throws -> HandLandmarkerResult {
        try run(
            videoFrame: image, timestampInMilliseconds: timestampInMilliseconds, options: imageProcessingOptions,
            call: "detect(videoFrame:timestampInMilliseconds:)")
    }

    /// Like ``detectAsync(image:timestampInMilliseconds:)``, with options for the frame.
    public func detectAsync(
        image: MPImage, timestampInMilliseconds: Int, imageProcessingOptions: ImageProcessingOptions
    ) throws {
        try submit(
            image: image, timestampInMilliseconds: timestampInMilliseconds, options: imageProcessingOptions,
            call: "detectAsync(image:timestampInMilliseconds:)")
    }

    /// Returns the palms in an image in descending order of score, with no limit on their number. For landmarkers in
    /// any mode; does not affect tracking.
    public func detectPalms(
        image: MPImage, imageProcessingOptions: ImageProcessingOptions = ImageProcessingOptions()
    ) throws -> [PalmDetection] {
        try palms(image: image, options: imageProcessingOptions)
    }
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
    /// All lines of a hand's skeleton: the palm, then the fingers, beginning with the thumb.
    public static var handConnections: [Connection] { HandConnections.all }
}

/// Receives the results of a live stream.
public protocol HandLandmarkerLiveStreamDelegate: NSObjectProtocol {
    /// Receives the result or error for a frame.
    ///
    /// Called for one frame at a time, in order, on one of the landmarker's threads. No other frame is processed in the
    /// meantime; if this takes longer than the interval between frames, frames are dropped.
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

/// The hands in an image. All lists have one element per hand, in the same order.
open class HandLandmarkerResult: HandTaskResult, @unchecked Sendable {}
