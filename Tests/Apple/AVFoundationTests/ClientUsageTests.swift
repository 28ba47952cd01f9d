import AVKit
import Testing

/// A camera controller as in phone apps, in the current Swift language mode and without `NSObject`.
private final class CameraController {
    enum SetUpError: Error { case noCamera, noInput, noOutput }

    private var session: AVCaptureSession?
    private let queue = DispatchQueue(label: "camera", qos: .userInteractive)
    let counter = FrameCounter()
    var previewLayer = AVCaptureVideoPreviewLayer()

    func setUp() throws {
        let session = AVCaptureSession()
        session.beginConfiguration()
        session.sessionPreset = AVCaptureSession.Preset.high
        guard let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front) else {
            throw SetUpError.noCamera
        }
        guard let input = try? AVCaptureDeviceInput(device: camera), session.canAddInput(input) else {
            throw SetUpError.noInput
        }
        session.addInput(input)
        let output = AVCaptureVideoDataOutput()
        guard session.canAddOutput(output) else { throw SetUpError.noOutput }
        session.addOutput(output)
        output.alwaysDiscardsLateVideoFrames = true
        output.videoSettings = ["PixelFormatType": Int(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)]
        output.setSampleBufferDelegate(counter, queue: queue)
        if let connection = output.connection(with: AVMediaType.video), connection.isVideoOrientationSupported {
            connection.videoOrientation = .portrait
            connection.isVideoMirrored = camera.position == .front
        }
        session.commitConfiguration()
        self.session = session
        previewLayer.session = session
        previewLayer.videoGravity = .resizeAspectFill
    }

    func start() {
        switch AVCaptureDevice.authorizationStatus(for: .video) {
        case .authorized: session?.startRunning()
        case .notDetermined, .restricted, .denied: break
        }
    }

    func stop() { session?.stopRunning() }
}

private final class FrameCounter: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
    let isDone = DispatchSemaphore(value: 0)
    var size = CGSize.zero
    var seconds: [Double] = []

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        defer {
            DispatchQueue.main.async { [seconds] in _ = seconds }
        }
        guard let pixelBuffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
        seconds.append(CMTimeGetSeconds(CMSampleBufferGetPresentationTimeStamp(sampleBuffer)))
        size = CGSize(width: CVPixelBufferGetWidth(pixelBuffer), height: CVPixelBufferGetHeight(pixelBuffer))
        if seconds.count == 2 { isDone.signal() }
    }
}

extension AVCaptureDeviceTests {
    @Test func feedsATypicalAppController() throws {
        AVCaptureDevice.registeredDevices = [AVCaptureDevice(testFrameCount: 2, playback: .fullSpeed)]
        defer { AVCaptureDevice.registeredDevices = [] }
        let controller = CameraController()
        try controller.setUp()
        controller.start()
        #expect(controller.counter.isDone.wait(timeout: .now() + 60) == .success)
        controller.stop()
        #expect(controller.counter.size == CGSize(width: 720, height: 1280))
        #expect(controller.counter.seconds == [0, 0.033])
        controller.previewLayer.bounds = CGRect(x: 0, y: 0, width: 72, height: 128)
        #expect(controller.previewLayer.connection?.isVideoMirrored == true)
    }
}
