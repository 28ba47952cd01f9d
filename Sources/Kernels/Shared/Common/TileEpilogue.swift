import TegataKernelABI

/// The end of a matrix product's tile, whose results are in registers: adds the residual, applies the activation and
/// stores the results. If the weights have two planes, the results are in the first half of the vectors.
enum TileEpilogue<let rows: Int, let planes: Int, let vectors: Int, let narrow: Int> {
    typealias Results = InlineArray<rows, InlineArray<vectors, Lane>>
    typealias NarrowResults = InlineArray<rows, InlineArray<narrow, NarrowLane>>

    /// The number of vectors that contain results.
    @inline(__always) private static var count: Int { vectors / planes }
    @inline(__always) private static var narrowCount: Int { narrow / planes }
    @inline(__always) private static var narrowStart: Int { count * Lane.lanes }

    /// Finishes rows `firstRow ..< firstRow + rows` of the whole panel.
    @inline(__always)
    static func run(
        _ arguments: UnsafePointer<GemmArguments>, _ firstRow: Int, _ results: inout Results,
        _ narrowResults: inout NarrowResults
    ) {
        addResidual(arguments, firstRow, &results, &narrowResults)
        activate(arguments, &results, &narrowResults)
        let stride = arguments.pointee.cRowStride
        let first = arguments.pointee.c.outputs + firstRow * stride
        for i in 0..<rows {
            for j in 0..<count { results[i][j].store(at: first + i * stride + j * Lane.lanes) }
            for j in 0..<narrowCount {
                narrowResults[i][j].store(at: first + i * stride + narrowStart + j * NarrowLane.lanes)
            }
        }
    }

    @inline(__always)
    private static func addResidual(
        _ arguments: UnsafePointer<GemmArguments>, _ firstRow: Int, _ results: inout Results,
        _ narrowResults: inout NarrowResults
    ) {
        guard let residual = arguments.pointee.residual?.inputs else { return }
        let stride = arguments.pointee.residualRowStride
        let first = residual + firstRow * stride
        for i in 0..<rows {
            for j in 0..<count { results[i][j] = results[i][j] + Lane(at: first + i * stride + j * Lane.lanes) }
            for j in 0..<narrowCount {
                narrowResults[i][j] =
                    narrowResults[i][j] + NarrowLane(at: first + i * stride + narrowStart + j * NarrowLane.lanes)
            }
        }
    }

    @inline(__always)
    private static func activate(
        _ arguments: UnsafePointer<GemmArguments>, _ results: inout Results, _ narrowResults: inout NarrowResults
    ) {
        switch Activation(choice: arguments.pointee.activation) {
        case .none:
            break
        case .clamp:
            let low = arguments.pointee.low
            let high = arguments.pointee.high
            for i in 0..<rows {
                for j in 0..<count {
                    results[i][j] = results[i][j].clamped(Lane(repeating: low), Lane(repeating: high))
                }
                for j in 0..<narrowCount {
                    narrowResults[i][j] = narrowResults[i][j].clamped(
                        NarrowLane(repeating: low), NarrowLane(repeating: high))
                }
            }
        case .prelu:
            let slopes = arguments.pointee.slopes.unsafelyUnwrapped.sums
            for i in 0..<rows {
                for j in 0..<count {
                    results[i][j] = results[i][j].prelu(Lane(sumsAt: slopes + j * Lane.lanes)).inOrder
                }
                for j in 0..<narrowCount {
                    narrowResults[i][j] = narrowResults[i][j].prelu(
                        NarrowLane(sumsAt: slopes + narrowStart + j * NarrowLane.lanes))
                }
            }
        }
    }
}
