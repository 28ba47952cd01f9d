/// `count` items cut into at most `most` pieces of at least `least` items, all but the last of the same size.
package struct Pieces: Sendable {
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

extension Pieces {
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
