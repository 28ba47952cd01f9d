/// The centres that the palm detector's outputs are relative to, as fractions of its input.
///
/// A grid of cells for each of two strides, row by row; the anchors of a cell are the same.
package struct PalmAnchors: Sendable {
    /// Stride 8 has one layer, stride 16 three; each layer has two anchors in a cell.
    private static let layers = [(stride: 8, anchorsPerCell: 2), (stride: 16, anchorsPerCell: 6)]

    package let centers: [SIMD2<Float>]

    package init(inputSide: Int) {
        var centers: [SIMD2<Float>] = []
        for (stride, anchorsPerCell) in Self.layers {
            let cells = (inputSide + stride - 1) / stride
            for y in 0..<cells {
                for x in 0..<cells {
                    let center = SIMD2((Float(x) + 0.5) / Float(cells), (Float(y) + 0.5) / Float(cells))
                    for _ in 0..<anchorsPerCell { centers.append(center) }
                }
            }
        }
        self.centers = centers
    }
}
