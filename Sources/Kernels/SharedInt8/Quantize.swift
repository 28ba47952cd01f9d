import CTegataShims
import TegataKernelABI

/// Added to a number of small magnitude, it rounds to the nearest integer, ties to even, whose low byte is then the low
/// byte of the sum's bits.
@inline(__always) private var rounding: Float { 0x1.8p23 }

@inline(never)
func runQuantize(_ arguments: UnsafePointer<QuantizeArguments>) {
    let depth = arguments.pointee.depth
    let paddedDepth = (depth + 3) & ~3
    let top = arguments.pointee.top
    let isFixed = top > 0
    let fixedFactor = 255 / top
    let fixedScale = top * (1 / 255)
    let offset: Float = hasUnsignedBytes == isFixed ? 0 : isFixed ? -128 : 128
    for row in 0..<arguments.pointee.rows {
        let input = arguments.pointee.input + row * arguments.pointee.inputRowStride
        let output = arguments.pointee.output + row * (paddedDepth + MemoryLayout<Float>.stride)
        var factor = fixedFactor
        var scale = fixedScale
        if !isFixed {
            let largest = largestMagnitude(input, depth)
            // The quotient of a smaller number could be infinite.
            factor = largest >= 0x1p-100 ? 127 / largest : 0
            scale = largest * (1 / 127)
        }
        output.storeBytes(of: scale, toByteOffset: paddedDepth, as: Float.self)
        quantize(input, depth, factor: factor, offset: rounding + offset, to: output)
    }
}

@inline(__always)
private func largestMagnitude(_ input: UnsafePointer<Float>, _ count: Int) -> Float {
    guard count >= Lane.lanes else {
        var bits: Int32 = 0
        for index in 0..<count { bits = Float.largerBits(bits, magnitudeOf: input[index]) }
        return Float(bitPattern: UInt32(bitPattern: bits))
    }
    var bits = Lane.words(repeating: 0)
    var index = 0
    while index + Lane.lanes < count {
        bits = Lane.largerBits(bits, magnitudeOf: Lane(floatsAt: input + index))
        index += Lane.lanes
    }
    // The last vector may overlap the one before it.
    bits = Lane.largerBits(bits, magnitudeOf: Lane(floatsAt: input + count - Lane.lanes))
    return Float(bitPattern: UInt32(bitPattern: Lane.largest(bits)))
}

@inline(__always)
private func quantize(
    _ input: UnsafePointer<Float>, _ count: Int, factor: Float, offset: Float, to output: UnsafeMutableRawPointer
) {
    guard count >= Lane.lanes else {
        for index in 0..<count { offset.adding(input[index], times: factor).store(lowBytesAt: output + index) }
        return
    }
    let factors = Lane(repeating: factor)
    let offsets = Lane(repeating: offset)
    var index = 0
    while index + Lane.lanes < count {
        offsets.adding(Lane(floatsAt: input + index), times: factors).store(lowBytesAt: output + index)
        index += Lane.lanes
    }
    let last = count - Lane.lanes
    offsets.adding(Lane(floatsAt: input + last), times: factors).store(lowBytesAt: output + last)
}
