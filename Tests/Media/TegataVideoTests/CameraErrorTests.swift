import CTegataCapture
import CameraTestSupport
import TegataSystem
import TegataVideo
import Testing

struct CameraErrorTests {
    private static let permission =
        "you have no permission to use the camera; run sudo usermod --append --groups video $USER, then log in again"
    private static let busy = "another program is using the camera; close it (fuser -v shows which one)"

    @Test(arguments: [
        (EACCES, permission), (EPERM, permission), (EBUSY, busy),
        (ENODEV, "the camera was disconnected; check its cable"),
        (ENXIO, "the camera was disconnected; check its cable"),
        (EMFILE, "open failed with system error 24"),
    ]) func reportsFailuresToOpen(code: Int32, expected: String) {
        let camera = FakeCamera()
        camera.openResult = -code
        #expect(camera.complaint() == expected)
        #expect(camera.isAtRest)
    }

    @Test(arguments: [
        (
            tegata_request_capabilities, ENOTTY,
            "the device is not a camera; try the others: ls /dev/video*"
        ),
        (tegata_request_capabilities, ENODEV, "the camera was disconnected; check its cable"),
        (tegata_request_list_formats, EIO, "listing formats failed with system error 5"),
        (tegata_request_try_format, EBUSY, busy),
        (
            tegata_request_try_format, EINVAL,
            "the camera has no supported format (it offers YUYV); choose another format, or another camera"
        ),
        (tegata_request_set_format, EBUSY, busy),
        (tegata_request_set_format, EINVAL, "setting the format failed with system error 22"),
        (tegata_request_buffers, EBUSY, busy),
        (
            tegata_request_buffers, EINVAL,
            "a camera whose memory cannot be mapped is not supported; read the camera with ffmpeg and pipe Y4M into tegata"
        ),
        (tegata_request_buffers, ENOMEM, "asking for buffers failed with system error 12"),
        (tegata_request_describe_buffer, EINVAL, "asking where a buffer is failed with system error 22"),
        (tegata_request_queue_buffer, EINVAL, "giving a buffer back failed with system error 22"),
        (
            tegata_request_start, ENOSPC,
            "the USB bus does not have enough bandwidth for this camera; choose a smaller size, or use another USB port"
        ),
        (tegata_request_start, EBUSY, busy),
        (tegata_request_dequeue_buffer, EINVAL, "reading a frame failed with system error 22"),
    ]) func reportsFailedRequests(request: UInt, code: Int32, expected: String) {
        let camera = FakeCamera.small([.pictures([.small(1)])])
        camera.failures = [request: code]
        #expect(camera.complaint() == expected)
        #expect(camera.isAtRest)
    }

    @Test func reportsDevicesThatAreNotCameras() {
        let camera = FakeCamera()
        camera.nodeCapabilities = tegata_capability_streaming
        #expect(camera.complaint() == "the device is not a camera; try the others: ls /dev/video*")
        camera.nodeCapabilities = tegata_capability_capture
        #expect(camera.complaint()?.hasPrefix("a camera that cannot stream is not supported; ") == true)
        camera.nodeCapabilities = tegata_capability_capture_in_planes | tegata_capability_streaming
        #expect(camera.complaint()?.hasPrefix("a camera with several planes per frame is not supported; ") == true)
        #expect(camera.isAtRest)
    }

    @Test func listsOfferedFormats() {
        let camera = FakeCamera()
        camera.formats = [.init(code: 0x3436_3248), .init(code: 0x2036_3159), .init(code: 0x0102_0341)]
        #expect(
            camera.complaint()
                == "the camera has no supported format (it offers H264, Y16, A...); choose another format, or another camera"
        )
        camera.formats = [.init(code: tegata_pixels_mjpeg)]
        #expect(camera.complaint(CameraOptions(format: .yuyv))?.contains("(it offers MJPG)") == true)
        camera.formats = []
        #expect(camera.complaint()?.contains("(it offers none)") == true)
        #expect(camera.isAtRest)
    }

    private static let invalidFormats: [(reason: String, change: @Sendable (inout v4l2_format) -> Void)] = [
        ("frames of 0×2 pixels", { $0.fmt.pix.width = 0 }),
        ("frames of 4×0 pixels", { $0.fmt.pix.height = 0 }),
        (
            "frames of 4294967295×4294967295 pixels",
            {
                $0.fmt.pix.width = .max
                $0.fmt.pix.height = .max
            }
        ),
        (
            "frames of 60000×60000 pixels",
            {
                $0.fmt.pix.width = 60000
                $0.fmt.pix.height = 60000
            }
        ),
        ("rows of 7 bytes for 4 pixels", { $0.fmt.pix.bytesperline = 7 }),
        ("rows of 1 bytes for 4 pixels", { $0.fmt.pix.bytesperline = 1 }),
        ("a buffer of 4144 bytes for 4×2 pixels", { $0.fmt.pix.bytesperline = .max }),
        (
            "a buffer of 4144 bytes for 4×3000 pixels",
            { $0.fmt.pix.height = 3000 }
        ),
        ("it gives GREY after offering YUYV", { $0.fmt.pix.pixelformat = tegata_pixels_grey }),
    ]

    @Test(arguments: invalidFormats.indices) func reportsInvalidFormats(index: Int) {
        let (reason, change) = Self.invalidFormats[index]
        let camera = FakeCamera.small([.pictures([.small(1)])])
        camera.changeFormat = change
        #expect(camera.complaint() == "the camera driver returned invalid data (\(reason)); try another size or format")
        #expect(camera.isAtRest)
    }

    @Test func reportsInvalidBuffers() {
        func complaint(_ change: (FakeCamera) -> Void) -> String? {
            let camera = FakeCamera.small([.pictures([.small(1) { $0.index = 4 }])])
            change(camera)
            defer { #expect(camera.isAtRest) }
            return camera.complaint()
        }
        func nonsense(_ reason: String) -> String {
            "the camera driver returned invalid data (\(reason)); try another size or format"
        }
        #expect(complaint { $0.grantedBufferCount = 0 } == nonsense("0 buffers"))
        #expect(complaint { $0.grantedBufferCount = 17 } == nonsense("17 buffers"))
        #expect(complaint { $0.bufferLength = 0 } == nonsense("a buffer of 0 bytes for 4×2 pixels"))
        #expect(complaint { $0.bufferLength = 15 } == nonsense("a buffer of 15 bytes for 4×2 pixels"))
        #expect(complaint { _ in } == nonsense("buffer 4 of 4"))
        #expect(complaint { $0.mapFails = true }?.hasPrefix("a camera whose memory cannot be mapped is") == true)
    }
}
