import CTegataShims
import TegataKernelABI

#if HALF
    /// So many products are added to each other before the sum of the others is.
    @inline(__always) private var chainLength: Int { 32 }
#endif

/// Whether tiles ask for weights before they need them. ARM's in-order processors would lose a multiplication's issue
/// slot for each request.
#if arch(x86_64)
    @inline(__always) private var readsAhead: Bool { true }
#else
    @inline(__always) private var readsAhead: Bool { false }
#endif

/// A tile of a matrix product kept in registers: `rows` rows of `wholes` full vectors and `halves` half vectors of
/// columns.
enum GemmTile<let rows: Int, let wholes: Int, let halves: Int> {
    @inline(__always) static var width: Int { wholes * Lane.lanes + halves * HalfLane.lanes }

    /// Computes rows `firstRow ..< firstRow + rows` of the whole panel.
    @inline(never)
    static func run(_ arguments: UnsafePointer<GemmArguments>, _ firstRow: Int) {
        let halfStart = wholes * Lane.lanes
        let bias = arguments.pointee.bias.elements
        var sums = InlineArray<rows, InlineArray<wholes, Lane>> { _ in .init { Lane(at: bias + $0 * Lane.lanes) } }
        var halfSums = InlineArray<rows, InlineArray<halves, HalfLane>> { _ in
            .init { HalfLane(at: bias + halfStart + $0 * HalfLane.lanes) }
        }

        let rowStride = arguments.pointee.aRowStride
        let segmentLength = arguments.pointee.segmentLength
        var segment = arguments.pointee.a.elements + firstRow * rowStride
        var panel = arguments.pointee.panel.elements
        var ahead = Ahead(arguments, firstRow)
        #if HALF
            // A long chain of halves loses digits; short ones, whose sums are added, lose few. The outer sums are
            // touched so seldom that they need no registers.
            let zero: Element = 0
            var outer = InlineArray<rows, InlineArray<wholes, Lane>> { _ in .init(repeating: Lane(repeating: zero)) }
            var halfOuter = InlineArray<rows, InlineArray<halves, HalfLane>> { _ in
                .init(repeating: HalfLane(repeating: zero))
            }
            for _ in 0..<arguments.pointee.segments {
                var k = 0
                while k < segmentLength {
                    let end = min(k + chainLength, segmentLength)
                    multiply(segment, rowStride, k, end, &panel, &ahead, &sums, &halfSums)
                    for i in 0..<rows {
                        for j in 0..<wholes {
                            outer[i][j] = outer[i][j] + sums[i][j]
                            sums[i][j] = Lane(repeating: zero)
                        }
                        for j in 0..<halves {
                            halfOuter[i][j] = halfOuter[i][j] + halfSums[i][j]
                            halfSums[i][j] = HalfLane(repeating: zero)
                        }
                    }
                    k = end
                }
                segment += arguments.pointee.segmentStride
            }
            for i in 0..<rows {
                for j in 0..<wholes { sums[i][j] = sums[i][j] + outer[i][j] }
                for j in 0..<halves { halfSums[i][j] = halfSums[i][j] + halfOuter[i][j] }
            }
        #else
            for _ in 0..<arguments.pointee.segments {
                multiply(segment, rowStride, 0, segmentLength, &panel, &ahead, &sums, &halfSums)
                segment += arguments.pointee.segmentStride
            }
        #endif

        if let residual = arguments.pointee.residual?.elements {
            let stride = arguments.pointee.residualRowStride
            let first = residual + firstRow * stride
            for i in 0..<rows {
                for j in 0..<wholes {
                    sums[i][j] = sums[i][j] + Lane(at: first + i * stride + j * Lane.lanes)
                }
                for j in 0..<halves {
                    halfSums[i][j] = halfSums[i][j] + HalfLane(at: first + i * stride + halfStart + j * HalfLane.lanes)
                }
            }
        }

        switch arguments.pointee.activation {
        case .none:
            break
        case .clamp:
            let low = arguments.pointee.low
            let high = arguments.pointee.high
            for i in 0..<rows {
                for j in 0..<wholes {
                    sums[i][j] = sums[i][j].clamped(Lane(repeating: low), Lane(repeating: high))
                }
                for j in 0..<halves {
                    halfSums[i][j] = halfSums[i][j].clamped(HalfLane(repeating: low), HalfLane(repeating: high))
                }
            }
        case .prelu:
            let slopes = arguments.pointee.slopes.unsafelyUnwrapped.elements
            for i in 0..<rows {
                for j in 0..<wholes {
                    sums[i][j] = sums[i][j].prelu(Lane(at: slopes + j * Lane.lanes)).inOrder
                }
                for j in 0..<halves {
                    halfSums[i][j] = halfSums[i][j].prelu(HalfLane(at: slopes + halfStart + j * HalfLane.lanes))
                }
            }
        }

        let stride = arguments.pointee.cRowStride
        let first = arguments.pointee.c.elements + firstRow * stride
        for i in 0..<rows {
            for j in 0..<wholes { sums[i][j].store(at: first + i * stride + j * Lane.lanes) }
            for j in 0..<halves { halfSums[i][j].store(at: first + i * stride + halfStart + j * HalfLane.lanes) }
        }
    }

    /// The weights behind the panel, which the next one is made of: each tile asks for as large a share of them as it
    /// has of the rows, evenly while it multiplies, so that they are in the second cache when they are needed.
    private struct Ahead {
        private var address: UnsafeRawPointer
        private var step = 0

        @inline(__always) private static var isPossible: Bool { readsAhead && wholes >= 2 }

        @inline(__always)
        init(_ arguments: UnsafePointer<GemmArguments>, _ firstRow: Int) {
            address = arguments.pointee.panel
            let depth = arguments.pointee.segments * arguments.pointee.segmentLength
            // Few weights are soon there, and dividing takes longer.
            guard Self.isPossible, depth >= 64 else { return }
            let rowLength = width * MemoryLayout<Element>.stride
            let count = UInt32(truncatingIfNeeded: arguments.pointee.rows)
            // Bias and slopes lie between the two panels.
            address += (depth + 2) * rowLength + Int(UInt32(truncatingIfNeeded: depth * rowLength) / count) * firstRow
            step = Int(UInt32(truncatingIfNeeded: rowLength * rows) / count) + 1
        }

        @inline(__always)
        mutating func fetch() {
            guard Self.isPossible else { return }
            tegata_prefetch_far(address)
            address += step
        }
    }

    /// Adds the products of columns `first ..< end` of a segment and as many rows of the panel.
    @inline(__always)
    private static func multiply(
        _ segment: UnsafePointer<Element>, _ rowStride: Int, _ first: Int, _ end: Int,
        _ panel: inout UnsafePointer<Element>, _ ahead: inout Ahead,
        _ sums: inout InlineArray<rows, InlineArray<wholes, Lane>>,
        _ halfSums: inout InlineArray<rows, InlineArray<halves, HalfLane>>
    ) {
        let halfStart = wholes * Lane.lanes
        #if arch(arm64)
            // Two values of a row are one load, and multiplying by one of the two costs nothing; a load that repeats a
            // value takes an issue slot that multiplications need.
            var paired = first
            while paired + 2 <= end {
                let pairs = InlineArray<rows, SIMD2<Element>> {
                    UnsafeRawPointer(segment + $0 * rowStride + paired).loadUnaligned(as: SIMD2<Element>.self)
                }
                for step in 0..<2 {
                    let weights = InlineArray<wholes, Lane> { Lane(at: panel + step * width + $0 * Lane.lanes) }
                    let halfWeights = InlineArray<halves, HalfLane> {
                        HalfLane(at: panel + step * width + halfStart + $0 * HalfLane.lanes)
                    }
                    for i in 0..<rows { add(pairs[i][step], weights, halfWeights, &sums[i], &halfSums[i]) }
                }
                panel += 2 * width
                paired += 2
            }
        #else
            let paired = first
        #endif
        for k in paired..<end {
            ahead.fetch()
            let weights = InlineArray<wholes, Lane> { Lane(at: panel + $0 * Lane.lanes) }
            let halfWeights = InlineArray<halves, HalfLane> { HalfLane(at: panel + halfStart + $0 * HalfLane.lanes) }
            for i in 0..<rows {
                let address = segment + (i * rowStride + k)
                #if LANES_16
                    // Zen 4 repeats a value through a wide register two times in three cycles at most, and narrow tiles
                    // want more.
                    if wholes == 1 && halves > 0 && i >= 4 {
                        add(repeatedApart(address), weights, halfWeights, &sums[i], &halfSums[i])
                        continue
                    }
                #endif
                add(address.pointee, weights, halfWeights, &sums[i], &halfSums[i])
            }
            panel += width
        }
    }

    /// Multiplies a value of A with a row of the panel.
    @inline(__always)
    private static func add(
        _ value: Element, _ weights: InlineArray<wholes, Lane>, _ halfWeights: InlineArray<halves, HalfLane>,
        _ sums: inout InlineArray<wholes, Lane>, _ halfSums: inout InlineArray<halves, HalfLane>
    ) {
        if wholes > 0 && halves > 0 {
            add(repeated(value), weights, halfWeights, &sums, &halfSums)
        } else {
            for j in 0..<wholes {
                let sum = sums[j].adding(Lane(repeating: value), times: weights[j])
                sums[j] = wholes == 3 ? sum.inOrder : sum
            }
            for j in 0..<halves { halfSums[j] = halfSums[j].adding(HalfLane(repeating: value), times: halfWeights[j]) }
        }
    }

    @inline(__always)
    private static func add(
        _ factors: (Lane, HalfLane), _ weights: InlineArray<wholes, Lane>, _ halfWeights: InlineArray<halves, HalfLane>,
        _ sums: inout InlineArray<wholes, Lane>, _ halfSums: inout InlineArray<halves, HalfLane>
    ) {
        for j in 0..<wholes { sums[j] = sums[j].adding(factors.0, times: weights[j]) }
        for j in 0..<halves { halfSums[j] = halfSums[j].adding(factors.1, times: halfWeights[j]) }
    }
}

/// All rows of one panel, in tiles of `tileRows` rows while there are that many. Where tiles are at most seven rows
/// high, the rows are cut into tiles of nearly equal height instead, so that no short tile is left at the end.
enum GemmPanel<let tileRows: Int, let wholes: Int, let halves: Int> {
    @inline(__always) static var width: Int { wholes * Lane.lanes + halves * HalfLane.lanes }
    @inline(__always) static var highest: Int { tileRows < 7 ? tileRows : 7 }

    @inline(__always)
    static func run(_ arguments: UnsafePointer<GemmArguments>) {
        if arguments.pointee.columns < width { return runPadded(arguments) }
        let rows = arguments.pointee.rows
        var row = 0
        if tileRows > 7 {
            while rows - row >= tileRows {
                GemmTile<tileRows, wholes, halves>.run(arguments, row)
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

    /// A panel whose last columns do not exist in C: tiles are computed in a padded copy.
    @inline(never)
    static func runPadded(_ arguments: UnsafePointer<GemmArguments>) {
        let columns = arguments.pointee.columns
        let rows = arguments.pointee.rows
        let residualStride = arguments.pointee.residualRowStride
        let stride = arguments.pointee.cRowStride
        // A literal size of at most a kilobyte stays on the stack.
        withUnsafeTemporaryAllocation(of: Element.self, capacity: 256) { buffer in
            let padded = buffer.baseAddress.unsafelyUnwrapped
            var tile = arguments.pointee
            tile.c = UnsafeMutableRawPointer(padded)
            tile.cRowStride = width
            tile.residualRowStride = width
            tile.columns = width
            var row = 0
            while row < rows {
                let height = min(rows - row, 256 / width, highest)
                tile.a = UnsafeRawPointer(arguments.pointee.a.elements + row * tile.aRowStride)
                if let residual = arguments.pointee.residual?.elements {
                    copyRows(from: residual + row * residualStride, residualStride, to: padded, width, height, columns)
                    tile.residual = UnsafeRawPointer(padded)
                }
                runTile(&tile, 0, height)
                copyRows(from: padded, width, to: arguments.pointee.c.elements + row * stride, stride, height, columns)
                row += height
            }
        }
    }

    @inline(never)
    static func runTile(_ arguments: UnsafePointer<GemmArguments>, _ row: Int, _ height: Int) {
        switch height {
        case 1: GemmTile<1, wholes, halves>.run(arguments, row)
        case 2: GemmTile<2, wholes, halves>.run(arguments, row)
        case 3: GemmTile<3, wholes, halves>.run(arguments, row)
        case 4: GemmTile<4, wholes, halves>.run(arguments, row)
        case 5 where highest >= 5: GemmTile<5, wholes, halves>.run(arguments, row)
        case 6 where highest >= 6: GemmTile<6, wholes, halves>.run(arguments, row)
        case 7 where highest >= 7: GemmTile<7, wholes, halves>.run(arguments, row)
        default: break
        }
    }
}

@inline(__always)
private func copyRows(
    from source: UnsafePointer<Element>, _ sourceStride: Int, to target: UnsafeMutablePointer<Element>,
    _ targetStride: Int,
    _ rows: Int, _ columns: Int
) {
    for row in 0..<rows {
        let from = source + row * sourceStride
        let to = target + row * targetStride
        var column = 0
        while column + Lane.lanes <= columns {
            Lane(at: from + column).store(at: to + column)
            column += Lane.lanes
        }
        while column < columns {
            to[column] = from[column]
            column += 1
        }
    }
}
