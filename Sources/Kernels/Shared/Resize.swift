import TegataKernelABI

@inline(never)
func runResize(_ arguments: UnsafePointer<ResizeArguments>) {
    let stride = arguments.pointee.inputPixelStride
    let top = arguments.pointee.top.inputs
    let bottom = arguments.pointee.bottom.inputs
    let channels = arguments.pointee.channels
    let residual = arguments.pointee.residual?.inputs
    var hasActivation = true
    if case .none = Activation(choice: arguments.pointee.activation) { hasActivation = false }
    for output in 0..<arguments.pointee.outputWidth {
        let left = Int(arguments.pointee.columnIndices[2 * output]) * stride
        let right = Int(arguments.pointee.columnIndices[2 * output + 1]) * stride
        let blend = Blend(
            topLeft: top + left, topRight: top + right, bottomLeft: bottom + left, bottomRight: bottom + right,
            rightShare: arguments.pointee.columnWeights[output], bottomShare: arguments.pointee.rowWeight)
        let target = arguments.pointee.output.outputs + output * arguments.pointee.outputPixelStride
        if hasActivation || residual != nil {
            forEachVector(
                channels,
                FinishedPixel(
                    blend: blend, arguments: arguments, target: target,
                    residual: residual.map { $0 + output * arguments.pointee.residualPixelStride }))
        } else {
            forEachVector(channels, BlendedPixel(blend: blend, target: target))
        }
    }
}

/// Four pixels and their weights.
private struct Blend {
    let topLeft: UnsafePointer<Input>
    let topRight: UnsafePointer<Input>
    let bottomLeft: UnsafePointer<Input>
    let bottomRight: UnsafePointer<Input>
    let rightShare: Float
    let bottomShare: Float

    /// Rounds after each operation, like XNNPACK.
    @inline(__always)
    func value<V: Vector>(_: V.Type, _ channel: Int) -> V {
        let (upperLeft, lowerLeft) = (V(at: topLeft + channel), V(at: bottomLeft + channel))
        let upper = upperLeft + (V(at: topRight + channel) - upperLeft) * V(repeating: rightShare)
        let lower = lowerLeft + (V(at: bottomRight + channel) - lowerLeft) * V(repeating: rightShare)
        return upper + (lower - upper) * V(repeating: bottomShare)
    }
}

/// Only the blend, so that the loop makes no other checks.
private struct BlendedPixel: VectorLoopBody {
    let blend: Blend
    let target: UnsafeMutablePointer<Input>

    @inline(__always)
    func run<V: Vector>(_: V.Type, _ channel: Int) {
        blend.value(V.self, channel).store(at: target + channel)
    }
}

private struct FinishedPixel: VectorLoopBody {
    let blend: Blend
    let arguments: UnsafePointer<ResizeArguments>
    let target: UnsafeMutablePointer<Input>
    let residual: UnsafePointer<Input>?

    @inline(__always)
    func run<V: Vector>(_: V.Type, _ channel: Int) {
        var value = blend.value(V.self, channel)
        switch Activation(choice: arguments.pointee.activation) {
        case .none:
            break
        case .clamp:
            value = value.clamped(V(repeating: arguments.pointee.low), V(repeating: arguments.pointee.high))
        case .prelu:
            value = value.prelu(V(at: arguments.pointee.slopes.unsafelyUnwrapped.inputs + channel))
        }
        if let residual { value = value + V(at: residual + channel) }
        value.store(at: target + channel)
    }
}
