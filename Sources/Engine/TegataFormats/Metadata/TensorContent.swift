/// What a tensor holds.
package enum TensorContent: Equatable, Sendable {
    case feature
    case image(colorSpace: ColorSpace, defaultSize: ImageSize?)
    case boundingBox
    case audio(sampleRate: Int, channels: Int)
    /// Something that the schema did not have yet.
    case unknown(UInt8)

    package enum ColorSpace: UInt8, Sendable {
        case unknown, rgb, grayscale
    }

    package struct ImageSize: Equatable, Sendable {
        package let width: Int
        package let height: Int

        package init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }
}
