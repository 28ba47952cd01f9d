import CTegataCapture
import CameraTestSupport
import TegataBuffers
import TegataCapture
import TegataSystem
import TegataVideo

extension FuzzTarget {
    static let cameras = [
        // A driver's answers, truthful or not: formats, sizes, rows, buffers and frames.
        FuzzTarget("camera") { (bytes) throws(VideoError) in
            var script = ByteScript(bytes)
            let options = CameraOptions(
                width: Int(script.integer(UInt16.self)), height: Int(script.integer(UInt16.self)),
                framesPerSecond: Int(script.byte()),
                format: CameraOptions.Format.allCases[script.below(CameraOptions.Format.allCases.count)])
            let camera = FakeCamera(&script)
            use(CameraNode("/dev/video0", camera))
            use(CameraMode.all(ofCameraAt: "/dev/video0", camera))
            defer {
                guard !camera.isOpen, camera.mappedCount == 0 else { fatalError("the camera is still open or mapped") }
            }
            let reader = try VideoReader(
                readingFrom: "/dev/video0", decoder: "/nowhere/decoder", camera: options, cameraSystem: camera)
            use(reader.camera?.description)
            for _ in 0..<8 where try reader.advance() { use(reader.frame) }
        }
    ]
}

extension FakeCamera {
    private static let codes = [
        tegata_pixels_yuyv, tegata_pixels_nv12, tegata_pixels_yu12, tegata_pixels_mjpeg, tegata_pixels_jpeg,
        tegata_pixels_grey, 0x3143_5641,
    ]
    private static let requests = [
        tegata_request_capabilities, tegata_request_list_formats, tegata_request_list_intervals,
        tegata_request_try_format, tegata_request_set_format, tegata_request_set_parameters, tegata_request_buffers,
        tegata_request_describe_buffer, tegata_request_queue_buffer, tegata_request_dequeue_buffer,
        tegata_request_start, tegata_request_stop,
    ]
    /// Errors that end a request. Errors that ask for a retry are left to ``isRestless``.
    private static let errors = [EINVAL, ENOTTY, EBUSY, ENODEV, ENXIO, ENOSPC, EACCES, EPERM, EIO]

    /// Creates a camera from the script.
    fileprivate convenience init(_ script: inout ByteScript) {
        self.init()
        notesWaits = false
        let traits = script.byte()
        if traits & 1 != 0 { card = script.text(script.below(48)) }
        if traits & 2 != 0 { capabilities = script.integer() }
        if traits & 4 != 0 { nodeCapabilities = script.integer() }
        knowsRates = traits & 8 == 0
        isRestless = traits & 16 != 0
        mapFails = traits & 32 != 0
        if traits & 64 != 0 { openResult = -Self.errors[script.below(Self.errors.count)] }
        if traits & 128 != 0 { intervalMicroseconds = Int(script.integer(UInt32.self)) }
        formats = (0..<script.below(4)).map { _ in
            let code = Self.codes[script.below(Self.codes.count)]
            let width = UInt32(script.byte())
            let height = UInt32(script.byte())
            let rate = script.integer(UInt32.self)
            return Format(
                code: code, sizes: [(width, height)], rates: [rate], bytesPerPixel: UInt32(script.below(5)),
                rowPadding: UInt32(script.byte()))
        }
        grantedBufferCount = script.sometimes { UInt32($0.below(40)) }
        bufferLength = script.sometimes { $0.integer() }
        for _ in 0..<script.below(3) {
            failures[Self.requests[script.below(Self.requests.count)]] = Self.errors[script.below(Self.errors.count)]
        }
        changeFormat = Self.change(&script)
        while !script.isEmpty, self.script.count < 64 { self.script.append(Self.step(&script)) }
    }

    /// Returns a change to the negotiated format, which the driver reports instead.
    private static func change(_ script: inout ByteScript) -> (inout v4l2_format) -> Void {
        let width = script.sometimes { $0.integer(UInt32.self) }
        let height = script.sometimes { $0.integer(UInt32.self) }
        let bytesPerLine = script.sometimes { $0.integer(UInt32.self) }
        let code = script.sometimes { Self.codes[$0.below(Self.codes.count)] }
        let range = script.sometimes { $0.integer(UInt32.self) }
        let colours = script.sometimes { $0.integer(UInt32.self) }
        return { answer in
            if let width { answer.fmt.pix.width = width }
            if let height { answer.fmt.pix.height = height }
            if let bytesPerLine { answer.fmt.pix.bytesperline = bytesPerLine }
            if let code { answer.fmt.pix.pixelformat = code }
            if let range { answer.fmt.pix.quantization = range }
            if let colours { answer.fmt.pix.colorspace = colours }
        }
    }

    private static func step(_ script: inout ByteScript) -> Step {
        switch script.below(10) {
        case 0: .nothing
        case 1: .silence
        case 2: .signal
        case 3: .disturbance
        case 4: .end
        case 5: .unplugging
        default: .pictures((0...script.below(5)).map { _ in picture(&script) })
        }
    }

    private static func picture(_ script: inout ByteScript) -> Picture {
        let size = Int(script.integer(UInt16.self))
        // Takes the bytes from the script, or repeats one byte.
        let bytes = script.sometimes { [UInt8](repeating: $0.byte(), count: size) } ?? script.bytes(size)
        return Picture(
            bytes: bytes, flags: script.sometimes { $0.integer() } ?? tegata_buffer_clock_monotonic,
            count: script.sometimes { $0.integer() }, index: script.sometimes { UInt32($0.below(50)) },
            time: script.sometimes { timeval(tv_sec: $0.integer(), tv_usec: $0.integer()) },
            sequence: script.sometimes { $0.integer() })
    }
}
