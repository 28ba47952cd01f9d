import CoreVideo
import Foundation
import Synchronization

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

    private func withState<Result>(_ body: (inout State) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&state)
    }

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
