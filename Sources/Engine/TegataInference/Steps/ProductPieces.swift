import TegataBLAS
import TegataBuffers
import TegataGraph
import TegataKernelABI
import TegataKernelSelection

/// A product over pixels cut into tasks: by pixels or, where there are more columns than pixels and many weights, by
/// panels.
struct ProductPieces: Sendable {
    private let rowPieces: Pieces
    private let panelPieces: Pieces

    init(_ product: MatrixProduct, rows: Int, columns: Int, threadCount: Int) {
        // Panels would leave half of what the other threads computed to be fetched from their caches; with rows, every
        // thread reads all weights.
        let sharesWeights =
            threadCount > 1 && rows >= 4 * threadCount && product.inner * columns <= CacheShare.sharedWeights
        if columns > rows && !sharesWeights {
            rowPieces = Pieces(rows, size: rows)
            // Every piece reads all of A.
            panelPieces = Pieces(product.panels.count, least: 1, most: 8)
        } else {
            rowPieces = Pieces(
                rows: rows, inner: product.inner, tileRows: product.panels[0].kernel.tileRows, threadCount: threadCount)
            panelPieces = Pieces(product.panels.count, size: product.panels.count)
        }
    }

    var count: Int { rowPieces.pieceCount * panelPieces.pieceCount }

    /// The most rows of a task.
    var mostRows: Int { min(rowPieces.size, rowPieces.count) }

    func rows(_ task: Int) -> Range<Int> { rowPieces.range(task / panelPieces.pieceCount) }

    func panels(_ task: Int) -> Range<Int> { panelPieces.range(task % panelPieces.pieceCount) }
}
