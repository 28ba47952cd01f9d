import TegataImages

/// Colours of luma and chroma after ITU-R BT.601, with the pipeline's rounding.
struct YUVConversion {
    private let black: Int32
    private let luma, redV, greenU, greenV, blueU: Int32

    init(isFullRange: Bool) {
        black = isFullRange ? 0 : 16
        // The factors of the standard times 65536.
        (luma, redV, greenU, greenV, blueU) =
            isFullRange ? (65536, 91881, 22554, 46802, 116130) : (76309, 104597, 25675, 53279, 132201)
    }

    @inline(__always)
    func rgb(_ y: UInt8, _ u: UInt8, _ v: UInt8) -> RGBColor {
        let light = luma * (Int32(y) - black) + 32768
        let (u, v) = (Int32(u) - 128, Int32(v) - 128)
        func limit(_ value: Int32) -> UInt8 { UInt8(truncatingIfNeeded: max(0, min(value >> 16, 255))) }
        return RGBColor(
            red: limit(light + redV * v), green: limit(light - greenU * u - greenV * v), blue: limit(light + blueU * u))
    }
}

extension VideoFrame {
    /// The frame as a picture; every pixel takes the chroma sample that covers it.
    public func rgbImage() -> RGBImage? {
        RGBImage(width: width, height: height, pixels: pixelFormat == .rgb ? bytes : convertedToRGB())
    }

    private func convertedToRGB() -> [UInt8] {
        let conversion = YUVConversion(isFullRange: isFullRange)
        let (width, height) = (width, height)
        let (offsets, strides) = (planeOffsets, rowStrides)
        var pixels = [UInt8](repeating: 0, count: 3 * width * height)
        bytes.withUnsafeBufferPointer { bytes in
            pixels.withUnsafeMutableBufferPointer { pixels in
                var target = 0
                for y in 0..<height {
                    for x in 0..<width {
                        let colour: RGBColor
                        switch pixelFormat {
                        case .rgb, .gray:
                            let value = bytes[y * width + x]
                            colour = RGBColor(red: value, green: value, blue: value)
                        case .i420:
                            let chroma = y / 2 * strides[1] + x / 2
                            colour = conversion.rgb(
                                bytes[y * width + x], bytes[offsets[1] + chroma], bytes[offsets[2] + chroma])
                        case .yuyv:
                            let pair = y * strides[0] + x / 2 * 4
                            colour = conversion.rgb(bytes[pair + x % 2 * 2], bytes[pair + 1], bytes[pair + 3])
                        }
                        pixels[target] = colour.red
                        pixels[target + 1] = colour.green
                        pixels[target + 2] = colour.blue
                        target += 3
                    }
                }
            }
        }
        return pixels
    }
}
