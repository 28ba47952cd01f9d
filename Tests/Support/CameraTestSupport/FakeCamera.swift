import CTegataCapture
import TegataCapture
import TegataSystem

/// A camera and its driver. It negotiates formats, owns buffers, and captures the frames of a script: each wait
/// performs one step.
package final class FakeCamera: VideoDeviceCalls {
    package struct Format {
        package var code = tegata_pixels_yuyv
        package var sizes: [(width: UInt32, height: UInt32)] = [(640, 480)]
        /// The fastest rate for each size.
        package var rates: [UInt32] = [30]
        /// The number of bytes in a row per pixel of width, or zero for compressed frames.
        package var bytesPerPixel: UInt32 = 2
        package var rowPadding: UInt32 = 0

        package init(
            code: UInt32 = tegata_pixels_yuyv, sizes: [(width: UInt32, height: UInt32)] = [(640, 480)],
            rates: [UInt32] = [30], bytesPerPixel: UInt32 = 2, rowPadding: UInt32 = 0
        ) {
            self.code = code
            self.sizes = sizes
            self.rates = rates
            self.bytesPerPixel = bytesPerPixel
            self.rowPadding = rowPadding
        }
    }

    package struct Picture {
        package var bytes: [UInt8]
        package var flags = tegata_buffer_clock_monotonic
        /// Overrides of the values that the driver reports.
        package var count: UInt32?
        package var index: UInt32?
        package var time: timeval?
        package var sequence: UInt32?

        package init(
            bytes: [UInt8], flags: UInt32 = tegata_buffer_clock_monotonic, count: UInt32? = nil, index: UInt32? = nil,
            time: timeval? = nil, sequence: UInt32? = nil
        ) {
            self.bytes = bytes
            self.flags = flags
            self.count = count
            self.index = index
            self.time = time
            self.sequence = sequence
        }
    }

    package enum Step {
        /// Frames that are captured one after another while the reader waits.
        case pictures([Picture])
        /// The driver wakes the reader without a frame.
        case nothing
        case silence
        case signal
        case disturbance
        /// Live streams must end.
        case end
        case unplugging
        /// The camera is plugged in again while no reader has it open.
        case plugging
    }

    // MARK: Properties of the camera
    package var path = "/dev/video0"
    package var card = "Fake Camera"
    package var capabilities = tegata_capability_capture | tegata_capability_streaming | tegata_capability_per_node
    package var nodeCapabilities = tegata_capability_capture | tegata_capability_streaming
    package var formats = [Format()]
    package var intervalMicroseconds = 33_333
    package var knowsRates = true
    package var knowsSizes = true
    /// The sizes from the minimum to the maximum in steps, instead of the formats' sizes.
    package var sizeRange: v4l2_frmsize_stepwise?
    /// The intervals from the shortest to the longest, instead of the formats' rates.
    package var intervalRange: v4l2_frmival_stepwise?
    // MARK: Overrides of what the driver reports
    package var changeFormat: (inout v4l2_format) -> Void = { _ in }
    /// The interval between frames that the driver uses instead of the requested one.
    package var grantedInterval: v4l2_fract?
    package var grantedBufferCount: UInt32?
    package var bufferLength: UInt32?
    package var mapFails = false
    package var openResult: Int32 = 7
    /// Requests that fail, with their error numbers.
    package var failures: [UInt: Int32] = [:]
    /// Whether a signal interrupts every other call.
    package var isRestless = false
    package var script: [Step] = []
    /// Whether ``waits`` records the time of each wait.
    package var notesWaits = true

    // MARK: Recorded events
    package private(set) var now = 100_000_000
    package private(set) var mustEnd = false
    package private(set) var isOpen = false
    package private(set) var isStreaming = false
    package private(set) var mappedCount = 0
    package private(set) var requestedRate: v4l2_fract?
    package private(set) var waits: [Int32] = []
    package private(set) var protocolFaults: [String] = []
    /// The format agreed last.
    package private(set) var format = v4l2_format()
    private var memory: [UnsafeMutableRawBufferPointer] = []
    private var free: [Int] = []
    private var filled: [v4l2_buffer] = []
    private var sequence: UInt32 = 0
    private var disturbances = 0
    private var isGone = false
    private var interruptsNext = true

    package init() {}

    deinit {
        for buffer in memory { buffer.deallocate() }
    }

    package func isVideoDevice(_ path: String) -> Bool { path == self.path && !isGone }

    package func openDevice(_ path: String) -> Int32 {
        isOpen = openResult >= 0
        return openResult
    }

    package func closeDevice(_ descriptor: Int32) {
        if descriptor != openResult || !isOpen { protocolFaults.append("closed what is not open") }
        if mappedCount > 0 { protocolFaults.append("closed with mapped memory") }
        isOpen = false
        isStreaming = false
    }

    package func map(_ descriptor: Int32, count: Int, offset: UInt32) -> UnsafeRawBufferPointer? {
        let index = Int(offset >> 12)
        guard !mapFails, memory.indices.contains(index), count <= memory[index].count else { return nil }
        mappedCount += 1
        return UnsafeRawBufferPointer(start: memory[index].baseAddress, count: count)
    }

    package func unmap(_ buffer: UnsafeRawBufferPointer) {
        if isStreaming { protocolFaults.append("unmapped while streaming") }
        mappedCount -= 1
    }

    package func monotonicMicroseconds() -> Int64 { Int64(now) }

    package func wait(_ descriptor: Int32, milliseconds: Int32) -> Int32 {
        if notesWaits { waits.append(milliseconds) }
        if descriptor < 0 { return waitWithoutCamera(milliseconds) }
        if !isStreaming { protocolFaults.append("waited for a camera that stands") }
        guard filled.isEmpty else { return 1 }
        switch script.isEmpty ? .silence : script.removeFirst() {
        case .pictures(let pictures): for picture in pictures { take(picture) }
        case .nothing: now += 1000
        case .silence:
            now += 1000 * Int(milliseconds)
            return 0
        case .signal:
            now += 1_000_000
            return -EINTR
        case .disturbance: disturbances += 1
        case .end: mustEnd = true
        case .unplugging: isGone = true
        case .plugging: protocolFaults.append("plugged in while it is there")
        }
        return 1
    }

    /// Lets time pass until the script plugs the camera in again.
    private func waitWithoutCamera(_ milliseconds: Int32) -> Int32 {
        now += 1000 * Int(milliseconds)
        switch script.isEmpty ? .end : script.removeFirst() {
        case .plugging: isGone = false
        case .end: mustEnd = true
        default: break
        }
        return 0
    }

    /// Captures a frame while the reader is busy.
    package func take(_ picture: Picture) {
        now += intervalMicroseconds
        defer { sequence &+= 1 }
        guard !free.isEmpty else { return }
        let index = free.removeFirst()
        let count = min(picture.bytes.count, memory[index].count)
        memory[index].copyBytes(from: picture.bytes.prefix(count))
        var buffer = v4l2_buffer()
        buffer.index = picture.index ?? UInt32(index)
        buffer.bytesused = picture.count ?? UInt32(count)
        buffer.flags = picture.flags
        buffer.timestamp = picture.time ?? timeval(tv_sec: now / 1_000_000, tv_usec: now % 1_000_000)
        buffer.sequence = picture.sequence ?? sequence
        filled.append(buffer)
    }

    package func request(_ descriptor: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
        if descriptor != openResult || !isOpen { protocolFaults.append("a request to what is not open") }
        if isRestless {
            interruptsNext.toggle()
            if !interruptsNext { return -EINTR }
        }
        if isGone {
            isStreaming = false
            return -ENODEV
        }
        if let code = failures[request] { return -code }
        switch request {
        case tegata_request_capabilities: return describe(&argument.as(v4l2_capability.self).pointee)
        case tegata_request_list_formats: return list(&argument.as(v4l2_fmtdesc.self).pointee)
        case tegata_request_list_sizes: return list(&argument.as(v4l2_frmsizeenum.self).pointee)
        case tegata_request_list_intervals: return list(&argument.as(v4l2_frmivalenum.self).pointee)
        case tegata_request_try_format: return negotiate(&argument.as(v4l2_format.self).pointee)
        case tegata_request_set_format:
            let result = negotiate(&argument.as(v4l2_format.self).pointee)
            format = argument.as(v4l2_format.self).pointee
            changeFormat(&argument.as(v4l2_format.self).pointee)
            return result
        case tegata_request_set_parameters: return setRate(&argument.as(v4l2_streamparm.self).pointee)
        case tegata_request_buffers: return allocate(&argument.as(v4l2_requestbuffers.self).pointee)
        case tegata_request_describe_buffer: return describe(&argument.as(v4l2_buffer.self).pointee)
        case tegata_request_queue_buffer: return enqueue(argument.as(v4l2_buffer.self).pointee)
        case tegata_request_dequeue_buffer: return dequeue(&argument.as(v4l2_buffer.self).pointee)
        case tegata_request_start, tegata_request_stop:
            guard argument.as(UInt32.self).pointee == tegata_buffer_capture else { return -EINVAL }
            isStreaming = request == tegata_request_start
            return 0
        default: return -ENOTTY
        }
    }

    private func describe(_ answer: inout v4l2_capability) -> Int32 {
        withUnsafeMutableBytes(of: &answer.card) { $0.copyBytes(from: Array(card.utf8.prefix($0.count))) }
        answer.capabilities = capabilities
        answer.device_caps = nodeCapabilities
        return 0
    }

    private func list(_ entry: inout v4l2_fmtdesc) -> Int32 {
        guard entry.type == tegata_buffer_capture, formats.indices.contains(Int(entry.index)) else { return -EINVAL }
        entry.pixelformat = formats[Int(entry.index)].code
        return 0
    }

    private func list(_ entry: inout v4l2_frmsizeenum) -> Int32 {
        guard knowsSizes else { return -ENOTTY }
        if let sizeRange {
            entry.type = tegata_size_discrete + 1
            entry.stepwise = sizeRange
            return 0
        }
        guard let format = formats.first(where: { $0.code == entry.pixel_format }),
            format.sizes.indices.contains(Int(entry.index))
        else { return -EINVAL }
        let (width, height) = format.sizes[Int(entry.index)]
        entry.type = tegata_size_discrete
        entry.discrete = v4l2_frmsize_discrete(width: width, height: height)
        return 0
    }

    private func list(_ entry: inout v4l2_frmivalenum) -> Int32 {
        guard knowsRates else { return -ENOTTY }
        if let intervalRange {
            entry.type = tegata_interval_discrete + 1
            entry.stepwise = intervalRange
            return 0
        }
        guard let format = formats.first(where: { $0.code == entry.pixel_format }),
            let place = format.sizes.firstIndex(where: { $0.width == entry.width && $0.height == entry.height }),
            entry.index < 2
        else { return -EINVAL }
        entry.type = tegata_interval_discrete
        // The slower rate comes first.
        entry.discrete = v4l2_fract(numerator: 1, denominator: entry.index == 0 ? 1 : format.rates[place])
        return 0
    }

    /// Chooses the nearest size, and the first format if the requested one does not exist.
    private func negotiate(_ asked: inout v4l2_format) -> Int32 {
        guard asked.type == tegata_buffer_capture else { return -EINVAL }
        let format = formats.first { $0.code == asked.fmt.pix.pixelformat } ?? formats[0]
        func distance(_ size: (width: UInt32, height: UInt32)) -> Int {
            abs(Int(size.width) - Int(asked.fmt.pix.width)) + abs(Int(size.height) - Int(asked.fmt.pix.height))
        }
        let size = format.sizes.min { distance($0) < distance($1) } ?? (0, 0)
        asked.fmt.pix.width = size.width
        asked.fmt.pix.height = size.height
        asked.fmt.pix.pixelformat = format.code
        asked.fmt.pix.bytesperline =
            format.bytesPerPixel == 0 ? 0 : format.bytesPerPixel * size.width + format.rowPadding
        asked.fmt.pix.sizeimage = 2 * (size.width * 2 + format.rowPadding) * (size.height + 1) + 4096
        return 0
    }

    private func setRate(_ asked: inout v4l2_streamparm) -> Int32 {
        guard asked.type == tegata_buffer_capture else { return -EINVAL }
        requestedRate = asked.parm.capture.timeperframe
        if let grantedInterval {
            asked.parm.capture.timeperframe = grantedInterval
        } else if asked.parm.capture.timeperframe.denominator > 30 {
            asked.parm.capture.timeperframe.denominator = 30
        }
        return 0
    }

    private func allocate(_ asked: inout v4l2_requestbuffers) -> Int32 {
        guard asked.type == tegata_buffer_capture, asked.memory == tegata_memory_mapped else { return -EINVAL }
        asked.count = grantedBufferCount ?? asked.count
        for buffer in memory { buffer.deallocate() }
        free = []
        filled = []
        memory = (0..<asked.count).map { _ in .allocate(byteCount: Int(format.fmt.pix.sizeimage), alignment: 4096) }
        return 0
    }

    private func describe(_ buffer: inout v4l2_buffer) -> Int32 {
        guard buffer.type == tegata_buffer_capture, memory.indices.contains(Int(buffer.index)) else { return -EINVAL }
        buffer.length = bufferLength ?? UInt32(memory[Int(buffer.index)].count)
        buffer.m.offset = buffer.index << 12
        return 0
    }

    private func enqueue(_ buffer: v4l2_buffer) -> Int32 {
        let index = Int(buffer.index)
        guard buffer.type == tegata_buffer_capture, buffer.memory == tegata_memory_mapped,
            memory.indices.contains(index)
        else { return -EINVAL }
        if free.contains(index) || filled.contains(where: { $0.index == buffer.index }) {
            protocolFaults.append("buffer \(index) twice")
        }
        // Overwrites the buffer, so that a test notices a reader that still uses it.
        if let bytes = memory[index].baseAddress { memset(bytes, 0xEE, memory[index].count) }
        free.append(index)
        return 0
    }

    private func dequeue(_ buffer: inout v4l2_buffer) -> Int32 {
        guard buffer.type == tegata_buffer_capture, buffer.memory == tegata_memory_mapped, isStreaming else {
            return -EINVAL
        }
        if disturbances > 0 {
            disturbances -= 1
            return -EIO
        }
        guard !filled.isEmpty else { return -EAGAIN }
        buffer = filled.removeFirst()
        return 0
    }

    /// Whether the reader has released everything that it acquired.
    package var isAtRest: Bool { !isOpen && !isStreaming && mappedCount == 0 && protocolFaults.isEmpty }
}

extension UnsafeMutableRawPointer {
    fileprivate func `as`<Value>(_ type: Value.Type) -> UnsafeMutablePointer<Value> { assumingMemoryBound(to: type) }
}
