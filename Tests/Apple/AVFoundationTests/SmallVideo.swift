import Foundation
import TegataTestSupport

/// Small Y4M videos.
enum SmallVideo {
    /// A frame with constant chroma and luma given row by row.
    struct Frame {
        var luma: [[UInt8]]
        var u: UInt8 = 128
        var v: UInt8 = 128
    }

    static func bytes(_ frames: [Frame], rate: Int = 25, isFullRange: Bool = true) -> Data {
        let (width, height) = (frames[0].luma[0].count, frames[0].luma.count)
        let range = isFullRange ? " XCOLORRANGE=FULL" : ""
        var data = Data("YUV4MPEG2 W\(width) H\(height) F\(rate):1 C420\(range)\n".utf8)
        for frame in frames {
            data += Data("FRAME\n".utf8) + Data(frame.luma.joined())
            let chromaCount = (width + 1) / 2 * ((height + 1) / 2)
            data += Data(repeating: frame.u, count: chromaCount) + Data(repeating: frame.v, count: chromaCount)
        }
        return data
    }

    /// Writes a video file and calls `body` with its URL.
    static func with<Result>(_ data: Data, _ body: (URL) throws -> Result) throws -> Result {
        try withTemporaryFolder { folder in
            let url = folder.appendingPathComponent("clip.y4m")
            try data.write(to: url)
            return try body(url)
        }
    }

    /// Returns 4×2 frames whose luma is 0, 1, 2 and so on.
    static func counting(_ count: Int) -> [Frame] {
        (0..<count).map { Frame(luma: [[UInt8]](repeating: [UInt8](repeating: UInt8($0), count: 4), count: 2)) }
    }
}
