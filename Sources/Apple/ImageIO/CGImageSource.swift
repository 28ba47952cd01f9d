import CoreGraphics
import Synchronization
import TegataBuffers

/// A stand-in for Image I/O's sources: a file with a picture, which is decoded when something is asked about it.
///
/// JPEG, PNG and the anymap formats are read here, and through the program `ffmpeg` what it decodes. Of files with several
/// pictures it is the first.
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

/// A source of a file; nil where it cannot be read. Options are not looked at.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
    StoredPicture.bytes(contentsOf: url).map { CGImageSource($0) }
}

/// A source of a file in memory. Options are not looked at.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
    CGImageSource(Bytes([UInt8](data)))
}

/// The number of pictures: one, or none where there is none that can be read.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { isrc.picture == nil ? 0 : 1 }

/// A picture as it is stored, whatever its orientation says; nil where there is none. Alpha is dropped and options are
/// not looked at.
public func CGImageSourceCreateImageAtIndex(
    _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
    index == 0 ? isrc.picture?.stored : nil
}

/// The size of a picture as it is stored, its depth and its orientation; nil where there is none. Options
/// are not looked at.
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

/// The width in pixels of the stored picture.
public let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
/// The height in pixels of the stored picture.
public let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
/// The bits of a component.
public let kCGImagePropertyDepth: CFString = "Depth"
/// What must be done to the stored picture to see it upright, a number of ``CGImagePropertyOrientation``.
public let kCGImagePropertyOrientation: CFString = "Orientation"
/// Whether a decoded picture is kept, an option.
public let kCGImageSourceShouldCache: CFString = "kCGImageSourceShouldCache"
