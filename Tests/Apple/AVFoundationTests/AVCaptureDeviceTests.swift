import AVFoundation
import CameraTestSupport
import Testing

@Suite("Capture devices", .serialized)
struct AVCaptureDeviceTests {
    @Test func findsDevicesNamedByTheEnvironment() throws {
        #expect(AVCaptureDevice.all(["TEGATA_CAMERA": "none"]).isEmpty)
        #expect(AVCaptureDevice.all(["TEGATA_CAMERA": "/dev/video987"]).isEmpty)
        let test = try #require(AVCaptureDevice.all(["TEGATA_CAMERA": "test"]).first)
        #expect(test.uniqueID == "test" && test.localizedName == "Test Picture" && test.position == .front)
        #expect(AVCaptureDevice.all(["TEGATA_CAMERA": "test"]) == [test] && !test.isSuspended)
        #expect(try AVCaptureDeviceInput(device: test).ports.first?.formatDescription == nil)
        let file = try #require(
            AVCaptureDevice.all(["TEGATA_CAMERA": "/no/clip.mp4", "TEGATA_CAMERA_PLAYBACK": "loop,fast"]).first)
        #expect(file.uniqueID == "/no/clip.mp4" && file.localizedName == "clip.mp4" && !file.isConnected)
        #expect(AVCaptureDevice.all(["TEGATA_CAMERA": "/no/clip.mp4"]) != [file])
        #expect(throws: AVError.self) { try AVCaptureDeviceInput(device: file) }
        do {
            _ = try AVCaptureDeviceInput(device: file)
        } catch AVError.deviceNotConnected {
        } catch {
            Issue.record(error)
        }
        let camera = AVCaptureDevice(cameraAt: "/dev/video987", system: { FakeCamera() })
        #expect(
            throws: AVError(
                .deviceNotConnected, of: "/dev/video987: there is no such camera; ls /dev/video* lists all cameras")
        ) {
            try AVCaptureDeviceInput(device: camera)
        }
    }

    @Test func findsRegisteredDevicesFirstInEveryPosition() throws {
        let device = AVCaptureDevice(testFrameCount: 2, playback: .fullSpeed)
        AVCaptureDevice.registeredDevices = [device]
        defer { AVCaptureDevice.registeredDevices = [] }
        #expect(AVCaptureDevice.default(for: .video) === device && AVCaptureDevice.default(for: .audio) == nil)
        #expect(AVCaptureDevice.devices(for: .video).first === device && AVCaptureDevice.devices().first === device)
        #expect(AVCaptureDevice(uniqueID: "test") === device && AVCaptureDevice(uniqueID: "/dev/video987") == nil)
        #expect(AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front) === device)
        let back = try #require(AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back))
        #expect(back.position == .back && back.uniqueID == device.uniqueID)
        #expect(AVCaptureDevice.default(.external, for: .video, position: .back) === back)
        #expect(AVCaptureDevice.default(.builtInWideAngleCamera, for: nil, position: .unspecified) === device)
        #expect(AVCaptureDevice.default(.builtInTrueDepthCamera, for: .video, position: .front) == nil)
        #expect(AVCaptureDevice.default(.builtInWideAngleCamera, for: .audio, position: .front) == nil)
        let discovery = AVCaptureDevice.DiscoverySession(
            deviceTypes: [.builtInDualCamera, .builtInWideAngleCamera], mediaType: .video, position: .back)
        #expect(discovery.devices.first === back)
        #expect(device.hasMediaType(.video) && !device.hasMediaType(.audio))
        #expect(device.supportsSessionPreset(.hd1280x720) && device.deviceType == .builtInWideAngleCamera)
    }

    @Test func grantsAccessToVideo() async {
        #expect(AVCaptureDevice.authorizationStatus(for: .video) == .authorized)
        #expect(await AVCaptureDevice.requestAccess(for: .video))
        let granted = await withCheckedContinuation { continuation in
            AVCaptureDevice.requestAccess(for: .video) { granted in continuation.resume(returning: granted) }
        }
        #expect(granted)
    }

    @Test func usesTheFrameRateThatIsSet() throws {
        let device = AVCaptureDevice(testFrameCount: 3, playback: .fullSpeed)
        #expect(device.activeVideoMinFrameDuration.seconds == 1 / 30.0)
        try device.lockForConfiguration()
        device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 10)
        device.unlockForConfiguration()
        let collector = try FrameCollector(device, preset: .low)
        #expect(collector.run() && collector.milliseconds == [0, 100, 200])
        try device.lockForConfiguration()
        device.activeVideoMinFrameDuration = .invalid
        device.unlockForConfiguration()
        #expect(device.activeVideoMinFrameDuration.seconds == 1 / 30.0)
    }

    @Test func usesAppleErrorCodes() {
        let error: any Error = AVError(.deviceNotConnected, userInfo: [NSLocalizedDescriptionKey: "gone"])
        #expect(error.localizedDescription == "gone" && "\(error)" == "gone")
        #expect((error as? AVError)?.code == .deviceNotConnected && (error as? AVError)?.errorCode == -11814)
        #expect(AVError.errorDomain == "AVFoundationErrorDomain" && AVError.Code.unknown.rawValue == -11800)
        #expect(AVError.mediaServicesWereReset.rawValue == -11819)
        let interruption: [AnyHashable: Any] = [AVCaptureSessionInterruptionReasonKey: 3]
        let number = interruption[AVCaptureSessionInterruptionReasonKey] as? Int
        let reason = number.flatMap { AVCaptureSession.InterruptionReason(rawValue: $0) }
        #expect(reason == .videoDeviceInUseByAnotherClient)
        #expect(AVError(.unknown) == AVError(.unknown) && AVError(.unknown) != AVError(.outOfMemory))
        #expect(AVError(.unknown).localizedDescription.contains("-11800"))
        #expect(AVError.deviceNotConnected ~= error && !(AVError.unknown ~= error))
    }
}

extension AVError {
    fileprivate init(_ code: Code, of description: String) {
        self.init(code, userInfo: [NSLocalizedDescriptionKey: description])
    }
}
