import TegataFormats

/// A part of a tensor. Input 1 gives its start along each axis; input 2 gives its length, or −1 for all remaining
/// elements.
struct Slice: CopyOperator {
    static let builtin = BuiltinOperator.slice
    static let versions = 1...8

    let outputTypes: [TensorType]
    let copies: [BlockCopy]

    init(_ node: NodeReader) throws(GraphError) {
        try node.expectOperands(inputs: 3...3)
        let input = try node.input(0)
        let rank = input.shape.rank
        let begins = try node.constantIntegers(1)
        let sizes = try node.constantIntegers(2)
        guard begins.count == rank else { throw node.invalid("begin", "\(begins)", expected: "\(rank) numbers") }
        guard sizes.count == rank else { throw node.invalid("size", "\(sizes)", expected: "\(rank) numbers") }
        var extents: [Int] = []
        for axis in 0..<rank {
            let (begin, extent) = (begins[axis], input.shape[axis])
            guard begin >= 0, begin <= extent else {
                throw node.invalid("begin of axis \(axis)", begin, expected: "0 to \(extent)")
            }
            let size = sizes[axis] == -1 ? extent - begin : sizes[axis]
            guard size >= 0, size <= extent - begin else {
                throw node.invalid("size of axis \(axis)", size, expected: "-1 to \(extent - begin)")
            }
            extents.append(size)
        }
        let shape = try node.shape(extents)
        let strides = input.shape.strides
        outputTypes = [TensorType(shape, input.element)]
        copies = [
            BlockCopy(
                extents: extents, inputOffset: zip(begins, strides).reduce(0) { $0 + $1.0 * $1.1 },
                inputStrides: strides,
                outputStrides: shape.strides)
        ]
    }
}

/// A part of a tensor with steps, like Python's `tensor[begin:end:stride, ...]`.
///
/// Inputs 1 to 3 contain the begin, end and stride of each entry. Bit `i` of each mask applies to entry `i`.
/// `begin_mask` and `end_mask` extend the range to the start and end of the axis. `ellipsis_mask` stands for all
/// remaining axes. `new_axis_mask` inserts an axis with an extent of 1. `shrink_axis_mask` takes the single element at
/// begin and drops the axis. Axes without an entry are copied whole. With `offset`, an end is relative to its begin.
/// Negative begins and ends are relative to the end of the axis, and both are clamped to it.
struct StridedSlice: CopyOperator {
    static let builtin = BuiltinOperator.stridedSlice
    static let versions = 1...8
    static let optionsType: UInt8? = 32

    /// Field numbers of `StridedSliceOptions`.
    private enum Field {
        static let beginMask = 0
        static let endMask = 1
        static let ellipsisMask = 2
        static let newAxisMask = 3
        static let shrinkAxisMask = 4
        static let offset = 5
    }

    let outputTypes: [TensorType]
    let copies: [BlockCopy]

    init(_ node: NodeReader) throws(GraphError) {
        try node.expectOperands(inputs: 4...4)
        let input = try node.input(0)
        let entries = try Entries(node)
        let inputStrides = input.shape.strides
        // One element for each axis of the result and for each axis dropped from it.
        var extents: [Int] = []
        var steps: [Int] = []
        var isDropped: [Bool] = []
        var offset = 0
        var axis = 0
        func takeWhole() {
            extents.append(input.shape[axis])
            steps.append(inputStrides[axis])
            isDropped.append(false)
            axis += 1
        }
        for entry in 0..<entries.count {
            if entries.isEllipsis(entry) {
                for _ in 0..<max(0, input.shape.rank - entries.consumedAxes) { takeWhole() }
            } else if entries.isNewAxis(entry) {
                extents.append(1)
                steps.append(0)
                isDropped.append(false)
            } else {
                guard axis < input.shape.rank else {
                    throw node.invalid(
                        "begin", "\(entries.count) entries", expected: "entries for at most \(input.shape.rank) axes")
                }
                let range = try entries.range(entry, extent: input.shape[axis], node)
                extents.append(range.count)
                // A step beyond the only element is never taken and might not fit.
                steps.append(range.count > 1 ? range.stride * inputStrides[axis] : 0)
                isDropped.append(entries.isShrunk(entry))
                if range.count > 0 { offset += range.start * inputStrides[axis] }
                axis += 1
            }
        }
        while axis < input.shape.rank { takeWhole() }

        let kept = extents.indices.filter { !isDropped[$0] }
        let shape = try node.shape(kept.map { extents[$0] })
        outputTypes = [TensorType(shape, input.element)]
        copies = [
            BlockCopy(
                extents: shape.dimensions, inputOffset: offset, inputStrides: kept.map { steps[$0] },
                outputStrides: shape.strides)
        ]
    }

    /// The entries of a slice.
    private struct Entries {
        private let begins: [Int]
        private let ends: [Int]
        private let strides: [Int]
        private let beginMask: Int
        private let endMask: Int
        private let ellipsisMask: Int
        private let newAxisMask: Int
        private let shrinkAxisMask: Int
        private let endsAreOffsets: Bool

        init(_ node: NodeReader) throws(GraphError) {
            // Clamp, because no axis is nearly that long and sums of the clamped values cannot overflow.
            func clamped(_ values: [Int]) -> [Int] { values.map { min(max($0, .min / 4), .max / 4) } }
            begins = clamped(try node.constantIntegers(1))
            ends = clamped(try node.constantIntegers(2))
            strides = clamped(try node.constantIntegers(3))
            guard ends.count == begins.count, strides.count == begins.count, begins.count <= 32 else {
                throw node.invalid(
                    "begin, end and stride", "\(begins.count), \(ends.count) and \(strides.count) numbers",
                    expected: "equal counts of at most 32")
            }
            beginMask = try node.integerOption(Field.beginMask)
            endMask = try node.integerOption(Field.endMask)
            ellipsisMask = try node.integerOption(Field.ellipsisMask)
            newAxisMask = try node.integerOption(Field.newAxisMask)
            shrinkAxisMask = try node.integerOption(Field.shrinkAxisMask)
            endsAreOffsets = try node.boolOption(Field.offset)
            guard (0..<begins.count).filter(isEllipsis).count <= 1 else {
                throw node.invalid("ellipsis_mask", ellipsisMask, expected: "at most one bit")
            }
        }

        var count: Int { begins.count }

        /// The number of axes consumed by entries that are neither the ellipsis nor new axes.
        var consumedAxes: Int { (0..<count).filter { !isEllipsis($0) && !isNewAxis($0) }.count }

        func isEllipsis(_ entry: Int) -> Bool { ellipsisMask >> entry & 1 != 0 }
        func isNewAxis(_ entry: Int) -> Bool { newAxisMask >> entry & 1 != 0 }
        func isShrunk(_ entry: Int) -> Bool { shrinkAxisMask >> entry & 1 != 0 }

        /// Returns the elements that an entry takes from an axis.
        func range(_ entry: Int, extent: Int, _ node: NodeReader) throws(GraphError) -> (
            start: Int, stride: Int, count: Int
        ) {
            let stride = strides[entry]
            guard stride != 0 else { throw node.invalid("stride of entry \(entry)", 0, expected: "not 0") }
            func place(_ value: Int) -> Int {
                let place = value < 0 ? value + extent : value
                return stride > 0 ? min(max(place, 0), extent) : min(max(place, -1), extent - 1)
            }
            var start = place(begins[entry])
            if beginMask >> entry & 1 != 0 { start = stride > 0 ? 0 : extent - 1 }
            if isShrunk(entry) {
                guard start >= 0, start < extent else {
                    throw node.invalid(
                        "begin of entry \(entry)", begins[entry], expected: "a position on an axis of \(extent)")
                }
                return (start, stride, 1)
            }
            var end = place(endsAreOffsets ? ends[entry] + start : ends[entry])
            if endMask >> entry & 1 != 0 { end = stride > 0 ? extent : -1 }
            let distance = stride > 0 ? end - start : start - end
            return (start, stride, max(0, (distance + abs(stride) - 1) / abs(stride)))
        }
    }
}
