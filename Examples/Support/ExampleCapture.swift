import AVFoundation
import Synchronization

/// Passes the frames of a device to an example, as published programs do it: a session, an input, and an output with a
/// delegate on a separate queue.
package final class ExampleCapture<Program: ExampleProgram>: AVCaptureVideoDataOutputSampleBufferDelegate,
    @unchecked Sendable
{
    private let session = AVCaptureSession()
    private let output = AVCaptureVideoDataOutput()
    private let queue = DispatchQueue(label: "example.frames")
    /// Used only on the queue.
    private var runner: ExampleRunner<Program>
    /// The first error; used only on the queue.
    private var failure: (any Error)?
    private let whenDone: @Sendable ((any Error)?) -> Void
    private var observers: [any NSObjectProtocol] = []

    /// `whenDone` is called once after the last frame, with the error if there was one.
    package init(
        _ device: AVCaptureDevice, _ runner: ExampleRunner<Program>,
        whenDone: @escaping @Sendable ((any Error)?) -> Void
    ) throws {
        self.runner = runner
        self.whenDone = whenDone
        session.beginConfiguration()
        session.sessionPreset = .vga640x480
        session.addInput(try AVCaptureDeviceInput(device: device))
        output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_32BGRA)]
        output.alwaysDiscardsLateVideoFrames = true
        session.addOutput(output)
        session.commitConfiguration()
        output.setSampleBufferDelegate(self, queue: queue)
    }

    /// Starts the frames, which come until the device has no more, an error occurs or ``stop()`` is called.
    package func start() {
        let center = NotificationCenter.default
        observers = [
            center.addObserver(forName: .AVCaptureSessionRuntimeError, object: session, queue: nil) {
                [weak self] note in
                self?.endLater(note.userInfo?[AVCaptureSessionErrorKey] as? AVError)
            },
            center.addObserver(forName: .AVCaptureSessionDidStopRunning, object: session, queue: nil) {
                [weak self] _ in
                self?.endLater(nil)
            },
        ]
        session.startRunning()
    }

    /// Stops after the frame in progress.
    package func stop() {
        session.stopRunning()
    }

    package func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        guard failure == nil else { return }
        do {
            try runner.run(sampleBuffer)
        } catch {
            failure = error
            session.stopRunning()
        }
    }

    private func endLater(_ error: AVError?) {
        queue.async { self.end(error) }
    }

    /// Runs on the queue, after all frames.
    private func end(_ error: (any Error)?) {
        guard !observers.isEmpty else { return }
        observers.forEach(NotificationCenter.default.removeObserver)
        observers = []
        var failure = self.failure ?? error
        do {
            try runner.finish()
        } catch {
            failure = failure ?? error
        }
        whenDone(failure)
    }
}
