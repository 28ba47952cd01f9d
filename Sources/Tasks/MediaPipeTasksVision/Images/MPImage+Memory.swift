import CoreVideo
import Foundation
import TegataAppleImages
import TegataBuffers
import TegataHands
import UIKit

/// A plane of an image: its bytes, and the number of bytes from the start of one row to the start of the next.
public typealias ImagePlane = ImageView.Plane

/// Images from memory rather than Apple's types; not part of MediaPipe. All initialisers throw if the size, row length
/// and memory do not match.
///
/// Without `bytesPerRow`, there are no gaps between rows. In one block of memory, the chroma planes of `nv12`, `nv21`
/// and `i420` follow the luma plane directly, with the same row length or half of it. `encoding` selects the colour
/// matrix and range of luma and chroma; other formats ignore it.
extension MPImage {
    /// Creates an image over `data`, which is shared and not copied.
    public convenience init(
        data: Data, width: Int, height: Int, bytesPerRow: Int? = nil, format: PixelFormat,
        encoding: ColorEncoding = ColorEncoding(),
        orientation: UIImage.Orientation = .up
    ) throws {
        let description = ImageDescription(
            format: format, width: width, height: height, bytesPerRow: bytesPerRow, encoding: encoding)
        try self.init(.data(data, description), orientation: orientation)
    }

    /// Creates an image over an array, which is shared and not copied.
    public convenience init(
        bytes: [UInt8], width: Int, height: Int, bytesPerRow: Int? = nil, format: PixelFormat,
        encoding: ColorEncoding = ColorEncoding(),
        orientation: UIImage.Orientation = .up
    ) throws {
        let description = ImageDescription(
            format: format, width: width, height: height, bytesPerRow: bytesPerRow, encoding: encoding)
        try self.init(.array(bytes, description), orientation: orientation)
    }

    /// Creates an image over the caller's memory, which is not copied.
    ///
    /// With a `deallocator`, the memory belongs to the image, and must not change until the deallocator is called. That
    /// can be after the image is released, if frames of a live stream are still being processed. The deallocator is
    /// also called if this initialiser throws. Without one, the memory must not change during any call that uses the
    /// image; live streams then copy it before `detectAsync` returns.
    public convenience init(
        bytesNoCopy bytes: UnsafeRawBufferPointer, width: Int, height: Int, bytesPerRow: Int? = nil,
        format: PixelFormat,
        encoding: ColorEncoding = ColorEncoding(), orientation: UIImage.Orientation = .up,
        deallocator: (@Sendable () -> Void)? = nil
    ) throws {
        let owner = deallocator.map { MemoryOwner($0) }
        let description = ImageDescription(
            format: format, width: width, height: height, bytesPerRow: bytesPerRow, encoding: encoding)
        try self.init(.view(withTaskErrors { try description.view(of: bytes) }, owner: owner), orientation: orientation)
    }

    /// Creates an image over planes anywhere in the caller's memory, which is not copied. Pass as many planes as the
    /// format has, luma first.
    ///
    /// For `deallocator`, see ``init(bytesNoCopy:width:height:bytesPerRow:format:encoding:orientation:deallocator:)``.
    public convenience init(
        planesNoCopy planes: [ImagePlane], width: Int, height: Int, format: PixelFormat,
        encoding: ColorEncoding = ColorEncoding(),
        orientation: UIImage.Orientation = .up, deallocator: (@Sendable () -> Void)? = nil
    ) throws {
        let owner = deallocator.map { MemoryOwner($0) }
        let view = try withTaskErrors {
            guard let first = planes.first, planes.count <= 3 else {
                throw TegataError(ImageError.planeCount(format, given: planes.count))
            }
            return try ImageView(
                format, width: width, height: height, first, planes.count > 1 ? planes[1] : nil,
                planes.count > 2 ? planes[2] : nil,
                encoding: encoding)
        }
        try self.init(.view(view, owner: owner), orientation: orientation)
    }

    private convenience init(_ memory: PixelMemory, orientation: UIImage.Orientation) throws {
        let (width, height) = try withTaskErrors { try memory.withView { ($0.width, $0.height) } }
        self.init(.memory(memory), width: CGFloat(width), height: CGFloat(height), orientation: orientation)
    }
}

/// The pixels that an image was created from.
enum PixelMemory {
    case data(Data, ImageDescription)
    case array([UInt8], ImageDescription)
    /// Memory that does not change as long as `owner` exists. Without an owner, the caller must keep it unchanged
    /// during calls.
    case view(ImageView, owner: MemoryOwner?)

    /// Whether the pixels do not change as long as the image exists.
    var isOwned: Bool {
        switch self {
        case .data, .array: true
        case .view(_, let owner): owner != nil
        }
    }

    func withView<Result>(_ body: (ImageView) throws -> Result) throws -> Result {
        switch self {
        case .data(let data, let description): try data.withUnsafeBytes { try body(description.view(of: $0)) }
        case .array(let array, let description): try array.withUnsafeBytes { try body(description.view(of: $0)) }
        case .view(let view, let owner): try withExtendedLifetime(owner) { try body(view) }
        }
    }
}

/// Releases memory when its last user is done.
final class MemoryOwner: Sendable {
    private let release: @Sendable () -> Void

    init(_ release: @escaping @Sendable () -> Void) {
        self.release = release
    }

    deinit {
        release()
    }
}
