import TegataInference
import Testing

@Suite struct TaskSplitTests {
    @Test(arguments: [0, 1, 2, 7, 48, 49, 1000], [1, 3, 7, 64])
    func coversEverythingOnce(count: Int, size: Int) {
        let pieces = TaskSplit(count, size: size)
        let covered = (0..<pieces.pieceCount).flatMap { Array(pieces.range($0)) }
        #expect(covered == Array(0..<count))
    }

    @Test(arguments: [1, 36, 49, 144, 196, 576, 784, 2304, 9216, 12544])
    func cutsProductRowsIntoWholeTilesOrEvenShares(rows: Int) {
        #expect(TaskSplit(rows: rows, inner: 64, tileRows: 6, threadCount: 1).size % 6 == 0)
        for threads in [2, 3, 4] {
            let pieces = TaskSplit(rows: rows, inner: 64, tileRows: 6, threadCount: threads)
            #expect(pieces.pieceCount % threads == 0 || rows < threads)
            #expect(pieces.pieceCount * pieces.size < rows + pieces.pieceCount)
        }
    }
}

@Suite struct DepthwiseSplitTests {
    /// Rows, channels, lanes and threads.
    @Test(arguments: [
        [6, 256, 16, 2], [12, 256, 16, 4], [24, 128, 16, 2], [7, 40, 8, 3], [3, 5, 4, 8], [96, 32, 4, 1], [0, 8, 4, 2],
    ])
    func coversEverythingOnceInWholeTilesAndBlocks(_ example: [Int]) {
        let (rows, channels, lanes) = (example[0], example[1], example[2])
        let pieces = DepthwiseSplit(
            rows: rows, tileRows: 6, rowLength: rows * channels, channels: channels, lanes: lanes,
            threadCount: example[3])
        var visits = [Int](repeating: 0, count: rows * channels)
        for task in 0..<pieces.count {
            let (taskRows, taskChannels) = (pieces.rows(task), pieces.channels(task))
            #expect(taskRows.lowerBound % 6 == 0 && taskChannels.lowerBound % lanes == 0)
            for row in taskRows {
                for channel in taskChannels { visits[row * channels + channel] += 1 }
            }
        }
        #expect(visits.allSatisfy { $0 == 1 })
    }

    /// Rows, rows per tile, and the most rows that one of two threads gets.
    @Test(arguments: [[24, 4, 12], [24, 6, 12], [12, 4, 8], [12, 6, 6], [14, 7, 7]])
    func balancesTwoThreadsWithinWholeTiles(_ example: [Int]) {
        let (rows, tileRows) = (example[0], example[1])
        let pieces = DepthwiseSplit(
            rows: rows, tileRows: tileRows, rowLength: 3072, channels: 128, lanes: 8, threadCount: 2)
        var loads = [0, 0]
        for task in 0..<pieces.count {
            loads[loads[0] <= loads[1] ? 0 : 1] += pieces.rows(task).count
        }
        #expect(loads.max() == example[2])
    }

    @Test func splitsSmallImagesByChannels() {
        let pieces = DepthwiseSplit(rows: 6, tileRows: 6, rowLength: 6 * 256, channels: 256, lanes: 16, threadCount: 2)
        #expect((0..<pieces.count).map { pieces.channels($0) } == [0..<128, 128..<256])
        #expect((0..<pieces.count).allSatisfy { pieces.rows($0) == 0..<6 })
    }
}
