import TegataKernelABI

@inline(never)
func runResize(_ arguments: UnsafePointer<ResizeArguments>) {
    let stride = arguments.pointee.inputPixelStride
    let bottomShare = arguments.pointee.rowWeight
    for output in 0..<arguments.pointee.outputWidth {
        let left = Int(arguments.pointee.columnIndices[2 * output]) * stride
        let right = Int(arguments.pointee.columnIndices[2 * output + 1]) * stride
        let rightShare = arguments.pointee.columnWeights[output]
        forEachVector(
            arguments.pointee.channels,
            ResizePixel(
                arguments: arguments, left: left, right: right, rightShare: rightShare, bottomShare: bottomShare,
                target: arguments.pointee.output.elements + output * arguments.pointee.outputPixelStride,
                residual: arguments.pointee.residual.map {
                    $0.elements + output * arguments.pointee.residualPixelStride
                }))
    }
}

private struct ResizePixel: VectorLoopBody {
    let arguments: UnsafePointer<ResizeArguments>
    let left: Int
    let right: Int
    let rightShare: Float
    let bottomShare: Float
    let target: UnsafeMutablePointer<Element>
    let residual: UnsafePointer<Element>?

    @inline(__always)
    func run<V: Vector>(_: V.Type, _ channel: Int) {
        let top = arguments.pointee.top.elements + channel
        let bottom = arguments.pointee.bottom.elements + channel
        // Rounded after each operation, as XNNPACK does.
        let upper = V(at: top + left) + (V(at: top + right) - V(at: top + left)) * V(repeating: rightShare)
        let lower = V(at: bottom + left) + (V(at: bottom + right) - V(at: bottom + left)) * V(repeating: rightShare)
        var value = upper + (lower - upper) * V(repeating: bottomShare)
        switch arguments.pointee.activation {
        case .none:
            break
        case .clamp:
            value = value.clamped(V(repeating: arguments.pointee.low), V(repeating: arguments.pointee.high))
        case .prelu:
            value = value.prelu(V(at: arguments.pointee.slopes.unsafelyUnwrapped.elements + channel))
        }
        if let residual { value = value + V(at: residual + channel) }
        value.store(at: target + channel)
    }
}
