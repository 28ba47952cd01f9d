import TegataImages

/// What is written of a picture with its hands.
enum DrawnPicture {
    case full(RGBImage)
    /// The hands alone.
    case transparent(RGBAImage)

    /// The picture as a PNG file.
    func encoded() throws(ImageFileError) -> [UInt8] {
        switch self {
        case .full(let picture): try picture.encoded(as: .png, keepsMetadata: true)
        case .transparent(let picture): try picture.encoded()
        }
    }

    /// Writes the picture as what the ending of the name says.
    func write(toFileAt path: String) throws(ImageFileError) {
        switch self {
        case .full(let picture): try picture.write(toFileAt: path)
        case .transparent(let picture): try picture.write(toFileAt: path)
        }
    }
}
