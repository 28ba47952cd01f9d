import CoreMedia
import CoreVideo
import Foundation
import TegataImages
import TegataPixels
import TegataSystem
import TegataVideo

/// Takes a device's frames on its own thread, and sends them to a session's outputs until its gate is closed.
final class CaptureLoop: FrameTaker, @unchecked Sendable {
    let gate = CaptureGate()
    let device: AVCaptureDevice
    let request: CaptureRequest
    private weak var session: AVCaptureSession?
    private let isFullSpeed: Bool

    // Used only by the thread, once it is running.
    private var feed: (any FrameFeed)?
    private var converters: [ObjectIdentifier: FrameConverter] = [:]
    private var accepted: [Delivery] = []
    private var discarded: [(output: AVCaptureVideoDataOutput, connection: AVCaptureConnection)] = []
    private var recorded: [(output: AVCaptureFileOutput, recording: MovieRecording, picture: RGBImage)] = []
    /// The time of the first frame on the host's clock, in nanoseconds.
    private var firstTime: UInt64?

    private static let mostNotices = 16

    private struct Delivery {
        var output: AVCaptureVideoDataOutput
        var connection: AVCaptureConnection
        var picture: CVPixelBuffer
    }

    /// Opens the device.
    init(_ device: AVCaptureDevice, _ request: CaptureRequest, for session: AVCaptureSession) throws(AVError) {
        self.device = device
        self.request = request
        self.session = session
        isFullSpeed = device.source.isFullSpeed
        feed = try device.source.open(request)
        if let size = feed?.pictureSize { session.pictureSize = size }
    }

    /// Starts the thread.
    func start() throws(AVError) {
        guard let thread = SystemThread({ self.run() }) else {
            throw AVError(.unknown, "the system cannot create a thread for the session; end other programs first")
        }
        thread.detach()
    }

    private func run() {
        var failure: AVError?
        do throws(AVError) {
            while gate.isOpen, let milliseconds = try feed?.next(for: self, gate) { deliver(at: milliseconds) }
        } catch {
            failure = error
        }
        // If the camera is gone, wait at most a second, because a delegate may be stuck.
        gate.drain(until: failure == nil ? nil : MonotonicCondition.time(after: 1))
        feed = nil
        endRecordings(failure)
        gate.sourceDidEnd()
        session?.loopDidEnd(self, failure)
    }

    // MARK: Frames

    func take(_ frame: ImageView) {
        guard let session else {
            gate.close()
            return
        }
        let connections = session.connections
        for connection in connections where connection.isEnabled {
            switch connection.output {
            case let output as AVCaptureVideoDataOutput: take(frame, for: output, connection)
            case let output as AVCaptureFileOutput: take(frame, for: output, connection)
            default: break
            }
        }
        session.pictureSize = CGSize(width: frame.width, height: frame.height)
    }

    private func take(_ frame: ImageView, for output: AVCaptureVideoDataOutput, _ connection: AVCaptureConnection) {
        guard output.sampleBufferDelegate != nil else { return }
        guard gate.reserve(.frame, for: output, limit: output.mostFramesInFlight, waits: isFullSpeed) else {
            discarded.append((output, connection))
            return
        }
        let converter = converters[ObjectIdentifier(output)] ?? FrameConverter()
        converters[ObjectIdentifier(output)] = converter
        guard let picture = converter.buffer(of: frame, format: output.pixelFormat, turn: connection.turn) else {
            // There is not enough memory at the moment.
            gate.finish(.frame, for: output)
            discarded.append((output, connection))
            return
        }
        accepted.append(Delivery(output: output, connection: connection, picture: picture))
    }

    private func take(_ frame: ImageView, for output: AVCaptureFileOutput, _ connection: AVCaptureConnection) {
        guard let recording = output.recording,
            gate.reserve(.frame, for: output, limit: MovieRecording.mostFramesInFlight, waits: isFullSpeed)
        else { return }
        guard let picture = RGBImage(frame, connection.turn) else {
            gate.finish(.frame, for: output)
            return
        }
        recorded.append((output, recording, picture))
    }

    /// Ends the recordings of the session, because it takes no more frames from this loop.
    private func endRecordings(_ failure: AVError?) {
        guard let session else { return }
        // If the session still runs without this loop, it is about to open another device or format.
        let isReplaced = !gate.isOpen && session.isRunning
        let change = AVError(.sessionConfigurationChanged, "the session was changed; change it before you record")
        for case let output as AVCaptureFileOutput in session.outputs {
            output.recording?.end(failure ?? (isReplaced ? change : nil))
        }
    }

    /// Sends the frame that was taken.
    private func deliver(at milliseconds: Int) {
        let timing = CMSampleTimingInfo(presentationTimeStamp: time(of: milliseconds))
        // First, so that a delegate that stops a recording keeps the frame that it received.
        for (output, recording, picture) in recorded {
            recording.append(picture, at: milliseconds, feed?.frameRate ?? .usual) { [gate] in
                gate.finish(.frame, for: output)
            }
        }
        for delivery in accepted { send(delivery, timing) }
        for (output, connection) in discarded { sendNotice(of: output, connection, timing) }
        accepted.removeAll(keepingCapacity: true)
        discarded.removeAll(keepingCapacity: true)
        recorded.removeAll(keepingCapacity: true)
    }

    /// Returns the time on the host's clock, as for cameras or, at full speed, the time in the video.
    private func time(of milliseconds: Int) -> CMTime {
        if isFullSpeed { return CMTime(value: Int64(milliseconds), timescale: 1000) }
        let first = firstTime ?? DispatchTime.now().uptimeNanoseconds
        firstTime = first
        return CMTime(
            value: Int64(truncatingIfNeeded: first) &+ Int64(milliseconds) &* 1_000_000, timescale: 1_000_000_000)
    }

    private func send(_ delivery: Delivery, _ timing: CMSampleTimingInfo) {
        let (output, connection, gate) = (delivery.output, delivery.connection, gate)
        let sample = try? CMSampleBuffer(
            imageBuffer: delivery.picture, formatDescription: CMFormatDescription(imageBuffer: delivery.picture),
            sampleTiming: timing)
        guard let sample, let queue = output.sampleBufferCallbackQueue else {
            gate.finish(.frame, for: output)
            return
        }
        queue.async {
            if gate.isOpen { output.sampleBufferDelegate?.captureOutput(output, didOutput: sample, from: connection) }
            gate.finish(.frame, for: output)
        }
    }

    private func sendNotice(
        of output: AVCaptureVideoDataOutput, _ connection: AVCaptureConnection, _ timing: CMSampleTimingInfo
    ) {
        guard let queue = output.sampleBufferCallbackQueue,
            gate.reserve(.notice, for: output, limit: Self.mostNotices)
        else { return }
        let gate = gate
        let sample = CMSampleBuffer(sampleTiming: timing)
        queue.async {
            if gate.isOpen { output.sampleBufferDelegate?.captureOutput(output, didDrop: sample, from: connection) }
            gate.finish(.notice, for: output)
        }
    }
}
