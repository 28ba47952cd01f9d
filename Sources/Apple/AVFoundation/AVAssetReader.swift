import CoreMedia
import CoreVideo
import Foundation
import TegataBuffers
import TegataPixels
import TegataVideo

/// Reads all images of a video file, in order. The `ffmpeg` program decodes files other than Y4M.
///
/// Images are read when ``AVAssetReaderTrackOutput/copyNextSampleBuffer()`` requests them. All methods can be called
/// from any thread.
open class AVAssetReader: NSObject, @unchecked Sendable {
    /// The progress of a reader.
    public enum Status: Int, Sendable {
        /// The reader has not been started.
        case unknown = 0
        /// There may be further images.
        case reading = 1
        /// All images have been read.
        case completed = 2
        /// An error occurred.
        case failed = 3
        /// The program cancelled the reader.
        case cancelled = 4
    }

    private struct State {
        var outputs: [AVAssetReaderOutput] = []
        var status = Status.unknown
        var error: AVError?
        var openCount = 0
    }

    /// The video.
    public let asset: AVAsset
    private let lock = NSLock()
    private var state = State()

    /// Creates a reader for a video, which ``startReading()`` opens. Throws an ``AVError`` if the video is not a file.
    public init(asset: AVAsset) throws {
        _ = try asset.path()
        self.asset = asset
    }

    private func withState<Result>(_ body: (inout State) -> Result) -> Result { lock.withLock { body(&state) } }

    /// The outputs, which provide the images.
    open var outputs: [AVAssetReaderOutput] { withState { $0.outputs } }
    /// The progress of the reader.
    open var status: Status { withState { $0.status } }
    /// The ``AVError`` that made the reader fail; nil if it has not failed.
    open var error: (any Error)? { withState { $0.error } }

    /// Whether the reader has not been started, and the output belongs to a track of ``asset`` and to no reader.
    open func canAdd(_ output: AVAssetReaderOutput) -> Bool {
        status == .unknown && output.source.asset === asset && output.reader == nil
    }

    /// Adds an output. Check first that it can be added.
    open func add(_ output: AVAssetReaderOutput) {
        precondition(canAdd(output), "an output needs a track of the reader's asset, and a reader that is not started")
        output.reader = self
        withState { $0.outputs.append(output) }
    }

    /// Opens the video. Returns false, and sets ``status`` and ``error``, if it cannot be read. A reader can be started
    /// only once.
    @discardableResult
    open func startReading() -> Bool {
        let outputs = withState { state -> [AVAssetReaderOutput] in
            guard state.status == .unknown else { return [] }
            state.status = .reading
            state.openCount = state.outputs.count
            return state.outputs
        }
        do throws(AVError) {
            for output in outputs { try output.open(asset.path()) }
        } catch {
            for output in outputs { output.close() }
            fail(error)
        }
        return status == .reading
    }

    /// Stops reading; there are no further images.
    open func cancelReading() {
        let outputs = withState { state in
            if state.status == .reading { state.status = .cancelled }
            return state.outputs
        }
        for output in outputs { output.close() }
    }

    /// Notes that an output has provided all images.
    func outputDidEnd() {
        withState { state in
            state.openCount -= 1
            if state.openCount == 0, state.status == .reading { state.status = .completed }
        }
    }

    func fail(_ error: AVError) {
        withState { state in
            guard state.status == .reading else { return }
            (state.status, state.error) = (.failed, error)
        }
    }
}

/// A source of a reader's images; on Linux always an ``AVAssetReaderTrackOutput``.
open class AVAssetReaderOutput: NSObject, @unchecked Sendable {
    /// The track that provides the images.
    let source: AVAssetTrack
    private let format: OSType
    private let lock = NSLock()
    private weak var owner: AVAssetReader?
    private var video: VideoReader?
    private let converter = FrameConverter()

    init(_ track: AVAssetTrack, format: OSType) {
        source = track
        self.format = format
    }

    /// Always ``AVMediaType/video``.
    open var mediaType: AVMediaType { source.mediaType }

    /// The reader that the output was added to.
    var reader: AVAssetReader? {
        get { lock.withLock { owner } }
        set { lock.withLock { owner = newValue } }
    }

    func open(_ path: String) throws(AVError) {
        do throws(VideoError) {
            let video = try VideoReader(readingFrom: path)
            lock.withLock { self.video = video }
        } catch {
            throw AVError(error)
        }
    }

    func close() {
        lock.withLock { video = nil }
    }

    /// Returns the next image, with its time after the first image. Returns nil at the end, after an error, and if the
    /// reader is not reading; ``AVAssetReader/status`` says which.
    open func copyNextSampleBuffer() -> CMSampleBuffer? {
        lock.lock()
        defer { lock.unlock() }
        guard let owner, owner.status == .reading, let video else { return nil }
        do throws(VideoError) {
            if try video.advance() {
                if let sample = sample(of: video.frame) { return sample }
                owner.fail(AVError(.outOfMemory, "\(video.name): there is not enough memory for a frame"))
            } else {
                owner.outputDidEnd()
            }
        } catch {
            owner.fail(AVError(error))
        }
        self.video = nil
        return nil
    }

    private func sample(of frame: VideoFrame) -> CMSampleBuffer? {
        let buffer = try? frame.withView { (view) throws(TegataError) in
            converter.buffer(of: view, format: format, turn: PictureTurn())
        }
        guard let buffer else { return nil }
        return try? CMSampleBuffer(
            imageBuffer: buffer, formatDescription: CMFormatDescription(imageBuffer: buffer),
            sampleTiming: CMSampleTimingInfo(
                presentationTimeStamp: CMTime(value: Int64(frame.timestampMs), timescale: 1000)))
    }
}

/// The images of a track.
open class AVAssetReaderTrackOutput: AVAssetReaderOutput, @unchecked Sendable {
    /// The track.
    open var track: AVAssetTrack { source }
    /// The settings that the output was created with.
    public let outputSettings: [String: Any]?

    /// Creates an output for a track. Settings contain the pixel format, one of
    /// ``AVCaptureVideoDataOutput/availableVideoPixelFormatTypes``, under the key `kCVPixelBufferPixelFormatTypeKey`.
    /// Images are decoded even if the settings are nil, and then have the first of these formats.
    public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
        self.outputSettings = outputSettings
        super.init(track, format: FrameConverter.format(in: outputSettings))
    }
}
