import CTegataShims

/// Writes the pixels of an image, as soon as the samples for them are there.
@safe struct PixelWriter {
    /// How the components are made red, green and blue.
    enum Colours {
        case gray, rgb, luminance
        /// Four components.
        case cmyk, ycck, luminanceBesideOther
    }

    private let frame: Frame
    private let colours: Colours
    private var rows: [Upsampling]
    private var nextRow = 0
    /// One byte for each pixel of a gray image and three of others.
    private let pixels: UnsafeMutableBufferPointer<UInt8>

    /// Creates the writer for planes of so many rows of units.
    init(_ frame: Frame, _ colours: Colours, planeUnits: Int, pixels: UnsafeMutableBufferPointer<UInt8>) {
        self.frame = frame
        self.colours = colours
        rows = frame.components.map {
            Upsampling($0, of: frame, planeHeight: 8 * planeUnits * $0.sampling.vertical)
        }
        unsafe self.pixels = pixels
    }

    /// Writes the rows for which there are so many rows of each component.
    mutating func write(_ planes: [[UInt8]], rowCount: (Frame.Component) -> Int) {
        var target = unsafe MutableRawSpan(_unsafeBytes: UnsafeMutableRawBufferPointer(pixels))
        let counts = frame.components.map(rowCount)
        while nextRow < frame.height, zip(rows, counts).allSatisfy({ $0.lowerRow < $1 }) {
            for index in rows.indices { rows[index].advance(in: planes[index]) }
            switch colours {
            case .gray: writeGray(&target)
            case .rgb: PixelRow(rows).write(nextRow, frame.width, &target) { $0 }
            case .luminance, .luminanceBesideOther: PixelRow(rows).write(nextRow, frame.width, &target) { $0.rgb }
            case .cmyk: PixelRow(rows).write(nextRow, frame.width, &target) { $0.darkened }
            case .ycck: PixelRow(rows).write(nextRow, frame.width, &target) { $0.rgb.inverted.darkened }
            }
            nextRow += 1
        }
    }

    private func writeGray(_ target: inout MutableRawSpan) {
        for x in 0..<frame.width {
            target.storeBytes(of: rows[0].samples[x], toByteOffset: nextRow * frame.width + x, as: UInt8.self)
        }
    }
}

/// The samples of a row of pixels.
private struct PixelRow {
    let first, second, third, fourth: [UInt8]

    init(_ rows: [Upsampling]) {
        (first, second, third) = (rows[0].samples, rows[1].samples, rows[2].samples)
        fourth = rows.count == 4 ? rows[3].samples : first
    }

    /// Writes three bytes for each pixel of a row of an image, after their conversion.
    @inline(__always)
    func write(
        _ row: Int, _ width: Int, _ target: inout MutableRawSpan, _ convert: (EightPixels) -> EightPixels
    ) {
        let start = 3 * width * row
        let (first, second, third, fourth) = unsafe (
            first.span.bytes, second.span.bytes, third.span.bytes, fourth.span.bytes
        )
        let wholeWidth = (width + 7) / 8 * 8
        // Checked at once, because checks of each vector take a third of the time.
        precondition(min(first.byteCount, second.byteCount, third.byteCount, fourth.byteCount) >= wholeWidth)
        precondition(start >= 0 && start + 3 * width <= target.byteCount)
        func pixels(_ x: Int) -> EightPixels {
            convert(
                unsafe EightPixels(
                    first.unsafeLoadUnaligned(fromUncheckedByteOffset: x, as: SIMD8<UInt8>.self),
                    second.unsafeLoadUnaligned(fromUncheckedByteOffset: x, as: SIMD8<UInt8>.self),
                    third.unsafeLoadUnaligned(fromUncheckedByteOffset: x, as: SIMD8<UInt8>.self),
                    fourth.unsafeLoadUnaligned(fromUncheckedByteOffset: x, as: SIMD8<UInt8>.self)))
        }
        var x = 0
        while x &+ 8 <= width {
            let pixels = pixels(x)
            let whole = tegata_pixels(pixels.first, pixels.second, pixels.third)
            unsafe target.storeBytes(
                of: whole, toUncheckedByteOffset: start &+ 3 &* x, as: tegata_eight_pixels.self)
            x &+= 8
        }
        guard x < width else { return }
        let last = pixels(x)
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

    /// Red, green and blue of luminance and two differences of colour.
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

    /// The rounded product of shares of 255.
    private func product(_ samples: Samples, _ share: Samples) -> Samples {
        let product = tegata_widened_bytes(samples) &* tegata_widened_bytes(share) &+ 128
        return tegata_lower_bytes((product &+ product &>> 8) &>> 8)
    }
}
