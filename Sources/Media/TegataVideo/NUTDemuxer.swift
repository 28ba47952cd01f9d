import TegataCapture

/// Demultiplexes a NUT stream that contains one stream of raw frames, as ffmpeg writes it to a pipe.
///
/// Unlike raw video, NUT contains the size of the frames, the rate and the exact time of each frame.
package struct NUTDemuxer {
    /// The properties of the frames in the stream.
    struct Header: Equatable {
        var width = 0
        var height = 0
        /// The nominal rate; nil if the writer does not know it.
        var frameRate: FrameRate?
    }

    private(set) var header = Header()

    /// The meaning of a frame's first byte.
    private struct FrameCode {
        var flags = Flag.invalid
        var sizeMultiple = 1
        var size = 0
        var timeStep = 0
        var reservedCount = 0
        var headerIndex = 0
    }

    private enum Flag {
        static let codedTime = 8
        static let streamID = 16
        static let codedSize = 32
        static let checksum = 64
        static let reserved = 128
        static let sideData = 256
        static let headerIndex = 1024
        static let matchTime = 2048
        static let coded = 4096
        static let invalid = 8192
    }

    private enum StartCode {
        static let main: UInt64 = 0x4E4D_7A56_1F5F_04AD
        static let stream: UInt64 = 0x4E53_1140_5BF2_F9DB
        static let syncpoint: UInt64 = 0x4E4B_E4AD_EECA_4569
        static let info: UInt64 = 0x4E49_AB68_B596_BA78
    }

    private let stream: InputStream
    private var frameCodes: [FrameCode] = []
    /// Common beginnings of small frames, which the stream omits.
    private var elidedHeaders: [[UInt8]] = [[]]
    private var timeBase = (numerator: 1, denominator: 1)
    private var shortTimeBits = 0
    private var lastTime = 0
    /// The first byte of a frame, read while searching for its start.
    private var pendingCode: UInt8?

    /// Reads the headers; nil if the stream ends before the first frame.
    package init?(_ stream: InputStream) throws(VideoError.Problem) {
        self.stream = stream
        guard try stream.read(count: Self.identification.count) == Self.identification else {
            if try stream.next() == nil { return nil }
            throw Self.damaged
        }
        pendingCode = try frameCodeAfterPackets()
        guard pendingCode != nil else { return nil }
        guard header.width > 0, header.height > 0, !frameCodes.isEmpty else { throw Self.damaged }
    }

    private static let identification = Array("nut/multimedia container\0".utf8)
    private static let damaged = VideoError.Problem.programFailed(
        program: "ffmpeg", reason: "its output is invalid")

    /// Reads the next frame into `bytes`, which has the size of a frame. Returns its time in microseconds; nil at the
    /// end.
    package mutating func readFrame(into bytes: inout [UInt8], index: Int) throws(VideoError.Problem) -> Int? {
        while true {
            var code = pendingCode
            pendingCode = nil
            if code == nil { code = try frameCodeAfterPackets() }
            guard let code else { return nil }
            let (size, prefix, time) = try readFrameHeader(frameCodes[Int(code)])
            lastTime = time
            if size == 0 { continue }  // Marks the end of the stream's pictures.
            guard size == bytes.count, prefix.count <= size else { throw Self.damaged }
            let stream = stream
            let got = try bytes.withMutableBytes { (memory) throws(VideoError.Problem) in
                memory.copyBytes(from: prefix)
                return try stream.read(into: UnsafeMutableRawBufferPointer(rebasing: memory[prefix.count...]))
            }
            guard got == size - prefix.count else { throw .truncated(frame: index) }
            return try microseconds(time)
        }
    }

    /// Converts a stream time to microseconds, rounding to the nearest.
    private func microseconds(_ time: Int) throws(VideoError.Problem) -> Int {
        let (scaled, overflows) = time.multipliedReportingOverflow(by: timeBase.numerator)
        guard !overflows else { throw Self.damaged }
        if timeBase.denominator == 1_000_000 { return scaled }
        let seconds = Double(scaled) / Double(timeBase.denominator)
        guard let microseconds = Int(exactly: (seconds * 1_000_000).rounded()) else { throw Self.damaged }
        return microseconds
    }

    private mutating func readFrameHeader(
        _ code: FrameCode
    ) throws(VideoError.Problem) -> (size: Int, prefix: [UInt8], time: Int) {
        var flags = code.flags
        if flags & Flag.coded != 0 { flags ^= try number() }
        guard flags & (Flag.invalid | Flag.sideData) == 0 else { throw Self.damaged }
        if flags & Flag.streamID != 0, try number() != 0 { throw Self.damaged }
        var time = lastTime &+ code.timeStep
        if flags & Flag.codedTime != 0 {
            let coded = try number()
            let range = 1 << shortTimeBits
            if coded < range {
                let from = lastTime &- (range - 1) / 2
                time = ((coded &- from) & (range - 1)) &+ from
            } else {
                time = coded - range
            }
        }
        var size = code.size
        if flags & Flag.codedSize != 0 {
            let (more, overflows) = code.sizeMultiple.multipliedReportingOverflow(by: try number())
            guard !overflows, more < 1 << 40 else { throw Self.damaged }
            size += more
        }
        if flags & Flag.matchTime != 0 { _ = try number() }
        var headerIndex = code.headerIndex
        if flags & Flag.headerIndex != 0 { headerIndex = try number() }
        var reservedCount = code.reservedCount
        if flags & Flag.reserved != 0 { reservedCount = try number() }
        guard reservedCount <= 64 else { throw Self.damaged }
        for _ in 0..<reservedCount { _ = try number() }
        if flags & Flag.checksum != 0 { _ = try stream.skip(4) }
        guard size > 4096 || headerIndex < elidedHeaders.count else { throw Self.damaged }
        return (size, size > 4096 ? [] : elidedHeaders[headerIndex], time)
    }

    /// Reads packets up to the next frame and returns its first byte; nil at the end of the stream.
    private mutating func frameCodeAfterPackets() throws(VideoError.Problem) -> UInt8? {
        while let byte = try stream.next() {
            guard byte == UInt8(ascii: "N") else { return frameCodes.isEmpty ? try throwDamaged() : byte }
            let startCode = try stream.read(count: 7).reduce(UInt64(byte)) { $0 << 8 | UInt64($1) }
            let size = try number()
            if size > 4096 { _ = try stream.skip(4) }
            guard size <= 1 << 24 else { throw Self.damaged }
            var packet = NUTFields(try stream.read(count: size))
            switch startCode {
            case StartCode.main where frameCodes.isEmpty: guard readMain(&packet) else { throw Self.damaged }
            case StartCode.stream where header.width == 0: guard readStream(&packet) else { throw Self.damaged }
            case StartCode.info where header.frameRate == nil: readInfo(&packet)
            case StartCode.syncpoint:
                guard let time = packet.number() else { throw Self.damaged }
                lastTime = time
            default: break
            }
        }
        return nil
    }

    private func throwDamaged() throws(VideoError.Problem) -> UInt8? { throw Self.damaged }

    private func number() throws(VideoError.Problem) -> Int {
        var value = 0
        while let byte = try stream.next(), value < 1 << 55 {
            value = value << 7 | Int(byte & 0x7F)
            if byte < 0x80 { return value }
        }
        throw Self.damaged
    }

    private mutating func readMain(_ fields: inout NUTFields) -> Bool {
        guard
            let version = fields.number(), version == 3, fields.number() == 1, fields.number() != nil,
            fields.number() == 1,
            let numerator = fields.number(), let denominator = fields.number(), numerator > 0, denominator > 0
        else { return false }
        timeBase = (numerator, denominator)
        var codes: [FrameCode] = []
        var code = FrameCode()
        while codes.count < 256 {
            guard let flags = fields.number(), let fieldCount = fields.number() else { return false }
            code.flags = flags
            if fieldCount > 0 {
                guard let step = fields.signedNumber() else { return false }
                code.timeStep = step
            }
            if fieldCount > 1 {
                guard let multiple = fields.number(), multiple < 1 << 32 else { return false }
                code.sizeMultiple = multiple
            }
            if fieldCount > 2, fields.number() != 0 { return false }
            let size = fieldCount > 3 ? fields.number() : 0
            let reserved = fieldCount > 4 ? fields.number() : 0
            guard let size, size < 1 << 32, let reserved else { return false }
            code.reservedCount = reserved
            guard let count = fieldCount > 5 ? fields.number() : code.sizeMultiple - size, count > 0 else {
                return false
            }
            if fieldCount > 6, fields.signedNumber() == nil { return false }
            if fieldCount > 7 {
                guard let index = fields.number() else { return false }
                code.headerIndex = index
            }
            guard fieldCount <= 64 else { return false }
            for _ in 8..<max(fieldCount, 8) where fields.number() == nil { return false }
            var done = 0
            while done < count && codes.count < 256 {
                if codes.count == Int(UInt8(ascii: "N")) {
                    codes.append(FrameCode())  // Begins packets.
                    continue
                }
                code.size = size + done
                codes.append(code)
                done += 1
            }
        }
        guard let headerCount = fields.number(), headerCount < 128 else { return false }
        for _ in 0..<headerCount {
            guard let bytes = fields.bytes() else { return false }
            elidedHeaders.append(Array(bytes))
        }
        frameCodes = codes
        return true
    }

    private mutating func readStream(_ fields: inout NUTFields) -> Bool {
        let video = 0
        guard
            fields.number() == 0, fields.number() == video, fields.bytes() != nil, fields.number() == 0,
            let shift = fields.number(), 0..<32 ~= shift, fields.number() != nil, fields.number() != nil,
            fields.number() != nil,
            fields.bytes() != nil, let width = fields.number(), let height = fields.number()
        else { return false }
        shortTimeBits = shift
        header.width = width
        header.height = height
        return true
    }

    /// Reads the rate from the stream's metadata; unknown metadata is ignored.
    private mutating func readInfo(_ fields: inout NUTFields) {
        guard
            fields.number() != nil, fields.signedNumber() != nil, fields.number() != nil, fields.number() != nil,
            let count = fields.number()
        else { return }
        for _ in 0..<min(count, 1000) {
            guard let name = fields.bytes(), let kind = fields.signedNumber() else { return }
            switch kind {
            case -1:
                guard let value = fields.bytes() else { return }
                if name.elementsEqual("r_frame_rate".utf8) {
                    let parts = String(decoding: value, as: UTF8.self).split(separator: "/").compactMap { Int($0) }
                    if parts.count == 2 { header.frameRate = FrameRate(frames: parts[0], seconds: parts[1]) }
                }
            case -2: guard fields.bytes() != nil, fields.bytes() != nil else { return }
            case -3: guard fields.signedNumber() != nil else { return }
            case -4: guard fields.number() != nil else { return }
            case ..<(-4): guard fields.signedNumber() != nil else { return }
            default: break
            }
        }
    }
}

/// Reads the fields of a NUT packet.
private struct NUTFields {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    mutating func number() -> Int? {
        var value = 0
        while let byte = rest.popFirst(), value < 1 << 55 {
            value = value << 7 | Int(byte & 0x7F)
            if byte < 0x80 { return value }
        }
        return nil
    }

    mutating func signedNumber() -> Int? {
        number().map { ($0 + 1) & 1 == 1 ? -(($0 + 1) >> 1) : ($0 + 1) >> 1 }
    }

    mutating func bytes() -> ArraySlice<UInt8>? {
        guard let count = number(), count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
