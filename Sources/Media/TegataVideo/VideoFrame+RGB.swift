import TegataBuffers
import TegataCapture
import TegataImages
import TegataPixels

extension VideoFrame {
    /// Returns the frame in RGB, with the chroma sample that covers each pixel; nil if the frame has no view.
    package func rgbImage() -> RGBImage? {
        let pixels =
            pixelFormat == .rgb ? bytes : try? withView { view throws(TegataError) in view.rgbBytes() }
        return pixels.flatMap { RGBImage(width: width, height: height, pixels: $0) }
    }
}

extension RGBImage {
    /// Appends the image as BT.601 luma and chroma in the limited range, with one chroma sample per 2 × 2 pixels.
    func appendI420(to bytes: inout [UInt8]) {
        let (width, height) = (width, height)
        let factors = LumaChromaFactors(isFullRange: false)
        let chromaWidth = (width + 1) / 2
        let chromaCount = chromaWidth * ((height + 1) / 2)
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: width * height + 2 * chromaCount))
        pixels.withUnsafeBufferPointer { pixels in
            bytes.withUnsafeMutableBufferPointer { bytes in
                for index in 0..<width * height {
                    bytes[start + index] = factors.luma(
                        pixels[3 * index], pixels[3 * index + 1], pixels[3 * index + 2])
                }
                for y in 0..<(height + 1) / 2 {
                    let upper = 2 * y * width
                    let lower = min(2 * y + 1, height - 1) * width
                    for x in 0..<chromaWidth {
                        let (left, right) = (2 * x, min(2 * x + 1, width - 1))
                        func sum(_ channel: Int) -> Int32 {
                            Int32(pixels[3 * (upper + left) + channel]) + Int32(pixels[3 * (upper + right) + channel])
                                + Int32(pixels[3 * (lower + left) + channel])
                                + Int32(pixels[3 * (lower + right) + channel])
                        }
                        let place = start + width * height + y * chromaWidth + x
                        (bytes[place], bytes[place + chromaCount]) = factors.chroma(ofFour: sum(0), sum(1), sum(2))
                    }
                }
            }
        }
    }
}
