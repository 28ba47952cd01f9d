import TegataBuffers

/// Makes the frame of a compressed picture of a camera, which has said its width and height.
package typealias PictureDecoder =
    (_ picture: Bytes, _ width: Int, _ height: Int, inout VideoFrame) throws(PictureDecodingError) -> Void

/// Why a compressed picture gives no frame.
package enum PictureDecodingError: Error, Equatable, Sendable {
    /// The library that decodes cannot be loaded.
    case libraryMissing(String)
    case truncated
    /// What is wrong with the picture.
    case damaged(String)
}
