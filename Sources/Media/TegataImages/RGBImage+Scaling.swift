extension RGBImage {
    /// Returns a smaller copy in which each pixel is the mean of the pixels that it covers. Each side must be at least
    /// 1 and at most the image's.
    package func averaged(width newWidth: Int, height newHeight: Int) -> RGBImage {
        precondition((1...width).contains(newWidth) && (1...height).contains(newHeight), "the copy must not be larger")
        var samples: [UInt8] = []
        samples.reserveCapacity(3 * newWidth * newHeight)
        // The start of each column of the copy.
        let columns = (0...newWidth).map { $0 * width / newWidth }
        var sums = [UInt64](repeating: 0, count: 3 * newWidth)
        for newRow in 0..<newHeight {
            let rows = newRow * height / newHeight..<(newRow + 1) * height / newHeight
            addSamples(of: rows, to: &sums, columns: columns)
            for column in 0..<newWidth {
                let count = UInt64(rows.count * (columns[column + 1] - columns[column]))
                for channel in 0..<3 {
                    samples.append(UInt8(truncatingIfNeeded: (sums[3 * column + channel] + count / 2) / count))
                    sums[3 * column + channel] = 0
                }
            }
        }
        return RGBImage(width: newWidth, height: newHeight, checkedPixels: samples)
    }

    /// Returns the image with at most `longSide` pixels on its long side.
    package func fitted(longSide: Int) -> RGBImage {
        let largest = max(width, height)
        guard largest > longSide else { return self }
        return averaged(width: max(1, width * longSide / largest), height: max(1, height * longSide / largest))
    }

    private func addSamples(of rows: Range<Int>, to sums: inout [UInt64], columns: [Int]) {
        let bytesPerRow = bytesPerRow
        var sums = sums.mutableSpan
        let pixels = pixels.span
        let columns = columns.span
        for row in rows {
            var offset = row * bytesPerRow
            for column in 0..<columns.count - 1 {
                var (red, green, blue): (UInt64, UInt64, UInt64) = (0, 0, 0)
                for _ in columns[column]..<columns[column + 1] {
                    red &+= UInt64(pixels[offset])
                    green &+= UInt64(pixels[offset + 1])
                    blue &+= UInt64(pixels[offset + 2])
                    offset += 3
                }
                sums[3 * column] &+= red
                sums[3 * column + 1] &+= green
                sums[3 * column + 2] &+= blue
            }
        }
    }
}
