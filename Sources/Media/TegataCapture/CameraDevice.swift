import CTegataCapture
import TegataSystem

/// A streaming camera with its negotiated format and its buffer queue. Deinitialisation stops and closes it.
final class CameraDevice {
    private let system: any VideoDeviceCalls
    private let descriptor: Int32
    private var buffers: [UnsafeRawBufferPointer] = []
    private(set) var description = CameraDescription(name: "", width: 0, height: 0, frameRate: nil, pixelFormat: "")
    private(set) var pixels = CameraPixels.yuyv
    private(set) var isFullRange = false
    /// The memory layout of uncompressed frames; nil for compressed ones.
    private(set) var layout: CameraLayout?

    var bufferCount: Int { buffers.count }

    private let acceptsCompressed: Bool

    /// Opens the camera and starts streaming.
    init(
        _ path: String, _ options: CameraOptions, _ system: any VideoDeviceCalls, acceptsCompressed: Bool
    ) throws(CameraProblem) {
        self.system = system
        self.acceptsCompressed = acceptsCompressed
        descriptor = system.openDevice(path)
        guard descriptor >= 0 else { throw Self.problem("open", code: -descriptor) }
        // From this point, deinit closes the device.
        try checkCapabilities()
        try agreeOnFormat(options)
        agreeOnRate(options)
        try mapBuffers()
        for index in buffers.indices { try enqueue(UInt32(index)) }
        var type = Int32(bitPattern: tegata_buffer_capture)
        try perform("starting the camera", tegata_request_start, &type)
    }

    deinit {
        guard descriptor >= 0 else { return }
        var type = Int32(bitPattern: tegata_buffer_capture)
        _ = request(tegata_request_stop, &type)
        for buffer in buffers { system.unmap(buffer) }
        system.closeDevice(descriptor)
    }

    // MARK: Requests

    /// Returns 0, or the system's error code.
    private func request<Argument>(_ request: UInt, _ argument: inout Argument) -> Int32 {
        withUnsafeMutablePointer(to: &argument) {
            send(request, UnsafeMutableRawPointer($0), to: descriptor, of: system)
        }
    }

    private func perform<Argument>(_ operation: String, _ request: UInt, _ argument: inout Argument)
        throws(CameraProblem)
    {
        let code = self.request(request, &argument)
        guard code == 0 else { throw Self.problem(operation, code: code) }
    }

    private static func problem(_ operation: String, code: Int32) -> CameraProblem {
        switch code {
        case EACCES, EPERM: .permissionDenied
        case EBUSY: .busy
        case ENODEV, ENXIO: .unplugged
        case ENOSPC: .bandwidthMissing
        default: .failed(operation: operation, code: code)
        }
    }

    // MARK: Agreeing

    private func checkCapabilities() throws(CameraProblem) {
        var answer = v4l2_capability()
        let code = request(tegata_request_capabilities, &answer)
        if code == ENOTTY || code == EINVAL { throw .notACamera }
        guard code == 0 else { throw Self.problem("asking what the device is", code: code) }
        let capabilities = answer.ofNode
        guard capabilities & tegata_capability_capture != 0 else {
            if capabilities & tegata_capability_capture_in_planes != 0 {
                throw .interfaceUnsupported("a camera with several planes per frame is")
            }
            throw .notACamera
        }
        guard capabilities & tegata_capability_streaming != 0 else {
            throw .interfaceUnsupported("a camera that cannot stream is")
        }
        description.name = answer.name
    }

    /// Returns the codes of the formats that the camera offers.
    private func offeredFormats() throws(CameraProblem) -> [UInt32] {
        var codes: [UInt32] = []
        for index in 0..<CameraMode.mostListed {
            var entry = v4l2_fmtdesc()
            entry.index = index
            entry.type = tegata_buffer_capture
            let code = request(tegata_request_list_formats, &entry)
            if code == EINVAL { break }
            guard code == 0 else { throw Self.problem("listing formats", code: code) }
            if !codes.contains(entry.pixelformat) { codes.append(entry.pixelformat) }
        }
        return codes
    }

    private func agreeOnFormat(_ options: CameraOptions) throws(CameraProblem) {
        let offered = try offeredFormats()
        let candidates = CameraPixels.allCases.filter {
            offered.contains($0.code) && $0.satisfies(options) && (acceptsCompressed || !$0.isCompressed)
        }
        // Take the first of several equally close formats.
        var best: (pixels: CameraPixels, distance: UInt, slowness: Double)?
        var disturbance: Int32?
        for pixels in candidates {
            var format = Self.format(pixels, options)
            let code = request(tegata_request_try_format, &format)
            if code == ENODEV || code == EBUSY { throw Self.problem("trying a format", code: code) }
            // EINVAL means that the driver cannot provide a format, and ENOTTY that it does not support the request.
            // Remember other errors.
            if code != 0, code != EINVAL, code != ENOTTY { disturbance = disturbance ?? code }
            guard code == 0, format.fmt.pix.pixelformat == pixels.code else { continue }
            let (width, height) = (format.fmt.pix.width, format.fmt.pix.height)
            let distance =
                options.width.clampedSize.distance(to: width) + options.height.clampedSize.distance(to: height)
            let slowness = max(
                0, Double(options.framesPerSecond) - fastestRate(pixels, width: width, height: height) - 0.5)
            if let best, (best.distance, best.slowness) <= (distance, slowness) { continue }
            best = (pixels, distance, slowness)
        }
        if best == nil, let disturbance { throw Self.problem("trying a format", code: disturbance) }
        guard let best else { throw .noUsableFormat(offered: offered.map { CameraPixels.name(of: $0) }) }

        var format = Self.format(best.pixels, options)
        try perform("setting the format", tegata_request_set_format, &format)
        let answer = format.fmt.pix
        guard answer.pixelformat == best.pixels.code else {
            let names = (
                given: CameraPixels.name(of: answer.pixelformat), offered: CameraPixels.name(of: best.pixels.code)
            )
            throw .implausible("it gives \(names.given) after offering \(names.offered)")
        }
        guard let (width, height) = VideoFrame.size(answer.width, answer.height) else {
            throw .implausible("frames of \(answer.width)×\(answer.height) pixels")
        }
        pixels = best.pixels
        if !pixels.isCompressed {
            layout = CameraLayout(pixels, width: width, height: height, bytesPerRow: answer.bytesperline)
            guard layout != nil else { throw .implausible("rows of \(answer.bytesperline) bytes for \(width) pixels") }
        }
        // If the driver does not report the range, it depends on the colour space, as the kernel documentation
        // specifies.
        isFullRange =
            answer.quantization == tegata_range_full
            || answer.quantization == tegata_range_default && answer.colorspace == tegata_colours_jpeg
        (description.width, description.height) = (width, height)
        description.pixelFormat = CameraPixels.name(of: pixels.code)
    }

    private static func format(_ pixels: CameraPixels, _ options: CameraOptions) -> v4l2_format {
        var format = v4l2_format()
        format.type = tegata_buffer_capture
        format.fmt.pix.width = UInt32(clamping: options.width.clampedSize)
        format.fmt.pix.height = UInt32(clamping: options.height.clampedSize)
        format.fmt.pix.pixelformat = pixels.code
        format.fmt.pix.field = tegata_field_none
        return format
    }

    /// Returns the highest rate in frames per second; infinity if the camera does not report one.
    private func fastestRate(_ pixels: CameraPixels, width: UInt32, height: UInt32) -> Double {
        CameraMode.rates(descriptor, pixels.code, width: width, height: height, system).map { $0.fastest.perSecond }
            .max()
            ?? .infinity
    }

    /// A camera without a selectable rate still reports one.
    private func agreeOnRate(_ options: CameraOptions) {
        var parameters = v4l2_streamparm()
        parameters.type = tegata_buffer_capture
        parameters.parm.capture.timeperframe = v4l2_fract(
            numerator: UInt32(clamping: options.rate?.seconds ?? 1),
            denominator: UInt32(clamping: options.rate?.frames ?? max(1, options.framesPerSecond)))
        guard request(tegata_request_set_parameters, &parameters) == 0,
            let rate = FrameRate(interval: parameters.parm.capture.timeperframe), rate.isOfCameras
        else { return }
        description.frameRate = rate
    }

    // MARK: Buffers

    /// Enough buffers for the driver to continue while a frame is being copied.
    private static let wantedBufferCount: UInt32 = 4

    private func mapBuffers() throws(CameraProblem) {
        var wanted = v4l2_requestbuffers()
        wanted.count = Self.wantedBufferCount
        wanted.type = tegata_buffer_capture
        wanted.memory = tegata_memory_mapped
        let code = request(tegata_request_buffers, &wanted)
        if code == EINVAL { throw .interfaceUnsupported("a camera whose memory cannot be mapped is") }
        guard code == 0 else { throw Self.problem("asking for buffers", code: code) }
        // Drivers may need more buffers than requested.
        guard wanted.count > 0, wanted.count <= 4 * Self.wantedBufferCount else {
            throw .implausible("\(wanted.count) buffers")
        }
        for index in 0..<wanted.count {
            var buffer = Self.buffer(index)
            try perform("asking where a buffer is", tegata_request_describe_buffer, &buffer)
            guard let count = Int(exactly: buffer.length), count > 0, count >= layout?.byteCount ?? 1 else {
                throw .implausible(
                    "a buffer of \(buffer.length) bytes for \(description.width)×\(description.height) pixels")
            }
            guard let memory = system.map(descriptor, count: count, offset: buffer.m.offset) else {
                throw .interfaceUnsupported("a camera whose memory cannot be mapped is")
            }
            buffers.append(memory)
        }
    }

    private static func buffer(_ index: UInt32) -> v4l2_buffer {
        var buffer = v4l2_buffer()
        buffer.index = index
        buffer.type = tegata_buffer_capture
        buffer.memory = tegata_memory_mapped
        return buffer
    }

    /// Returns a buffer to the driver, which refills it.
    func enqueue(_ index: UInt32) throws(CameraProblem) {
        var buffer = Self.buffer(index)
        try perform("giving a buffer back", tegata_request_queue_buffer, &buffer)
    }

    /// A buffer that the driver has filled.
    struct FilledBuffer {
        let index: UInt32
        /// The number of the frame; frames without a free buffer are counted too.
        let sequence: UInt32
        /// The capture time in microseconds on the monotonic clock; nil if the driver does not report it.
        let microseconds: Int64?
        let isDamaged: Bool
        /// The bytes that the driver has written.
        let bytes: UnsafeRawBufferPointer
    }

    enum Dequeued {
        case buffer(FilledBuffer)
        /// The driver has lost a frame, for example because of interference on the cable.
        case lost
        /// No frame is available now.
        case none
    }

    /// Returns the oldest frame in the queue.
    func dequeue() throws(CameraProblem) -> Dequeued {
        var buffer = Self.buffer(0)
        switch request(tegata_request_dequeue_buffer, &buffer) {
        case 0: break
        case EAGAIN: return .none
        case EIO: return .lost
        case let code: throw Self.problem("reading a frame", code: code)
        }
        guard let index = Int(exactly: buffer.index), buffers.indices.contains(index) else {
            throw .implausible("buffer \(buffer.index) of \(buffers.count)")
        }
        let hasTime = buffer.flags & tegata_buffer_clock_mask == tegata_buffer_clock_monotonic
        let count = min(Int(exactly: buffer.bytesused) ?? .max, buffers[index].count)
        return .buffer(
            FilledBuffer(
                index: buffer.index, sequence: buffer.sequence,
                microseconds: hasTime ? buffer.timestamp.microseconds : nil,
                isDamaged: buffer.flags & tegata_buffer_is_damaged != 0,
                bytes: UnsafeRawBufferPointer(rebasing: buffers[index][..<count])))
    }

    enum Waited { case ready, timeOut, interrupted }

    func wait(milliseconds: Int32) throws(CameraProblem) -> Waited {
        switch system.wait(descriptor, milliseconds: milliseconds) {
        case 0: return .timeOut
        case 1...: return .ready
        case -EINTR, -EAGAIN: return .interrupted
        case let code: throw Self.problem("waiting for a frame", code: -code)
        }
    }

    var mustEnd: Bool { system.mustEnd }

    func monotonicMicroseconds() -> Int64 { system.monotonicMicroseconds() }
}

extension timeval {
    /// The time in microseconds; nil if the fields are not a valid time.
    fileprivate var microseconds: Int64? {
        guard let seconds = Int64(exactly: tv_sec), let rest = Int64(exactly: tv_usec), 0..<1_000_000 ~= rest else {
            return nil
        }
        let (product, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000)
        return overflows ? nil : product.addingReportingOverflow(rest).partialValue
    }
}

extension Int {
    /// The value, limited to valid frame widths and heights.
    fileprivate var clampedSize: Int { Swift.min(Swift.max(self, 1), 1 << 16) }

    fileprivate func distance(to other: UInt32) -> UInt { (self - Int(clamping: other)).magnitude }
}
