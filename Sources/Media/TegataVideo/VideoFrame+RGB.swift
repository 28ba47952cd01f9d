import TegataBuffers
import TegataCapture
import TegataImages
import TegataPixels

extension VideoFrame {
    /// The frame as a picture; every pixel takes the chroma sample that covers it. Nil where there is no view of it.
    package func rgbImage() -> RGBImage? {
        let pixels =
            pixelFormat == .rgb ? bytes : try? withView { view throws(TegataError) in view.rgbBytes() }
        return pixels.flatMap { RGBImage(width: width, height: height, pixels: $0) }
    }

    /// Takes the samples of a picture.
    mutating func setPicture(_ picture: RGBImage) {
        pixelFormat = .rgb
        width = picture.width
        height = picture.height
        bytes = picture.pixels
    }
}
