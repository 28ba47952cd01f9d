import AVFoundation
import CTegataCapture
import CameraTestSupport
import Foundation
import TegataVideo
import Testing

@Suite("Camera frames", .serialized)
struct CaptureVideoDataOutputTests {
    /// Returns a camera with one format that delivers `pictures` and is then unplugged.
    private func camera(
        _ code: UInt32, width: UInt32, height: UInt32, bytesPerPixel: UInt32 = 1, _ pictures: [[UInt8]]
    ) -> FakeCamera {
        let camera = FakeCamera()
        camera.formats = [.init(code: code, sizes: [(width, height)], bytesPerPixel: bytesPerPixel)]
        camera.script = pictures.map { .pictures([.init(bytes: $0)]) } + [.unplugging]
        return camera
    }

    private func device(_ camera: FakeCamera) -> AVCaptureDevice {
        nonisolated(unsafe) let camera = camera
        return AVCaptureDevice(cameraAt: "/dev/video0", system: { camera })
    }

    private static let v420 = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    private static let f420 = kCVPixelFormatType_420YpCbCr8BiPlanarFullRange

    /// Returns the first frame of a camera in a pixel format.
    private func frame(_ camera: FakeCamera, _ format: OSType) throws -> CVPixelBuffer {
        try #require(try frames(camera, format).pictures.first)
    }

    private func frames(_ camera: FakeCamera, _ format: OSType) throws -> FrameCollector {
        let collector = try FrameCollector(device(camera), format: format)
        collector.output.alwaysDiscardsLateVideoFrames = false
        #expect(collector.run())
        #expect(collector.errors.map(\.code) == [.deviceWasDisconnected])
        #expect(camera.isAtRest, "\(camera.protocolFaults)")
        return collector
    }

    @Test func copiesSamplesIfTheFormatsMatch() throws {
        // Rows of luma, then pairs of chroma. The rows of the pixel buffer are longer.
        let picture: [UInt8] = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120]
        let camera = camera(tegata_pixels_nv12, width: 4, height: 2, [picture])
        let frame = try frame(camera, Self.v420)
        #expect(frame.bytes() == [[10, 20, 30, 40], [50, 60, 70, 80]])
        #expect(frame.bytes(ofPlane: 1, bytesPerElement: 2) == [[90, 100, 110, 120]])
    }

    @Test func convertsCameraFormats() throws {
        func nv12() -> FakeCamera {
            camera(
                tegata_pixels_nv12, width: 4, height: 2, [[16, 235, 126, 16, 235, 16, 16, 16, 128, 240, 16, 128]])
        }
        let full = try frame(nv12(), Self.f420)
        #expect(full.bytes() == [[0, 255, 128, 0], [255, 0, 0, 0]])
        #expect(full.bytes(ofPlane: 1, bytesPerElement: 2) == [[128, 255, 1, 128]])

        // Y U Y V for two pixels. Chroma is averaged over two rows.
        func yuyv() -> FakeCamera {
            camera(
                tegata_pixels_yuyv, width: 4, height: 2, bytesPerPixel: 2,
                [[16, 100, 17, 200, 18, 110, 19, 210, 20, 103, 21, 201, 22, 110, 23, 220]])
        }
        let limited = try frame(yuyv(), Self.v420)
        #expect(limited.bytes() == [[16, 17, 18, 19], [20, 21, 22, 23]])
        #expect(limited.bytes(ofPlane: 1, bytesPerElement: 2) == [[102, 201, 110, 215]])

        func grayYUYV() -> FakeCamera {
            camera(
                tegata_pixels_yuyv, width: 2, height: 2, bytesPerPixel: 2, [[16, 128, 235, 128, 126, 128, 16, 240]])
        }
        let colors = try frame(grayYUYV(), kCVPixelFormatType_32BGRA).bytes(bytesPerElement: 4)
        #expect(colors[0] == [0, 0, 0, 255, 255, 255, 255, 255])
        // Luma 126 with maximum V: red is clipped at 255, and green is lower.
        #expect(colors[1] == [128, 37, 255, 255, 0, 0, 179, 255])

        let planar = camera(tegata_pixels_yu12, width: 4, height: 2, [[1, 2, 3, 4, 5, 6, 7, 8, 90, 91, 200, 201]])
        let interleaved = try frame(planar, Self.v420)
        #expect(interleaved.bytes() == [[1, 2, 3, 4], [5, 6, 7, 8]])
        #expect(interleaved.bytes(ofPlane: 1, bytesPerElement: 2) == [[90, 200, 91, 201]])

        let grey = camera(tegata_pixels_grey, width: 2, height: 2, [[0, 255, 128, 64]])
        let shades = try frame(grey, Self.v420)
        #expect(shades.bytes() == [[16, 235], [126, 71]])
        #expect(shades.bytes(ofPlane: 1, bytesPerElement: 2) == [[128, 128]])
    }

    @Test func convertsColoursOfFiles() throws {
        let red = Data("P6 2 2 255\n".utf8 + [255, 0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0])
        try SmallVideo.with(red) { url in
            func frame(_ format: OSType) throws -> CVPixelBuffer {
                let collector = try FrameCollector(AVCaptureDevice(file: url, playback: .fullSpeed), format: format)
                #expect(collector.run())
                return try #require(collector.pictures.first)
            }
            let bgra = try frame(kCVPixelFormatType_32BGRA)
            #expect(
                bgra.bytes(bytesPerElement: 4) == [
                    [0, 0, 255, 255, 0, 0, 255, 255], [0, 0, 255, 255, 0, 0, 255, 255],
                ])
            let limited = try frame(Self.v420)
            #expect(limited.bytes() == [[81, 81], [81, 81]])
            #expect(limited.bytes(ofPlane: 1, bytesPerElement: 2) == [[90, 240]])
            let full = try frame(Self.f420)
            #expect(full.bytes() == [[76, 76], [76, 76]])
            #expect(full.bytes(ofPlane: 1, bytesPerElement: 2) == [[85, 255]])
        }
    }

    @Test func lendsTheDriversMemoryWithoutACopy() throws {
        let picture = (0..<1280 * 720 * 3 / 2).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let camera = camera(tegata_pixels_nv12, width: 1280, height: 720, [picture])
        let reader = try VideoReader(
            readingFrom: "/dev/video0", decoder: "none", camera: CameraOptions(width: 1280, height: 720),
            cameraSystem: camera)
        var sizes: [Int] = []
        reader.lendPictures { sizes += [$0.width, $0.height] }
        #expect(try reader.advance())
        // The reader holds no copy.
        #expect(sizes == [1280, 720] && reader.frame.bytes.isEmpty)
    }

    /// A camera that calls `onWanted` when the reader waits for the `wanted`th time.
    private final class WatchedCamera: VideoDeviceCalls {
        let inner: FakeCamera
        let wanted: Int
        var onWanted: () -> Void = {}
        var waitCount = 0

        init(_ inner: FakeCamera, waits wanted: Int) {
            self.inner = inner
            self.wanted = wanted
        }

        func isVideoDevice(_ path: String) -> Bool { inner.isVideoDevice(path) }
        func openDevice(_ path: String) -> Int32 { inner.openDevice(path) }
        func closeDevice(_ descriptor: Int32) { inner.closeDevice(descriptor) }
        func request(_ descriptor: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
            inner.request(descriptor, request, argument)
        }
        func map(_ descriptor: Int32, count: Int, offset: UInt32) -> UnsafeRawBufferPointer? {
            inner.map(descriptor, count: count, offset: offset)
        }
        func unmap(_ memory: UnsafeRawBufferPointer) { inner.unmap(memory) }
        func wait(_ descriptor: Int32, milliseconds: Int32) -> Int32 {
            waitCount += 1
            if waitCount == wanted { onWanted() }
            return inner.wait(descriptor, milliseconds: milliseconds)
        }
        var mustEnd: Bool { inner.mustEnd }
        func monotonicMicroseconds() -> Int64 { inner.monotonicMicroseconds() }
    }

    @Test func dropsOrQueuesFramesWhileADelegateIsBusy() throws {
        for (discards, frameCount) in [(true, 1), (false, 5)] {
            let pictures = (0..<9).map { [UInt8](repeating: UInt8(20 + $0), count: 12) }
            let camera = camera(tegata_pixels_nv12, width: 4, height: 2, pictures)
            nonisolated(unsafe) let watched = WatchedCamera(camera, waits: 10)
            let collector = try FrameCollector(AVCaptureDevice(cameraAt: "/dev/video0", system: { watched }))
            collector.output.alwaysDiscardsLateVideoFrames = discards
            let isReached = DispatchSemaphore(value: 0)
            watched.onWanted = { isReached.signal() }
            collector.onFrame = { collector in
                if collector.frameCount == 1 { #expect(isReached.wait(timeout: .now() + 60) == .success) }
            }
            #expect(collector.run())
            #expect(collector.pictures.map { $0.bytes()[0][0] } == (0..<frameCount).map { UInt8(20 + $0) })
            #expect(collector.dropped.count == 9 - frameCount)
            #expect(collector.dropped.allSatisfy { CMSampleBufferGetImageBuffer($0) == nil })
            let times = (collector.samples + collector.dropped).map { $0.presentationTimeStamp.seconds }
            #expect(times == times.sorted() && Set(times).count == 9)
        }
    }

    @Test func deliversFramesToOneSessionAtATime() throws {
        nonisolated(unsafe) let watched = WatchedCamera(
            camera(tegata_pixels_nv12, width: 4, height: 2, [[UInt8](repeating: 9, count: 12)]), waits: 1)
        let mayGoOn = DispatchSemaphore(value: 0)
        watched.onWanted = { mayGoOn.wait() }
        let device = AVCaptureDevice(cameraAt: "/dev/video0", system: { watched })
        #expect(device.localizedName == "Fake Camera" && device.uniqueID == "/dev/video0")
        let (first, second) = (try FrameCollector(device), try FrameCollector(device))
        first.session.startRunning()
        second.session.startRunning()
        #expect(!second.session.isRunning && second.waitForError())
        #expect(second.errors.map(\.code) == [.deviceAlreadyUsedByAnotherSession])
        mayGoOn.signal()
        #expect(first.waitForStop() && first.frameCount == 1)
    }

    @Test(
        arguments: [
            (EBUSY, AVError.Code.deviceInUseByAnotherApplication),
            (EACCES, .applicationIsNotAuthorizedToUseDevice), (ENODEV, .deviceWasDisconnected),
        ])
    func reportsWhyACameraCannotBeOpened(code: Int32, expected: AVError.Code) throws {
        let camera = FakeCamera()
        let collector = try FrameCollector(device(camera))
        camera.openResult = -code
        collector.session.startRunning()
        #expect(!collector.session.isRunning && collector.waitForError())
        #expect(collector.errors.map(\.code) == [expected])
    }

    @Test func appliesVideoSettings() throws {
        let output = AVCaptureVideoDataOutput()
        #expect(output.alwaysDiscardsLateVideoFrames)
        #expect(output.availableVideoPixelFormatTypes == [Self.v420, Self.f420, kCVPixelFormatType_32BGRA])
        #expect(output.videoSettings["PixelFormatType"] as? OSType == Self.v420)
        let values: [Any] = [
            kCVPixelFormatType_32BGRA, Int(kCVPixelFormatType_32BGRA), NSNumber(value: kCVPixelFormatType_32BGRA),
        ]
        for value in values {
            output.videoSettings = ["PixelFormatType": value]
            #expect(output.videoSettings["PixelFormatType"] as? OSType == kCVPixelFormatType_32BGRA)
            output.videoSettings = [:]
            #expect(output.videoSettings["PixelFormatType"] as? OSType == Self.v420)
        }
        output.videoSettings = ["PixelFormatType": Self.f420]
        output.videoSettings = nil
        #expect(output.videoSettings["PixelFormatType"] as? OSType == Self.v420)
    }
}
