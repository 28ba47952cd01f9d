import CTegataLibrary
import TegataBuffers
import TegataHands
import TegataInference
import TegataKernelSelection
import TegataLibrary
import TegataPixels
import TegataSystem
import TegataWeb

extension FuzzTarget {
    static let memory = [
        // Images in the memory of a C library caller, described truthfully or not. Nothing may read beyond the caller's
        // memory, not even kernels, which no sanitizer checks.
        FuzzTarget("memory") { (bytes) throws(any Error) in
            let networks = ScriptedNetworks(ByteScript(bytes))
            if networks.script.below(4) == 0 {
                makePicture(&networks.script)
                return
            }
            var image = tegata_image()
            image.format = Int32(networks.script.below(11))
            image.width = networks.script.side()
            image.height = networks.script.side()
            image.matrix = Int32(networks.script.below(3))
            image.is_full_range = Int32(networks.script.below(2))
            let planes = (0..<networks.script.below(4)).map { _ in
                GuardedMemory(count: Int(networks.script.integer(UInt16.self)))
            }
            func plane(_ index: Int) -> tegata_plane {
                guard index < planes.count else { return tegata_plane() }
                return tegata_plane(
                    bytes: planes[index].start, byte_count: planes[index].count, row_stride: networks.script.stride())
            }
            image.planes = (plane(0), plane(1), plane(2))
            let pipeline = try HandPipeline(
                palmDetector: networks.palmDetector, handLandmarks: networks.handLandmarks,
                options: HandPipelineOptions(), kernels: try kernelSet(), team: ThreadTeam(count: 1))
            let frame = FrameOptions(&networks.script)
            use(try withView(of: &image) { (view) throws(CallError) in try? pipeline.detect(view, frame: frame) })
            extendLifetime(planes)
        },
        // The calls from JavaScript, with bytes in the module's memory. The caller has already checked the number of
        // bytes.
        FuzzTarget("web") { (bytes) throws(Never) in
            var script = ByteScript(bytes)
            TegataWeb.clearOptions()
            for _ in 0..<16 where !script.isEmpty {
                callModule(&script)
                TegataWeb.withText { text, count in use(UnsafeBufferPointer(start: text, count: count).last) }
            }
        },
    ]

    /// Creates an image with MediaPipe's functions and reads it.
    private static func makePicture(_ script: inout ByteScript) {
        let kind = script.below(3)
        let (format, width, height) = (Int32(script.below(16)), script.side(), script.side())
        let memory = GuardedMemory(count: [1, 2, 4][kind] * Int(script.integer(UInt16.self)))
        var picture: OpaquePointer?
        var message: UnsafeMutablePointer<CChar>?
        defer { errorFree(message) }
        switch kind {
        case 0:
            let pixels = memory.start.assumingMemoryBound(to: UInt8.self)
            _ = imageCreateFromUint8Data(format, width, height, pixels, Int32(memory.count), &picture, &message)
        case 1:
            let pixels = memory.start.assumingMemoryBound(to: UInt16.self)
            _ = imageCreateFromUint16Data(format, width, height, pixels, Int32(memory.count / 2), &picture, &message)
        default:
            let pixels = memory.start.assumingMemoryBound(to: Float.self)
            _ = imageCreateFromFloatData(format, width, height, pixels, Int32(memory.count / 4), &picture, &message)
        }
        guard picture != nil else { return }
        defer { imageFree(picture) }
        let elements = Int(imageGetWidth(picture)) * Int(imageGetHeight(picture)) * Int(imageGetChannels(picture))
        var position = [script.side(), script.side(), script.side()]
        let size = Int32(1 + script.below(3))
        var other: UnsafeMutablePointer<CChar>?
        defer { errorFree(other) }
        switch imageGetByteDepth(picture) {
        case 1:
            var data: UnsafePointer<UInt8>?
            var value: UInt8 = 0
            _ = imageDataUint8(picture, &data, nil)
            if let data { use(UnsafeBufferPointer(start: data, count: elements).max()) }
            _ = imageGetValueUint8(picture, &position, size, &value, &other)
        case 2:
            var data: UnsafePointer<UInt16>?
            var value: UInt16 = 0
            _ = imageDataUint16(picture, &data, nil)
            if let data { use(UnsafeBufferPointer(start: data, count: elements).max()) }
            _ = imageGetValueUint16(picture, &position, size, &value, &other)
        default:
            var data: UnsafePointer<Float>?
            var value: Float = 0
            _ = imageDataFloat32(picture, &data, nil)
            if let data { use(UnsafeBufferPointer(start: data, count: elements).max()) }
            _ = imageGetValueFloat32(picture, &position, size, &value, &other)
        }
    }

    private static let webOptions =
        PipelineOption.all.map(\.name) + [
            "gestures", "canned_threshold", "gesture_events", "gesture_dwell_ms", "gesture_release_ms",
            "smoothing_cutoff_hz", "search_area", "field_of_view", "focal_x", "palm_width",
            "joints", "legacy", "canned_allowed", "canned_denied", "custom_allowed", "custom_denied", "poses",
            "actions",
        ]

    /// Makes one call to the module.
    private static func callModule(_ script: inout ByteScript) {
        let kind = script.below(8)
        var name: [UInt8] = []
        if kind < 4 {
            let known = webOptions[script.below(webOptions.count)]
            name = script.isChosen() ? script.bytes(script.below(40)) : Array(known.utf8)
        }
        let value = kind == 1 || kind == 2 ? Double(script.number()) : 0
        let size = kind == 3 || kind > 5 ? Int(script.integer(UInt16.self)) : 0
        let memory = GuardedMemory(count: name.count + size)
        memory.fill(name + script.bytes(kind == 7 ? 0 : size))
        switch kind {
        case 0, 1, 2: use(TegataWeb.setNumber(memory.start, Int32(name.count), value))
        case 3: use(TegataWeb.setBytes(memory.start, Int32(name.count), Int32(size)))
        case 4: use(TegataWeb.start())
        case 5: TegataWeb.reset()
        case 6: use(TegataWeb.open(memory.start, Int32(size)))
        default:
            use(
                TegataWeb.run(
                    memory.start, Int32(size), Int32(script.below(8)), script.side(), script.side(), 0, 1,
                    [0, 90, 180, 45, .min][script.below(5)], Int32(script.below(2)), Int32(script.below(2)),
                    script.number(), script.number(), script.number(), script.number(), Int32(script.below(2)),
                    Double(script.number())))
        }
    }
}

extension ByteScript {
    /// Returns the width or height of an image, usually a small one.
    fileprivate mutating func side() -> Int32 { below(16) == 0 ? integer() : Int32(below(64)) }

    /// Returns a row stride, usually 0 for rows without gaps.
    fileprivate mutating func stride() -> Int {
        switch below(8) {
        case 0: integer()
        case 1, 2: below(256)
        default: 0
        }
    }
}

/// Memory followed by an inaccessible page.
private final class GuardedMemory {
    let start: UnsafeMutableRawPointer
    let count: Int
    private let whole: UnsafeMutableRawPointer
    private let wholeCount: Int

    init(count: Int) {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let used = (count + page - 1) / page * page
        wholeCount = used + page
        guard let whole = mmap(nil, wholeCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            whole != MAP_FAILED, mprotect(whole + used, page, PROT_NONE) == 0
        else { fatalError("there is no memory") }
        self.whole = whole
        self.count = count
        start = whole + (used - count)
    }

    deinit {
        munmap(whole, wholeCount)
    }

    func fill(_ bytes: [UInt8]) {
        start.copyMemory(from: bytes, byteCount: min(bytes.count, count))
    }
}
