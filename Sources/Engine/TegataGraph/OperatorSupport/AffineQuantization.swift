import TegataFormats

/// The mapping from a tensor's integers to real numbers: `scale · (integer − zero point)`. This is a class, because few
/// of a graph's values have one.
final class AffineQuantization: Sendable {
    private let scales: [Float]
    private let zeroPoints: [Int]
    /// The number of elements from one slice to the next if each slice has its own scale.
    private let sliceElements: Int

    init(_ node: NodeReader, input: Int) throws(GraphError) {
        let type = try node.input(input)
        guard let quantization = node.quantization(ofInput: input), !quantization.scales.isEmpty else {
            throw node.invalid("quantization of input \(input)", "missing", expected: "scales and zero points")
        }
        guard quantization.detailsType == 0 else {
            throw node.unsupported(
                "quantization of input \(input)", "custom", supported: "scales and zero points")
        }
        scales = quantization.scales
        if scales.count == 1 {
            sliceElements = max(type.shape.count, 1)
        } else {
            let axis = try node.axis(
                quantization.dimension, rank: type.shape.rank, "quantized_dimension of input \(input)")
            guard scales.count == type.shape[axis] else {
                throw node.invalid(
                    "scales of input \(input)", "\(scales.count) numbers",
                    expected: "1 or \(type.shape[axis]), one per slice")
            }
            sliceElements = type.shape.strides[axis]
        }
        // The file reader has checked that there are as many zero points as scales, or none.
        zeroPoints = quantization.zeroPoints
        for zeroPoint in zeroPoints { try node.checkZeroPoint(zeroPoint, input: input) }
    }

    private init(scales: [Float], zeroPoints: [Int], sliceElements: Int) {
        self.scales = scales
        self.zeroPoints = zeroPoints
        self.sliceElements = sliceElements
    }

    /// Returns the quantisation for some of the slices along an axis of a tensor with this quantisation.
    func selecting(_ kept: [Int], axis: Int, of shape: Shape) -> AffineQuantization {
        let narrow = sliceElements > shape.strides[axis] ? sliceElements / shape[axis] * kept.count : sliceElements
        guard scales.count > 1, sliceElements == shape.strides[axis], scales.count == shape[axis] else {
            return AffineQuantization(scales: scales, zeroPoints: zeroPoints, sliceElements: narrow)
        }
        return AffineQuantization(
            scales: kept.map { scales[$0] }, zeroPoints: zeroPoints.isEmpty ? [] : kept.map { zeroPoints[$0] },
            sliceElements: narrow)
    }

    /// Whether the elements in each group of `count` neighbours have the same scale.
    func hasOneScale(forEach count: Int) -> Bool { scales.count == 1 || sliceElements == count }

    /// Returns the real number represented by the integer of element `index`.
    func value(of integer: Int, at index: Int) -> Float {
        let slice = index / sliceElements % scales.count
        return scales[slice] * Float(integer - (zeroPoints.isEmpty ? 0 : zeroPoints[slice]))
    }
}

extension NodeReader {
    /// Returns the integer that represents 0 in an input; 0 for tensors that are not quantised.
    func quantizationZeroPoint(ofInput index: Int) throws(GraphError) -> Int {
        let element = try input(index).element
        guard element == .int8 || element == .uint8, let zeroPoint = quantization(ofInput: index)?.zeroPoints.first
        else { return 0 }
        try checkZeroPoint(zeroPoint, input: index)
        return zeroPoint
    }

    /// Throws if an input of 8-bit integers has a different quantisation from the output. Elements of other types are
    /// not quantised.
    func requireQuantizationOfOutput(input index: Int) throws(GraphError) {
        let element = try input(index).element
        guard element == .int8 || element == .uint8, let output = outputQuantizations.first else { return }
        let given = quantization(ofInput: index)
        guard given?.scales ?? [] == output?.scales ?? [], given?.zeroPoints ?? [] == output?.zeroPoints ?? [] else {
            throw unsupported("quantization of input \(index)", "another one", supported: "that of the output")
        }
    }

    fileprivate func checkZeroPoint(_ zeroPoint: Int, input index: Int) throws(GraphError) {
        let range = try input(index).element == .uint8 ? 0...255 : -128...127
        guard range.contains(zeroPoint) else {
            throw invalid(
                "zero point of input \(index)", zeroPoint, expected: "\(range.lowerBound) to \(range.upperBound)")
        }
    }
}
