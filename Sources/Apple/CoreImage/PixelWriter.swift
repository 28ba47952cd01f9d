import CoreVideo

/// How a pixel is written into a buffer.
struct PixelWriter {
    typealias Colour = (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)

    private enum Layout {
        case bgra, rgba, rgb, gray, float
    }

    private let layout: Layout

    /// Nil for formats of luma and chroma.
    init?(_ format: OSType) {
        switch format {
        case kCVPixelFormatType_32BGRA: layout = .bgra
        case kCVPixelFormatType_32RGBA: layout = .rgba
        case kCVPixelFormatType_24RGB: layout = .rgb
        case kCVPixelFormatType_OneComponent8: layout = .gray
        case kCVPixelFormatType_OneComponent32Float: layout = .float
        default: return nil
        }
    }

    /// Writes the pixel in column `x` of a row.
    func callAsFunction(_ row: UnsafeMutableRawPointer, _ x: Int, _ colour: Colour) {
        switch layout {
        case .bgra: write(row + 4 * x, colour.blue, colour.green, colour.red, colour.alpha)
        case .rgba: write(row + 4 * x, colour.red, colour.green, colour.blue, colour.alpha)
        case .rgb:
            let pixel = (row + 3 * x).assumingMemoryBound(to: UInt8.self)
            pixel[0] = colour.red
            pixel[1] = colour.green
            pixel[2] = colour.blue
        case .gray: row.storeBytes(of: UInt8(luma(colour) + 0.5), toByteOffset: x, as: UInt8.self)
        case .float: row.storeBytes(of: luma(colour) / 255, toByteOffset: 4 * x, as: Float.self)
        }
    }

    private func write(
        _ pixel: UnsafeMutableRawPointer, _ first: UInt8, _ second: UInt8, _ third: UInt8, _ alpha: UInt8
    ) {
        pixel.storeBytes(of: first, as: UInt8.self)
        pixel.storeBytes(of: second, toByteOffset: 1, as: UInt8.self)
        pixel.storeBytes(of: third, toByteOffset: 2, as: UInt8.self)
        pixel.storeBytes(of: alpha, toByteOffset: 3, as: UInt8.self)
    }

    /// How bright a colour is, from 0 to 255, by the weights of standard-definition video.
    private func luma(_ colour: Colour) -> Float {
        0.299 * Float(colour.red) + 0.587 * Float(colour.green) + 0.114 * Float(colour.blue)
    }
}
