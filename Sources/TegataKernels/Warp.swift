import CTegataShims
import TegataKernelABI

#if LANES_16
    private typealias Columns = SIMD8<Double>
    private typealias Indices = SIMD8<Int32>
#elseif LANES_8
    private typealias Columns = SIMD4<Double>
    private typealias Indices = SIMD4<Int32>
#else
    private typealias Columns = SIMD2<Double>
    private typealias Indices = SIMD2<Int32>
#endif

@inline(never)
func runWarp(_ arguments: UnsafePointer<WarpArguments>) {
    switch arguments.pointee.source.layout {
    case .rgb: WarpRows<RGBPixels>(arguments).run()
    case .rgba: WarpRows<RGBAPixels>(arguments).run()
    case .bgra: WarpRows<BGRAPixels>(arguments).run()
    case .gray: WarpRows<GrayPixels>(arguments).run()
    case .yuv: WarpRows<YUVPixels>(arguments).run()
    }
}

// MARK: Pixels

/// Reads pixels of one layout; coordinates are inside the picture.
private protocol Pixels {
    init(_ source: PixelSource)
    /// How far left of the picture's width the left one of two taps must stay for `blended`.
    static var margin: Int32 { get }
    /// A pixel as bytes red, green, blue and one that does not matter.
    func pixel(_ x: Int, _ y: Int) -> UInt32
    /// The four taps at and right below (x, y), blended.
    func blended(_ x: Int, _ y: Int, _ weights: TapWeights) -> SIMD4<Float>
}

/// Positions between pixels in steps of 1/32.
private struct TapWeights {
    let x: Int32
    let y: Int32

    /// Blends the rows, pairs the pixels' channels, blends the columns: integers all the way, so the order does not matter.
    @inline(__always)
    func blend(
        _ top: SIMD8<UInt16>, _ bottom: SIMD8<UInt16>, pairing: (SIMD8<UInt16>) -> SIMD8<UInt16>
    ) -> SIMD4<Float> {
        let rows =
            top &* SIMD8(repeating: UInt16(truncatingIfNeeded: 32 &- y)) &+ bottom
            &* SIMD8(repeating: UInt16(truncatingIfNeeded: y))
        let columnWeights = SIMD4<UInt32>(repeating: UInt32(truncatingIfNeeded: (32 &- x) | (x &<< 16)))
        return tegata_quotient4(tegata_add_products(pairing(rows), unsafeBitCast(columnWeights, to: SIMD8<UInt16>.self)))
    }
}

@inline(__always)
private func channels(_ bytes: UnsafeRawPointer) -> SIMD8<UInt16> {
    tegata_widen_bytes8(bytes.loadUnaligned(as: SIMD8<UInt8>.self))
}

/// Two rows' taps, each two pixels of four bytes, one after the other.
@inline(__always)
private func blendWords(_ taps: SIMD16<UInt8>, _ weights: TapWeights) -> SIMD4<Float> {
    weights.blend(
        tegata_widen_bytes8(taps.lowHalf), tegata_widen_bytes8(taps.highHalf), pairing: { tegata_pair4($0) })
}

private struct RGBPixels: Pixels {
    let base: UnsafeRawPointer
    let stride: Int

    @inline(__always) init(_ source: PixelSource) {
        base = source.pixels
        stride = source.rowStride
    }
    // Eight bytes are read where six are wanted.
    @inline(__always) static var margin: Int32 { 3 }
    @inline(__always) func pixel(_ x: Int, _ y: Int) -> UInt32 {
        let address = base + (y &* stride &+ 3 &* x)
        let first = UInt32(address.loadUnaligned(as: UInt16.self))
        return first | UInt32(address.load(fromByteOffset: 2, as: UInt8.self)) &<< 16
    }
    @inline(__always) func blended(_ x: Int, _ y: Int, _ weights: TapWeights) -> SIMD4<Float> {
        let address = base + (y &* stride &+ 3 &* x)
        return weights.blend(channels(address), channels(address + stride), pairing: { tegata_pair3($0) })
    }
}

private struct RGBAPixels: Pixels {
    let base: UnsafeRawPointer
    let stride: Int

    @inline(__always) init(_ source: PixelSource) {
        base = source.pixels
        stride = source.rowStride
    }
    @inline(__always) static var margin: Int32 { 2 }
    @inline(__always) func pixel(_ x: Int, _ y: Int) -> UInt32 {
        (base + (y &* stride &+ 4 &* x)).loadUnaligned(as: UInt32.self)
    }
    @inline(__always) func blended(_ x: Int, _ y: Int, _ weights: TapWeights) -> SIMD4<Float> {
        let address = base + (y &* stride &+ 4 &* x)
        return weights.blend(channels(address), channels(address + stride), pairing: { tegata_pair4($0) })
    }
}

private struct BGRAPixels: Pixels {
    let pixels: RGBAPixels

    @inline(__always) init(_ source: PixelSource) { pixels = RGBAPixels(source) }
    @inline(__always) static var margin: Int32 { 2 }
    @inline(__always) func pixel(_ x: Int, _ y: Int) -> UInt32 { pixels.pixel(x, y).byteSwapped &>> 8 }
    @inline(__always) func blended(_ x: Int, _ y: Int, _ weights: TapWeights) -> SIMD4<Float> {
        let address = pixels.base + (y &* pixels.stride &+ 4 &* x)
        return weights.blend(
            channels(address), channels(address + pixels.stride), pairing: { tegata_pair4_reversed($0) })
    }
}

private struct GrayPixels: Pixels {
    let base: UnsafeRawPointer
    let stride: Int

    @inline(__always) init(_ source: PixelSource) {
        base = source.pixels
        stride = source.rowStride
    }
    @inline(__always) static var margin: Int32 { 2 }
    @inline(__always) func pixel(_ x: Int, _ y: Int) -> UInt32 {
        UInt32((base + (y &* stride &+ x)).load(as: UInt8.self)) &* 0x010101
    }
    @inline(__always) func blended(_ x: Int, _ y: Int, _ weights: TapWeights) -> SIMD4<Float> {
        let address = base + (y &* stride &+ x)
        func value(_ offset: Int) -> Int32 { Int32(address.load(fromByteOffset: offset, as: UInt8.self)) }
        let top = (32 &- weights.x) &* value(0) &+ weights.x &* value(1)
        let bottom = (32 &- weights.x) &* value(stride) &+ weights.x &* value(stride &+ 1)
        let sum = (32 &- weights.y) &* top &+ weights.y &* bottom
        return SIMD4(repeating: Float((sum &+ 512) &>> 10))
    }
}

private struct YUVPixels: Pixels {
    let source: PixelSource
    let table: UnsafePointer<SIMD4<Int32>>

    @inline(__always) init(_ source: PixelSource) {
        self.source = source
        table = source.colorTable.unsafelyUnwrapped
    }
    @inline(__always) static var margin: Int32 { 2 }

    @inline(__always) private func chroma(_ x: Int, _ y: Int) -> SIMD4<Int32> {
        let row = (y &+ source.phaseY) &>> source.chromaRowShift
        let column = ((x &+ source.phaseX) &>> 1) &* source.chromaStep
        let u = (source.u + (row &* source.uRowStride &+ column)).load(as: UInt8.self)
        let v = (source.v + (row &* source.vRowStride &+ column)).load(as: UInt8.self)
        return table[256 &+ Int(u)] &+ table[512 &+ Int(v)]
    }
    @inline(__always) private func color(_ x: Int, _ y: Int) -> SIMD4<Int32> {
        let luma = (source.pixels + (y &* source.rowStride &+ x &* source.lumaStep)).load(as: UInt8.self)
        return table[Int(luma)] &+ chroma(x, y)
    }
    @inline(__always) func pixel(_ x: Int, _ y: Int) -> UInt32 {
        let color = color(x, y)
        return unsafeBitCast(tegata_colors(color, color, color, color), to: SIMD4<UInt32>.self)[0]
    }
    @inline(__always) func blended(_ x: Int, _ y: Int, _ weights: TapWeights) -> SIMD4<Float> {
        blendWords(
            tegata_colors(color(x, y), color(x &+ 1, y), color(x, y &+ 1), color(x &+ 1, y &+ 1)), weights)
    }
}

// MARK: Rows

private struct WarpRows<Source: Pixels> {
    let arguments: UnsafePointer<WarpArguments>
    let pixels: Source
    let width: Int32
    let height: Int32
    let isBlackBeside: Bool

    @inline(__always)
    init(_ arguments: UnsafePointer<WarpArguments>) {
        self.arguments = arguments
        pixels = Source(arguments.pointee.source)
        width = Int32(truncatingIfNeeded: arguments.pointee.source.width)
        height = Int32(truncatingIfNeeded: arguments.pointee.source.height)
        // A comparison would call code that the kernel modules share.
        if case .black = arguments.pointee.border { isBlackBeside = true } else { isBlackBeside = false }
    }

    /// OpenCV walks blocks of this many columns.
    @inline(__always) private var blockWidth: Int { 64 }

    @inline(__always)
    func run() {
        let outputWidth = arguments.pointee.outputWidth
        withUnsafeTemporaryAllocation(byteCount: 2 &* blockWidth &* 4, alignment: 64) { scratch in
            let u = scratch.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: Int32.self)
            let v = u + blockWidth
            for row in arguments.pointee.firstRow..<arguments.pointee.firstRow &+ arguments.pointee.rowCount {
                var column = 0
                while column < outputWidth {
                    let count = outputWidth &- column < blockWidth ? outputWidth &- column : blockWidth
                    let output = arguments.pointee.output + 3 &* (row &* outputWidth &+ column)
                    sample(place(column, row, count, u, v), u, v, count, output)
                    column &+= blockWidth
                }
            }
        }
    }

    /// Where the taps of some columns lie.
    private struct Extent {
        var left, right, top, bottom: Int32
    }

    /// Computes the places of `count` columns in units of 1/32 pixel.
    @inline(__always)
    private func place(
        _ column: Int, _ row: Int, _ count: Int, _ u: UnsafeMutablePointer<Int32>, _ v: UnsafeMutablePointer<Int32>
    ) -> Extent {
        let m = arguments.pointee.matrix
        let x = Double(column)
        let y = Double(row)
        let x0 = Columns(repeating: m[0] * x + m[1] * y + m[2])
        let y0 = Columns(repeating: m[3] * x + m[4] * y + m[5])
        let w0 = Columns(repeating: m[6] * x + m[7] * y + m[8])
        let last = Indices(repeating: (width &- 1) &* 32)
        var step = Columns(repeating: 0)
        for lane in 0..<Columns.scalarCount { step[lane] = Double(lane) }
        var smallest = (u: Indices(repeating: .max), v: Indices(repeating: .max))
        var largest = (u: Indices(repeating: .min), v: Indices(repeating: .min))
        var index = 0
        while index < count {
            let weight = weights(w0 + Columns(repeating: m[6]) * step)
            var uHere = rounded((x0 + Columns(repeating: m[0]) * step) * weight)
            let vHere = rounded((y0 + Columns(repeating: m[3]) * step) * weight)
            if arguments.pointee.isMirrored { uHere = last &- uHere }
            UnsafeMutableRawPointer(u + index).storeBytes(of: uHere, as: Indices.self)
            UnsafeMutableRawPointer(v + index).storeBytes(of: vHere, as: Indices.self)
            smallest = (smaller(smallest.u, uHere), smaller(smallest.v, vHere))
            largest = (larger(largest.u, uHere), larger(largest.v, vHere))
            step += Columns(repeating: Double(Columns.scalarCount))
            index &+= Columns.scalarCount
        }
        var extent = Extent(left: .max, right: .min, top: .max, bottom: .min)
        for lane in 0..<Columns.scalarCount {
            extent.left = min(extent.left, smallest.u[lane])
            extent.right = max(extent.right, largest.u[lane])
            extent.top = min(extent.top, smallest.v[lane])
            extent.bottom = max(extent.bottom, largest.v[lane])
        }
        return Extent(
            left: extent.left &>> 5, right: extent.right &>> 5, top: extent.top &>> 5, bottom: extent.bottom &>> 5)
    }

    @inline(__always)
    private func sample(
        _ extent: Extent, _ u: UnsafeMutablePointer<Int32>, _ v: UnsafeMutablePointer<Int32>, _ count: Int,
        _ output: UnsafeMutablePointer<Float>
    ) {
        let scale = SIMD4(repeating: arguments.pointee.scale)
        let offset = SIMD4(repeating: arguments.pointee.offset)
        let isInside =
            extent.left >= 0 && extent.right <= width &- Source.margin && extent.top >= 0 && extent.bottom <= height &- 2
        let isBeside =
            extent.right < -1 || extent.left >= width || extent.bottom < -1 || extent.top >= height
        if isInside {
            forEachPixel(count, output) { index in
                let weights = TapWeights(x: u[index] & 31, y: v[index] & 31)
                return pixels.blended(Int(u[index] &>> 5), Int(v[index] &>> 5), weights) * scale + offset
            }
        } else if isBeside && isBlackBeside {
            forEachPixel(count, output) { _ in offset }
        } else {
            forEachPixel(count, output) { index in
                blendedAtBorder(u[index], v[index]) * scale + offset
            }
        }
    }

    /// Stores four floats a pixel, of which the last makes room for the next pixel; the last pixel has three.
    @inline(__always)
    private func forEachPixel(_ count: Int, _ output: UnsafeMutablePointer<Float>, _ value: (Int) -> SIMD4<Float>) {
        var target = UnsafeMutableRawPointer(output)
        for index in 0..<count &- 1 {
            target.storeBytes(of: value(index), as: SIMD4<Float>.self)
            target += 12
        }
        let last = value(count &- 1)
        target.storeBytes(of: last.lowHalf, as: SIMD2<Float>.self)
        target.storeBytes(of: last.z, toByteOffset: 8, as: Float.self)
    }

    @inline(__always)
    private func blendedAtBorder(_ u: Int32, _ v: Int32) -> SIMD4<Float> {
        let x = u &>> 5
        let y = v &>> 5
        let weights = TapWeights(x: u & 31, y: v & 31)
        if x >= 0 && x <= width &- Source.margin && y >= 0 && y <= height &- 2 {
            return pixels.blended(Int(x), Int(y), weights)
        }
        let taps = SIMD4(tap(x, y), tap(x &+ 1, y), tap(x, y &+ 1), tap(x &+ 1, y &+ 1))
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

#if LANES_16
    @inline(__always) private func weights(_ w: Columns) -> Columns { tegata_weight8(w) }
    @inline(__always) private func rounded(_ x: Columns) -> Indices { tegata_round8(x) }
    @inline(__always) private func smaller(_ a: Indices, _ b: Indices) -> Indices { tegata_smaller_index8(a, b) }
    @inline(__always) private func larger(_ a: Indices, _ b: Indices) -> Indices { tegata_larger_index8(a, b) }
#elseif LANES_8
    @inline(__always) private func weights(_ w: Columns) -> Columns { tegata_weight4(w) }
    @inline(__always) private func rounded(_ x: Columns) -> Indices { tegata_round4(x) }
    @inline(__always) private func smaller(_ a: Indices, _ b: Indices) -> Indices { tegata_smaller_index4(a, b) }
    @inline(__always) private func larger(_ a: Indices, _ b: Indices) -> Indices { tegata_larger_index4(a, b) }
#else
    @inline(__always) private func weights(_ w: Columns) -> Columns { tegata_weight2(w) }
    @inline(__always) private func rounded(_ x: Columns) -> Indices { tegata_round2(x) }
    @inline(__always) private func smaller(_ a: Indices, _ b: Indices) -> Indices { tegata_smaller_index2(a, b) }
    @inline(__always) private func larger(_ a: Indices, _ b: Indices) -> Indices { tegata_larger_index2(a, b) }
#endif
