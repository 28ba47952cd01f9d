import Foundation
import ImageIO
import TegataAppleImages
import TegataBuffers
import TegataHands
import UIKit

extension MPImage {
    /// Calls `body` with the pixels as they are stored.
    func withView<Result>(_ body: (ImageView) throws -> Result) throws -> Result {
        switch source {
        case .image(_, let image): try image.withImageView(body)
        case .pixelBuffer(let buffer), .sampleBuffer(_, let buffer): try buffer.withImageView(body)
        case .memory(let memory): try memory.withView(body)
        }
    }

    /// Whether the pixels do not change as long as the image exists. Pixel buffers may be overwritten.
    var isOwned: Bool {
        switch source {
        case .image: true
        case .pixelBuffer, .sampleBuffer: false
        case .memory(let memory): memory.isOwned
        }
    }
}

extension UIImage.Orientation {
    /// The angle by which an image must be turned clockwise to be upright, in degrees; nil if it must also be mirrored.
    var rotationDegrees: Int? { stored.isMirrored ? nil : stored.rotationDegrees }

    /// The same orientation, as image files number it.
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

/// How to process one image; not part of MediaPipe.
///
/// `rotationDegrees` is added to the orientation of the image. `region` is the region to process, in the image as it is
/// stored. `isMirrored` means that the image is mirrored; the orientation and rotation then describe the image before
/// mirroring.
public typealias ImageProcessingOptions = FrameOptions

extension ImageProcessingOptions {
    /// Returns these options combined with an image's orientation.
    func adding(_ orientation: UIImage.Orientation) throws -> ImageProcessingOptions {
        guard let degrees = orientation.rotationDegrees else {
            throw taskError(
                .invalidArgument,
                "Images with a mirrored orientation are not supported. Pass one of .up, .right, .down and .left, and set "
                    + "isMirrored in ImageProcessingOptions.")
        }
        guard rotationDegrees.isMultiple(of: 90) else {
            throw taskError(for: TegataError(HandPipelineError.rotation(degrees: rotationDegrees)))
        }
        var result = self
        result.rotationDegrees = (rotationDegrees % 360 + degrees + 360) % 360
        return result
    }
}
