import CTegataShims
import TegataKernelABI

#if FLOAT16
    /// The number of products that are summed before being added to the other sums.
    @inline(__always) private var chainLength: Int { 32 }
#endif

/// Whether tiles prefetch weights. On ARM's in-order processors, each prefetch would cost an issue slot for a
/// multiplication.
#if arch(x86_64)
    @inline(__always) private var readsAhead: Bool { true }
#else
    @inline(__always) private var readsAhead: Bool { false }
#endif

/// A tile of a matrix product kept in registers: `rows` rows of columns in `vectors` wide and `narrow` narrow vectors.
enum GemmTile<let rows: Int, let vectors: Int, let narrow: Int> {
    @inline(__always) static var width: Int { vectors * Lane.lanes + narrow * NarrowLane.lanes }

    typealias Sums = InlineArray<rows, InlineArray<vectors, Lane>>
    typealias NarrowSums = InlineArray<rows, InlineArray<narrow, NarrowLane>>

    /// Computes `count` tiles of the whole panel, starting at `firstRow`.
    @inline(never)
    static func run(_ arguments: UnsafePointer<GemmArguments>, _ firstRow: Int, count: Int) {
        for tile in 0..<count { run(arguments, firstRow + tile * rows) }
    }

    /// Computes rows `firstRow ..< firstRow + rows` of the whole panel.
    @inline(__always)
    private static func run(_ arguments: UnsafePointer<GemmArguments>, _ firstRow: Int) {
        let narrowStart = vectors * Lane.lanes
        let bias = arguments.pointee.bias.sums
        var sums = Sums { _ in .init { Lane(sumsAt: bias + $0 * Lane.lanes) } }
        var narrowSums = NarrowSums { _ in .init { NarrowLane(sumsAt: bias + narrowStart + $0 * NarrowLane.lanes) } }
        multiply(arguments, firstRow, &sums, &narrowSums)
        TileEpilogue<rows, 1, vectors, narrow>.run(arguments, firstRow, &sums, &narrowSums)
    }

    #if FLOAT16
        /// Adds the products of all segments. A long chain of float16 additions loses precision; short chains whose
        /// sums are then added lose little.
        @inline(__always)
        private static func multiply(
            _ arguments: UnsafePointer<GemmArguments>, _ firstRow: Int, _ sums: inout Sums,
            _ narrowSums: inout NarrowSums
        ) {
            let rowStride = arguments.pointee.aRowStride
            let segmentLength = arguments.pointee.segmentLength
            var segment = arguments.pointee.a.inputs + firstRow * rowStride
            var panel = arguments.pointee.panel.weights
            var ahead = Ahead(arguments, firstRow)
            // The outer sums are accessed so rarely that they do not need registers.
            let zero: Accumulator = 0
            var outer = Sums { _ in .init(repeating: Lane(repeating: zero)) }
            var narrowOuter = NarrowSums { _ in .init(repeating: NarrowLane(repeating: zero)) }
            for _ in 0..<arguments.pointee.segments {
                var k = 0
                while k < segmentLength {
                    let end = min(k + chainLength, segmentLength)
                    multiply(segment, rowStride, k, end, &panel, &ahead, &sums, &narrowSums)
                    for i in 0..<rows {
                        for j in 0..<vectors {
                            outer[i][j] = outer[i][j] + sums[i][j]
                            sums[i][j] = Lane(repeating: zero)
                        }
                        for j in 0..<narrow {
                            narrowOuter[i][j] = narrowOuter[i][j] + narrowSums[i][j]
                            narrowSums[i][j] = NarrowLane(repeating: zero)
                        }
                    }
                    k = end
                }
                segment += arguments.pointee.segmentStride
            }
            for i in 0..<rows {
                for j in 0..<vectors { sums[i][j] = sums[i][j] + outer[i][j] }
                for j in 0..<narrow { narrowSums[i][j] = narrowSums[i][j] + narrowOuter[i][j] }
            }
        }
    #else
        /// Adds the products of all segments.
        @inline(__always)
        private static func multiply(
            _ arguments: UnsafePointer<GemmArguments>, _ firstRow: Int, _ sums: inout Sums,
            _ narrowSums: inout NarrowSums
        ) {
            let rowStride = arguments.pointee.aRowStride
            let segmentLength = arguments.pointee.segmentLength
            var segment = arguments.pointee.a.inputs + firstRow * rowStride
            var panel = arguments.pointee.panel.weights
            var ahead = Ahead(arguments, firstRow)
            for _ in 0..<arguments.pointee.segments {
                multiply(segment, rowStride, 0, segmentLength, &panel, &ahead, &sums, &narrowSums)
                segment += arguments.pointee.segmentStride
            }
        }
    #endif

    /// The weights after the panel, which belong to the next panel. Each tile prefetches a share of them that matches
    /// its share of the rows, evenly while it multiplies, so that they are in the second cache when they are needed.
    private struct Ahead {
        private var address: UnsafeRawPointer
        private var step = 0

        @inline(__always) private static var isPossible: Bool { readsAhead && vectors >= 2 }

        @inline(__always)
        init(_ arguments: UnsafePointer<GemmArguments>, _ firstRow: Int) {
            address = arguments.pointee.panel
            let depth = arguments.pointee.segments * arguments.pointee.segmentLength
            // A few weights arrive soon enough, and the division would take longer.
            guard Self.isPossible, depth >= 64 else { return }
            let rowLength = width * MemoryLayout<Weight>.stride
            let count = UInt32(truncatingIfNeeded: arguments.pointee.rows)
            // Bias and slopes lie between the two panels.
            let nextPanel = (depth + Int(tegata_panel_vector_count)) * rowLength
            address += nextPanel + Int(UInt32(truncatingIfNeeded: depth * rowLength) / count) * firstRow
            step = Int(UInt32(truncatingIfNeeded: rowLength * rows) / count) + 1
        }

        @inline(__always)
        mutating func fetch() {
            guard Self.isPossible else { return }
            tegata_prefetch_far(address)
            address += step
        }
    }

    /// Adds the products of columns `first ..< end` of a segment and the corresponding panel rows.
    @inline(__always)
    private static func multiply(
        _ segment: UnsafePointer<Input>, _ rowStride: Int, _ first: Int, _ end: Int,
        _ panel: inout UnsafePointer<Weight>, _ ahead: inout Ahead, _ sums: inout Sums, _ narrowSums: inout NarrowSums
    ) {
        let narrowStart = vectors * Lane.lanes
        #if arch(arm64)
            // One load fetches two values of a row, and multiplying by either of them costs nothing extra. A load that
            // repeats a value takes up an issue slot that multiplications need.
            var paired = first
            while paired + 2 <= end {
                let pairs = InlineArray<rows, SIMD2<Input>> {
                    UnsafeRawPointer(segment + $0 * rowStride + paired).loadUnaligned(as: SIMD2<Input>.self)
                }
                for step in 0..<2 {
                    let weights = InlineArray<vectors, Lane> { Lane(weightsAt: panel + step * width + $0 * Lane.lanes) }
                    let narrowWeights = InlineArray<narrow, NarrowLane> {
                        NarrowLane(weightsAt: panel + step * width + narrowStart + $0 * NarrowLane.lanes)
                    }
                    for i in 0..<rows { add(pairs[i][step], weights, narrowWeights, &sums[i], &narrowSums[i]) }
                }
                panel += 2 * width
                paired += 2
            }
        #elseif arch(wasm32)
            // Browsers compile loops best if each row has a separate pointer, as long as there are enough registers,
            // and if weights have constant offsets.
            let paired = rows <= 4 ? end : first
            var addresses = InlineArray<rows, UnsafePointer<Input>> { segment + ($0 * rowStride + first) }
            for _ in first..<paired {
                let weights = InlineArray<vectors, Lane> { tegata_vector4(panel, $0 * Lane.lanes) }
                let narrowWeights = InlineArray<narrow, NarrowLane> { NarrowLane(weightsAt: panel + narrowStart + $0) }
                for i in 0..<rows {
                    add(addresses[i].pointee, weights, narrowWeights, &sums[i], &narrowSums[i])
                    addresses[i] = tegata_next_number(addresses[i])
                }
                panel += width
            }
        #else
            let paired = first
        #endif
        for k in paired..<end {
            ahead.fetch()
            let weights = InlineArray<vectors, Lane> { Lane(weightsAt: panel + $0 * Lane.lanes) }
            let narrowWeights = InlineArray<narrow, NarrowLane> {
                NarrowLane(weightsAt: panel + narrowStart + $0 * NarrowLane.lanes)
            }
            for i in 0..<rows {
                let address = segment + (i * rowStride + k)
                #if LANES_16
                    // Zen 4 broadcasts a value through a wide register at most twice in three cycles, and narrow tiles
                    // need more than that.
                    if vectors == 1 && narrow > 0 && i >= 4 {
                        add(repeatedApart(address), weights, narrowWeights, &sums[i], &narrowSums[i])
                        continue
                    }
                #endif
                add(address.pointee, weights, narrowWeights, &sums[i], &narrowSums[i])
            }
            panel += width
        }
    }

    /// Multiplies a value of A by a row of the panel.
    @inline(__always)
    private static func add(
        _ value: Input, _ weights: InlineArray<vectors, Lane>, _ narrowWeights: InlineArray<narrow, NarrowLane>,
        _ sums: inout InlineArray<vectors, Lane>, _ narrowSums: inout InlineArray<narrow, NarrowLane>
    ) {
        if vectors > 0 && narrow > 0 {
            add(repeated(value), weights, narrowWeights, &sums, &narrowSums)
        } else {
            for j in 0..<vectors {
                let sum = sums[j].adding(Lane(repeating: value), times: weights[j])
                sums[j] = vectors == 3 ? sum.inOrder : sum
            }
            for j in 0..<narrow {
                narrowSums[j] = narrowSums[j].adding(NarrowLane(repeating: value), times: narrowWeights[j])
            }
        }
    }

    @inline(__always)
    private static func add(
        _ factors: (Lane, NarrowLane), _ weights: InlineArray<vectors, Lane>,
        _ narrowWeights: InlineArray<narrow, NarrowLane>,
        _ sums: inout InlineArray<vectors, Lane>, _ narrowSums: inout InlineArray<narrow, NarrowLane>
    ) {
        for j in 0..<vectors { sums[j] = sums[j].adding(factors.0, times: weights[j]) }
        for j in 0..<narrow { narrowSums[j] = narrowSums[j].adding(factors.1, times: narrowWeights[j]) }
    }
}

/// A panel of a matrix product, in tiles of `tileRows` rows.
enum GemmPanel<let tileRows: Int, let vectors: Int, let narrow: Int>: TiledPanel {
    @inline(__always) static var width: Int { GemmTile<1, vectors, narrow>.width }
    @inline(__always) static var tileHeight: Int { tileRows }
    @inline(__always) static var highest: Int { tileRows < 7 ? tileRows : 7 }
    @inline(__always) static var elementSize: Int { MemoryLayout<Input>.stride }

    @inline(never)
    static func runTiles(_ arguments: UnsafePointer<GemmArguments>, _ row: Int, _ height: Int, count: Int) {
        switch height {
        case 1: GemmTile<1, vectors, narrow>.run(arguments, row, count: count)
        case 2: GemmTile<2, vectors, narrow>.run(arguments, row, count: count)
        case 3: GemmTile<3, vectors, narrow>.run(arguments, row, count: count)
        case 4: GemmTile<4, vectors, narrow>.run(arguments, row, count: count)
        case 5 where highest >= 5: GemmTile<5, vectors, narrow>.run(arguments, row, count: count)
        case 6 where highest >= 6: GemmTile<6, vectors, narrow>.run(arguments, row, count: count)
        case 7 where highest >= 7: GemmTile<7, vectors, narrow>.run(arguments, row, count: count)
        case tileRows where tileRows > 7: GemmTile<tileRows, vectors, narrow>.run(arguments, row, count: count)
        default: break
        }
    }
}
