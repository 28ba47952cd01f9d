import CoreVideo
import TegataImages
import TegataPixels
import TegataSystem

extension CIImage {
    /// Returns the pixels of the whole image; nil if there are none, too many, or not enough memory.
    func pixels() -> CGImage? {
        if let cgImage { return cgImage }
        guard let pixelBuffer else { return nil }
        if CVPixelBufferGetPixelFormatType(pixelBuffer) == kCVPixelFormatType_OneComponent32Float {
            return pixelBuffer.shadesOfGray()
        }
        return pixelBuffer.rgb(in: nil)
    }

    /// Returns the pixels in a part of the plane, measured rightwards and upwards from its origin. Pixels outside the
    /// image are transparent.
    func pixels(in rect: PixelRectangle) -> CGImage? {
        guard let covered = PixelRectangle(covering: extent) else {
            guard hasRoom(width: rect.width, height: rect.height, bytesPerPixel: 4) else { return nil }
            return CGImage(
                width: rect.width, height: rect.height, bitsPerPixel: 32,
                pixels: [UInt8](repeating: 0, count: 4 * rect.width * rect.height))
        }
        // The position of the part relative to the image's rows, which go downwards.
        let (left, top) = (rect.x - covered.x, covered.y + covered.height - (rect.y + rect.height))
        let isInside =
            left >= 0 && top >= 0 && left <= covered.width - rect.width && top <= covered.height - rect.height
        let part = PixelRectangle(x: left, y: top, width: rect.width, height: rect.height)
        if isInside, cgImage == nil, let pixelBuffer, pixelBuffer.pixelLayout != nil {
            return pixelBuffer.rgb(in: part)
        }
        guard let image = pixels() else { return nil }
        if isInside { return image.cropping(to: CGRect(x: left, y: top, width: rect.width, height: rect.height)) }
        return image.window(part)
    }
}

extension PixelRectangle {
    /// Creates the rectangle of whole pixels that a part of the plane touches; nil if there are none or far too many.
    init?(covering rect: CGRect) {
        let limit: CGFloat = 2_147_483_648
        guard !rect.isNull, !rect.isEmpty, rect.minX >= -limit, rect.minY >= -limit, rect.maxX <= limit,
            rect.maxY <= limit
        else { return nil }
        let (left, bottom) = (Int(rect.minX.rounded(.down)), Int(rect.minY.rounded(.down)))
        let (right, top) = (Int(rect.maxX.rounded(.up)), Int(rect.maxY.rounded(.up)))
        self.init(x: left, y: bottom, width: right - left, height: top - bottom)
    }
}

extension CGImage {
    /// Returns a part that is not completely inside the image, measured from its upper left corner, with transparent
    /// pixels outside the image. Nil if there would be too many pixels, or if there is not enough memory.
    fileprivate func window(_ part: PixelRectangle) -> CGImage? {
        guard hasRoom(width: part.width, height: part.height, bytesPerPixel: 4) else { return nil }
        let step = bitsPerPixel / 8
        let columns = max(0, part.x)..<max(0, part.x, min(width, part.x + part.width))
        let rows = max(0, part.y)..<max(0, part.y, min(height, part.y + part.height))
        var bytes = [UInt8](repeating: 0, count: 4 * part.width * part.height)
        for row in rows {
            var from = row * bytesPerRow + step * columns.lowerBound
            var to = 4 * ((row - part.y) * part.width + columns.lowerBound - part.x)
            for _ in columns {
                for channel in 0..<3 { bytes[to + channel] = pixels[from + channel] }
                bytes[to + 3] = step == 4 ? pixels[from + 3] : 255
                from += step
                to += 4
            }
        }
        return CGImage(width: part.width, height: part.height, bitsPerPixel: 32, pixels: bytes)
    }
}

extension CVBuffer {
    /// Returns the colours of a part, measured from the upper left corner, or of the whole image; alpha is ignored.
    fileprivate func rgb(in part: PixelRectangle?) -> CGImage? {
        try? withView { view in
            let view = part.map { view.cropped(to: $0) } ?? view
            guard hasRoom(width: view.width, height: view.height, bytesPerPixel: 3) else { return nil }
            return CGImage(width: view.width, height: view.height, bitsPerPixel: 24, pixels: view.rgbBytes())
        }
    }

    /// Returns the grey image of a buffer of floats from 0 to 1.
    fileprivate func shadesOfGray() -> CGImage? {
        let (width, height) = (CVPixelBufferGetWidth(self), CVPixelBufferGetHeight(self))
        guard hasRoom(width: width, height: height, bytesPerPixel: 3), let base = CVPixelBufferGetBaseAddress(self)
        else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(3 * width * height)
        for y in 0..<height {
            let row = base + y * CVPixelBufferGetBytesPerRow(self)
            for x in 0..<width {
                let value = row.loadUnaligned(fromByteOffset: 4 * x, as: Float.self)
                // NaN becomes black.
                let shade = UInt8(max(0, min(1, value.isNaN ? 0 : value)) * 255 + 0.5)
                for _ in 0..<3 { bytes.append(shade) }
            }
        }
        return CGImage(width: width, height: height, bitsPerPixel: 24, pixels: bytes)
    }
}

/// Whether the number of pixels is within the limit, and there is enough memory for them.
func hasRoom(width: Int, height: Int, bytesPerPixel: Int) -> Bool {
    RGBImage.fits(width: width, height: height) && SystemMemory.has(bytesPerPixel * width * height)
}

/// Writes pixels into a buffer of one format.
struct PixelWriter {
    typealias Colour = (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)

    private enum Layout {
        case bgra, rgba, rgb, gray, float
    }

    private let layout: Layout

    /// Creates a writer for a format; nil for formats with luma and chroma.
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

    /// Returns the brightness of a colour, from 0 to 255, with the weights of standard-definition video.
    private func luma(_ colour: Colour) -> Float {
        0.299 * Float(colour.red) + 0.587 * Float(colour.green) + 0.114 * Float(colour.blue)
    }
}
