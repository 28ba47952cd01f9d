import CTegataCapture
import CameraTestSupport
import Foundation
import TegataSystem
import TegataTestSupport
import TegataVideo
import Testing

struct CameraTests {
    // MARK: Format negotiation

    @Test func choosesTheRequestedSizeAndRate() throws {
        let camera = FakeCamera()
        camera.formats = [
            .init(code: tegata_pixels_mjpeg, sizes: [(640, 480), (1280, 720)], rates: [30, 30], bytesPerPixel: 0),
            .init(sizes: [(320, 240), (640, 480), (1280, 720)], rates: [30, 30, 10]),
        ]
        func description(_ options: CameraOptions) throws -> CameraDescription? { try camera.reader(options).camera }
        let usual = try description(CameraOptions())
        #expect(usual?.name == "Fake Camera" && usual?.frameRate == FrameRate(frames: 30, seconds: 1))
        #expect(usual?.description == "640×480 pixels (YUYV), 30 per second")
        // Uncompressed frames of this size are limited to 10 per second.
        #expect(
            try description(CameraOptions(width: 1280, height: 720))?.description
                == "1280×720 pixels (MJPG), 30 per second")
        let slow = try description(CameraOptions(width: 1280, height: 720, framesPerSecond: 10))
        #expect(slow?.description == "1280×720 pixels (YUYV), 10 per second")
        #expect(
            try description(CameraOptions(width: 1280, height: 720, format: .yuyv))?.description
                == "1280×720 pixels (YUYV), 30 per second")
        #expect(try description(CameraOptions(format: .mjpeg))?.pixelFormat == "MJPG")
        // Only one of the formats offers this size.
        #expect(
            try description(CameraOptions(width: 320, height: 240, framesPerSecond: 60))?.description
                == "320×240 pixels (YUYV), 30 per second")
        #expect(camera.requestedRate?.denominator == 60 && camera.requestedRate?.numerator == 1)
        #expect(try description(CameraOptions(width: 800, height: 600))?.width == 640)
        #expect(try description(CameraOptions(width: -1, height: .max, framesPerSecond: .min))?.width == 320)
        #expect(camera.isAtRest)
    }

    @Test(arguments: [(1000, 1), (30, 1), (1, 1001), (1, 0), (0, 30), (1, .max)] as [(UInt32, UInt32)])
    func ignoresImplausibleRates(seconds: UInt32, frames: UInt32) throws {
        let camera = FakeCamera.small([.pictures([.small(9)])])
        camera.grantedInterval = v4l2_fract(numerator: seconds, denominator: frames)
        #expect(try camera.reader().frameRate == nil)
    }

    @Test func readsCamerasWithoutRates() throws {
        let camera = FakeCamera.small([.pictures([.small(9)])])
        camera.knowsRates = false
        camera.failures = [tegata_request_set_parameters: ENOTTY]
        let reader = try camera.reader()
        #expect(reader.frameRate == nil && reader.camera?.frameRate == nil)
        #expect(reader.camera?.description == "4×2 pixels (YUYV)")
        #expect(try reader.nextValues(1) == [9])
    }

    @Test func findsCamerasWithoutStartingThem() throws {
        let camera = FakeCamera()
        #expect(CameraNode("/dev/video0", camera)?.name == "Fake Camera" && camera.isAtRest)
        #expect(CameraNode("/dev/video1", camera) == nil && CameraNode("/dev/null") == nil)
        // Some hardware has several devices; this one captures no images.
        camera.nodeCapabilities = tegata_capability_streaming
        #expect(CameraNode("/dev/video0", camera) == nil && camera.isAtRest)
        camera.openResult = -EACCES
        #expect(CameraNode("/dev/video0", camera)?.name == "/dev/video0")
        camera.openResult = -ENODEV
        #expect(CameraNode("/dev/video0", camera) == nil)
    }

    @Test func usesCapabilitiesOfTheHardwareIfTheNodeHasNone() throws {
        let camera = FakeCamera.small([])
        camera.capabilities = tegata_capability_capture | tegata_capability_streaming
        camera.nodeCapabilities = 0
        #expect(try camera.reader().camera?.width == 4)
    }

    @Test func readsOtherPathsWithoutTheCamera() throws {
        #expect(throws: VideoError(file: "/dev/null", problem: .empty)) { try VideoReader(readingFrom: "/dev/null") }
        #expect(throws: VideoError(file: "/dev/video77", problem: .unreadable(.notFound))) {
            try VideoReader(readingFrom: "/dev/video77", decoder: "no-such-program", cameraSystem: FakeCamera())
        }
        #expect(!LinuxVideoDeviceCalls().isVideoDevice("/dev/null"))
    }

    @Test func callsTheLinuxKernel() throws {
        let system = LinuxVideoDeviceCalls()
        #expect(system.openDevice("/no/such/device") == -ENOENT)
        let descriptor = system.openDevice("/dev/null")
        #expect(descriptor >= 0)
        var answer = v4l2_capability()
        #expect(system.request(descriptor, tegata_request_capabilities, &answer) == -ENOTTY)
        #expect(system.map(descriptor, count: 1 << 12, offset: 0) == nil)
        #expect(system.wait(descriptor, milliseconds: 0) == 1)
        system.closeDevice(descriptor)
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("memory")
            try Data((0..<8192).map { UInt8($0 >> 5) }).write(to: file)
            let descriptor = system.openDevice(file.path)
            let memory = try #require(system.map(descriptor, count: 4000, offset: 4096))
            #expect(memory.elementsEqual((4096..<8096).map { UInt8($0 >> 5) }))
            system.unmap(memory)
            system.closeDevice(descriptor)
        }
        let before = system.monotonicMicroseconds()
        #expect(before > 0 && system.monotonicMicroseconds() >= before)
    }

    // MARK: Time

    @Test func usesTheTimestampsOfTheDriver() throws {
        let camera = FakeCamera.small((1...3).map { .pictures([.small($0)]) })
        camera.intervalMicroseconds = 40_500
        let reader = try camera.reader()
        var times: [Int] = []
        for index in 0..<3 {
            #expect(try reader.advance())
            #expect(reader.frame.index == index)
            times.append(reader.frame.timestampMs)
        }
        #expect(times == [0, 40, 81])
        #expect(reader.estimatedFrameCount == nil && reader.frameCount == 3)
        #expect(reader.droppedFrameCount == 0 && reader.damagedFrameCount == 0)
    }

    /// If the driver's timestamp is impossible or comes from another clock, the time of dequeuing replaces it.
    @Test(arguments: [
        timeval(tv_sec: 0, tv_usec: 0), timeval(tv_sec: .max, tv_usec: 0), timeval(tv_sec: .min, tv_usec: 0),
        timeval(tv_sec: 100, tv_usec: -1), timeval(tv_sec: 1_700_000_000, tv_usec: 0),
        timeval(tv_sec: .max / 1_000_000, tv_usec: 999_999),
    ]) func replacesImplausibleTimestamps(time: timeval) throws {
        let pictures = (1...3).map { (value: UInt8) in FakeCamera.Picture.small(value) { $0.time = time } }
        let reader = try FakeCamera.small(pictures.map { .pictures([$0]) }).reader()
        var times: [Int] = []
        for _ in 0..<3 {
            #expect(try reader.advance())
            times.append(reader.frame.timestampMs)
        }
        #expect(times == [0, 33, 66])
    }

    @Test func replacesTimestampsOfOtherClocks() throws {
        let pictures = (1...2).map { (value: UInt8) in
            FakeCamera.Picture.small(value) {
                $0.flags = 0
                $0.time = timeval(tv_sec: 99, tv_usec: 0)
            }
        }
        let reader = try FakeCamera.small(pictures.map { .pictures([$0]) }).reader()
        _ = try reader.nextValues(2)
        #expect(reader.frame.timestampMs == 33)
    }

    // MARK: The newest frame

    @Test func dropsOlderFrames() throws {
        let camera = FakeCamera.small([
            .pictures([.small(1)]), .pictures([.small(2), .small(3), .small(4)]), .pictures([.small(5)]),
        ])
        let reader = try camera.reader()
        #expect(try reader.nextValues(3) == [1, 4, 5])
        #expect(reader.droppedFrameCount == 2)
        #expect(reader.frame.timestampMs == 133)
    }

    /// If the queue is full, the driver has dropped the newest frames, so all the queued frames are old.
    @Test func dropsAllFramesOfAFullQueue() throws {
        let camera = FakeCamera.small([
            .pictures((1...7).map { .small($0) }), .pictures([.small(8)]), .pictures([.small(9)]),
        ])
        let reader = try camera.reader()
        #expect(try reader.nextValues(2) == [8, 9])
        #expect(reader.droppedFrameCount == 7)
    }

    /// Even the fastest camera must yield a frame.
    @Test func emptiesAFullQueueOnlyOnce() throws {
        let reader = try FakeCamera.small((0..<4).map { _ in .pictures((1...4).map { .small($0) }) }).reader()
        #expect(try reader.nextValues(2) == [4, 4])
        #expect(reader.droppedFrameCount == 14)
    }

    /// While a frame is processed in place, the driver has one buffer fewer.
    @Test(
        arguments: [
            (4, 5, [1, 9]), (4, 3, [1, 4]), (4, 2, [1, 3]), (4, 0, [1, 9]), (2, 2, [1, 9]), (2, 1, [1, 2]),
            (1, 2, [1, 9]),
        ] as [(UInt32, Int, [UInt8])])
    func dropsFramesOfAQueueThatFilledWhileAFrameWasLent(bufferCount: UInt32, taken: Int, seen: [UInt8]) throws {
        let camera = FakeCamera.small([.pictures([.small(1)]), .pictures([.small(9)]), .end])
        camera.grantedBufferCount = bufferCount
        let reader = try CameraReader("/dev/video0", CameraOptions(), camera)
        var values: [UInt8] = []
        reader.borrower = { picture, _ in
            values.append(picture.planes.0.load(as: UInt8.self))
            guard values.count == 1 else { return }
            for value in 0..<taken { camera.take(.small(UInt8(2 + value))) }
        }
        var frame = VideoFrame()
        #expect(try reader.read(into: &frame, index: 0))
        #expect(try reader.read(into: &frame, index: 1))
        #expect(values == seen)
    }

    @Test func stopsLendingFramesAtTheEnd() throws {
        let camera = FakeCamera.small([.pictures([.small(1)]), .end])
        let reader = try CameraReader("/dev/video0", CameraOptions(), camera)
        reader.borrower = { _, _ in camera.take(.small(2)) }
        var frame = VideoFrame()
        #expect(try reader.read(into: &frame, index: 0) && reader.read(into: &frame, index: 1))
        reader.borrower = { _, _ in }
        #expect(try reader.read(into: &frame, index: 2))
        #expect(try !reader.read(into: &frame, index: 3))
    }

    @Test(arguments: [1, 2, 16] as [UInt32]) func worksWithAnyNumberOfBuffers(count: UInt32) throws {
        let camera = FakeCamera.small((1...5).map { .pictures([.small($0)]) })
        camera.grantedBufferCount = count
        #expect(try camera.reader().nextValues(5) == [1, 2, 3, 4, 5])
    }

    @Test func countsMissingSequenceNumbersAsDroppedFrames() throws {
        let numbers: [UInt32] = [.max - 1, .max, 3, 3, 4, 2_000_000, 2_000_001, 2_000_003]
        let reader = try FakeCamera.small(
            numbers.map { number in FakeCamera.Step.pictures([.small(1) { $0.sequence = number }]) }
        ).reader()
        _ = try reader.nextValues(numbers.count)
        // Counts 0, 1 and 2, and one at the end, but no frames where the numbering restarts.
        #expect(reader.droppedFrameCount == 4)
    }

    // MARK: Disturbances

    @Test func skipsDamagedFrames() throws {
        let camera = FakeCamera.small([
            .pictures([.small(1) { $0.flags |= tegata_buffer_is_damaged }]),
            .pictures([.small(2) { $0.count = 15 }]),
            .pictures([.small(3) { $0.count = 0 }]),
            .disturbance, .nothing, .signal,
            .pictures([.small(4) { $0.count = .max }]),
            // Returns the newest intact frame.
            .pictures([.small(5), .small(6) { $0.flags |= tegata_buffer_is_damaged }]),
        ])
        let reader = try camera.reader()
        #expect(try reader.nextValues(2) == [4, 5])
        #expect(reader.damagedFrameCount == 5 && reader.droppedFrameCount == 0)
    }

    @Test func skipsDamagedCompressedFrames() throws {
        func file(_ name: String) throws -> [UInt8] {
            [UInt8](
                try Data(contentsOf: ModelFiles.packageFolder.appendingPathComponent("Tests/Fixtures/images/" + name)))
        }
        let whole = try file("jpeg-without-tables.jpg")
        let camera = FakeCamera()
        camera.formats = [.init(code: tegata_pixels_mjpeg, sizes: [(37, 21)], bytesPerPixel: 0)]
        let broken: [[UInt8]] = [
            [], [0xFF], [0xFF, 0xD8], Array(whole.prefix(whole.count / 2)), Array(whole.dropLast(2)),
            [UInt8](repeating: 0, count: 4000),
            try file("jpeg-1x1.jpg"), try file("png-1x1.png"),
        ]
        camera.script = (broken + [whole]).map { .pictures([.init(bytes: $0)]) }
        let reader = try camera.reader()
        #expect(try reader.advance())
        #expect(reader.damagedFrameCount == broken.count)
        #expect(reader.frame.width == 37)
    }

    @Test func skipsEveryTruncatedCompressedFrame() throws {
        let whole = [UInt8](
            try Data(
                contentsOf: ModelFiles.packageFolder.appendingPathComponent(
                    "Tests/Fixtures/images/jpeg-without-tables.jpg")))
        let camera = FakeCamera()
        camera.formats = [.init(code: tegata_pixels_mjpeg, sizes: [(37, 21)], bytesPerPixel: 0)]
        for count in 0..<whole.count {
            camera.script.append(.pictures([.init(bytes: Array(whole[..<count]))]))
            if count % 20 == 19 { camera.script.append(.pictures([.init(bytes: whole)])) }
        }
        let reader = try camera.reader()
        for _ in 0..<whole.count / 20 { #expect(try reader.advance()) }
        #expect(reader.damagedFrameCount == whole.count / 20 * 20)
    }

    @Test func reportsManyDamagedFramesInARow() throws {
        let camera = FakeCamera.small((0..<100).map { _ in .pictures([.small(1) { $0.count = 7 }]) })
        let expected =
            "30 damaged frames in a row (7 of 16 bytes); check the cable, or choose another size or format"
        #expect(camera.complaint() == expected)
        #expect(camera.isAtRest && camera.script.count == 70)
        camera.script = (0..<100).map { _ in .disturbance }
        #expect(camera.complaint()?.hasPrefix("30 damaged frames in a row (the driver lost it)") == true)
    }

    @Test func continuesAfterSignals() throws {
        let camera = FakeCamera.small([
            .signal, .pictures([.small(1)]), .signal, .signal, .pictures([.small(2)]), .unplugging,
        ])
        camera.isRestless = true
        #expect(try camera.reader().nextValues(2) == [1, 2])
        // After a signal, the reader waits only for the remaining time.
        #expect(camera.waits == [5000, 4000, 5000, 4000, 3000])
    }

    @Test func endsLikeOtherLiveStreams() throws {
        let camera = FakeCamera.small([.pictures([.small(1)]), .end, .pictures([.small(2)])])
        let reader = try camera.reader()
        #expect(reader.isLive)
        #expect(try reader.nextValues(1) == [1])
        #expect(try reader.advance() == false)
        #expect(try reader.advance() == false)
        #expect(camera.isAtRest && camera.script.count == 1)
    }

    @Test func reportsUnpluggingOnce() throws {
        let camera = FakeCamera.small([.pictures([.small(1)]), .unplugging])
        let reader = try camera.reader()
        #expect(try reader.advance())
        #expect(throws: VideoError(file: "/dev/video0", problem: .camera(.unplugged))) { try reader.advance() }
        #expect(try reader.advance() == false)
        #expect(camera.isAtRest)
    }

    @Test(
        arguments: [
            [.silence], [.signal, .signal, .signal, .signal, .signal, .signal],
            [FakeCamera.Step](repeating: .nothing, count: 6000),
        ] as [[FakeCamera.Step]]) func reportsACameraThatSendsNothing(steps: [FakeCamera.Step]) throws
    {
        let camera = FakeCamera.small([.pictures([.small(1)])] + steps)
        #expect(
            camera.complaint(frames: 2)
                == "the camera has sent nothing for 5 seconds; check its cable and its cover switch")
        #expect(camera.now == 105_033_333)
        #expect(camera.isAtRest)
    }
}
