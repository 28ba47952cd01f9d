import CoreMedia
import CoreVideo
import Foundation
import TegataPixels
import TegataSystem

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
            guard let output = connection.output as? AVCaptureVideoDataOutput, output.sampleBufferDelegate != nil
            else { continue }
            guard gate.reserve(.frame, for: output, limit: output.mostFramesInFlight, waits: isFullSpeed) else {
                discarded.append((output, connection))
                continue
            }
            let converter = converters[ObjectIdentifier(output)] ?? FrameConverter()
            converters[ObjectIdentifier(output)] = converter
            guard let picture = converter.buffer(of: frame, format: output.pixelFormat, turn: connection.turn) else {
                // There is not enough memory at the moment.
                gate.finish(.frame, for: output)
                discarded.append((output, connection))
                continue
            }
            accepted.append(Delivery(output: output, connection: connection, picture: picture))
        }
        session.pictureSize = CGSize(width: frame.width, height: frame.height)
    }

    /// Sends the frame that was taken.
    private func deliver(at milliseconds: Int) {
        let timing = CMSampleTimingInfo(presentationTimeStamp: time(of: milliseconds))
        for delivery in accepted { send(delivery, timing) }
        for (output, connection) in discarded { sendNotice(of: output, connection, timing) }
        accepted.removeAll(keepingCapacity: true)
        discarded.removeAll(keepingCapacity: true)
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
