import TegataBLAS
import TegataBuffers
import TegataGraph
import TegataKernelABI
import TegataKernelSelection

/// `count` items cut into at most `most` pieces of at least `least` items, all but the last of the same size.
package struct TaskSplit: Sendable {
    package let count: Int
    package let size: Int

    /// The most pieces where nothing else is said: enough for many threads to end at about the same time.
    static let most = 16

    package init(_ count: Int, size: Int) {
        self.count = count
        self.size = max(size, 1)
    }

    init(_ count: Int, least: Int, most: Int = Self.most) {
        self.init(count, size: max(least, (count + most - 1) / most))
    }

    package var pieceCount: Int { (count + size - 1) / size }

    package func range(_ piece: Int) -> Range<Int> {
        piece * size..<min(count, (piece + 1) * size)
    }
}

extension TaskSplit {
    /// Rows of a product: pieces that keep their part of A in the cache near the core; whole tiles for one thread, even
    /// shares for several.
    package init(rows: Int, inner: Int, tileRows: Int, threadCount: Int) {
        // A panel is fetched once for at least a few tiles.
        let wanted = max(4 * tileRows, CacheShare.near / max(inner, 1))
        let pieces = ((rows + wanted - 1) / wanted + threadCount - 1) / threadCount * threadCount
        let size = (rows + pieces - 1) / max(pieces, 1)
        self.init(rows, size: threadCount == 1 ? (size + tileRows - 1) / tileRows * tileRows : size)
    }
}

/// How much work a task is worth at least: handing it to a thread and waiting for the others costs something, too. The
/// less an item costs, the more of them.
enum MinimumTaskSize {
    /// Elements that one operation gives or that are merely set.
    static let elements = 4096
    /// Elements of rows of which the exponential is taken.
    static let exponentials = 1024
    /// Elements that are added up or compared.
    static let reducedElements = 8192
    /// Bytes that are copied.
    static let copiedBytes = 16384
    /// Sums over windows: of convolutions, pooling and enlarging.
    static let windowSums = 2048
    /// The same of depthwise convolutions, which are cheaper and cut for the number of threads.
    static let depthwiseSums = 4096
    /// Pixels of a product that OpenBLAS multiplies: it packs the weights for each call.
    static let multipliedPixels = 48
}

/// How many floats a task keeps for itself so that they are still in a cache when they are needed again. The caches are
/// larger; the rest is for weights and results.
enum CacheShare {
    /// 32 KiB, about the cache next to the core.
    static let nearest = 8192
    /// 64 KiB, which the next one holds beside a panel of weights.
    static let near = 16384
    /// 128 KiB, which the next one holds by itself.
    static let middle = 32768
    /// 256 KiB, weights that are worth reading into the cache of every thread.
    static let sharedWeights = 65536
}

/// A product over pixels cut into tasks: by pixels or, where there are more columns than pixels and many weights, by
/// panels.
struct ProductSplit: Sendable {
    private let rowPieces: TaskSplit
    private let panelPieces: TaskSplit

    init(_ product: MatrixProduct, rows: Int, columns: Int, threadCount: Int) {
        // Panels would leave half of what the other threads computed to be fetched from their caches; with rows, every
        // thread reads all weights.
        let sharesWeights =
            threadCount > 1 && rows >= 4 * threadCount && product.inner * columns <= CacheShare.sharedWeights
        if columns > rows && !sharesWeights {
            rowPieces = TaskSplit(rows, size: rows)
            // Every piece reads all of A.
            panelPieces = TaskSplit(product.panels.count, least: 1, most: 8)
        } else {
            rowPieces = TaskSplit(
                rows: rows, inner: product.inner, tileRows: product.panels[0].kernel.tileRows, threadCount: threadCount)
            panelPieces = TaskSplit(product.panels.count, size: product.panels.count)
        }
    }

    var count: Int { rowPieces.pieceCount * panelPieces.pieceCount }

    /// The most rows of a task.
    var mostRows: Int { min(rowPieces.size, rowPieces.count) }

    func rows(_ task: Int) -> Range<Int> { rowPieces.range(task / panelPieces.pieceCount) }

    func panels(_ task: Int) -> Range<Int> { panelPieces.range(task % panelPieces.pieceCount) }
}

/// A depthwise convolution cut into tasks: by rows, in whole tiles, and by blocks of channels where there are too few
/// of them for all threads.
package struct DepthwiseSplit: Sendable {
    private let rowPieces: TaskSplit
    private let blockPieces: TaskSplit
    private let channelCount: Int
    private let lanes: Int

    package init(rows: Int, tileRows: Int, rowLength: Int, channels: Int, lanes: Int, threadCount: Int) {
        let most = min(2 * threadCount, max(1, rows * rowLength / MinimumTaskSize.depthwiseSums))
        // Many pieces are shared out more evenly while threads are disturbed, unless whole tiles leave one too many.
        func size(_ count: Int) -> Int { max(tileRows, (rows + count * tileRows - 1) / (count * tileRows) * tileRows) }
        func longestShare(_ size: Int) -> Int { (rows + size * threadCount - 1) / (size * threadCount) * size }
        let (many, few) = (size(most), size(min(most, threadCount)))
        rowPieces = TaskSplit(rows, size: longestShare(few) < longestShare(many) ? few : many)
        let blocks = (channels + lanes - 1) / max(lanes, 1)
        let tooFew = rowPieces.pieceCount < threadCount
        blockPieces = TaskSplit(blocks, least: 1, most: tooFew ? max(1, most / max(rowPieces.pieceCount, 1)) : 1)
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
