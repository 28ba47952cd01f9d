import CoreMedia
import CoreVideo
import Foundation
import Synchronization

/// A destination for a session's frames: an ``AVCaptureVideoDataOutput`` or an ``AVCaptureMovieFileOutput``.
open class AVCaptureOutput: NSObject, @unchecked Sendable {
    private let session = Mutex<WeakSession>(WeakSession())

    private struct WeakSession {
        weak var session: AVCaptureSession?
    }

    override init() {
        super.init()
    }

    /// The session that the output has been added to; nil if there is none.
    var owner: AVCaptureSession? {
        get { session.withLock { $0.session } }
        set { session.withLock { $0.session = newValue } }
    }

    /// The connections of the output to the inputs of its session.
    open var connections: [AVCaptureConnection] { owner?.connections.filter { $0.output === self } ?? [] }

    /// Returns the first connection for media of this kind; nil unless the output and an input belong to the same
    /// session.
    open func connection(with mediaType: AVMediaType) -> AVCaptureConnection? {
        connections.first { $0.inputPorts.contains { $0.mediaType == mediaType } }
    }
}

/// An output that passes a session's frames to a delegate, one at a time on a queue.
open class AVCaptureVideoDataOutput: AVCaptureOutput, @unchecked Sendable {
    private struct State {
        weak var delegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?
        var queue: DispatchQueue?
        var discardsLateFrames = true
        var pixelFormat = FrameConverter.formats[0]
    }

    private let lock = NSLock()
    private var state = State()

    /// Creates an output without a delegate.
    public override init() {
        super.init()
    }

    private func withState<Result>(_ body: (inout State) -> Result) -> Result { lock.withLock { body(&state) } }

    /// Sets the delegate that receives the frames, and the serial queue on which it is called. The output does not keep
    /// the delegate alive. The queue is required unless the delegate is nil.
    open func setSampleBufferDelegate(
        _ sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?,
        queue sampleBufferCallbackQueue: DispatchQueue?
    ) {
        precondition(
            sampleBufferDelegate == nil || sampleBufferCallbackQueue != nil,
            "a sample buffer delegate needs a queue; pass one")
        withState {
            $0.delegate = sampleBufferDelegate
            $0.queue = sampleBufferCallbackQueue
        }
    }

    /// The delegate that receives the frames.
    open var sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)? { withState { $0.delegate } }

    /// The queue on which the delegate is called.
    open var sampleBufferCallbackQueue: DispatchQueue? { withState { $0.queue } }

    /// Whether frames that arrive while the delegate is busy are discarded. Otherwise, up to four frames are queued,
    /// and any more are discarded.
    open var alwaysDiscardsLateVideoFrames: Bool {
        get { withState { $0.discardsLateFrames } }
        set { withState { $0.discardsLateFrames = newValue } }
    }

    /// The largest number of frames that may be with the delegate or on their way to it.
    var mostFramesInFlight: Int { alwaysDiscardsLateVideoFrames ? 1 : 1 + Self.longestQueue }

    private static let longestQueue = 4

    /// The supported pixel formats of frames, best first.
    open var availableVideoPixelFormatTypes: [OSType] { FrameConverter.formats }

    /// The pixel format of frames, as a number under the key `kCVPixelBufferPixelFormatTypeKey`. It must be one of
    /// ``availableVideoPixelFormatTypes``; by default, or if this is set to nil, the first of them is used. Other keys
    /// are ignored.
    open var videoSettings: [String: Any]! {
        get { [FrameConverter.formatKey: pixelFormat] }
        set {
            let format = FrameConverter.format(in: newValue)
            withState { $0.pixelFormat = format }
        }
    }

    var pixelFormat: OSType { withState { $0.pixelFormat } }
}

/// An object that receives the frames of an ``AVCaptureVideoDataOutput``, on the queue that was set with it.
///
/// Both methods are optional. A delegate need not be an `NSObject`, unlike on Apple's systems.
public protocol AVCaptureVideoDataOutputSampleBufferDelegate: AnyObject {
    /// Called with each new frame.
    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)

    /// Called when a frame was discarded because the delegate was busy. The sample has the frame's timestamp but no
    /// image.
    func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
}

extension AVCaptureVideoDataOutputSampleBufferDelegate {
    /// Does nothing.
    public func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {}

    /// Does nothing.
    public func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {}
}
