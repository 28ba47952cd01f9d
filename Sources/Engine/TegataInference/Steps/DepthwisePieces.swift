import TegataBuffers
import TegataGraph
import TegataKernelABI

/// A depthwise convolution cut into tasks: by rows, in whole tiles, and by blocks of channels where there are too few
/// of them for all threads.
package struct DepthwisePieces: Sendable {
    private let rowPieces: Pieces
    private let blockPieces: Pieces
    private let channelCount: Int
    private let lanes: Int

    package init(rows: Int, tileRows: Int, rowLength: Int, channels: Int, lanes: Int, threadCount: Int) {
        let most = min(2 * threadCount, max(1, rows * rowLength / LeastWork.depthwiseSums))
        // Many pieces are shared out more evenly while threads are disturbed, unless whole tiles leave one too many.
        func size(_ count: Int) -> Int { max(tileRows, (rows + count * tileRows - 1) / (count * tileRows) * tileRows) }
        func longestShare(_ size: Int) -> Int { (rows + size * threadCount - 1) / (size * threadCount) * size }
        let (many, few) = (size(most), size(min(most, threadCount)))
        rowPieces = Pieces(rows, size: longestShare(few) < longestShare(many) ? few : many)
        let blocks = (channels + lanes - 1) / max(lanes, 1)
        let tooFew = rowPieces.pieceCount < threadCount
        blockPieces = Pieces(blocks, least: 1, most: tooFew ? max(1, most / max(rowPieces.pieceCount, 1)) : 1)
        channelCount = channels
        self.lanes = lanes
    }

    package var count: Int { rowPieces.pieceCount * blockPieces.pieceCount }

    package func rows(_ task: Int) -> Range<Int> { rowPieces.range(task / blockPieces.pieceCount) }

    package func channels(_ task: Int) -> Range<Int> {
        let blocks = blockPieces.range(task % blockPieces.pieceCount)
        return blocks.lowerBound * lanes..<min(blocks.upperBound * lanes, channelCount)
    }
}
