import CTegataShims
import TegataKernelABI

#if LANES_16
    private typealias Columns = SIMD8<Double>
    private typealias Indices = SIMD8<Int32>
    @inline(__always) private var firstColumns: Columns { SIMD8(0, 1, 2, 3, 4, 5, 6, 7) }
    /// Whether the taps of two points fill a vector.
    @inline(__always) private var takesTwoPoints: Bool { true }
#elseif LANES_8
    private typealias Columns = SIMD4<Double>
    private typealias Indices = SIMD4<Int32>
    @inline(__always) private var firstColumns: Columns { SIMD4(0, 1, 2, 3) }
    /// Whether the taps of two points fill a vector.
    @inline(__always) private var takesTwoPoints: Bool { true }
#else
    private typealias Columns = SIMD2<Double>
    private typealias Indices = SIMD2<Int32>
    @inline(__always) private var firstColumns: Columns { SIMD2(0, 1) }
    /// Whether the taps of two points fill a vector.
    @inline(__always) private var takesTwoPoints: Bool { false }
#endif

/// The number of columns in a block, as in OpenCV.
@inline(__always) private var blockWidth: Int { 64 }

@inline(never)
func runWarp(_ arguments: UnsafePointer<WarpArguments>) {
    switch PixelSource.Layout(choice: arguments.pointee.source.layout) {
    case .rgb: WarpRows<RGBPixels>(arguments).run()
    case .rgba: WarpRows<RGBAPixels>(arguments).run()
    case .bgra: WarpRows<BGRAPixels>(arguments).run()
    case .gray: WarpRows<GrayPixels>(arguments).run()
    case .yuv: WarpRows<YUVPixels>(arguments).run()
    }
}

private struct WarpRows<Source: WarpPixels> {
    let arguments: UnsafePointer<WarpArguments>
    let pixels: Source
    let width: Int32
    let height: Int32
    let isBlackBeside: Bool
    /// The distance in bytes from a pixel to the pixels needed by an output row several rows below, for both rows of
    /// taps.
    let ahead: (top: Int, bottom: Int)

    @inline(__always)
    init(_ arguments: UnsafePointer<WarpArguments>) {
        self.arguments = arguments
        pixels = Source(arguments.pointee.source)
        width = Int32(truncatingIfNeeded: arguments.pointee.source.width)
        height = Int32(truncatingIfNeeded: arguments.pointee.source.height)
        // A comparison would call code that is shared between kernel modules.
        if case .black = WarpBorder(choice: arguments.pointee.border) {
            isBlackBeside = true
        } else {
            isBlackBeside = false
        }
        let (x, y) = Self.rowsAhead(arguments)
        ahead = (pixels.address(x, y) - pixels.address(0, 0), pixels.address(x, y &+ 1) - pixels.address(0, 0))
    }

    @inline(__always)
    func run() {
        let outputWidth = arguments.pointee.outputWidth
        // Four words for each column in a block; memory with a literal size of at most a kilobyte is allocated on the
        // stack.
        withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { scratch in
            let places = Places(scratch.baseAddress.unsafelyUnwrapped, blockWidth)
            let rows = arguments.pointee.firstRow..<arguments.pointee.firstRow &+ arguments.pointee.rowCount
            // Work block by block, because a rotated row spanning the whole width would cross more pages of the image
            // than processors keep translations for.
            var column = 0
            while column < outputWidth {
                let count = outputWidth &- column < blockWidth ? outputWidth &- column : blockWidth
                for row in rows {
                    let output = arguments.pointee.output + 3 &* (row &* outputWidth &+ column)
                    sample(place(arguments, column, row, count, places), places, count, output)
                }
                column &+= blockWidth
            }
        }
    }

    @inline(__always)
    private func sample(_ extent: Extent, _ places: Places, _ count: Int, _ output: UnsafeMutablePointer<Float>) {
        let scale = SIMD4(repeating: arguments.pointee.scale)
        let offset = SIMD4(repeating: arguments.pointee.offset)
        let isBeside =
            extent.right < -1 || extent.left >= width || extent.bottom < -1 || extent.top >= height
        if allTapsAreInside(extent, places, count) {
            // Prefetch, because rotated rows cross many cache lines in an order that processors cannot predict.
            let (top, bottom) = ahead
            let scales = SIMD8(lowHalf: scale, highHalf: scale)
            let offsets = SIMD8(lowHalf: offset, highHalf: offset)
            @inline(__always)
            func askAhead(of tap: Tap) {
                let address = pixels.address(tap.x, tap.y)
                tegata_prefetch(address + top)
                tegata_prefetch(address + bottom)
            }
            forEachTwoPixels(count, output) { index in
                let (first, second) = (places.tap(index), places.tap(index &+ 1))
                askAhead(of: first)
                return pixels.blended(first, second, places.twoWeights(index)) * scales + offsets
            } one: { index in
                let tap = places.tap(index)
                if !takesTwoPoints { askAhead(of: tap) }
                return pixels.blended(tap.x, tap.y, places.weights(index)) * scale + offset
            }
        } else if isBeside && isBlackBeside {
            forEachPixel(count, output) { _ in offset }
        } else {
            forEachPixel(count, output) { index in
                blendedAtBorder(places.x[index], places.y[index], places.weights(index)) * scale + offset
            }
        }
    }

    /// Whether all taps can be read, if necessary after replacing positions outside the image with positions at its
    /// edge.
    @inline(__always)
    private func allTapsAreInside(_ extent: Extent, _ places: Places, _ count: Int) -> Bool {
        if extent.left >= 0 && extent.right <= width &- Source.margin && extent.top >= 0
            && extent.bottom <= height &- 2
        {
            return true
        }
        guard !isBlackBeside, width >= 3, height >= 3 else { return false }
        // Some layouts read beyond the last pixels in the last row.
        guard Source.margin <= 2 || extent.right <= width &- Source.margin || extent.bottom <= height &- 3 else {
            return false
        }
        places.moveInside(count, lastX: width &- 2, lastY: height &- 2)
        return true
    }

    /// Returns the approximate distance in the image between an output row and another one a few rows below.
    @inline(__always)
    private static func rowsAhead(_ arguments: UnsafePointer<WarpArguments>) -> (x: Int, y: Int) {
        let m = arguments.pointee.matrix
        let rows = 3.0
        let x = rows * m[1] / m[8]
        let y = rows * m[4] / m[8]
        guard x.magnitude < 4096, y.magnitude < 4096 else { return (0, 0) }
        return (Int(arguments.pointee.isMirrored ? -x : x), Int(y))
    }

    /// Stores four floats per pixel. The next pixel overwrites the fourth float; the last pixel stores only three.
    @inline(__always)
    private func forEachPixel(_ count: Int, _ output: UnsafeMutablePointer<Float>, _ value: (Int) -> SIMD4<Float>) {
        var target = UnsafeMutableRawPointer(output)
        var index = 0
        // The loop ends in the middle, so that the code for a value exists once.
        while true {
            let pixel = value(index)
            index &+= 1
            if index == count {
                target.storeBytes(of: pixel.lowHalf, as: SIMD2<Float>.self)
                target.storeBytes(of: pixel.z, toByteOffset: 8, as: Float.self)
                return
            }
            target.storeBytes(of: pixel, as: SIMD4<Float>.self)
            target += 12
        }
    }

    /// Stores two pixels at a time, as long as two more follow.
    @inline(__always)
    private func forEachTwoPixels(
        _ count: Int, _ output: UnsafeMutablePointer<Float>, _ two: (Int) -> SIMD8<Float>,
        one: (Int) -> SIMD4<Float>
    ) {
        var index = 0
        while takesTwoPoints && index &+ 2 < count {
            let values = two(index)
            let target = UnsafeMutableRawPointer(output + 3 &* index)
            target.storeBytes(of: values.lowHalf, as: SIMD4<Float>.self)
            target.storeBytes(of: values.highHalf, toByteOffset: 12, as: SIMD4<Float>.self)
            index &+= 2
        }
        let done = index
        forEachPixel(count &- done, output + 3 &* done) { one(done &+ $0) }
    }

    @inline(__always)
    private func blendedAtBorder(_ x: Int32, _ y: Int32, _ weights: TapWeights) -> SIMD4<Float> {
        if x >= 0 && x <= width &- Source.margin && y >= 0 && y <= height &- 2 {
            return pixels.blended(Int(x), Int(y), weights)
        }
        return Self.blendedAcrossBorder(arguments, x, y, weights)
    }

    /// Blends taps that may be outside the image. Few points need this, so its code is not repeated in the loops.
    @inline(never)
    private static func blendedAcrossBorder(
        _ arguments: UnsafePointer<WarpArguments>, _ x: Int32, _ y: Int32, _ weights: TapWeights
    ) -> SIMD4<Float> {
        let rows = WarpRows(arguments)
        let taps = SIMD4(rows.tap(x, y), rows.tap(x &+ 1, y), rows.tap(x, y &+ 1), rows.tap(x &+ 1, y &+ 1))
        return blendWords(unsafeBitCast(taps, to: SIMD16<UInt8>.self), weights)
    }

    @inline(__always)
    private func tap(_ x: Int32, _ y: Int32) -> UInt32 {
        if isBlackBeside && (x < 0 || x >= width || y < 0 || y >= height) { return 0 }
        let column = x < 0 ? 0 : x < width ? x : width &- 1
        let row = y < 0 ? 0 : y < height ? y : height &- 1
        return pixels.pixel(Int(column), Int(row))
    }
}

/// Computes the positions of `count` columns. One function serves all layouts of pixels, so that it is compiled once.
@inline(never)
private func place(
    _ arguments: UnsafePointer<WarpArguments>, _ column: Int, _ row: Int, _ count: Int, _ places: Places
) -> Extent {
    let m = arguments.pointee.matrix
    let x = Double(column)
    let y = Double(row)
    let x0 = Columns(repeating: m[0] * x + m[1] * y + m[2])
    let y0 = Columns(repeating: m[3] * x + m[4] * y + m[5])
    let w = m[6] * x + m[7] * y + m[8]
    let w0 = Columns(repeating: w)
    // For an affine map, m[6] is almost zero. If it does not change the last column's sum, it changes no other
    // column's sum.
    let isAffine = w + m[6] * Double(blockWidth &- 1) == w
    let affineWeight = weights(w0)
    let last = Indices(repeating: (Int32(truncatingIfNeeded: arguments.pointee.source.width) &- 1) &* 32)
    var index = 0
    while index < count {
        let step = firstColumns + Columns(repeating: Double(index))
        let weight = isAffine ? affineWeight : weights(w0 + Columns(repeating: m[6]) * step)
        var u = rounded((x0 + Columns(repeating: m[0]) * step) * weight)
        let v = rounded((y0 + Columns(repeating: m[3]) * step) * weight)
        if arguments.pointee.isMirrored { u = last &- u }
        let (xHere, yHere) = (u &>> 5, v &>> 5)
        store(xHere, places.x + index)
        store(yHere, places.y + index)
        store(tapWeights(u & 31), places.columnWeights + index)
        store(tapWeights(v & 31), places.rowWeights + index)
        index &+= Columns.scalarCount
    }
    return extent(places, count, isWhole: w * (w + m[6] * Double(count &- 1)) > 0)
}

/// Returns bounds on the taps of a block. From one column to another, a perspective map moves in only one
/// direction, unless the denominator is 0 somewhere, in which case the block is not whole. Rounding can move a
/// position by one step, so one extra tap on each side is certain to include all columns.
@inline(__always)
private func extent(_ places: Places, _ count: Int, isWhole: Bool) -> Extent {
    guard isWhole else { return Extent(left: .min, right: .max, top: .min, bottom: .max) }
    let (firstX, lastX) = (places.x[0], places.x[count &- 1])
    let (firstY, lastY) = (places.y[0], places.y[count &- 1])
    return Extent(
        left: min(firstX, lastX) &- 1, right: max(firstX, lastX) &+ 1, top: min(firstY, lastY) &- 1,
        bottom: max(firstY, lastY) &+ 1)
}

@inline(__always)
private func tapWeights(_ fraction: Indices) -> Indices {
    (fraction &<< 16) &- fraction &+ Indices(repeating: 32)
}

/// The positions of a block's columns, one after another: the upper left taps and the weights.
private struct Places {
    let x: UnsafeMutablePointer<Int32>
    let y: UnsafeMutablePointer<Int32>
    let columnWeights: UnsafeMutablePointer<Int32>
    let rowWeights: UnsafeMutablePointer<Int32>

    @inline(__always)
    init(_ memory: UnsafeMutableRawPointer, _ count: Int) {
        x = memory.assumingMemoryBound(to: Int32.self)
        y = x + count
        columnWeights = y + count
        rowWeights = columnWeights + count
    }

    /// Replaces positions outside the image, for which each tap uses the nearest pixel. That pixel gets the whole
    /// weight.
    @inline(never)
    func moveInside(_ count: Int, lastX: Int32, lastY: Int32) {
        var index = 0
        while index < count {
            move(x + index, columnWeights + index, last: lastX)
            move(y + index, rowWeights + index, last: lastY)
            index &+= Indices.scalarCount
        }
    }

    @inline(__always)
    private func move(_ taps: UnsafeMutablePointer<Int32>, _ weights: UnsafeMutablePointer<Int32>, last: Int32) {
        let tap = UnsafeRawPointer(taps).loadUnaligned(as: Indices.self)
        let weight = UnsafeRawPointer(weights).loadUnaligned(as: Indices.self)
        let (first, last) = (Indices(repeating: 0), Indices(repeating: last))
        let (nearer, farther) = (Indices(repeating: 32), Indices(repeating: 32 &<< 16))
        let (isBefore, isBehind) = (tap .< first, tap .> last)
        store(tap.replacing(with: first, where: isBefore).replacing(with: last, where: isBehind), taps)
        store(weight.replacing(with: nearer, where: isBefore).replacing(with: farther, where: isBehind), weights)
    }

    @inline(__always)
    func tap(_ index: Int) -> Tap { Tap(x: Int(x[index]), y: Int(y[index])) }

    @inline(__always)
    func twoWeights(_ index: Int) -> TwoTapWeights {
        TwoTapWeights(columns: four(columnWeights + index), rows: four(rowWeights + index))
    }

    @inline(__always)
    private func four(_ weights: UnsafeMutablePointer<Int32>) -> SIMD4<UInt16> {
        UnsafeRawPointer(weights).loadUnaligned(as: SIMD4<UInt16>.self)
    }

    @inline(__always)
    func weights(_ index: Int) -> TapWeights {
        TapWeights(
            columns: UInt32(bitPattern: columnWeights[index]), rows: UInt32(bitPattern: rowWeights[index]))
    }
}

@inline(__always)
private func store(_ value: Indices, _ address: UnsafeMutablePointer<Int32>) {
    UnsafeMutableRawPointer(address).storeBytes(of: value, as: Indices.self)
}

/// The bounds of the upper left taps in a block.
private struct Extent {
    var left, right, top, bottom: Int32
}

#if LANES_16
    @inline(__always) private func weights(_ w: Columns) -> Columns { tegata_weight8(w) }
    @inline(__always) private func rounded(_ x: Columns) -> Indices { tegata_round8(x) }
#elseif LANES_8
    @inline(__always) private func weights(_ w: Columns) -> Columns { tegata_weight4(w) }
    @inline(__always) private func rounded(_ x: Columns) -> Indices { tegata_round4(x) }
#else
    @inline(__always) private func weights(_ w: Columns) -> Columns { tegata_weight2(w) }
    @inline(__always) private func rounded(_ x: Columns) -> Indices { tegata_round2(x) }
#endif
