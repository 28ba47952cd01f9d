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

/// An image from any source that clients may use. Files are decoded once, when the first request needs them.
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
    /// Nil if the caller specified none; files may then provide their own.
    private let orientation: CGImagePropertyOrientation?
    private let lock = NSLock()
    private var decoded: (image: RGBImage, turn: Turn)?

    init(_ source: Source, orientation: CGImagePropertyOrientation? = nil) {
        self.source = source
        self.orientation = orientation
    }

    /// The time at which the image is shown; nil if the source does not say.
    var timeRange: CMTimeRange? {
        guard case .sampleBuffer(let buffer) = source else { return nil }
        let start = CMSampleBufferGetPresentationTimeStamp(buffer)
        guard start.isValid else { return nil }
        let duration = buffer.duration
        return CMTimeRange(start: start, duration: duration.isValid ? duration : .zero)
    }

    /// Calls `body` with the pixels and the turn that makes them upright.
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
            throw VisionFailure(.invalidImage, "The CIImage has no pixels. Create it from an image or a pixel buffer.")
        case .data(let data):
            let (image, turn) = try decoded { (Bytes([UInt8](data)), "data") }
            return try view(of: image) { try body($0, turn) }
        case .url(let url):
            guard url.isFileURL else {
                throw VisionFailure(.ioError, "\(url.absoluteString): is not a file URL. Pass the URL of a local file.")
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
            // Decoding has turned the image as the file specifies, but the caller's orientation takes precedence.
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

/// The turn that makes a stored image upright: mirroring if needed, then quarter turns clockwise.
struct Turn: Hashable, Sendable {
    /// 0, 90, 180 or 270.
    private(set) var degrees: Int
    private(set) var isMirrored: Bool

    init(_ orientation: CGImagePropertyOrientation) {
        degrees = orientation.rotationDegrees
        isMirrored = orientation.isMirrored
    }

    /// Returns the turn that undoes `turn` first, for an image that was already turned by `turn`.
    func instead(of turn: Turn) -> Turn {
        // Mirrored images turn the other way.
        let back = turn.isMirrored ? turn.degrees : -turn.degrees
        var result = self
        result.degrees = (degrees + (isMirrored ? -back : back) + 720) % 360
        result.isMirrored = isMirrored != turn.isMirrored
        return result
    }

    /// Whether rows of the stored image become columns.
    var swapsSides: Bool { degrees % 180 != 0 }
}
