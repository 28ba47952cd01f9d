import Foundation
import ImageIO
import TegataAppleImages
import TegataBuffers
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

/// How to look at one picture; not part of the original.
///
/// `rotationDegrees` adds to the orientation of the image, `region` is the only part to look at, in the picture as it
/// is stored, and `isMirrored` says that the picture shows the world as a mirror does. Orientation and rotation then
/// count without the mirror.
public typealias ImageProcessingOptions = FrameOptions

extension ImageProcessingOptions {
    /// These options for an image with an orientation of its own.
    func adding(_ orientation: UIImage.Orientation) throws -> ImageProcessingOptions {
        guard let degrees = orientation.rotationDegrees else {
            throw taskError(
                .invalidArgument,
                "Images with a mirrored orientation are not supported. Pass one of .up, .right, .down and .left, and say in "
                    + "ImageProcessingOptions that the picture is mirrored.")
        }
        guard rotationDegrees.isMultiple(of: 90) else {
            throw taskError(for: TegataError(HandPipelineError.rotation(degrees: rotationDegrees)))
        }
        var result = self
        result.rotationDegrees = (rotationDegrees % 360 + degrees + 360) % 360
        return result
    }
}
