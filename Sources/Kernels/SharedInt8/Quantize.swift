import CTegataShims
import TegataKernelABI

/// Adding this to a number of small magnitude rounds it to the nearest integer, with ties to even; the integer's low
/// byte is then the low byte of the sum's bits.
@inline(__always) private var rounding: Float { 0x1.8p23 }

@inline(never)
func runQuantize(_ arguments: UnsafePointer<QuantizeArguments>) {
    let arguments = arguments.pointee
    let length = (arguments.depth + 3) & ~3
    let top = arguments.top
    let isFixed = top > 0
    let start = rounding + (hasUnsignedBytes == isFixed ? 0 : isFixed ? -128 : 128)
    var input = arguments.input
    var output: UnsafeMutableRawPointer = arguments.output
    // There are two loops, because a fixed factor stays in a register.
    if isFixed {
        let factor = 255 / top
        let scale = top * (1 / 255)
        for _ in 0..<arguments.rows {
            quantize(input, arguments.depth, factor: factor, start: start, to: output)
            output.storeBytes(of: scale, toByteOffset: length, as: Float.self)
            input += arguments.inputRowStride
            output += length + MemoryLayout<Float>.stride
        }
    } else {
        for _ in 0..<arguments.rows {
            let largest = largestMagnitude(input, arguments.depth)
            // For a smaller number, the quotient could be infinite.
            let factor = largest >= 0x1p-100 ? 127 / largest : 0
            quantize(input, arguments.depth, factor: factor, start: start, to: output)
            output.storeBytes(of: largest * (1 / 127), toByteOffset: length, as: Float.self)
            input += arguments.inputRowStride
            output += length + MemoryLayout<Float>.stride
        }
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
    // The last vector may overlap the previous one.
    bits = Lane.largerBits(bits, magnitudeOf: Lane(floatsAt: input + count - Lane.lanes))
    return Float(bitPattern: UInt32(bitPattern: Lane.largest(bits)))
}

@inline(__always)
private func quantize(
    _ input: UnsafePointer<Float>, _ count: Int, factor: Float, start: Float, to output: UnsafeMutableRawPointer
) {
    guard count >= Lane.lanes else {
        for index in 0..<count { start.adding(input[index], times: factor).store(lowBytesAt: output + index) }
        return
    }
    let factors = Lane(repeating: factor)
    let starts = Lane(repeating: start)
    var index = 0
    while index + Lane.lanes < count {
        starts.adding(Lane(floatsAt: input + index), times: factors).store(lowBytesAt: output + index)
        index += Lane.lanes
    }
    let last = count - Lane.lanes
    starts.adding(Lane(floatsAt: input + last), times: factors).store(lowBytesAt: output + last)
}
