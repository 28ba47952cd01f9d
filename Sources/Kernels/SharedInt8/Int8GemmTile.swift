import CTegataShims
import TegataKernelABI

/// A tile of an 8-bit matrix product kept in registers: `rows` rows of columns in `vectors` wide and `narrow` narrow
/// vectors of sums. If weights have two byte planes, half of the vectors sum the products with each plane.
enum Int8GemmTile<let rows: Int, let planes: Int, let vectors: Int, let narrow: Int> {
    @inline(__always) static var width: Int { narrowStart + narrow / planes * NarrowLane.lanes }
    @inline(__always) static var narrowStart: Int { vectors / planes * Lane.lanes }

    /// The sums of a row. Nested arrays would not stay in registers.
    typealias Sums = InlineArray<vectors, Lane.Sums>
    typealias NarrowSums = InlineArray<narrow, NarrowLane.Sums>

    /// The number of vectors per plane.
    @inline(__always) private static var count: Int { vectors / planes }
    @inline(__always) private static var narrowCount: Int { narrow / planes }

    /// Returns the column, counted across both planes, at which a vector begins.
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
        // The first plane's sums become the results.
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
        TileEpilogue<rows, planes, vectors, narrow>.run(arguments, firstRow, &results, &narrowResults)
    }

    /// Adds the products of all words.
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
            // One load fetches two words of a row, and multiplying by either of them costs nothing extra. A load that
            // repeats a word takes up an issue slot that multiplications need.
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
        /// Adds the products of two words from each row and eight rows of weights, in wide vectors.
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

    /// Adds the products of one word from each row and four rows of weights.
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

/// A panel of an 8-bit matrix product, in tiles of `tileRows` rows and, if that is more than seven, of half as many.
enum Int8GemmPanel<let tileRows: Int, let planes: Int, let vectors: Int, let narrow: Int>: TiledPanel {
    @inline(__always) static var width: Int { Int8GemmTile<1, planes, vectors, narrow>.width }
    @inline(__always) static var tileHeight: Int { tileRows }
    @inline(__always) static var highest: Int { tileRows > 7 ? tileRows / 2 : tileRows }
    @inline(__always) static var elementSize: Int { 1 }

    @inline(__always)
    static func runTiles(_ arguments: UnsafePointer<GemmArguments>, _ row: Int, _ height: Int, count: Int) {
        for tile in 0..<count { runTile(arguments, row + tile * height, height) }
    }

    @inline(never)
    private static func runTile(_ arguments: UnsafePointer<GemmArguments>, _ row: Int, _ height: Int) {
        switch height {
        case 1: Int8GemmTile<1, planes, vectors, narrow>.run(arguments, row)
        case 2: Int8GemmTile<2, planes, vectors, narrow>.run(arguments, row)
        case 3: Int8GemmTile<3, planes, vectors, narrow>.run(arguments, row)
        case 4 where highest >= 4: Int8GemmTile<4, planes, vectors, narrow>.run(arguments, row)
        case 5 where highest >= 5: Int8GemmTile<5, planes, vectors, narrow>.run(arguments, row)
        case 6 where highest >= 6: Int8GemmTile<6, planes, vectors, narrow>.run(arguments, row)
        case 7 where highest >= 7: Int8GemmTile<7, planes, vectors, narrow>.run(arguments, row)
        case tileRows where tileRows > 7: Int8GemmTile<tileRows, planes, vectors, narrow>.run(arguments, row)
        default: break
        }
    }
}
