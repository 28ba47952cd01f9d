/// Why there are no pixels to look at in one of Apple's images. Modules above turn it into errors of their own.
package enum AppleImageError: Error, Equatable, Sendable {
    /// A pixel buffer has a pixel format that is not read here: its four characters in quotation marks, or its number
    /// where they cannot be printed.
    case pixelFormat(String)
    /// A sample buffer was invalidated.
    case sampleInvalid
    /// A sample buffer has no picture, as those of sound.
    case sampleWithoutImageBuffer
}
