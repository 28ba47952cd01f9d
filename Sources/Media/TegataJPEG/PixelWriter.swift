import CTegataShims

/// Writes the pixels of an image as soon as their samples are available.
@safe struct PixelWriter {
    /// How the components are converted to red, green and blue.
    enum Colours {
        case gray, rgb, luminance
        /// Four components.
        case cmyk, ycck
    }

    private let frame: Frame
    private let colours: Colours
    private var components: [Upsampling] = []
    /// The samples of a row, for each component.
    private var line: [UInt8]
    private var sums: Upsampling.Sums
    private var nextRow = 0
    /// One byte per pixel for gray images, and three for others.
    private let pixels: UnsafeMutableBufferPointer<UInt8>

    /// Creates a writer for consecutive planes, each with this number of unit rows.
    init(_ frame: Frame, _ colours: Colours, planeUnits: Int, pixels: UnsafeMutableBufferPointer<UInt8>) {
        self.frame = frame
        self.colours = colours
        unsafe self.pixels = pixels
        let width = Upsampling.lineWidth(of: frame)
        line = [UInt8](repeating: 0, count: frame.components.count * width)
        sums = Upsampling.Sums(repeating: 0, count: width)
        var start = 0
        for component in frame.components {
            let height = 8 * planeUnits * component.sampling.vertical
            components.append(Upsampling(component, of: frame, planeStart: start, planeHeight: height))
            start += height * component.stride
        }
    }

    /// Writes the rows that can be computed from this number of rows of each component.
    mutating func write(_ planes: [UInt8], rowCounts: [Int]) {
        while nextRow < frame.height, zip(components, rowCounts).allSatisfy({ $0.lowerRow < $1 }) {
            for index in components.indices {
                components[index].advance(in: planes, &sums, to: &line, at: index * Upsampling.lineWidth(of: frame))
            }
            if case .gray = colours { writeGray() } else { writeRow() }
            nextRow += 1
        }
    }

    private func writeGray() {
        var target = unsafe MutableRawSpan(_unsafeBytes: UnsafeMutableRawBufferPointer(pixels))
        for x in 0..<frame.width {
            target.storeBytes(of: line[x], toByteOffset: nextRow * frame.width + x, as: UInt8.self)
        }
    }

    /// Writes three bytes for each pixel of a row.
    private func writeRow() {
        var target = unsafe MutableRawSpan(_unsafeBytes: UnsafeMutableRawBufferPointer(pixels))
        let line = unsafe line.span.bytes
        let (width, start) = (frame.width, 3 * frame.width * nextRow)
        let step = Upsampling.lineWidth(of: frame)
        let fourth = frame.components.count == 4 ? 3 * step : 0
        // Check once, because checking each vector would take a third of the time.
        precondition(line.byteCount >= max(3 * step, fourth + step) && step >= width + 8)
        precondition(start >= 0 && start + 3 * width <= target.byteCount)
        func eightPixels(_ x: Int) -> EightPixels {
            let stored = unsafe EightPixels(
                line.unsafeLoadUnaligned(fromUncheckedByteOffset: x, as: SIMD8<UInt8>.self),
                line.unsafeLoadUnaligned(fromUncheckedByteOffset: step &+ x, as: SIMD8<UInt8>.self),
                line.unsafeLoadUnaligned(fromUncheckedByteOffset: 2 &* step &+ x, as: SIMD8<UInt8>.self),
                line.unsafeLoadUnaligned(fromUncheckedByteOffset: fourth &+ x, as: SIMD8<UInt8>.self))
            switch colours {
            case .luminance: return stored.rgb
            case .gray, .rgb: return stored
            case .cmyk: return stored.darkened
            case .ycck: return stored.rgb.inverted.darkened
            }
        }
        var x = 0
        while x &+ 8 <= width {
            let pixels = eightPixels(x)
            let whole = tegata_pixels(pixels.first, pixels.second, pixels.third)
            unsafe target.storeBytes(
                of: whole, toUncheckedByteOffset: start &+ 3 &* x, as: tegata_eight_pixels.self)
            x &+= 8
        }
        guard x < width else { return }
        let last = eightPixels(x)
        for index in 0..<width - x {
            let place = start + 3 * (x + index)
            target.storeBytes(of: last.first[index], toByteOffset: place, as: UInt8.self)
            target.storeBytes(of: last.second[index], toByteOffset: place + 1, as: UInt8.self)
            target.storeBytes(of: last.third[index], toByteOffset: place + 2, as: UInt8.self)
        }
    }
}

/// The samples of eight pixels.
private struct EightPixels {
    typealias Samples = SIMD8<UInt8>

    let first, second, third, fourth: Samples

    @inline(__always)
    init(_ first: Samples, _ second: Samples, _ third: Samples, _ fourth: Samples) {
        (self.first, self.second, self.third, self.fourth) = (first, second, third, fourth)
    }

    /// Red, green and blue, computed from luminance and two colour differences.
    @inline(__always)
    var rgb: EightPixels {
        let luminance = tegata_widened_shorts(first) &<< 4 &+ 8
        let blue = (tegata_widened_shorts(second) &- 128) &<< 8
        let red = (tegata_widened_shorts(third) &- 128) &<< 8
        return EightPixels(
            tegata_bytes_near((luminance &+ tegata_upper_product(red, 5743)) &>> 4),
            tegata_bytes_near(
                (luminance &+ tegata_upper_product(blue, -1410) &+ tegata_upper_product(red, -2925)) &>> 4),
            tegata_bytes_near((luminance &+ tegata_upper_product(blue, 7258)) &>> 4), fourth)
    }

    var inverted: EightPixels { EightPixels(255 &- first, 255 &- second, 255 &- third, fourth) }

    /// The first three samples times the fourth.
    var darkened: EightPixels {
        EightPixels(product(first, fourth), product(second, fourth), product(third, fourth), fourth)
    }

    /// The rounded product of two fractions of 255.
    private func product(_ samples: Samples, _ share: Samples) -> Samples {
        let product = tegata_widened_bytes(samples) &* tegata_widened_bytes(share) &+ 128
        return tegata_lower_bytes((product &+ product &>> 8) &>> 8)
    }
}
