import TegataHands
import TegataImages

/// A way of making hands unrecognisable.
package enum HandHiding: String, CaseIterable, Sendable {
    /// Only smooth changes of light and dark remain, without edges.
    case blur
    /// Blocks of one colour.
    case pixelate
    /// A black box; nothing remains visible.
    case box
}

extension RGBImage {
    /// Makes hands unrecognisable by changing the rotated rectangle around each hand, including the fingers and a
    /// margin. This cannot be undone.
    package mutating func hide(_ hands: [HandResult], by method: HandHiding) {
        for region in hands.compactMap({ HandRegion(of: $0, width: width, height: height) }) {
            hide(region, by: method)
        }
    }

    private mutating func hide(_ region: HandRegion, by method: HandHiding) {
        guard let rows = region.rows(height: height) else { return }
        let columns = rows.map { region.columns(row: $0, width: width) }
        guard let left = columns.compactMap({ $0?.lowerBound }).min(),
            let right = columns.compactMap({ $0?.upperBound }).max()
        else { return }
        guard method != .box else {
            return replace(rows, columns) { _, _ in (0, 0, 0) }
        }
        let blocks = BlockMeans(of: self, columns: left...right, rows: rows, side: Self.blockSide(region))
        switch method {
        case .pixelate: replace(rows, columns) { x, y in blocks.mean(x: x, y: y) }
        case .blur, .box: replace(rows, columns) { x, y in blocks.smoothed(x: x, y: y) }
        }
    }

    /// Returns the side of a block. A hand fills half of its region, so with this few blocks no details are visible.
    private static func blockSide(_ region: HandRegion) -> Int {
        Int(max(2, min(region.side / 6, 4096)).rounded(.up))
    }

    /// Replaces the colours of pixels.
    private mutating func replace(
        _ rows: ClosedRange<Int>, _ columns: [ClosedRange<Int>?], by colour: (Int, Int) -> (Float, Float, Float)
    ) {
        let width = width
        withMutablePixels { pixels in
            for (y, columns) in zip(rows, columns) {
                guard let columns else { continue }
                for x in columns {
                    let (red, green, blue) = colour(x, y)
                    let offset = 3 * (y * width + x)
                    pixels[offset] = UInt8(red.rounded())
                    pixels[offset + 1] = UInt8(green.rounded())
                    pixels[offset + 2] = UInt8(blue.rounded())
                }
            }
        }
    }
}

/// The mean colours of square blocks in part of an image. Blocks are counted from the image's corner, so that they do
/// not move from frame to frame.
private struct BlockMeans {
    private let side: Int
    private let firstColumn: Int
    private let firstRow: Int
    private let columnCount: Int
    private let rowCount: Int
    /// The red, green and blue of each block.
    private var means: [(Float, Float, Float)] = []

    init(of picture: RGBImage, columns: ClosedRange<Int>, rows: ClosedRange<Int>, side: Int) {
        self.side = side
        (firstColumn, firstRow) = (columns.lowerBound / side, rows.lowerBound / side)
        columnCount = columns.upperBound / side - firstColumn + 1
        rowCount = rows.upperBound / side - firstRow + 1
        means.reserveCapacity(columnCount * rowCount)
        let pixels = picture.pixels.span
        for row in firstRow..<firstRow + rowCount {
            for column in firstColumn..<firstColumn + columnCount {
                var (red, green, blue, count) = (0, 0, 0, 0)
                for y in row * side..<min((row + 1) * side, picture.height) {
                    for x in column * side..<min((column + 1) * side, picture.width) {
                        let offset = 3 * (y * picture.width + x)
                        red += Int(pixels[offset])
                        green += Int(pixels[offset + 1])
                        blue += Int(pixels[offset + 2])
                        count += 1
                    }
                }
                means.append((Float(red) / Float(count), Float(green) / Float(count), Float(blue) / Float(count)))
            }
        }
    }

    /// Returns the mean colour of the block that contains a pixel.
    func mean(x: Int, y: Int) -> (Float, Float, Float) {
        means[(y / side - firstRow) * columnCount + x / side - firstColumn]
    }

    /// Returns a smooth mixture of the nine nearest blocks: a quadratic B-spline.
    func smoothed(x: Int, y: Int) -> (Float, Float, Float) {
        let (columns, across) = weights(x, first: firstColumn, count: columnCount)
        let (rows, down) = weights(y, first: firstRow, count: rowCount)
        var sum: (Float, Float, Float) = (0, 0, 0)
        for i in 0..<3 {
            let row = rows[i] * columnCount
            for j in 0..<3 {
                let weight = down[i] * across[j]
                let mean = means[row + columns[j]]
                sum.0 += weight * mean.0
                sum.1 += weight * mean.1
                sum.2 += weight * mean.2
            }
        }
        return sum
    }

    /// Returns the three blocks near a pixel in one direction, and their weights. Beyond the edge, the outermost blocks
    /// are repeated.
    private func weights(_ pixel: Int, first: Int, count: Int) -> (InlineArray<3, Int>, InlineArray<3, Float>) {
        let block = pixel / side
        // Measure from the centre of the block, as a fraction of its side.
        let distance = (Float(pixel - block * side) + 0.5) / Float(side) - 0.5
        let place = block - first
        let weights: InlineArray<3, Float> = [
            0.5 * (0.5 - distance) * (0.5 - distance), 0.75 - distance * distance,
            0.5 * (0.5 + distance) * (0.5 + distance),
        ]
        return ([max(0, place - 1), place, min(count - 1, place + 1)], weights)
    }
}
