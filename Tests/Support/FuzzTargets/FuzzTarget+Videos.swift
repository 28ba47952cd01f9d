import TegataBuffers
import TegataCapture
import TegataSystem
import TegataVideo

extension FuzzTarget {
    static let videos = [
        FuzzTarget("y4m") { (bytes) throws(VideoError) in
            try withFile(of: bytes) { (descriptor) throws(VideoError) in
                let reader = try VideoReader(
                    readingFrom: "/proc/self/fd/\(descriptor)", decoder: "/nowhere/decoder")
                while try reader.advance() { use(reader.frame) }
            }
        },
        FuzzTarget("nut") { (bytes) throws(VideoError.Problem) in
            try withFile(of: bytes) { (descriptor) throws(VideoError.Problem) in
                guard var demuxer = try NUTDemuxer(InputStream(descriptor: descriptor, closing: false)) else { return }
                var pixels: [UInt8] = []
                var index = 0
                while try demuxer.readFrame(into: &pixels, index: index) != nil { index += 1 }
            }
        },
        // Frames without headers. The first bytes choose the layout.
        FuzzTarget("rawframes") { (bytes) throws(VideoError.Problem) in
            var script = ByteScript(bytes)
            let pixels = RawFrames.Pixels.allCases[script.below(RawFrames.Pixels.allCases.count)]
            guard let frames = RawFrames(pixels, width: script.below(64), height: script.below(64)) else { return }
            try withFile(of: Bytes(script.bytes(.max))) { (descriptor) throws(VideoError.Problem) in
                let stream = InputStream(descriptor: descriptor, closing: false)
                var frame = VideoFrame()
                var index = 0
                while try frames.read(from: stream, into: &frame, index: index, rate: nil) { index += 1 }
            }
        },
        pictureStream("jpegstream", .jpeg),
        pictureStream("pngstream", .png),
        pictureStream("ppmstream", .ppm),
    ]

    private static func pictureStream(_ name: String, _ kind: PictureStreamReader.Kind) -> FuzzTarget {
        FuzzTarget(name) { (bytes) throws(VideoError.Problem) in
            guard kind != .jpeg || !declaresLargeJPEG(bytes) else { return }
            try withFile(of: bytes) { (descriptor) throws(VideoError.Problem) in
                let stream = InputStream(descriptor: descriptor, closing: false)
                let reader = PictureStreamReader(stream, kind, rate: nil)
                var frame = VideoFrame()
                var index = 0
                while try reader.read(into: &frame, index: index) { index += 1 }
            }
        }
    }

    /// Calls `body` with a file that contains the bytes.
    private static func withFile<Failure: Error>(
        of bytes: Bytes, _ body: (Int32) throws(Failure) -> Void
    ) throws(Failure) {
        var path = Array("/dev/shm/tegata-fuzz-XXXXXX".utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else { return }
        _ = unlink(path)
        defer { _ = close(descriptor) }
        let isWritten = bytes.withSpan { span in
            span.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) == $0.count }
        }
        guard isWritten, lseek(descriptor, 0, SEEK_SET) == 0 else { return }
        try body(descriptor)
    }
}
