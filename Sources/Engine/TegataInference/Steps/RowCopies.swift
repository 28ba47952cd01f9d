import TegataBuffers
import TegataGraph
import TegataKernelABI

/// Copies of the rows under a few windows of a depthwise convolution, in a ring. Rows that are whole pages apart meet
/// in the same few places of the nearest cache and push each other out before the next window needs them.
struct RowCopies: Sendable {
    private let pictureRowLength: Int
    private let rowLength: Int
    private let rowCount: Int

    /// Whether there are processors that they are for. Programs for arm64 do without this code.
    static var areMade: Bool {
        #if arch(arm64)
            false
        #else
            true
        #endif
    }

    /// Nil where rows are read where they are.
    @inline(__always)
    init?(of rows: DepthwiseRows, _ instruction: DepthwiseInstruction, rowsAtOnce: Int) {
        guard Self.areMade else { return nil }
        pictureRowLength = instruction.inputPicture.width * instruction.inputPicture.channels
        rowLength = Self.length(apart: pictureRowLength, rows.element)
        rowCount = instruction.window.height + (rowsAtOnce - 1) * instruction.window.strideHeight
        guard rowLength > pictureRowLength, rows.canRunTogether, instruction.multiplier == 1,
            elementCount <= CacheShare.middle
        else { return nil }
    }

    /// What rows of that length take so that they are never whole pages apart.
    static func length(apart length: Int, _ element: KernelElement) -> Int {
        length * element.byteCount % 4096 == 0 ? length + 64 / element.byteCount : length
    }

    var elementCount: Int { rowCount.clampedProduct(with: rowLength) }

    /// Where a row can be read. Rows are asked for in ascending order, apart from the last few; `filled` is the first
    /// that is not in the ring.
    func row(_ row: Int, of picture: Elements, filled: inout Int, ring: Elements) -> Elements {
        let place = ring + row % rowCount * rowLength
        if row >= filled {
            place.copy(from: picture + row * pictureRowLength, count: pictureRowLength)
            filled = row + 1
        }
        return place
    }
}
