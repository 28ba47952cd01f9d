import TegataBuffers
import TegataGraph
import TegataKernelABI
import TegataSystem

/// Where packed weights go: one run of memory in the order in which they are packed, which large pages may hold. Small
/// networks have a buffer for each.
struct WeightMemory {
    private let run: AlignedBuffer?
    private var used = 0

    /// For weights that fill at least so many bytes, and little more.
    init(least byteCount: Int) {
        // What is never written to takes no memory where there is more than one kind of page.
        let isWorthIt = LargePages.alignment(filled: byteCount, atLeast: 1) > 1
        run = isWorthIt ? AlignedBuffer(reserving: byteCount + byteCount / 4, filled: byteCount) : nil
    }

    /// So many zeroed bytes, and some behind them that kernels may read.
    mutating func buffer(byteCount: Int) -> AlignedBuffer {
        guard let run, byteCount <= run.count - used else { return AlignedBuffer(byteCount: byteCount) }
        defer { used = AlignedBuffer.aligned(used + byteCount) }
        return AlignedBuffer(run, at: used, byteCount: byteCount)
    }
}

extension LoweredGraph {
    /// Constants that steps pack, which have some columns of zeros then.
    var packedElementCount: Int {
        var count = 0
        for instruction in instructions {
            switch instruction {
            case .convolution, .depthwise, .block, .heads:
                for input in instruction.inputs {
                    count = count.clampedSum(with: values[input].constantView?.count ?? 0)
                }
            default: break
            }
        }
        return count
    }
}
