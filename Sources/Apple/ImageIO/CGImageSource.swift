import CoreGraphics
import Synchronization
import TegataBuffers

/// An image file, which is decoded on first use.
///
/// JPEG, PNG and the anymap formats are decoded by Tegata; other formats need the `ffmpeg` program. If a file has
/// several images, the first one is used.
public final class CGImageSource: Sendable {
    private enum Content {
        case file(Bytes)
        case picture(StoredPicture?)
    }

    private let content: Mutex<Content>

    init(_ file: Bytes) {
        content = Mutex(.file(file))
    }

    var picture: StoredPicture? {
        content.withLock { content in
            if case .picture(let picture) = content { return picture }
            guard case .file(let file) = content else { return nil }
            let picture = StoredPicture(file)
            content = .picture(picture)
            return picture
        }
    }
}

/// Returns a source for a file; nil if it cannot be read. Options are ignored.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
    StoredPicture.bytes(contentsOf: url).map { CGImageSource($0) }
}

/// Returns a source for a file in memory. Options are ignored.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
    CGImageSource(Bytes([UInt8](data)))
}

/// Returns the number of images: 1, or 0 if none can be read.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { isrc.picture == nil ? 0 : 1 }

/// Returns an image as it is stored, regardless of its orientation; nil if there is none. Alpha is dropped and options
/// are ignored.
public func CGImageSourceCreateImageAtIndex(
    _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
    index == 0 ? isrc.picture?.stored : nil
}

/// Returns the size of an image as it is stored, its depth and its orientation; nil if there is none. Options are
/// ignored.
public func CGImageSourceCopyPropertiesAtIndex(
    _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CFDictionary? {
    guard index == 0, let picture = isrc.picture else { return nil }
    let (width, height) = picture.storedSize
    return [
        kCGImagePropertyPixelWidth: NSNumber(value: width), kCGImagePropertyPixelHeight: NSNumber(value: height),
        kCGImagePropertyDepth: NSNumber(value: 8),
        kCGImagePropertyOrientation: NSNumber(value: picture.orientation.rawValue),
    ]
}

/// The width of the stored image in pixels.
public let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
/// The height of the stored image in pixels.
public let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
/// The number of bits per component.
public let kCGImagePropertyDepth: CFString = "Depth"
/// The change that turns the stored image upright, as the raw value of a ``CGImagePropertyOrientation``.
public let kCGImagePropertyOrientation: CFString = "Orientation"
/// An option: whether a decoded image is cached.
public let kCGImageSourceShouldCache: CFString = "kCGImageSourceShouldCache"
