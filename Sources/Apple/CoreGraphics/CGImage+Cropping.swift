import TegataSystem

extension CGImage {
    /// The part inside `rect`, which is rounded outwards and counts pixels from the upper left corner; nil where it is
    /// outside of the image, and where there is no memory for it.
    public func cropping(to rect: CGRect) -> CGImage? {
        let bounds = CGRect(x: 0, y: 0, width: width, height: height)
        // First what is inside, as what is far outside has no whole numbers.
        guard let part = bounds.overlap(with: rect) else { return nil }
        let columns = Int(part.minX.rounded(.down))..<min(width, Int(part.maxX.rounded(.up)))
        let rows = Int(part.minY.rounded(.down))..<min(height, Int(part.maxY.rounded(.up)))
        if (columns.count, rows.count) == (width, height) { return self }
        let step = bitsPerPixel / 8
        guard SystemMemory.has(step * columns.count * rows.count) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(step * columns.count * rows.count)
        for row in rows {
            let start = row * bytesPerRow
            bytes += pixels[start + step * columns.lowerBound..<start + step * columns.upperBound]
        }
        return CGImage(width: columns.count, height: rows.count, bitsPerPixel: bitsPerPixel, pixels: bytes)
    }
}
