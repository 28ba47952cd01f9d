import CTegataShims
import TegataKernelABI

/// A tile of an 8-bit matrix product kept in registers: `rows` rows of columns in `vectors` wide and `narrow` narrow
/// vectors of sums. If weights have two planes of bytes, half of the vectors sum the products with each.
enum ByteTile<let rows: Int, let planes: Int, let vectors: Int, let narrow: Int> {
    @inline(__always) static var width: Int { narrowStart + narrow / planes * NarrowLane.lanes }
    @inline(__always) static var narrowStart: Int { vectors / planes * Lane.lanes }

    /// The sums of a row. Arrays inside of these would not stay in registers.
    typealias Sums = InlineArray<vectors, Lane.Sums>
    typealias NarrowSums = InlineArray<narrow, NarrowLane.Sums>

    /// The number of vectors for a plane.
    @inline(__always) private static var count: Int { vectors / planes }
    @inline(__always) private static var narrowCount: Int { narrow / planes }

    /// Returns the column, counted through both planes, at which a vector begins.
    @inline(__always)
    private static func column(_ vector: Int) -> Int {
        vector < count ? vector * Lane.lanes : width + (vector - count) * Lane.lanes
    }

    @inline(__always)
    private static func narrowColumn(_ vector: Int) -> Int {
        narrowStart
            + (vector < narrowCount ? vector * NarrowLane.lanes : width + (vector - narrowCount) * NarrowLane.lanes)
    }

    /// Computes rows `firstRow ..< firstRow + rows` of the whole panel.
    @inline(never)
    static func run(_ arguments: UnsafePointer<GemmArguments>, _ firstRow: Int) {
        let bias = arguments.pointee.bias.sums
        let columnScales = bias + width
        let starts = UnsafeRawPointer(columnScales + planes * width)
        var sums = InlineArray<rows, Sums> { _ in .init { Lane.sums(at: starts + 4 * column($0)) } }
        var narrowSums = InlineArray<rows, NarrowSums> { _ in
            .init { NarrowLane.sums(at: starts + 4 * narrowColumn($0)) }
        }
        multiply(arguments, firstRow, &sums, &narrowSums)

        let rowStride = arguments.pointee.aRowStride
        let rowScales = arguments.pointee.a + firstRow * rowStride + arguments.pointee.segmentLength
        // Those of the first plane are the results.
        var results = InlineArray<rows, InlineArray<vectors, Lane>> { i in .init { Lane(sums: sums[i][$0]) } }
        var narrowResults = InlineArray<rows, InlineArray<narrow, NarrowLane>> { i in
            .init { NarrowLane(sums: narrowSums[i][$0]) }
        }
        for i in 0..<rows {
            let rowScale = (rowScales + i * rowStride).assumingMemoryBound(to: Float.self).pointee
            for j in 0..<vectors {
                let scales = Lane(repeating: rowScale) * Lane(at: columnScales + column(j))
                let start = j < count ? Lane(at: bias + column(j)) : results[i][j - count]
                results[i][j < count ? j : j - count] = start.adding(results[i][j], times: scales)
            }
            for j in 0..<narrow {
                let scales = NarrowLane(repeating: rowScale) * NarrowLane(at: columnScales + narrowColumn(j))
                let start =
                    j < narrowCount ? NarrowLane(at: bias + narrowColumn(j)) : narrowResults[i][j - narrowCount]
                narrowResults[i][j < narrowCount ? j : j - narrowCount] = start.adding(
                    narrowResults[i][j], times: scales)
            }
        }
        finish(arguments, firstRow, &results, &narrowResults)

        let stride = arguments.pointee.cRowStride
        let first = arguments.pointee.c.outputs + firstRow * stride
        for i in 0..<rows {
            for j in 0..<count { results[i][j].store(at: first + i * stride + j * Lane.lanes) }
            for j in 0..<narrowCount {
                narrowResults[i][j].store(at: first + i * stride + narrowStart + j * NarrowLane.lanes)
            }
        }
    }

    /// Adds the residual, and applies the activation.
    @inline(__always)
    private static func finish(
        _ arguments: UnsafePointer<GemmArguments>, _ firstRow: Int,
        _ results: inout InlineArray<rows, InlineArray<vectors, Lane>>,
        _ narrowResults: inout InlineArray<rows, InlineArray<narrow, NarrowLane>>
    ) {
        if let residual = arguments.pointee.residual?.inputs {
            let stride = arguments.pointee.residualRowStride
            let first = residual + firstRow * stride
            for i in 0..<rows {
                for j in 0..<count {
                    results[i][j] = results[i][j] + Lane(at: first + i * stride + j * Lane.lanes)
                }
                for j in 0..<narrowCount {
                    narrowResults[i][j] =
                        narrowResults[i][j] + NarrowLane(at: first + i * stride + narrowStart + j * NarrowLane.lanes)
                }
            }
        }
        switch Activation(choice: arguments.pointee.activation) {
        case .none:
            break
        case .clamp:
            let low = arguments.pointee.low
            let high = arguments.pointee.high
            for i in 0..<rows {
                for j in 0..<count {
                    results[i][j] = results[i][j].clamped(Lane(repeating: low), Lane(repeating: high))
                }
                for j in 0..<narrowCount {
                    narrowResults[i][j] = narrowResults[i][j].clamped(
                        NarrowLane(repeating: low), NarrowLane(repeating: high))
                }
            }
        case .prelu:
            let slopes = arguments.pointee.slopes.unsafelyUnwrapped.sums
            for i in 0..<rows {
                for j in 0..<count {
                    results[i][j] = results[i][j].prelu(Lane(at: slopes + j * Lane.lanes))
                }
                for j in 0..<narrowCount {
                    narrowResults[i][j] = narrowResults[i][j].prelu(
                        NarrowLane(at: slopes + narrowStart + j * NarrowLane.lanes))
                }
            }
        }
    }

    /// Adds the products of all segments.
    @inline(__always)
    private static func multiply(
        _ arguments: UnsafePointer<GemmArguments>, _ firstRow: Int,
        _ sums: inout InlineArray<rows, Sums>, _ narrowSums: inout InlineArray<rows, NarrowSums>
    ) {
        let rowStride = arguments.pointee.aRowStride
        let a = arguments.pointee.a + firstRow * rowStride
        let depth = arguments.pointee.segmentLength
        var panel = arguments.pointee.panel
        var k = 0
        #if arch(arm64)
            // One load gets two words of a row, and multiplying by one of the two costs nothing extra. A load that
            // repeats a word takes an issue slot that multiplications need.
            while k + 8 <= depth {
                let pairs = InlineArray<rows, SIMD2<Int32>> {
                    (a + $0 * rowStride + k).loadUnaligned(as: SIMD2<Int32>.self)
                }
                if Lane.addsPairs {
                    addPairs(pairs, panel, &sums)
                } else {
                    add({ pairs[$0][0] }, panel, &sums, &narrowSums)
                    add({ pairs[$0][1] }, panel + 4 * planes * width, &sums, &narrowSums)
                }
                panel += 8 * planes * width
                k += 8
            }
        #endif
        while k < depth {
            add({ (a + $0 * rowStride + k).loadUnaligned(as: Int32.self) }, panel, &sums, &narrowSums)
            panel += 4 * planes * width
            k += 4
        }
    }

    #if arch(arm64)
        /// Adds the products of two words of each row and eight rows of weights, in wide vectors.
        @inline(__always)
        private static func addPairs(
            _ pairs: InlineArray<rows, SIMD2<Int32>>, _ panel: UnsafeRawPointer,
            _ sums: inout InlineArray<rows, Sums>
        ) {
            let weights = InlineArray<vectors, Lane.Words> { Lane.words(at: panel + 4 * column($0)) }
            let moreWeights = InlineArray<vectors, Lane.Words> {
                Lane.words(at: panel + 4 * planes * width + 4 * column($0))
            }
            for i in 0..<rows {
                let (bytes, moreBytes) = (Lane.words(repeating: pairs[i][0]), Lane.words(repeating: pairs[i][1]))
                for j in 0..<vectors {
                    sums[i][j] = Lane.adding(
                        sums[i][j], bytes, times: weights[j], moreBytes, times: moreWeights[j])
                }
            }
        }
    #endif

    /// Adds the products of one word of each row and four rows of weights.
    @inline(__always)
    private static func add(
        _ word: (Int) -> Int32, _ panel: UnsafeRawPointer,
        _ sums: inout InlineArray<rows, Sums>, _ narrowSums: inout InlineArray<rows, NarrowSums>
    ) {
        let weights = InlineArray<vectors, Lane.Words> { Lane.words(at: panel + 4 * column($0)) }
        let narrowWeights = InlineArray<narrow, NarrowLane.Words> {
            NarrowLane.words(at: panel + 4 * narrowColumn($0))
        }
        for i in 0..<rows {
            let (wide, half) =
                vectors > 0 && narrow > 0
                ? repeatedWords(word(i)) : (Lane.words(repeating: word(i)), NarrowLane.words(repeating: word(i)))
            for j in 0..<vectors { sums[i][j] = Lane.adding(sums[i][j], wide, times: weights[j]) }
            for j in 0..<narrow {
                narrowSums[i][j] = NarrowLane.adding(narrowSums[i][j], half, times: narrowWeights[j])
            }
        }
    }
}

/// Computes all rows of one panel, in tiles of `tileRows` rows while there are enough, then in tiles of half the height. If
/// tiles are at most seven rows high, the rows are split into tiles of nearly equal height instead, so that no short tile
/// remains at the end.
enum BytePanel<let tileRows: Int, let planes: Int, let vectors: Int, let narrow: Int> {
    @inline(__always) static var width: Int { ByteTile<1, planes, vectors, narrow>.width }
    @inline(__always) static var highest: Int { tileRows > 7 ? tileRows / 2 : tileRows }

    @inline(__always)
    static func run(_ arguments: UnsafePointer<GemmArguments>) {
        if arguments.pointee.columns < width { return runPadded(arguments) }
        let rows = arguments.pointee.rows
        var row = 0
        if tileRows > 7 {
            while rows - row >= tileRows {
                ByteTile<tileRows, planes, vectors, narrow>.run(arguments, row)
                row += tileRows
            }
        }
        var tiles = (rows - row + highest - 1) / highest
        while tiles > 0 {
            let height = (rows - row + tiles - 1) / tiles
            runTile(arguments, row, height)
            row += height
            tiles -= 1
        }
    }

    /// Computes a panel whose last columns do not exist in C: tiles are computed in a padded copy.
    @inline(never)
    static func runPadded(_ arguments: UnsafePointer<GemmArguments>) {
        let columns = arguments.pointee.columns
        let rows = arguments.pointee.rows
        let residualStride = arguments.pointee.residualRowStride
        let stride = arguments.pointee.cRowStride
        // A literal size of at most a kilobyte stays on the stack.
        withUnsafeTemporaryAllocation(of: Input.self, capacity: 256) { buffer in
            let padded = buffer.baseAddress.unsafelyUnwrapped
            var tile = arguments.pointee
            tile.c = UnsafeMutableRawPointer(padded)
            tile.cRowStride = width
            tile.residualRowStride = width
            var row = 0
            while row < rows {
                let height = min(rows - row, 256 / width, highest)
                tile.a = arguments.pointee.a + row * tile.aRowStride
                if let residual = arguments.pointee.residual?.inputs {
                    copyRows(from: residual + row * residualStride, residualStride, to: padded, width, height, columns)
                    tile.residual = UnsafeRawPointer(padded)
                }
                runTile(&tile, 0, height)
                copyRows(from: padded, width, to: arguments.pointee.c.outputs + row * stride, stride, height, columns)
                row += height
            }
        }
    }

    @inline(never)
    static func runTile(_ arguments: UnsafePointer<GemmArguments>, _ row: Int, _ height: Int) {
        switch height {
        case 1: ByteTile<1, planes, vectors, narrow>.run(arguments, row)
        case 2: ByteTile<2, planes, vectors, narrow>.run(arguments, row)
        case 3: ByteTile<3, planes, vectors, narrow>.run(arguments, row)
        case 4 where highest >= 4: ByteTile<4, planes, vectors, narrow>.run(arguments, row)
        case 5 where highest >= 5: ByteTile<5, planes, vectors, narrow>.run(arguments, row)
        case 6 where highest >= 6: ByteTile<6, planes, vectors, narrow>.run(arguments, row)
        case 7 where highest >= 7: ByteTile<7, planes, vectors, narrow>.run(arguments, row)
        default: break
        }
    }
}
