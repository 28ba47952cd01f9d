import TegataBuffers
import TegataCapture
import TegataImages
import TegataPixels

/// Decodes a JPEG frame from a camera.
package func decodeMotionJPEG(
    _ picture: Bytes, width: Int, height: Int, into frame: inout VideoFrame
) throws(PictureDecodingError) {
    do throws(ImageFileError.Problem) {
        frame.setPicture(try RGBImage(decodingJPEG: picture, size: (width, height)))
    } catch {
        switch error {
        case .libraryMissing(let reason): throw .libraryMissing(reason)
        case .truncated: throw .truncated
        case .damaged(let reason), .unsupported(let reason): throw .damaged(reason)
        default: throw .damaged("it is not a JPEG image")
        }
    }
}

extension VideoFrame {
    /// Copies the samples of an image to the frame.
    package mutating func setPicture(_ picture: RGBImage) {
        pixelFormat = .rgb
        width = picture.width
        height = picture.height
        bytes = picture.pixels
    }
}
