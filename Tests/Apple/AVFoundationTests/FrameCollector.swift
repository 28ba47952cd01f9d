import AVFoundation

/// Collects the frames of an output, and signals when its session has stopped.
final class FrameCollector: AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
    let session = AVCaptureSession()
    let output = AVCaptureVideoDataOutput()
    let queue = DispatchQueue(label: "frames")
    /// Called for each frame, on the queue.
    var onFrame: (FrameCollector) -> Void = { _ in }
    // Accessed only on the queue until the session has stopped.
    private(set) var samples: [CMSampleBuffer] = []
    private(set) var dropped: [CMSampleBuffer] = []
    private(set) var frameCount = 0
    var keepsSamples = true
    private let lock = NSLock()
    private var failures: [AVError] = []
    private var stopCount = 0
    private let stopped = DispatchSemaphore(value: 0)
    private let failed = DispatchSemaphore(value: 0)
    private var observers: [any NSObjectProtocol] = []

    init(_ device: AVCaptureDevice?, format: OSType? = nil, preset: AVCaptureSession.Preset = .vga640x480) throws {
        session.beginConfiguration()
        session.sessionPreset = preset
        if let device { session.addInput(try AVCaptureDeviceInput(device: device)) }
        if let format { output.videoSettings = ["PixelFormatType": Int(format)] }
        session.addOutput(output)
        session.commitConfiguration()
        output.setSampleBufferDelegate(self, queue: queue)
        observers = [
            NotificationCenter.default.addObserver(
                forName: .AVCaptureSessionRuntimeError, object: session, queue: nil
            ) { [weak self] in
                guard let self, let error = $0.userInfo?[AVCaptureSessionErrorKey] as? AVError else { return }
                lock.withLock { self.failures.append(error) }
                failed.signal()
            },
            NotificationCenter.default.addObserver(
                forName: AVCaptureSession.didStopRunningNotification, object: session, queue: nil
            ) { [weak self] _ in
                guard let self else { return }
                lock.withLock { self.stopCount += 1 }
                stopped.signal()
            },
        ]
    }

    deinit {
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
    }

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        frameCount += 1
        if keepsSamples { samples.append(sampleBuffer) }
        onFrame(self)
    }

    func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        dropped.append(sampleBuffer)
    }

    /// The runtime errors of the session.
    var errors: [AVError] { lock.withLock { failures } }
    var stops: Int { lock.withLock { stopCount } }

    /// Waits until the session has stopped. Returns false after 60 seconds.
    func waitForStop() -> Bool {
        let isInTime = stopped.wait(timeout: .now() + 60) == .success
        queue.sync {}
        return isInTime
    }

    /// Waits until the session has reported an error. Returns false after 60 seconds.
    func waitForError() -> Bool {
        failed.wait(timeout: .now() + 60) == .success
    }

    /// Runs the session until it stops on its own. Returns false after 60 seconds.
    func run() -> Bool {
        session.startRunning()
        return waitForStop()
    }

    var milliseconds: [Double] { samples.map { $0.presentationTimeStamp.seconds * 1000 } }
    var pictures: [CVPixelBuffer] { samples.compactMap { CMSampleBufferGetImageBuffer($0) } }
}

extension CVBuffer {
    /// Returns the bytes of a plane without the padding between its rows.
    func bytes(ofPlane plane: Int = 0, bytesPerElement: Int = 1) -> [[UInt8]] {
        let isPlanar = CVPixelBufferIsPlanar(self)
        let base = isPlanar ? CVPixelBufferGetBaseAddressOfPlane(self, plane) : CVPixelBufferGetBaseAddress(self)
        let rowStride = isPlanar ? CVPixelBufferGetBytesPerRowOfPlane(self, plane) : CVPixelBufferGetBytesPerRow(self)
        let width = isPlanar ? CVPixelBufferGetWidthOfPlane(self, plane) : CVPixelBufferGetWidth(self)
        let height = isPlanar ? CVPixelBufferGetHeightOfPlane(self, plane) : CVPixelBufferGetHeight(self)
        guard let base else { return [] }
        return (0..<height).map { y in
            Array(UnsafeRawBufferPointer(start: base + y * rowStride, count: width * bytesPerElement))
        }
    }
}
