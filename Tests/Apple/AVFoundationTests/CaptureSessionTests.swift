import AVFoundation
import Synchronization
import TegataTestSupport
import Testing

@Suite("Capture sessions")
struct CaptureSessionTests {
    @Test func deliversTestFramesInThePresetSize() throws {
        let sizes: [(AVCaptureSession.Preset, Int, Int)] = [
            (.high, 1280, 720), (.medium, 640, 480), (.low, 320, 240), (.cif352x288, 352, 288),
        ]
        for (preset, width, height) in sizes {
            let device = AVCaptureDevice(testFrameCount: 3, playback: .fullSpeed)
            let collector = try FrameCollector(device, preset: preset)
            #expect(collector.run())
            #expect(collector.milliseconds == [0, 33, 66])
            #expect(collector.dropped.isEmpty && collector.errors.isEmpty && !collector.session.isRunning)
            let pictures = collector.pictures
            #expect(pictures.count == 3)
            for (index, picture) in pictures.enumerated() {
                #expect(CVPixelBufferGetWidth(picture) == width && CVPixelBufferGetHeight(picture) == height)
                #expect(
                    CVPixelBufferGetPixelFormatType(picture) == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
                let luma = picture.bytes()
                #expect(luma[0][0] == 16 && luma[0][width - 1] == 235 && luma[height - 1] == luma[0])
                // The square moves right by an eighth of its side in each frame.
                let side = height / 4
                let left = index * (side / 8)
                #expect(luma[height / 2][left] == 235 && luma[height / 2][left + side - 1] == 235)
                #expect(luma[height / 2][left + side] == UInt8(16 + 219 * (left + side) / (width - 1)))
                let chroma = picture.bytes(ofPlane: 1, bytesPerElement: 2)
                #expect(chroma[height / 4][left] == 64 && chroma[0][0] == 128)
            }
        }
    }

    @Test func playsFilesAtTheirRateAndDropsFramesOnRequest() throws {
        try SmallVideo.with(SmallVideo.bytes(SmallVideo.counting(6))) { url in
            let device = AVCaptureDevice(file: url, playback: .fullSpeed)
            #expect(device.localizedName == "clip.y4m" && device.uniqueID == url.path && device.isConnected)
            #expect(device.activeVideoMinFrameDuration == .zero)
            let all = try FrameCollector(device, format: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
            #expect(all.run())
            #expect(all.milliseconds == [0, 40, 80, 120, 160, 200])
            #expect(all.pictures.map { $0.bytes()[1][3] } == [0, 1, 2, 3, 4, 5])

            try device.lockForConfiguration()
            device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 10)
            device.activeVideoMaxFrameDuration = CMTime(value: 1, timescale: 10)
            device.unlockForConfiguration()
            #expect(device.activeVideoMaxFrameDuration.seconds == 0.1)
            let few = try FrameCollector(device)
            #expect(few.run())
            #expect(few.milliseconds == [0, 120])
        }
    }

    @Test func playsFilesInRealTimeWithHostClockTimes() throws {
        try SmallVideo.with(SmallVideo.bytes(SmallVideo.counting(4), rate: 100)) { url in
            let before = Double(DispatchTime.now().uptimeNanoseconds) / 1e6
            let collector = try FrameCollector(AVCaptureDevice(file: url))
            collector.output.alwaysDiscardsLateVideoFrames = false
            #expect(collector.run())
            let times = collector.milliseconds
            try #require(times.count == 4)
            #expect(times[0] >= before && times[0] <= Double(DispatchTime.now().uptimeNanoseconds) / 1e6)
            for index in 1..<4 { #expect(abs(times[index] - times[0] - 10 * Double(index)) < 1e-3) }
        }
    }

    @Test func restartsLoopingFilesWithContinuingTimes() throws {
        try SmallVideo.with(SmallVideo.bytes(SmallVideo.counting(2))) { url in
            let collector = try FrameCollector(
                AVCaptureDevice(file: url, playback: [.loops, .fullSpeed]),
                format: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
            collector.onFrame = { if $0.frameCount == 5 { $0.session.stopRunning() } }
            #expect(collector.run())
            #expect(collector.milliseconds == [0, 40, 80, 120, 160])
            #expect(collector.pictures.map { $0.bytes()[0][0] } == [0, 1, 0, 1, 0])
        }
    }

    @Test func deliversNoFrameAfterItsDelegateStopsIt() throws {
        for playback: AVCaptureDevice.Playback in [[], .fullSpeed] {
            let collector = try FrameCollector(
                AVCaptureDevice(testFrameCount: nil, playback: playback), preset: .low)
            collector.output.alwaysDiscardsLateVideoFrames = false
            collector.onFrame = { collector in
                if collector.frameCount == 2 {
                    collector.session.stopRunning()
                    #expect(!collector.session.isRunning)
                }
            }
            #expect(collector.run())
            collector.queue.sync {}
            #expect(collector.frameCount == 2 && collector.stops == 1)
            // Run again with the same device.
            collector.onFrame = { if $0.frameCount == 4 { $0.session.stopRunning() } }
            #expect(collector.run())
            #expect(collector.frameCount == 4 && collector.stops == 2 && collector.errors.isEmpty)
        }
    }

    @Test func startsAndStopsOnManyThreadsAtOnce() throws {
        let collector = try FrameCollector(
            AVCaptureDevice(testFrameCount: nil, playback: .fullSpeed), preset: .low)
        collector.keepsSamples = false
        DispatchQueue.concurrentPerform(iterations: 8) { index in
            for _ in 0..<5 {
                if index % 2 == 0 { collector.session.startRunning() } else { collector.session.stopRunning() }
            }
        }
        collector.session.stopRunning()
        collector.queue.sync {}
        let count = collector.frameCount
        collector.queue.sync {}
        #expect(!collector.session.isRunning && collector.frameCount == count && collector.errors.isEmpty)
    }

    @Test func notifiesOfTheStartBeforeTheStop() throws {
        let input = try AVCaptureDeviceInput(device: AVCaptureDevice(testFrameCount: 0, playback: .fullSpeed))
        let session = AVCaptureSession()
        session.addInput(input)
        let (started, stopped) = (
            AVCaptureSession.didStartRunningNotification, AVCaptureSession.didStopRunningNotification
        )
        let names = Mutex<[Notification.Name]>([])
        let hasStopped = DispatchSemaphore(value: 0)
        let observers = [started, stopped].map { name in
            NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) { _ in
                names.withLock { $0.append(name) }
                if name == stopped { hasStopped.signal() }
            }
        }
        defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
        for round in 1...200 {
            session.startRunning()
            // The session may have stopped on its own by now.
            if round.isMultiple(of: 2) { session.stopRunning() }
            try #require(hasStopped.wait(timeout: .now() + 60) == .success)
            try #require(names.withLock { $0 } == [started, stopped])
            names.withLock { $0 = [] }
        }
    }

    /// Covers a published tutorial whose delegate shows its results on the main thread before it returns.
    @Test func supportsDelegatesThatWaitForTheMainThread() async throws {
        let collector = try FrameCollector(
            AVCaptureDevice(testFrameCount: 3, playback: .fullSpeed), preset: .low)
        let shown = Mutex(0)
        collector.onFrame = { _ in DispatchQueue.main.sync { shown.withLock { $0 += 1 } } }
        let isInTime = await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: collector.run()) }
        }
        #expect(isInTime && shown.withLock { $0 } == 3)
    }

    @Test @MainActor
    func stopsOnTheMainThreadWhileADelegateWaitsForIt() throws {
        let collector = try FrameCollector(
            AVCaptureDevice(testFrameCount: nil, playback: .fullSpeed), preset: .low)
        let hasBegun = DispatchSemaphore(value: 0)
        let hasEnded = Mutex(false)
        collector.onFrame = { _ in
            hasBegun.signal()
            DispatchQueue.main.sync { hasEnded.withLock { $0 = true } }
        }
        collector.session.startRunning()
        #expect(hasBegun.wait(timeout: .now() + 60) == .success)
        collector.session.stopRunning()
        // The delegate call that had begun still waits for this thread.
        #expect(!collector.session.isRunning && !hasEnded.withLock { $0 })
    }

    @Test func sharesDevicesButNotOutputs() throws {
        let device = AVCaptureDevice(testFrameCount: 3, playback: .fullSpeed)
        let first = try FrameCollector(device, preset: .low)
        let second = try FrameCollector(device, preset: .low)
        first.session.startRunning()
        second.session.startRunning()
        #expect(first.waitForStop() && second.waitForStop())
        #expect(first.frameCount == 3 && second.frameCount == 3)
        #expect(first.pictures.map { $0.bytes() } == second.pictures.map { $0.bytes() })

        #expect(!second.session.canAddOutput(first.output) && !first.session.canAddOutput(first.output))
        #expect(!first.session.canAddInput(try AVCaptureDeviceInput(device: device)))
        first.session.removeOutput(first.output)
        #expect(second.session.canAddOutput(first.output) && first.output.connection(with: .video) == nil)
        second.session.addOutput(first.output)
        #expect(second.session.outputs.count == 2 && second.session.connections.count == 2)
        // Both outputs receive every frame.
        #expect(second.run())
        #expect(first.frameCount == 6 && second.frameCount == 6)
    }

    @Test func changesTheDeviceWhileRunning() throws {
        let collector = try FrameCollector(nil, preset: .low)
        let session = collector.session
        session.startRunning()
        #expect(session.isRunning && session.inputs.isEmpty && session.connections.isEmpty)
        let sizes = Mutex<[Int]>([])
        collector.onFrame = { collector in
            let width = collector.pictures.last.map { CVPixelBufferGetWidth($0) } ?? 0
            sizes.withLock { if $0.last != width { $0.append(width) } }
            // A delegate may reconfigure the session on its own queue.
            if width == 320 {
                collector.session.sessionPreset = .vga640x480
            } else if let input = collector.session.inputs.first {
                collector.session.beginConfiguration()
                collector.session.removeInput(input)
                collector.session.commitConfiguration()
                collector.session.stopRunning()
            }
        }
        session.addInput(try AVCaptureDeviceInput(device: AVCaptureDevice(testFrameCount: nil, playback: .fullSpeed)))
        #expect(collector.waitForStop())
        #expect(sizes.withLock { $0 } == [320, 640])
        #expect(session.connections.isEmpty && collector.errors.isEmpty)
    }

    @Test func skipsDisabledConnectionsAndOutputsWithoutDelegate() throws {
        let collector = try FrameCollector(
            AVCaptureDevice(testFrameCount: 2, playback: .fullSpeed), preset: .low)
        collector.output.connection(with: .video)?.isEnabled = false
        #expect(collector.run() && collector.frameCount == 0)
        collector.output.connection(with: .video)?.isEnabled = true
        collector.output.setSampleBufferDelegate(nil, queue: nil)
        #expect(collector.output.sampleBufferDelegate == nil && collector.output.sampleBufferCallbackQueue == nil)
        #expect(collector.run() && collector.frameCount == 0)
    }

    @Test func reusesTheMemoryOfReleasedFrames() throws {
        let device = AVCaptureDevice(testFrameCount: 30, playback: .fullSpeed)
        let passing = try FrameCollector(device, preset: .low)
        passing.keepsSamples = false
        let addresses = Mutex<Set<UInt>>([])
        final class Watcher: AVCaptureVideoDataOutputSampleBufferDelegate {
            let seen: (UInt) -> Void
            init(_ seen: @escaping (UInt) -> Void) { self.seen = seen }
            func captureOutput(
                _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
            ) {
                guard let picture = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
                CVPixelBufferLockBaseAddress(picture, .readOnly)
                defer { CVPixelBufferUnlockBaseAddress(picture, .readOnly) }
                if let address = CVPixelBufferGetBaseAddressOfPlane(picture, 0) { seen(UInt(bitPattern: address)) }
            }
        }
        let watcher = Watcher { address in addresses.withLock { _ = $0.insert(address) } }
        passing.output.setSampleBufferDelegate(watcher, queue: passing.queue)
        #expect(passing.run())
        #expect((1...3).contains(addresses.withLock { $0.count }))

        let keeping = try FrameCollector(device, preset: .low)
        #expect(keeping.run())
        let pictures = keeping.pictures
        #expect(Set(pictures.map { CVPixelBufferGetBaseAddressOfPlane($0, 0) }).count == 30)
        // No frame was overwritten.
        for (index, picture) in pictures.enumerated() {
            #expect(picture.bytes()[120].firstIndex(of: 235) == index * 7)
        }
    }

    @Test func endsWithItsLastReference() throws {
        weak var session: AVCaptureSession?
        let output = AVCaptureVideoDataOutput()
        do {
            let own = AVCaptureSession()
            own.addInput(try AVCaptureDeviceInput(device: AVCaptureDevice(testFrameCount: nil)))
            own.addOutput(output)
            own.startRunning()
            own.stopRunning()
            session = own
        }
        // Pending notifications still hold the session.
        for _ in 0..<1000 where session != nil { Thread.sleep(forTimeInterval: 0.01) }
        #expect(session == nil && output.connections.isEmpty)
        #expect(AVCaptureSession().canAddOutput(output))
    }

    @Test func deliversWholeFramesOfBrokenFilesThenAnError() throws {
        let whole = SmallVideo.bytes(SmallVideo.counting(3))
        try SmallVideo.with(whole.dropLast(5)) { url in
            let collector = try FrameCollector(AVCaptureDevice(file: url, playback: .fullSpeed))
            #expect(collector.run())
            #expect(collector.frameCount == 2 && collector.errors.map(\.code) == [.fileFailedToParse])
            #expect(
                collector.errors.first?.localizedDescription
                    == "\(url.path): the video ends in the middle of frame 2; write it again")
            #expect(!collector.session.isRunning && collector.stops == 1)
        }
        try SmallVideo.with(Data()) { url in
            let collector = try FrameCollector(AVCaptureDevice(file: url))
            let center = DispatchSemaphore(value: 0)
            let observer = NotificationCenter.default.addObserver(
                forName: AVCaptureSession.runtimeErrorNotification, object: collector.session, queue: nil
            ) { _ in center.signal() }
            defer { NotificationCenter.default.removeObserver(observer) }
            collector.session.startRunning()
            #expect(!collector.session.isRunning)
            #expect(center.wait(timeout: .now() + 60) == .success)
            // The collector may be notified after this observer.
            for _ in 0..<600 where collector.errors.isEmpty { Thread.sleep(forTimeInterval: 0.1) }
            #expect(collector.frameCount == 0 && collector.errors.map(\.code) == [.fileFailedToParse])
        }
    }
}
