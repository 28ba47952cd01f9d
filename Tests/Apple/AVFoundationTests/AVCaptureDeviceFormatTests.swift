import AVFoundation
import CTegataCapture
import CameraTestSupport
import Synchronization
import Testing

@Suite("Capture device formats", .serialized)
struct AVCaptureDeviceFormatTests {
    private func device(_ camera: FakeCamera) -> AVCaptureDevice {
        // Other suites use the first camera at the same time.
        camera.path = "/dev/video1"
        nonisolated(unsafe) let camera = camera
        return AVCaptureDevice(cameraAt: camera.path, system: { camera })
    }

    /// Returns a camera with small uncompressed and large compressed formats.
    private func camera() -> FakeCamera {
        let camera = FakeCamera()
        camera.formats = [
            .init(code: tegata_pixels_mjpeg, sizes: [(1280, 720), (640, 480)], rates: [60, 25], bytesPerPixel: 0),
            .init(code: 0x3436_3248, sizes: [(1920, 1080)]),
            .init(sizes: [(640, 480), (320, 240), (640, 480)], rates: [30, 15, 30]),
        ]
        return camera
    }

    @Test func listsReadableFormatsOfTheDriver() throws {
        let camera = camera()
        camera.isRestless = true
        let formats = device(camera).formats
        #expect(
            formats.map(\.description) == [
                "640×480 YUYV, 1-1 fps, 30-30 fps", "320×240 YUYV, 1-1 fps, 15-15 fps",
                "1280×720 MJPG, 1-1 fps, 60-60 fps", "640×480 MJPG, 1-1 fps, 25-25 fps",
            ])
        #expect(camera.isAtRest, "\(camera.protocolFaults)")
        let large = try #require(formats.first { $0.formatDescription.dimensions.width == 1280 })
        #expect(CMVideoFormatDescriptionGetDimensions(large.formatDescription).height == 720)
        #expect(CMFormatDescriptionGetMediaSubType(large.formatDescription) == kCMVideoCodecType_JPEG_OpenDML)
        #expect(
            CMFormatDescriptionGetMediaSubType(formats[0].formatDescription) == kCVPixelFormatType_422YpCbCr8_yuvs)
        let range = try #require(large.videoSupportedFrameRateRanges.last)
        #expect(range.minFrameRate == 60 && range.maxFrameRate == 60 && large.mediaType == .video)
        #expect(range.minFrameDuration == CMTime(value: 1, timescale: 60) && range.maxFrameDuration.seconds == 1 / 60.0)
    }

    @Test func offersRateRangesAndUsualSizesForStepwiseFormats() throws {
        let camera = FakeCamera()
        camera.sizeRange = v4l2_frmsize_stepwise(
            min_width: 160, max_width: 1024, step_width: 16, min_height: 120, max_height: 768, step_height: 8)
        camera.intervalRange = v4l2_frmival_stepwise(
            min: v4l2_fract(numerator: 1001, denominator: 60000), max: v4l2_fract(numerator: 1, denominator: 5),
            step: v4l2_fract(numerator: 1, denominator: 1))
        let formats = device(camera).formats
        let widths = formats.map(\.formatDescription.dimensions.width)
        #expect(widths == [320, 640, 800, 1024])
        let range = try #require(formats.first?.videoSupportedFrameRateRanges.first)
        #expect(range.minFrameRate == 5 && range.maxFrameDuration == CMTime(value: 1, timescale: 5))
        #expect(range.minFrameDuration == CMTime(value: 1001, timescale: 60000))
        #expect(range == formats.last?.videoSupportedFrameRateRanges.first)
    }

    @Test func fallsBackToTheCurrentFormatIfNoneIsListed() {
        let silent = FakeCamera()
        silent.knowsSizes = false
        silent.knowsRates = false
        #expect(device(silent).formats.map(\.description) == ["640×480 YUYV, 30-30 fps"])
        let odd = FakeCamera()
        odd.formats = [.init(sizes: [(0, 480), (.max, .max), (320, 240)], rates: [30, 30, .max])]
        #expect(device(odd).formats.map(\.description) == ["320×240 YUYV, 1-1 fps"])
        let closed = FakeCamera()
        closed.openResult = -EACCES
        let device = device(closed)
        #expect(device.formats.isEmpty && device.activeFormat.formatDescription.dimensions.width == 640)
    }

    @Test func requestsTheActiveFormatFromTheCamera() throws {
        let camera = camera()
        camera.script = [.unplugging]
        let device = device(camera)
        let collector = try FrameCollector(device, preset: .low)
        #expect(device.activeFormat == device.formats[1])
        let format = try #require(device.formats.last)
        try device.lockForConfiguration()
        device.activeFormat = format
        // The rate of the format that is nearest to the default rate.
        #expect(device.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 25))
        device.activeVideoMinFrameDuration = CMTime(value: 1001, timescale: 15000)
        device.unlockForConfiguration()
        #expect(device.activeFormat === format && collector.session.sessionPreset == .inputPriority)
        #expect(
            collector.session.inputs[0].ports[0].formatDescription?.dimensions == format.formatDescription.dimensions)
        #expect(collector.run())
        #expect(camera.format.fmt.pix.pixelformat == tegata_pixels_mjpeg && camera.format.fmt.pix.width == 640)
        #expect(camera.requestedRate?.numerator == 1001 && camera.requestedRate?.denominator == 15000)

        collector.session.sessionPreset = .low
        #expect(device.activeFormat == device.formats[1])
    }

    @Test func usesTheMaximumDurationIfShorterThanTheDefault() throws {
        let camera = camera()
        camera.script = [.unplugging]
        let device = device(camera)
        let collector = try FrameCollector(device)
        try device.lockForConfiguration()
        device.activeVideoMaxFrameDuration = CMTime(value: 1, timescale: 60)
        device.unlockForConfiguration()
        #expect(device.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 60))
        #expect(collector.run() && camera.requestedRate?.denominator == 60)
    }

    @Test func changesTheFormatOfARunningSessionOnUnlock() throws {
        let device = AVCaptureDevice(testFrameCount: nil, playback: .fullSpeed)
        let collector = try FrameCollector(device, preset: .low)
        let sizes = Mutex<[Int]>([])
        let medium = try #require(device.formats.first { $0.formatDescription.dimensions.width == 640 })
        collector.onFrame = { collector in
            let width = collector.pictures.last.map { CVPixelBufferGetWidth($0) } ?? 0
            let isNew = sizes.withLock { sizes in
                defer { if sizes.last != width { sizes.append(width) } }
                return sizes.last != width
            }
            guard isNew else { return }
            if width == 640 { return collector.session.stopRunning() }
            try? device.lockForConfiguration()
            device.activeFormat = medium
            device.unlockForConfiguration()
        }
        #expect(collector.run())
        #expect(sizes.withLock { $0 } == [320, 640] && collector.errors.isEmpty)
        // A session created later uses the device's format.
        #expect(try FrameCollector(device, preset: .low).session.sessionPreset == .inputPriority)
    }

    @Test func reportsTheFormatOfVideoFiles() throws {
        try SmallVideo.with(SmallVideo.bytes(SmallVideo.counting(2))) { url in
            let device = AVCaptureDevice(file: url)
            #expect(device.formats.count == 1 && device.formats.first == device.activeFormat)
            #expect(device.activeFormat.videoSupportedFrameRateRanges.map(\.maxFrameRate) == [25])
        }
        #expect(AVCaptureDevice(file: URL(fileURLWithPath: "/no/clip.mp4")).formats.isEmpty)
    }
}
