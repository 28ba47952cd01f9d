import TegataPixels

extension CIImage {
    /// Returns the image after a transform of the plane that moves, scales, rotates or shears it.
    ///
    /// Each pixel is interpolated from its four neighbours or, if the image becomes smaller, from up to 32 × 32 samples
    /// of the area that it covers. Pixels outside the image are transparent. The result is an empty image if the
    /// transform flattens the image, makes it too large or too small, or moves it too far away.
    public func transformed(by matrix: CGAffineTransform) -> CIImage {
        guard !matrix.isIdentity else { return self }
        let moved = extent.applying(matrix).withNearlyWholeSides
        let determinant = matrix.a * matrix.d - matrix.b * matrix.c
        guard determinant != 0, determinant.isFinite, let source = PixelRectangle(covering: extent),
            let target = PixelRectangle(covering: moved), let image = pixels()
        else { return .empty() }
        if matrix.movesByWholePixels {
            return CIImage(extent: extent.offsetBy(dx: matrix.tx, dy: matrix.ty), cgImage: image, pixelBuffer: nil)
        }
        // Maps columns and rows of the new image, which go downwards, to columns and rows of this one.
        let back = CGAffineTransform(
            a: 1, b: 0, c: 0, d: -1, tx: CGFloat(target.x), ty: CGFloat(target.y + target.height)
        )
        .concatenating(matrix.inverted())
        .concatenating(
            CGAffineTransform(
                a: 1, b: 0, c: 0, d: -1, tx: CGFloat(-source.x), ty: CGFloat(source.y + source.height)))
        guard let drawn = image.drawn(width: target.width, height: target.height, back) else { return .empty() }
        return CIImage(extent: moved, cgImage: drawn, pixelBuffer: nil)
    }
}

extension CGAffineTransform {
    fileprivate var movesByWholePixels: Bool {
        (a, b, c, d) == (1, 0, 0, 1) && tx == tx.rounded() && ty == ty.rounded()
    }

    /// Returns the numbers of columns and rows of samples for each new pixel, which this transform maps back to the old
    /// image. The total is limited: greatly reduced images gain nothing from more samples, and very flat ones would
    /// take too long. `area` is the area of the old image that the centres of possibly visible pixels map to.
    fileprivate func samples(forPixels old: Int, and new: Int, touching area: Double) -> (columns: Int, rows: Int) {
        func count(_ x: CGFloat, _ y: CGFloat) -> Int { Int(max(1, min(32, (hypot(x, y) - 1e-6).rounded(.up)))) }
        let touched = min(Double(new), area / Double(abs(a * d - b * c)))
        let share = (4 * Double(old + new) + 16_000_000) / max(1, touched)
        let most = share >= 1024 ? 1024 : share >= 1 ? Int(share) : 1
        let columns = min(count(a, b), most)
        return (columns, min(count(c, d), max(1, most / columns)))
    }
}

extension CGRect {
    /// Rounds sides that are whole numbers except for rounding errors, because images would otherwise gain a column or
    /// row.
    fileprivate var withNearlyWholeSides: CGRect {
        func side(_ value: CGFloat) -> CGFloat { abs(value - value.rounded()) < 1e-6 ? value.rounded() : value }
        let (left, bottom) = (side(minX), side(minY))
        return CGRect(x: left, y: bottom, width: side(maxX) - left, height: side(maxY) - bottom)
    }
}

extension CGImage {
    /// Returns this image redrawn at another size; `back` maps its columns and rows to those of this image. Nil if
    /// there is not enough memory.
    fileprivate func drawn(width newWidth: Int, height newHeight: Int, _ back: CGAffineTransform) -> CGImage? {
        guard hasRoom(width: newWidth, height: newHeight, bytesPerPixel: 7) else { return nil }
        // How far a pixel reaches from its centre in this image, and the range of centres of possibly visible pixels.
        let reach = CGSize(width: (abs(back.a) + abs(back.c)) / 2 + 1, height: (abs(back.b) + abs(back.d)) / 2 + 1)
        let touching = CGRect(x: 0, y: 0, width: width, height: height).insetBy(dx: -reach.width, dy: -reach.height)
        let (columns, rows) = back.samples(
            forPixels: width * height, and: newWidth * newHeight,
            touching: Double(touching.width * touching.height))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 * newWidth * newHeight)
        var isOpaque = true
        for y in 0..<newHeight {
            for x in 0..<newWidth {
                guard touching.contains(CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5).applying(back)) else {
                    bytes += [0, 0, 0, 0]
                    isOpaque = false
                    continue
                }
                // Weight colours by their alpha.
                var sum = SIMD4<Double>()
                for row in 0..<rows {
                    for column in 0..<columns {
                        let place = CGPoint(
                            x: Double(x) + (Double(column) + 0.5) / Double(columns),
                            y: Double(y) + (Double(row) + 0.5) / Double(rows))
                        sum += colour(at: place.applying(back))
                    }
                }
                let alpha = sum.w / Double(columns * rows)
                let colour = sum.w > 0 ? sum / (sum.w / 255) : SIMD4()
                for channel in 0..<3 { bytes.append(UInt8(min(255, colour[channel] + 0.5))) }
                bytes.append(UInt8(min(255, alpha + 0.5)))
                if bytes.last != 255 { isOpaque = false }
            }
        }
        guard isOpaque, bitsPerPixel == 24 else {
            return CGImage(width: newWidth, height: newHeight, bitsPerPixel: 32, pixels: bytes)
        }
        var colours: [UInt8] = []
        colours.reserveCapacity(3 * newWidth * newHeight)
        for pixel in stride(from: 0, to: bytes.count, by: 4) { colours += bytes[pixel..<pixel + 3] }
        return CGImage(width: newWidth, height: newHeight, bitsPerPixel: 24, pixels: colours)
    }

    /// Returns red, green and blue, weighted by alpha, and alpha, interpolated between the four pixels around a point;
    /// zero outside the image.
    private func colour(at place: CGPoint) -> SIMD4<Double> {
        let edge = 1e-6
        guard place.x >= -edge, place.y >= -edge, place.x <= CGFloat(width) + edge, place.y <= CGFloat(height) + edge
        else { return SIMD4() }
        let (x, y) = (Double(place.x) - 0.5, Double(place.y) - 0.5)
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        var sum = SIMD4<Double>()
        let step = bitsPerPixel / 8
        for corner in 0..<4 {
            let (column, row) = (left + Double(corner & 1), top + Double(corner >> 1))
            let pixel = max(0, min(height - 1, Int(row))) * bytesPerRow + max(0, min(width - 1, Int(column))) * step
            let weight = (1 - abs(x - column)) * (1 - abs(y - row))
            let alpha = weight * (step == 4 ? Double(pixels[pixel + 3]) : 255)
            sum += SIMD4(
                Double(pixels[pixel]) * alpha / 255, Double(pixels[pixel + 1]) * alpha / 255,
                Double(pixels[pixel + 2]) * alpha / 255, alpha)
        }
        return sum
    }
}
