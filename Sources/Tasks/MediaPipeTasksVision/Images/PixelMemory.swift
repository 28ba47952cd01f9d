import Foundation
import TegataAppleImages
import TegataHands

/// Pixels that an image was made over.
enum PixelMemory {
    case data(Data, ImageDescription)
    case array([UInt8], ImageDescription)
    /// Memory that stays as it is as long as `owner` exists; without one the caller sees to it that it lasts during
    /// calls.
    case view(ImageView, owner: MemoryOwner?)

    /// Whether the pixels stay as they are for as long as the image exists.
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
