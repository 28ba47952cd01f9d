import TegataBuffers
import TegataCapture
import TegataImages

/// Decodes the JPEG pictures of cameras.
func decodeCameraPicture(
    _ picture: Bytes, width: Int, height: Int, into frame: inout VideoFrame
) throws(PictureDecodingError) {
    do throws(ImageFileError.Problem) {
        frame.setPicture(try RGBImage(decodingJPEG: picture, width: width, height: height))
    } catch {
        switch error {
        case .libraryMissing(let reason): throw .libraryMissing(reason)
        case .truncated: throw .truncated
        case .damaged(let reason), .unsupported(let reason): throw .damaged(reason)
        default: throw .damaged("it is no JPEG picture")
        }
    }
}
