import TegataFormats

/// Resizes images by bilinear interpolation; input 1 contains the new height and width.
///
/// Without flags, output pixel `i` lies at `i · input / output`. With `align_corners`, the corner pixels of both images
/// coincide. With `half_pixel_centers`, pixel centres lie at half-integers. The flags are mutually exclusive.
struct ResizeBilinear: Operator {
    static let builtin = BuiltinOperator.resizeBilinear
    static let versions = 1...4
    static let optionsType: UInt8? = 15

    /// Field numbers of `ResizeBilinearOptions`.
    private enum Field {
        static let alignCorners = 2
        static let halfPixelCenters = 3
    }

    private let input: ImageShape
    private let output: ImageShape
    private let outputType: TensorType
    private let alignCorners: Bool
    private let halfPixelCenters: Bool
    private let rows: InterpolationAxis
    private let columns: InterpolationAxis

    init(_ node: NodeReader) throws(GraphError) {
        try node.expectOperands(inputs: 2...2)
        input = try node.picture(0)
        let size = try node.constantIntegers(1)
        guard size.count == 2, size[0] >= 1, size[1] >= 1 else {
            throw node.invalid("size", "\(size)", expected: "height and width of at least 1")
        }
        guard input.height >= 1, input.width >= 1 else {
            throw node.invalid("input extents", "\(input.height)×\(input.width)", expected: "at least 1×1")
        }
        alignCorners = try node.boolOption(Field.alignCorners)
        halfPixelCenters = try node.boolOption(Field.halfPixelCenters)
        guard !(alignCorners && halfPixelCenters) else {
            throw node.invalid("half_pixel_centers", "set together with align_corners", expected: "at most one of them")
        }
        output = ImageShape(batches: input.batches, height: size[0], width: size[1], channels: input.channels)
        outputType = TensorType(try node.shape(of: output))
        rows = InterpolationAxis(
            inputExtent: input.height, outputExtent: output.height, alignCorners: alignCorners,
            halfPixelCenters: halfPixelCenters)
        columns = InterpolationAxis(
            inputExtent: input.width, outputExtent: output.width, alignCorners: alignCorners,
            halfPixelCenters: halfPixelCenters)
    }

    var outputTypes: [TensorType] { [outputType] }

    func evaluate(_ operands: Operands) {
        let pixels = operands.input(0)
        let results = operands.output
        var index = 0
        for batch in 0..<output.batches {
            for y in 0..<output.height {
                let row = rows.neighbours(of: y)
                let top = (batch * input.height + row.first) * input.width
                let bottom = (batch * input.height + row.second) * input.width
                for x in 0..<output.width {
                    let column = columns.neighbours(of: x)
                    for channel in 0..<output.channels {
                        func value(_ line: Int, _ x: Int) -> Double {
                            Double(pixels[(line + x) * input.channels + channel])
                        }
                        let (down, right) = (Double(row.share), Double(column.share))
                        let upper = value(top, column.first) * (1 - right) + value(top, column.second) * right
                        let lower = value(bottom, column.first) * (1 - right) + value(bottom, column.second) * right
                        results[index] = Float(upper * (1 - down) + lower * down)
                        index += 1
                    }
                }
            }
        }
    }

    func lower(_ lowering: inout Lowering) {
        lowering.emit(
            .resize(
                ResizeInstruction(
                    input: lowering.input(0), output: lowering.output(), inputShape: input, outputShape: output,
                    alignCorners: alignCorners, halfPixelCenters: halfPixelCenters)))
    }
}

/// The neighbours that bilinear resizing blends along one axis.
///
/// Positions are computed in single precision, as in TFLite. The weight is a small difference between large numbers, so
/// a different precision would give different weights.
package struct InterpolationAxis: Sendable {
    package let inputExtent: Int
    package let outputExtent: Int
    private let scale: Float
    private let halfPixelCenters: Bool

    package init(inputExtent: Int, outputExtent: Int, alignCorners: Bool, halfPixelCenters: Bool) {
        self.inputExtent = inputExtent
        self.outputExtent = outputExtent
        self.halfPixelCenters = halfPixelCenters
        scale =
            alignCorners && outputExtent > 1
            ? Float(inputExtent - 1) / Float(outputExtent - 1)
            : Float(inputExtent) / Float(outputExtent)
    }

    /// Returns the input positions on both sides of output `index` and the weight of the second.
    package func neighbours(of index: Int) -> (first: Int, second: Int, share: Float) {
        let place = halfPixelCenters ? (Float(index) + 0.5) * scale - 0.5 : Float(index) * scale
        let first = max(Int(place.rounded(.down)), 0)
        let second = min(Int(place.rounded(.up)), inputExtent - 1)
        return (min(first, inputExtent - 1), max(second, 0), place - Float(first))
    }
}
