import TegataBuffers
import TegataCapture
import TegataImages
import TegataMotionJPEG
import TegataPixels

/// Reads consecutive images that are all binary PPM (P6), JPEG or PNG.
package final class PictureStreamReader {
    private let stream: InputStream
    private let kind: Kind
    /// The given rate, because images do not contain one.
    let frameRate: FrameRate?

    package enum Kind: CaseIterable {
        case ppm, jpeg, png

        /// The first bytes of each image.
        fileprivate var mark: [UInt8] {
            switch self {
            case .ppm: Array("P6".utf8)
            case .jpeg: [0xFF, 0xD8]
            case .png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            }
        }

        fileprivate var name: String {
            switch self {
            case .ppm: "P6"
            case .jpeg: "the mark of JPEG images"
            case .png: "the mark of PNG images"
            }
        }

        /// Returns the format of a stream with this start; nil if it is unknown.
        init?(_ start: ArraySlice<UInt8>) {
            guard let kind = Self.allCases.first(where: { start.starts(with: $0.mark) }) else { return nil }
            self = kind
        }
    }

    package init(_ stream: InputStream, _ kind: Kind, rate: FrameRate?) {
        self.stream = stream
        self.kind = kind
        frameRate = rate
    }

    /// In bytes; far more than cameras or programs send.
    private static let largestFile = 256 << 20

    package func read(into frame: inout VideoFrame, index: Int) throws(VideoError.Problem) -> Bool {
        if kind == .ppm { return try PPMReader(stream, rate: frameRate).read(into: &frame, index: index) }
        let start = try stream.read(count: kind.mark.count)
        if start.isEmpty { return false }
        guard start == kind.mark else {
            if kind.mark.starts(with: start) { throw .truncated(frame: index) }
            throw .damaged("it does not begin with \(kind.name)", frame: index)
        }
        switch kind {
        case .ppm: break
        case .jpeg: frame.setPicture(try decode(jpegFile(start, index: index), index: index))
        case .png: frame.setPicture(try decode(pngFile(start, index: index), index: index))
        }
        try frame.setTimestamp(frameRate?.timestampMs(frame: index) ?? Milliseconds(index), index: index)
        return true
    }

    private func decode(_ file: [UInt8], index: Int) throws(VideoError.Problem) -> RGBImage {
        try VideoError.Problem.requireMemory(file.count)
        do throws(ImageFileError) {
            return try RGBImage(decoding: Bytes(file), file: "")
        } catch {
            if case .tooManyPixels(let width, let height, _) = error.problem {
                throw .tooManyPixels(width: width, height: height)
            }
            throw .damaged(error.problem.summary, frame: index)
        }
    }

    // MARK: JPEG and PNG

    /// Appends the next bytes to a file; throws if the stream ends or the file becomes too large.
    private func take(_ count: Int, into file: inout [UInt8], index: Int) throws(VideoError.Problem) {
        guard count <= Self.largestFile - file.count else {
            throw .damaged("an image of more than \(Self.largestFile) bytes", frame: index)
        }
        var rest = count
        // Read in parts, so that a short stream cannot cause a large allocation.
        while rest > 0 {
            let part = try stream.read(count: min(rest, 1 << 16))
            guard part.count == min(rest, 1 << 16) else { throw .truncated(frame: index) }
            try requireRoom(part.count, in: file)
            file += part
            rest -= part.count
        }
    }

    /// Throws if there is not enough memory for `count` more bytes. The array doubles its capacity as it grows, which
    /// cannot report an error. Small files need no check.
    private func requireRoom(_ count: Int, in file: [UInt8]) throws(VideoError.Problem) {
        guard file.count + count > max(file.capacity, 1 << 16) else { return }
        try VideoError.Problem.requireMemory(2 * (file.count + count))
    }

    private func takeByte(into file: inout [UInt8], index: Int) throws(VideoError.Problem) -> UInt8 {
        guard file.count < Self.largestFile else {
            throw .damaged("an image of more than \(Self.largestFile) bytes", frame: index)
        }
        guard let byte = try stream.next() else { throw .truncated(frame: index) }
        try requireRoom(1, in: file)
        file.append(byte)
        return byte
    }

    /// Returns the image up to its end marker. Skips segments by their length, because one may contain a smaller image.
    private func jpegFile(_ start: [UInt8], index: Int) throws(VideoError.Problem) -> [UInt8] {
        let (endOfImage, startOfScan): (UInt8, UInt8) = (0xD9, 0xDA)
        var file = start
        while true {
            guard try takeByte(into: &file, index: index) == 0xFF else {
                throw .damaged("byte \(file.last ?? 0) where a JPEG segment begins", frame: index)
            }
            var marker: UInt8 = 0xFF
            while marker == 0xFF { marker = try takeByte(into: &file, index: index) }
            while true {
                if marker == endOfImage { return file }
                // These markers have no length.
                if marker == 0x01 || 0xD0...0xD8 ~= marker { break }
                let length = file.count
                try take(2, into: &file, index: index)
                let count = Int(file[length]) << 8 | Int(file[length + 1])
                guard count >= 2 else { throw .damaged("a JPEG segment of \(count) bytes", frame: index) }
                try take(count - 2, into: &file, index: index)
                guard marker == startOfScan else { break }
                marker = try takeScan(into: &file, index: index)
            }
        }
    }

    /// Appends samples up to the next marker, and returns the marker.
    private func takeScan(into file: inout [UInt8], index: Int) throws(VideoError.Problem) -> UInt8 {
        while true {
            guard try takeByte(into: &file, index: index) == 0xFF else { continue }
            var marker: UInt8 = 0xFF
            while marker == 0xFF { marker = try takeByte(into: &file, index: index) }
            // Byte stuffing and restart markers belong to the samples.
            if marker != 0 && !(0xD0...0xD7 ~= marker) { return marker }
        }
    }

    /// Returns the image up to its last chunk.
    private func pngFile(_ start: [UInt8], index: Int) throws(VideoError.Problem) -> [UInt8] {
        var file = start
        while true {
            let chunk = file.count
            try take(8, into: &file, index: index)
            let count = file[chunk..<chunk + 4].reduce(0) { $0 << 8 | Int($1) }
            // The length excludes the four bytes of the checksum.
            try take(count + 4, into: &file, index: index)
            if file[chunk + 4..<chunk + 8].elementsEqual("IEND".utf8) { return file }
        }
    }
}
