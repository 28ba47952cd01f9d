import CTegataShims

/// The inverse discrete cosine transform in integers, as MediaPipe's decoder computes it on x86-64: sums of two values
/// have 16 bits, as do the results of the first pass, which are saturated.
struct InverseTransform {
    private typealias Row = SIMD8<Int16>
    private typealias Wide = SIMD8<Int32>

    /// Eight rows of eight samples.
    typealias Samples = InlineArray<8, SIMD8<UInt8>>

    /// Transforms a block. Most blocks have few coefficients and take less time.
    @inline(__always)
    static func samples(of block: Block) -> Samples {
        let bytes = unsafe block.span.bytes
        var rows = InlineArray<8, Row> { unsafe bytes.unsafeLoadUnaligned(fromByteOffset: 16 &* $0, as: Row.self) }
        let upper = halves(rows[1] | rows[2] | rows[3])
        let first = halves(rows[0])
        guard halves(rows[4] | rows[5] | rows[6] | rows[7]) == SIMD2(), upper.y | first.y == 0 else {
            pass(&rows, bias: 512, shift: 10)
            transpose(&rows)
            return secondPass(rows)
        }
        guard upper.x | first.x >> 16 != 0 else { return samples(ofFirst: rows[0][0]) }
        return samples(ofCorner: rows)
    }

    /// The numbers in the first four columns, and in the last four.
    @inline(__always)
    private static func halves(_ row: Row) -> SIMD2<UInt64> { unsafe unsafeBitCast(row, to: SIMD2<UInt64>.self) }

    /// Transforms a block in which only the first coefficient is nonzero: all samples are the same.
    @inline(__always)
    private static func samples(ofFirst coefficient: Int16) -> Samples {
        let first = min(max(4 * Int32(coefficient), -32768), 32767)
        let sample = UInt8(min(max((first << 12 + 65536 + 128 << 17) >> 17, 0), 255))
        return Samples(repeating: SIMD8(repeating: sample))
    }

    /// Transforms a block that has coefficients only in its first four rows and columns.
    @inline(__always)
    private static func samples(ofCorner rows: InlineArray<8, Row>) -> Samples {
        let columns = narrowPass(rows[0], rows[1], rows[2], rows[3])
        let quarters = InlineArray<4, Row> { tegata_lower_interleaved(columns[$0], columns[$0 + 4]) }
        let (even, odd) = (Pair(quarters[0], quarters[2]), Pair(quarters[1], quarters[3]))
        let (first, second) = (Pair(even.lower, odd.lower), Pair(even.upper, odd.upper))
        let zero = Row()
        return secondPass([first.lower, first.upper, second.lower, second.upper, zero, zero, zero, zero])
    }

    @inline(__always)
    private static func secondPass(_ columns: InlineArray<8, Row>) -> Samples {
        var rows = columns
        pass(&rows, bias: 65536 + 128 << 17, shift: 17)
        transpose(&rows)
        return Samples { tegata_bytes_near(rows[$0]) }
    }

    /// Transforms columns.
    @inline(__always)
    private static func pass(_ rows: inout InlineArray<8, Row>, bias: Int32, shift: Int32) {
        let (t2, t3) = rotate(rows[2], rows[6], (2217, -5350), (5352, 2217))
        let t0 = tegata_widened(rows[0] &+ rows[4]) &<< 12 &+ bias
        let t1 = tegata_widened(rows[0] &- rows[4]) &<< 12 &+ bias
        let (y0, y2) = rotate(rows[7], rows[3], (-6811, -8034), (-8034, 4552))
        let (y1, y3) = rotate(rows[5], rows[1], (6813, -1597), (-1597, 4552))
        let (y4, y5) = rotate(rows[1] &+ rows[7], rows[3] &+ rows[5], (1131, 4816), (4816, -5681))
        butterfly(t0 &+ t3, y3 &+ y4, &rows, 0, 7, shift)
        butterfly(t1 &+ t2, y2 &+ y5, &rows, 1, 6, shift)
        butterfly(t1 &- t2, y1 &+ y5, &rows, 2, 5, shift)
        butterfly(t0 &- t3, y0 &+ y4, &rows, 3, 4, shift)
    }

    /// Transforms the first four columns if the rows after the fourth are zero.
    @inline(__always)
    private static func narrowPass(_ a: Row, _ b: Row, _ c: Row, _ d: Row) -> InlineArray<8, Row> {
        let base = tegata_weighted_sum4(a, a, 4096, 0) &+ 512
        let (t2, t3) = (tegata_weighted_sum4(c, c, 2217, 0), tegata_weighted_sum4(c, c, 5352, 0))
        let (even0, even1, even2, even3) = (base &+ t3, base &+ t2, base &- t2, base &- t3)
        // These factors combine those of the full transform.
        let odd0 = tegata_weighted_sum4(b, d, 4552 + 1131, 4816)
        let odd1 = tegata_weighted_sum4(b, d, 4816, 4552 - 5681)
        let odd2 = tegata_weighted_sum4(b, d, -1597 + 4816, -5681)
        let odd3 = tegata_weighted_sum4(b, d, 1131, -8034 + 4816)
        return [
            tegata_narrowed4((even0 &+ odd0) &>> 10), tegata_narrowed4((even1 &+ odd1) &>> 10),
            tegata_narrowed4((even2 &+ odd2) &>> 10), tegata_narrowed4((even3 &+ odd3) &>> 10),
            tegata_narrowed4((even3 &- odd3) &>> 10), tegata_narrowed4((even2 &- odd2) &>> 10),
            tegata_narrowed4((even1 &- odd1) &>> 10), tegata_narrowed4((even0 &- odd0) &>> 10),
        ]
    }

    /// Two rows, interleaved.
    private struct Pair {
        let lower, upper: Row

        @inline(__always)
        init(_ first: Row, _ second: Row) {
            lower = tegata_lower_interleaved(first, second)
            upper = tegata_upper_interleaved(first, second)
        }
    }

    @inline(__always)
    private static func rotate(
        _ x: Row, _ y: Row, _ first: (Int16, Int16), _ second: (Int16, Int16)
    ) -> (Wide, Wide) {
        (tegata_weighted_sum(x, y, first.0, first.1), tegata_weighted_sum(x, y, second.0, second.1))
    }

    @inline(__always)
    private static func butterfly(
        _ even: Wide, _ odd: Wide, _ rows: inout InlineArray<8, Row>, _ first: Int, _ last: Int, _ shift: Int32
    ) {
        rows[first] = tegata_narrowed((even &+ odd) &>> shift)
        rows[last] = tegata_narrowed((even &- odd) &>> shift)
    }

    @inline(__always)
    private static func transpose(_ rows: inout InlineArray<8, Row>) {
        // Three rounds in which each row is interleaved with the one four below.
        for _ in 0..<3 {
            rows = InlineArray { index in
                let (first, second) = (rows[index >> 1], rows[index >> 1 + 4])
                return index & 1 == 0
                    ? tegata_lower_interleaved(first, second) : tegata_upper_interleaved(first, second)
            }
        }
    }
}
