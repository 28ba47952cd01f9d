import CoreMedia
import CoreVideo
import Foundation
import Synchronization

/// A stand-in for what gets the frames of a session; here always an ``AVCaptureVideoDataOutput``.
open class AVCaptureOutput: NSObject, @unchecked Sendable {
    private let session = Mutex<WeakSession>(WeakSession())

    private struct WeakSession {
        weak var session: AVCaptureSession?
    }

    override init() {
        super.init()
    }

    /// The session that the output has been added to.
    var owner: AVCaptureSession? {
        get { session.withLock { $0.session } }
        set { session.withLock { $0.session = newValue } }
    }

    /// How the output is connected to the inputs of its session.
    open var connections: [AVCaptureConnection] { owner?.connections.filter { $0.output === self } ?? [] }

    /// The first connection that brings media of this kind; nil before the output and an input are in one session.
    open func connection(with mediaType: AVMediaType) -> AVCaptureConnection? {
        connections.first { $0.inputPorts.contains { $0.mediaType == mediaType } }
    }
}

/// A stand-in for the output that hands the frames of a session to a delegate, one after the other on a queue.
open class AVCaptureVideoDataOutput: AVCaptureOutput, @unchecked Sendable {
    private struct State {
        weak var delegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?
        var queue: DispatchQueue?
        var discardsLateFrames = true
        var pixelFormat = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    }

    private let lock = NSLock()
    private var state = State()

    /// An output that has no delegate yet.
    public override init() {
        super.init()
    }

    private func withState<Result>(_ body: (inout State) -> Result) -> Result { lock.withLock { body(&state) } }

    /// Sets who gets the frames, and the serial queue on which. The output does not keep the delegate alive. A queue
    /// must be given unless the delegate is nil.
    open func setSampleBufferDelegate(
        _ sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?,
        queue sampleBufferCallbackQueue: DispatchQueue?
    ) {
        precondition(
            sampleBufferDelegate == nil || sampleBufferCallbackQueue != nil,
            "a sample buffer delegate needs a queue to be called on")
        withState {
            $0.delegate = sampleBufferDelegate
            $0.queue = sampleBufferCallbackQueue
        }
    }

    /// Who gets the frames.
    open var sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)? { withState { $0.delegate } }

    /// The queue on which the delegate is called.
    open var sampleBufferCallbackQueue: DispatchQueue? { withState { $0.queue } }

    /// Whether frames are discarded that come while the delegate is busy with one. Otherwise up to
    /// four wait for it, and those beyond are discarded.
    open var alwaysDiscardsLateVideoFrames: Bool {
        get { withState { $0.discardsLateFrames } }
        set { withState { $0.discardsLateFrames = newValue } }
    }

    /// How many frames may be with the delegate or on their way to it.
    var mostFramesInFlight: Int { alwaysDiscardsLateVideoFrames ? 1 : 1 + Self.longestQueue }

    private static let longestQueue = 4

    /// The pixel formats that frames can have, best first.
    open var availableVideoPixelFormatTypes: [OSType] { Self.pixelFormats }

    private static let pixelFormats = [
        kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
        kCVPixelFormatType_32BGRA,
    ]

    /// What the frames are like: the pixel format for the key `kCVPixelBufferPixelFormatTypeKey`, as any kind of
    /// number. It must be one of ``availableVideoPixelFormatTypes``; without it, and for nil, it is the first of them.
    /// Other keys are not looked at.
    open var videoSettings: [String: Any]! {
        get { [Self.pixelFormatKey: pixelFormat] }
        set {
            guard let value = newValue?[Self.pixelFormatKey] else {
                withState { $0.pixelFormat = Self.pixelFormats[0] }
                return
            }
            let number = (value as? OSType) ?? (value as? Int).map { OSType(truncatingIfNeeded: $0) }
            guard let format = number ?? (value as? NSNumber)?.uint32Value, Self.pixelFormats.contains(format) else {
                preconditionFailure("the pixel format \(value) is none of availableVideoPixelFormatTypes")
            }
            withState { $0.pixelFormat = format }
        }
    }

    private static let pixelFormatKey = "PixelFormatType"

    var pixelFormat: OSType { withState { $0.pixelFormat } }
}

/// A stand-in for what gets the frames of an ``AVCaptureVideoDataOutput``, on the queue that was set with it.
///
/// Both methods may be left out. Unlike the original's, a delegate need not be an `NSObject`.
public protocol AVCaptureVideoDataOutputSampleBufferDelegate: AnyObject {
    /// There is a new frame.
    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)

    /// A frame was discarded, because the delegate was busy with those before. The sample has its time and no picture.
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
