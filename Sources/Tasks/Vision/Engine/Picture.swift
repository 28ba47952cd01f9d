import CoreGraphics
import CoreImage
import CoreMedia
import CoreVideo
import Foundation
import ImageIO
import TegataAppleImages
import TegataBuffers
import TegataImages
import TegataPixels

/// A picture to look at, from any of the sources that clients have. Files are decoded when the first request needs
/// them, and once.
final class Picture: @unchecked Sendable {
    enum Source {
        case image(CGImage)
        case coreImage(CIImage)
        case pixelBuffer(CVPixelBuffer)
        case sampleBuffer(CMSampleBuffer)
        case data(Data)
        case url(URL)
    }

    private let source: Source
    /// Nil where nobody said; files may say so themselves then.
    private let orientation: CGImagePropertyOrientation?
    private let lock = NSLock()
    private var decoded: (image: RGBImage, turn: Turn)?

    init(_ source: Source, orientation: CGImagePropertyOrientation? = nil) {
        self.source = source
        self.orientation = orientation
    }

    /// When the picture is shown, as far as it says so.
    var timeRange: CMTimeRange? {
        guard case .sampleBuffer(let buffer) = source else { return nil }
        let start = CMSampleBufferGetPresentationTimeStamp(buffer)
        guard start.isValid else { return nil }
        let duration = buffer.duration
        return CMTimeRange(start: start, duration: duration.isValid ? duration : .zero)
    }

    /// Gives `body` the pixels and what has to be done to see them upright.
    func withView<Result>(_ body: (ImageView, Turn) throws -> Result) throws -> Result {
        let turn = Turn(orientation ?? .up)
        switch source {
        case .image(let image): return try image.withImageView { try body($0, turn) }
        case .pixelBuffer(let buffer): return try buffer.withImageView { try body($0, turn) }
        case .sampleBuffer(let buffer):
            return try buffer.validImageBuffer().withImageView { try body($0, turn) }
        case .coreImage(let image):
            if let image = image.cgImage { return try image.withImageView { try body($0, turn) } }
            if let buffer = image.pixelBuffer { return try buffer.withImageView { try body($0, turn) } }
            throw VisionFailure(.invalidImage, "The Core Image picture has no pixels. Make it of an image or a buffer.")
        case .data(let data):
            let (image, turn) = try decoded { (Bytes([UInt8](data)), "data") }
            return try view(of: image) { try body($0, turn) }
        case .url(let url):
            guard url.isFileURL else {
                throw VisionFailure(.ioError, "\(url.absoluteString): is no file, and nothing is fetched here.")
            }
            let (image, turn) = try decoded {
                (try RGBImage.bytes(ofFileAt: url.path, acceptingPipes: false), url.path)
            }
            return try view(of: image) { try body($0, turn) }
        }
    }

    private func decoded(_ read: () throws -> (Bytes, String)) throws -> (image: RGBImage, turn: Turn) {
        try lock.withLock {
            if let decoded { return decoded }
            let (bytes, name) = try read()
            let image = try RGBImage(decoding: bytes, file: name)
            // Decoding has turned the picture as the file says; what the caller says counts instead of it.
            let turn =
                orientation.map { Turn($0).instead(of: Turn(StoredPicture.orientation(of: bytes))) } ?? Turn(.up)
            decoded = (image, turn)
            return (image, turn)
        }
    }

    private func view<Result>(of image: RGBImage, _ body: (ImageView) throws -> Result) throws -> Result {
        try image.pixels.withUnsafeBytes {
            try body(ImageView(.rgb, width: image.width, height: image.height, bytes: $0))
        }
    }
}

/// What has to be done to a stored picture to see it upright: mirroring, perhaps, and then quarter turns clockwise.
struct Turn: Hashable, Sendable {
    /// 0, 90, 180 or 270.
    private(set) var degrees: Int
    private(set) var isMirrored: Bool

    init(_ orientation: CGImagePropertyOrientation) {
        degrees = orientation.rotationDegrees
        isMirrored = orientation.isMirrored
    }

    /// First `turn` backwards, then this one: for a picture that was turned by `turn` already.
    func instead(of turn: Turn) -> Turn {
        // Mirrored pictures turn the other way.
        let back = turn.isMirrored ? turn.degrees : -turn.degrees
        var result = self
        result.degrees = (degrees + (isMirrored ? -back : back) + 720) % 360
        result.isMirrored = isMirrored != turn.isMirrored
        return result
    }

    /// Whether rows of the stored picture become columns.
    var swapsSides: Bool { degrees % 180 != 0 }
}
