import CTegataShims
import TegataKernelABI

/// Reads pixels in one layout; coordinates must be inside the image.
protocol WarpPixels {
    init(_ source: PixelSource)
    /// For `blended`, the minimum distance from the left one of two taps to the image's width.
    static var margin: Int32 { get }
    /// Returns a pixel as four bytes: red, green, blue and an unused one.
    func pixel(_ x: Int, _ y: Int) -> UInt32
    /// Returns the blend of the four taps at (x, y), to the right and below.
    func blended(_ x: Int, _ y: Int, _ weights: TapWeights) -> SIMD4<Float>
    /// Returns the blends for two points at once, on levels where that is faster.
    func blended(_ first: Tap, _ second: Tap, _ weights: TwoTapWeights) -> SIMD8<Float>
    /// Returns the address of a pixel, which may be outside the image.
    func address(_ x: Int, _ y: Int) -> UnsafeRawPointer
}

/// The upper left tap for a point.
struct Tap {
    let x: Int
    let y: Int
}

extension WarpPixels {
    @inline(__always)
    func blended(_ first: Tap, _ second: Tap, _ weights: TwoTapWeights) -> SIMD8<Float> {
        SIMD8(
            lowHalf: blended(first.x, first.y, weights.first), highHalf: blended(second.x, second.y, weights.second))
    }
}

/// The position of a point between its taps. For each direction, the low half is the weight of the nearer tap and the
/// high half is the weight of the farther one; they add up to 32.
struct TapWeights {
    let columns: UInt32
    let rows: UInt32

    /// Blends the rows, pairs the pixels' channels, and blends the columns. All values are integers, so the order does
    /// not matter.
    @inline(__always)
    func blend(
        _ top: SIMD8<UInt16>, _ bottom: SIMD8<UInt16>, pairing: (SIMD8<UInt16>) -> SIMD8<UInt16>
    ) -> SIMD4<Float> {
        let sums =
            top &* SIMD8(repeating: UInt16(truncatingIfNeeded: rows)) &+ bottom
            &* SIMD8(repeating: UInt16(truncatingIfNeeded: rows &>> 16))
        let columns = unsafeBitCast(SIMD4<UInt32>(repeating: columns), to: SIMD8<UInt16>.self)
        return tegata_quotient4(tegata_add_products(pairing(sums), columns))
    }

    /// Blends the taps for one channel.
    @inline(__always)
    func blend(_ topLeft: UInt8, _ topRight: UInt8, _ bottomLeft: UInt8, _ bottomRight: UInt8) -> SIMD4<Float> {
        let (left, right) = (columns & 0xffff, columns &>> 16)
        let top = left &* UInt32(topLeft) &+ right &* UInt32(topRight)
        let bottom = left &* UInt32(bottomLeft) &+ right &* UInt32(bottomRight)
        let sum = (rows & 0xffff) &* top &+ (rows &>> 16) &* bottom
        return SIMD4(repeating: Float((sum &+ 512) &>> 10))
    }
}

/// The weights of two points side by side.
struct TwoTapWeights {
    let columns: SIMD4<UInt16>
    let rows: SIMD4<UInt16>

    @inline(__always)
    func blend(
        _ top: SIMD16<UInt16>, _ bottom: SIMD16<UInt16>, pairing: (SIMD16<UInt16>) -> SIMD16<UInt16>
    ) -> SIMD8<Float> {
        let sums = top &* tegata_spread_nearer(rows) &+ bottom &* tegata_spread_farther(rows)
        return tegata_quotient8(tegata_add_products_twice(pairing(sums), tegata_spread_both(columns)))
    }

    @inline(__always) var first: TapWeights { TapWeights(columns: word(columns, 0), rows: word(rows, 0)) }
    @inline(__always) var second: TapWeights { TapWeights(columns: word(columns, 1), rows: word(rows, 1)) }

    @inline(__always)
    private func word(_ weights: SIMD4<UInt16>, _ index: Int) -> UInt32 {
        unsafeBitCast(weights, to: SIMD2<UInt32>.self)[index]
    }
}

@inline(__always)
private func channels(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer) -> SIMD16<UInt16> {
    let words = SIMD2(first.loadUnaligned(as: UInt64.self), second.loadUnaligned(as: UInt64.self))
    return tegata_widen_bytes16(unsafeBitCast(words, to: SIMD16<UInt8>.self))
}

@inline(__always)
private func channels(_ bytes: UnsafeRawPointer) -> SIMD8<UInt16> {
    tegata_widen_bytes8(bytes.loadUnaligned(as: SIMD8<UInt8>.self))
}

/// Blends the taps of two rows. There are two four-byte pixels for each row, one row after the other.
@inline(__always)
func blendWords(_ taps: SIMD16<UInt8>, _ weights: TapWeights) -> SIMD4<Float> {
    weights.blend(
        tegata_widen_bytes8(taps.lowHalf), tegata_widen_bytes8(taps.highHalf), pairing: { tegata_pair4($0) })
}

struct RGBPixels: WarpPixels {
    let base: UnsafeRawPointer
    let stride: Int

    @inline(__always) init(_ source: PixelSource) {
        base = source.pixels
        stride = source.rowStride
    }
    // Each read takes eight bytes although only six are needed.
    @inline(__always) static var margin: Int32 { 3 }
    @inline(__always) func address(_ x: Int, _ y: Int) -> UnsafeRawPointer { base + (y &* stride &+ 3 &* x) }
    @inline(__always) func pixel(_ x: Int, _ y: Int) -> UInt32 {
        let address = address(x, y)
        let first = UInt32(address.loadUnaligned(as: UInt16.self))
        return first | UInt32(address.load(fromByteOffset: 2, as: UInt8.self)) &<< 16
    }
    @inline(__always) func blended(_ x: Int, _ y: Int, _ weights: TapWeights) -> SIMD4<Float> {
        let address = address(x, y)
        return weights.blend(channels(address), channels(address + stride), pairing: { tegata_pair3($0) })
    }

    @inline(__always) func blended(_ first: Tap, _ second: Tap, _ weights: TwoTapWeights) -> SIMD8<Float> {
        let (left, right) = (address(first.x, first.y), address(second.x, second.y))
        return weights.blend(
            channels(left, right), channels(left + stride, right + stride),
            pairing: { tegata_pair3_twice($0) })
    }
}

struct RGBAPixels: WarpPixels {
    let base: UnsafeRawPointer
    let stride: Int

    @inline(__always) init(_ source: PixelSource) {
        base = source.pixels
        stride = source.rowStride
    }
    @inline(__always) static var margin: Int32 { 2 }
    @inline(__always) func address(_ x: Int, _ y: Int) -> UnsafeRawPointer { base + (y &* stride &+ 4 &* x) }
    @inline(__always) func pixel(_ x: Int, _ y: Int) -> UInt32 {
        address(x, y).loadUnaligned(as: UInt32.self)
    }
    @inline(__always) func blended(_ x: Int, _ y: Int, _ weights: TapWeights) -> SIMD4<Float> {
        let address = address(x, y)
        return weights.blend(channels(address), channels(address + stride), pairing: { tegata_pair4($0) })
    }

    @inline(__always) func blended(_ first: Tap, _ second: Tap, _ weights: TwoTapWeights) -> SIMD8<Float> {
        let (left, right) = (address(first.x, first.y), address(second.x, second.y))
        return weights.blend(
            channels(left, right), channels(left + stride, right + stride),
            pairing: { tegata_pair4_twice($0) })
    }
}

struct BGRAPixels: WarpPixels {
    let pixels: RGBAPixels

    @inline(__always) init(_ source: PixelSource) { pixels = RGBAPixels(source) }
    @inline(__always) static var margin: Int32 { 2 }
    @inline(__always) func address(_ x: Int, _ y: Int) -> UnsafeRawPointer { pixels.address(x, y) }
    @inline(__always) func pixel(_ x: Int, _ y: Int) -> UInt32 { pixels.pixel(x, y).byteSwapped &>> 8 }
    @inline(__always) func blended(_ x: Int, _ y: Int, _ weights: TapWeights) -> SIMD4<Float> {
        let address = address(x, y)
        return weights.blend(
            channels(address), channels(address + pixels.stride), pairing: { tegata_pair4_reversed($0) })
    }

    @inline(__always) func blended(_ first: Tap, _ second: Tap, _ weights: TwoTapWeights) -> SIMD8<Float> {
        let (left, right) = (address(first.x, first.y), address(second.x, second.y))
        return weights.blend(
            channels(left, right), channels(left + pixels.stride, right + pixels.stride),
            pairing: { tegata_pair4_reversed_twice($0) })
    }
}

struct GrayPixels: WarpPixels {
    let base: UnsafeRawPointer
    let stride: Int

    @inline(__always) init(_ source: PixelSource) {
        base = source.pixels
        stride = source.rowStride
    }
    @inline(__always) static var margin: Int32 { 2 }
    @inline(__always) func address(_ x: Int, _ y: Int) -> UnsafeRawPointer { base + (y &* stride &+ x) }
    @inline(__always) func pixel(_ x: Int, _ y: Int) -> UInt32 {
        UInt32(address(x, y).load(as: UInt8.self)) &* 0x010101
    }
    @inline(__always) func blended(_ x: Int, _ y: Int, _ weights: TapWeights) -> SIMD4<Float> {
        let address = address(x, y)
        func byte(_ offset: Int) -> UInt8 { address.load(fromByteOffset: offset, as: UInt8.self) }
        return weights.blend(byte(0), byte(1), byte(stride), byte(stride &+ 1))
    }
}

struct YUVPixels: WarpPixels {
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
    @inline(__always) func address(_ x: Int, _ y: Int) -> UnsafeRawPointer {
        source.pixels + (y &* source.rowStride &+ x &* source.lumaStep)
    }
    @inline(__always) private func color(_ x: Int, _ y: Int) -> SIMD4<Int32> {
        let luma = address(x, y).load(as: UInt8.self)
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
