import TegataBLAS
import TegataBuffers
import TegataGraph
import TegataKernelABI
import TegataKernelSelection

/// `count` items divided into at most `most` pieces of at least `least` items, all of the same size except for the
/// last.
package struct TaskSplit: Sendable {
    package let count: Int
    package let size: Int

    /// The default number of pieces, which lets many threads finish at about the same time.
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
    /// Splits a product's rows into pieces that keep their part of A in the cache near the core. A single thread gets
    /// whole tiles; several threads get equal shares.
    package init(rows: Int, inner: Int, tileRows: Int, threadCount: Int) {
        // Use at least four tiles, because each piece fetches a panel once.
        let wanted = max(4 * tileRows, CacheShare.near / max(inner, 1))
        let pieces = ((rows + wanted - 1) / wanted + threadCount - 1) / threadCount * threadCount
        let size = (rows + pieces - 1) / max(pieces, 1)
        self.init(rows, size: threadCount == 1 ? (size + tileRows - 1) / tileRows * tileRows : size)
    }
}

/// The minimum work per task, because handing a task to a thread and waiting for the others takes time. The less time
/// an item takes, the more items a task has.
enum MinimumTaskSize {
    /// Elements that a single operation computes or that are only set.
    static let elements = 4096
    /// Elements in rows whose exponentials are computed.
    static let exponentials = 1024
    /// Elements that are summed or compared.
    static let reducedElements = 8192
    /// Bytes that are copied.
    static let copiedBytes = 16384
    /// Sums over windows in convolutions, pooling and resizing.
    static let windowSums = 2048
    /// Sums over windows in depthwise convolutions, which are cheaper and are split for the number of threads.
    static let depthwiseSums = 4096
    /// Pixels in a product computed by OpenBLAS, which packs the weights in each call.
    static let multipliedPixels = 48
}

/// The number of floats that a task uses at a time, so that they are still in a cache when they are needed again. The
/// caches are larger than this, because weights and results need the rest.
enum CacheShare {
    /// 32 KiB, about the size of the cache nearest to the core.
    static let nearest = 8192
    /// 64 KiB, which fits into the second cache together with a panel of weights.
    static let near = 16384
    /// 128 KiB, which fits into the second cache alone.
    static let middle = 32768
    /// Bytes of quantised rows, which leave room for results in the nearest cache.
    static let quantizedBytes = 16384
    /// 256 KiB of weights, which are worth reading into each thread's cache.
    static let sharedWeights = 65536
}

/// A product over pixels that is split into tasks by pixels. If there are more columns than pixels and many weights, it
/// is split by panels instead.
struct ProductSplit: Sendable {
    private let rowPieces: TaskSplit
    private let panelPieces: TaskSplit

    init(_ product: MatrixProduct, rows: Int, columns: Int, threadCount: Int) {
        // With panels, a thread must fetch half of the other threads' results from their caches. With rows, each thread
        // reads all weights.
        let sharesWeights =
            threadCount > 1 && rows >= 4 * threadCount && product.inner * columns <= CacheShare.sharedWeights
        if columns > rows && !sharesWeights {
            rowPieces = TaskSplit(rows, size: rows)
            // The number is limited, because each piece reads all of A.
            panelPieces = TaskSplit(product.panels.count, least: 1, most: 8)
        } else {
            rowPieces = TaskSplit(
                rows: rows, inner: product.inner, tileRows: product.panels[0].kernel.tileRows, threadCount: threadCount)
            panelPieces = TaskSplit(product.panels.count, size: product.panels.count)
        }
    }

    var count: Int { rowPieces.pieceCount * panelPieces.pieceCount }

    /// The maximum number of rows in a task.
    var mostRows: Int { min(rowPieces.size, rowPieces.count) }

    func rows(_ task: Int) -> Range<Int> { rowPieces.range(task / panelPieces.pieceCount) }

    func panels(_ task: Int) -> Range<Int> { panelPieces.range(task % panelPieces.pieceCount) }
}

/// A depthwise convolution that is split into tasks by rows, in whole tiles. If there are too few rows for all threads,
/// it is also split by blocks of channels.
package struct DepthwiseSplit: Sendable {
    private let rowPieces: TaskSplit
    private let blockPieces: TaskSplit
    private let channelCount: Int
    private let lanes: Int

    package init(rows: Int, tileRows: Int, rowLength: Int, channels: Int, lanes: Int, threadCount: Int) {
        let most = min(2 * threadCount, max(1, rows * rowLength / MinimumTaskSize.depthwiseSums))
        // Many pieces are distributed more evenly if other work disturbs the threads, unless whole tiles leave one
        // piece too many.
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
