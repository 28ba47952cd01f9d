import ImageIO
import TegataAppleImages
import TegataHands
import UIKit

extension MPImage {
    /// Gives `body` the pixels as they are stored.
    func withView<Result>(_ body: (ImageView) throws -> Result) throws -> Result {
        switch source {
        case .image(_, let image): try image.withImageView(body)
        case .pixelBuffer(let buffer), .sampleBuffer(_, let buffer): try buffer.withImageView(body)
        case .memory(let memory): try memory.withView(body)
        }
    }

    /// Whether the pixels stay as they are for as long as the image exists. Pixel buffers may be written again.
    var isOwned: Bool {
        switch source {
        case .image: true
        case .pixelBuffer, .sampleBuffer: false
        case .memory(let memory): memory.isOwned
        }
    }
}

extension UIImage.Orientation {
    /// By how many degrees a picture must be turned clockwise to be upright; nil where it would have to be mirrored,
    /// too.
    var rotationDegrees: Int? { stored.isMirrored ? nil : stored.rotationDegrees }

    /// The same by the numbers of files.
    private var stored: CGImagePropertyOrientation {
        switch self {
        case .up: .up
        case .right: .right
        case .down: .down
        case .left: .left
        case .upMirrored: .upMirrored
        case .downMirrored: .downMirrored
        case .leftMirrored: .leftMirrored
        case .rightMirrored: .rightMirrored
        }
    }
}
