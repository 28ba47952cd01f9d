import TegataGraph
import TegataInference
import TegataKernelSelection
import Testing

@Suite struct PiecesTests {
    @Test(arguments: [0, 1, 2, 7, 48, 49, 1000], [1, 3, 7, 64])
    func coverEverythingOnce(count: Int, size: Int) {
        let pieces = Pieces(count, size: size)
        let covered = (0..<pieces.pieceCount).flatMap { Array(pieces.range($0)) }
        #expect(covered == Array(0..<count))
    }

    @Test(arguments: [1, 36, 49, 144, 196, 576, 784, 2304, 9216, 12544])
    func rowsOfAProductAreWholeTilesOrEvenShares(rows: Int) {
        #expect(Pieces(rows: rows, inner: 64, tileRows: 6, threadCount: 1).size % 6 == 0)
        for threads in [2, 3, 4] {
            let pieces = Pieces(rows: rows, inner: 64, tileRows: 6, threadCount: threads)
            #expect(pieces.pieceCount % threads == 0 || rows < threads)
            #expect(pieces.pieceCount * pieces.size < rows + pieces.pieceCount)
        }
    }

    @Test func panelsAreSpreadEvenlyTheNarrowestLast() throws {
        for level in kernelLevels() where level.isSupported {
            let kernels = try kernelSet(named: level.name)
            for columns in 1...300 {
                let widths = kernels.gemmKernels(columns: columns).map(\.width)
                let excess = widths.reduce(-columns, +)
                #expect(excess >= 0 && excess < widths[widths.count - 1])
                #expect(widths.min() == widths.last)
                // Depthwise convolutions start where a panel starts.
                #expect(widths.dropLast().allSatisfy { $0 % kernels.lanes == 0 })
                let half = widths.prefix(widths.count / 2).reduce(0, +)
                #expect(abs(2 * half - columns) <= 2 * (widths.max() ?? 0))
            }
        }
    }
}

@Suite struct DepthwisePiecesTests {
    /// Rows, channels, lanes and threads.
    @Test(arguments: [
        [6, 256, 16, 2], [12, 256, 16, 4], [24, 128, 16, 2], [7, 40, 8, 3], [3, 5, 4, 8], [96, 32, 4, 1], [0, 8, 4, 2],
    ])
    func tasksCoverEverythingOnceInWholeTilesAndBlocks(_ example: [Int]) {
        let (rows, channels, lanes) = (example[0], example[1], example[2])
        let pieces = DepthwisePieces(
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

    @Test func smallPicturesAreCutByChannels() {
        let pieces = DepthwisePieces(rows: 6, tileRows: 6, rowLength: 6 * 256, channels: 256, lanes: 16, threadCount: 2)
        #expect((0..<pieces.count).map { pieces.channels($0) } == [0..<128, 128..<256])
        #expect((0..<pieces.count).allSatisfy { pieces.rows($0) == 0..<6 })
    }
}

@Suite struct WindowRowsTests {
    @Test func rowsOutsideThePictureAreLeftOut() {
        let window = Window(height: 5, width: 5, strideHeight: 2, strideWidth: 2, padTop: 1, padLeft: 1)
        let rows = WindowRows(window: window, inputHeight: 6)
        #expect((0..<3).map { rows.valid(outputRow: $0) } == [1..<5, 0..<5, 0..<3])
        #expect(rows.inputRow(outputRow: 2, windowRow: 2) == 5)
    }

    @Test func dilatedRowsKeepTheirPositions() {
        let window = Window(
            height: 3, width: 1, strideHeight: 1, strideWidth: 1, dilationHeight: 4, dilationWidth: 1, padTop: 4,
            padLeft: 0)
        let rows = WindowRows(window: window, inputHeight: 6)
        #expect((0..<6).map { rows.valid(outputRow: $0) } == [1..<3, 1..<3, 1..<2, 1..<2, 0..<2, 0..<2])
    }

    @Test func windowsWhollyInPaddingAreEmpty() {
        let window = Window(height: 2, width: 2, strideHeight: 1, strideWidth: 1, padTop: 3, padLeft: 3)
        let rows = WindowRows(window: window, inputHeight: 2)
        #expect(rows.valid(outputRow: 0).isEmpty)
        #expect(rows.valid(outputRow: 6).isEmpty)
    }
}
