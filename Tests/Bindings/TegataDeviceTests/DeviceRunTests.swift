import CTegataCapture
import CameraTestSupport
import Foundation
import TegataCapture
import TegataDevice
import TegataImages
import TegataMotionJPEG
import TegataTestSupport
import Testing

/// Runs the device program with a fake camera.
@Suite(.enabled(if: ModelFiles.have("hand_landmarker_lite.task"))) struct DeviceRunTests {
    private func run(
        _ arguments: [String], _ camera: FakeCamera = FakeCamera(), _ host: DeviceHost = DeviceHost(),
        of kind: DeviceKind = .whole
    ) throws -> Data {
        try withTemporaryFolder { folder in
            let place = folder.appendingPathComponent("answers")
            try Data().write(to: place)
            let file = try FileHandle(forWritingTo: place)
            let bundle = try #require(ModelFiles.path("hand_landmarker_lite.task"))
            let run = try DeviceRun(
                DeviceOptions([bundle] + arguments, of: kind), of: kind, host: host, cameras: camera,
                descriptor: file.fileDescriptor)
            try run.run()
            return try Data(contentsOf: place)
        }
    }

    private func lines(_ data: Data) -> [String] {
        String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func camera(_ steps: [FakeCamera.Step]) -> FakeCamera {
        let camera = FakeCamera()
        camera.formats[0].sizes = [(4, 2)]
        camera.script = steps
        return camera
    }

    private let picture = FakeCamera.Picture(bytes: [UInt8](repeating: 128, count: 16))

    @Test func processesCameraFramesInPlace() throws {
        let camera = camera([.pictures([picture]), .pictures([picture]), .end])
        #expect(
            lines(try run(["/dev/video0"], camera)) == [
                #"{"source":"/dev/video0","frame":0,"timestampMs":0,"width":4,"height":2,"hands":[]}"#,
                #"{"source":"/dev/video0","frame":1,"timestampMs":33,"width":4,"height":2,"hands":[]}"#,
            ])
        #expect(camera.isAtRest)
    }

    @Test func readsCompressedFramesOnlyWithADecoder() throws {
        let name = "Tests/Fixtures/images/jpeg-420.jpg"
        let path = ModelFiles.packageFolder.appendingPathComponent(name).path
        let image = try RGBImage(readingFileAt: path)
        let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
        let camera = camera([bytes, Array(bytes.prefix(40)), bytes].map { .pictures([.init(bytes: $0)]) } + [.end])
        camera.formats = [
            .init(
                code: tegata_pixels_mjpeg, sizes: [(UInt32(image.width), UInt32(image.height))], bytesPerPixel: 0)
        ]
        #expect(throws: DeviceError.self) { try run(["/dev/video0"], camera) }
        var kind = DeviceKind.whole
        kind.decodeFrame = decodeMotionJPEG
        var host = DeviceHost()
        var notes: [String] = []
        host.note = { notes.append($0) }
        let size = #""width":\#(image.width),"height":\#(image.height),"hands":[]}"#
        #expect(
            lines(try run(["/dev/video0"], camera, host, of: kind)) == [
                #"{"source":"/dev/video0","frame":0,"timestampMs":0,"# + size,
                #"{"source":"/dev/video0","frame":1,"timestampMs":66,"# + size,
            ])
        let pixels = "\(image.width)×\(image.height) pixels (MJPG), 30 per second"
        #expect(notes == ["/dev/video0: Fake Camera, \(pixels)"] && camera.isAtRest)
    }

    @Test func waitsForCamerasThatDisappear() throws {
        let camera = camera([
            .pictures([picture]), .unplugging, .nothing, .nothing, .plugging, .pictures([picture]), .end,
        ])
        let answers = lines(try run(["--wait", "--track", "/dev/video0"], camera))
        #expect(answers.count == 2 && camera.isAtRest)
        #expect(answers.last?.hasPrefix(#"{"source":"/dev/video0","frame":1,"timestampMs":15"#) == true)
    }

    /// Each problem is reported once and may be temporary, such as an unplugged camera or a loose cable.
    @Test func waitsUntilDisturbancesPass() throws {
        let camera = camera([.nothing, .nothing, .pictures([picture]), .end])
        camera.failures = [tegata_request_try_format: EIO]
        var reports: [String] = []
        var host = DeviceHost()
        host.tell = {
            reports.append($0)
            camera.failures = reports.count == 1 ? [tegata_request_set_format: EIO] : [:]
        }
        #expect(lines(try run(["--wait", "/dev/video0"], camera, host)).count == 1 && camera.isAtRest)
        #expect(
            reports == [
                "/dev/video0: trying a format failed with system error 5; waiting for it",
                "/dev/video0: setting the format failed with system error 5; waiting for it",
            ])

        let disturbed = self.camera(
            [FakeCamera.Step](repeating: .disturbance, count: 60) + [.nothing, .pictures([picture]), .end])
        reports = []
        host.tell = { reports.append($0) }
        #expect(lines(try run(["--wait", "/dev/video0"], disturbed, host)).count == 1 && disturbed.isAtRest)
        #expect(reports.count == 1 && reports[0].contains("30 damaged frames in a row"))
    }

    @Test func acceptsAllocationCountsThatRestart() throws {
        var counts = [Int.max, Int.min].makeIterator()
        var host = DeviceHost()
        host.allocationCount = { counts.next() ?? 0 }
        #expect(lines(try run(["--stats", "/dev/video0"], camera([.pictures([picture]), .end]), host)).count == 1)
    }

    @Test func reportsCamerasThatDisappearWithoutWait() throws {
        let error = #expect(throws: DeviceError.self) {
            try run(["/dev/video0"], camera([.pictures([picture]), .unplugging]))
        }
        #expect(error == .camera("/dev/video0: the camera was disconnected; check its cable") && error?.status == 5)
    }

    @Test func processesAnHourOfFrames() throws {
        let script = [FakeCamera.Step](repeating: .pictures([picture]), count: 30 * 3600)
        let camera = camera(script + [.end])
        let answers = lines(try run(["--every", "3600", "--track", "/dev/video0"], camera))
        #expect(answers.count == 30 && camera.isAtRest)
        #expect(answers.last?.hasPrefix(#"{"source":"/dev/video0","frame":29,"timestampMs":3479"#) == true)
    }

    @Test func readsRawFramesBySize() throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("frames.raw").path
            try Data(repeating: 7, count: 2 * 3 * 8 * 6).write(to: URL(fileURLWithPath: path))
            let answers = lines(try run([path, "--size", "8x6", "--format", "bgr", "--fps", "10"]))
            #expect(answers.count == 2)
            #expect(answers.last?.hasSuffix(#""frame":1,"timestampMs":100,"width":8,"height":6,"hands":[]}"#) == true)
            let error = #expect(throws: DeviceError.self) { try run([path, "--size", "8x7"]) }
            #expect(error?.status == 4)
        }
    }

    /// The small program tracks hands in the same way as the full program.
    @Test func givesTheSameResultsInTheSmallProgram() throws {
        for words in [["/dev/video0"], ["--track", "/dev/video0"]] {
            let script: [FakeCamera.Step] = [.pictures([picture]), .pictures([picture]), .end]
            #expect(try run(words, camera(script), of: .small) == run(words, camera(script)))
        }
    }

    @Test func writesRecordsOfTheDeclaredLength() throws {
        let answers = try run(["--binary", "/dev/video0"], camera([.pictures([picture]), .end]))
        #expect(answers.count == 40)
        #expect(Array(answers.prefix(8)) == Array("TGH1".utf8) + [40, 0, 0, 0])
        #expect(Array(answers.dropFirst(24)) == [4, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    }
}
