import Foundation
import TegataBuffers
import TegataHands
import UIKit

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
