import TegataFormats
import TegataTestSupport

/// Operators that change the shapes and positions of elements.
extension RandomNetwork {
    /// Adds an operator that keeps the elements but gives them another shape.
    mutating func addReshape() -> Bool {
        guard let place = place(where: { _ in true }) else { return false }
        let shape = tensors[place].shape
        let channels = shape[shape.count - 1]
        let rows = shape.reduce(1, *) / channels
        var shapes = [[1, 1, rows, channels], [1, rows, 1, channels], [rows, 1, 1, channels]]
        if tensors[place].isPicture {
            shapes += [
                [shape[0], shape[2], shape[1], channels], [1, shape[0] * shape[1], shape[2], channels],
                [shape[0], 1, shape[1] * shape[2], channels], [shape[0], shape[1], 1, shape[2] * channels],
            ].filter { $0[3] <= 256 }
        }
        let result = one(of: shapes)
        let list = integers(result)
        apply(.reshape, [place], [list], to: result, (17, [0: .int32s(result.map { Int32($0) })]))
        return true
    }

    mutating func addReduction() -> Bool {
        guard let place = place(where: { $0.isPicture }) else { return false }
        let shape = tensors[place].shape
        let axes = one(of: [[1, 2], [1], [2], [3]])
        var output = shape
        for axis in axes { output[axis] = 1 }
        let list = integers(axes)
        apply(
            one(of: [BuiltinOperator.mean, .sum, .reduceMax, .reduceMin]), [place], [list], to: output,
            (27, [0: .bool(true)]))
        return true
    }

    mutating func addMovement() -> Bool {
        guard let place = place(where: { $0.isPicture }) else { return false }
        let shape = tensors[place].shape
        switch number(0...2) {
        case 0:
            let second = self.place(where: { $0.isPicture && $0.shape[..<3] == shape[..<3] }) ?? place
            let channels = shape[3] + tensors[second].shape[3]
            guard channels <= 200 else { return false }
            apply(
                .concatenation, [place, second], to: [shape[0], shape[1], shape[2], channels],
                (10, [0: .int32(3), 1: activation()]))
        case 1:
            let order = one(of: [[0, 2, 1, 3], [0, 3, 1, 2], [0, 1, 3, 2], [0, 3, 2, 1]])
            let list = integers(order)
            apply(.transpose, [place], [list], to: order.map { shape[$0] })
        default:
            let begin = shape.map { number(0...$0 - 1) }
            let size = zip(shape, begin).map { extent, first in number(1...extent - first) }
            let constants = [integers(begin), integers(size)]
            apply(.slice, [place], constants, to: size)
        }
        return true
    }

    // MARK: Movement along any axes

    /// Returns the same axis, counted from the front or from the back.
    private mutating func signed(_ axis: Int, rank: Int) -> Int { chance(3) ? axis - rank : axis }

    private mutating func axis(of shape: [Int]) -> Int { number(0...shape.count - 1) }

    mutating func addAxis() -> Bool {
        guard let place = place(where: { $0.shape.count < 4 }) else { return false }
        var shape = tensors[place].shape
        let axis = number(0...shape.count)
        shape.insert(1, at: axis)
        let list = integers([signed(axis, rank: shape.count)])
        apply(.expandDims, [place], [list], to: shape)
        return true
    }

    mutating func addSqueeze() -> Bool {
        guard let place = place(where: { $0.shape.contains(1) && $0.shape.contains { $0 > 1 } }) else { return false }
        let shape = tensors[place].shape
        let ones = shape.indices.filter { shape[$0] == 1 }
        var named: [Int] = []
        for axis in ones where !chance(3) { named.append(axis) }
        let dropped = named.isEmpty ? ones : named
        var axes: [Int32] = []
        for axis in named { axes.append(Int32(signed(axis, rank: shape.count))) }
        let kept = shape.indices.filter { !dropped.contains($0) }
        apply(.squeeze, [place], to: kept.map { shape[$0] }, (30, [0: .int32s(axes)]))
        return true
    }

    mutating func addPack() -> Bool {
        guard let first = place(where: { $0.shape.count < 4 }) else { return false }
        var shape = tensors[first].shape
        var places = [first]
        for _ in 0..<number(0...3) { places.append(place(where: { $0.shape == shape }) ?? first) }
        let axis = number(0...shape.count)
        shape.insert(places.count, at: axis)
        guard shape.reduce(1, *) <= 40_000 else { return false }
        apply(
            .pack, places, to: shape,
            (59, [0: .int32(Int32(places.count)), 1: .int32(Int32(signed(axis, rank: shape.count)))]))
        return true
    }

    mutating func addUnpack() -> Bool {
        guard let place = place(where: { $0.shape.count > 1 && $0.shape.contains { $0 <= 8 } }) else { return false }
        var shape = tensors[place].shape
        let axis = one(of: shape.indices.filter { shape[$0] <= 8 })
        let from = signed(axis, rank: shape.count)
        let count = shape.remove(at: axis)
        apply(
            .unpack, [place], toAll: [[Int]](repeating: shape, count: count),
            (64, [0: .int32(Int32(count)), 1: .int32(Int32(from))]))
        return true
    }

    /// Adds a slice with open ends, ends beyond the axis, and dropped axes.
    mutating func addStridedSlice() -> Bool {
        guard let place = place(where: { _ in true }) else { return false }
        var entries: (begins: [Int], ends: [Int], strides: [Int]) = ([], [], [])
        var masks: (begin: Int32, end: Int32, shrink: Int32) = (0, 0, 0)
        var shape: [Int] = []
        for (axis, extent) in tensors[place].shape.enumerated() {
            if chance(10) {
                let first = number(0...2 * extent - 1) - extent
                entries.begins.append(first)
                entries.ends.append(first + 1)
                entries.strides.append(1)
                masks.shrink |= 1 << axis
                continue
            }
            let stride = one(of: [1, 1, 2, 3, -1, -2])
            let (begin, end) = (number(0...2 * extent + 3) - extent - 2, number(0...2 * extent + 4) - extent - 2)
            entries.begins.append(begin)
            entries.ends.append(end)
            entries.strides.append(stride)
            let (opensBegin, opensEnd) = (chance(3), chance(3))
            if opensBegin { masks.begin |= 1 << axis }
            if opensEnd { masks.end |= 1 << axis }
            let limits = stride > 0 ? 0...extent : -1...extent - 1
            func clamped(_ value: Int) -> Int {
                min(max(value < 0 ? value + extent : value, limits.lowerBound), limits.upperBound)
            }
            let first = opensBegin ? (stride > 0 ? 0 : extent - 1) : clamped(begin)
            let last = opensEnd ? (stride > 0 ? extent : -1) : clamped(end)
            shape.append(Swift.stride(from: first, to: last, by: stride).reduce(0) { count, _ in count + 1 })
        }
        guard !shape.isEmpty, !shape.contains(0) else { return false }
        let lists = [integers(entries.begins), integers(entries.ends), integers(entries.strides)]
        apply(
            .stridedSlice, [place], lists, to: shape,
            (32, [0: .int32(masks.begin), 1: .int32(masks.end), 4: .int32(masks.shrink)]))
        return true
    }

    mutating func addGather() -> Bool {
        guard let place = place(where: { _ in true }) else { return false }
        var shape = tensors[place].shape
        let axis = axis(of: shape)
        var places: [Int] = []
        for _ in 0..<number(1...12) { places.append(number(0...shape[axis] - 1)) }
        let from = signed(axis, rank: shape.count)
        shape[axis] = places.count
        guard shape.reduce(1, *) <= 40_000 else { return false }
        let list = integers(places)
        apply(.gather, [place], [list], to: shape, (23, [0: .int32(Int32(from))]))
        return true
    }

    mutating func addReductionOfAxes() -> Bool {
        guard let place = place(where: { $0.shape.count > 1 }) else { return false }
        let shape = tensors[place].shape
        var axes: [Int] = []
        for axis in shape.indices where chance(2) { axes.append(axis) }
        let keepsAxes = chance(2)
        guard !axes.isEmpty, keepsAxes || axes.count < shape.count else { return false }
        var output = shape
        for axis in axes.reversed() {
            if keepsAxes { output[axis] = 1 } else { output.remove(at: axis) }
        }
        var named: [Int] = []
        for axis in axes { named.append(signed(axis, rank: shape.count)) }
        let list = integers(named)
        apply(
            one(of: [BuiltinOperator.mean, .sum, .reduceMax, .reduceMin]), [place], [list], to: output,
            (27, [0: .bool(keepsAxes)]))
        return true
    }

    /// Adds an operator with a constant that is repeated along some axes, at the front or at the back.
    mutating func addBroadcast() -> Bool {
        guard let place = place(where: { _ in true }) else { return false }
        let shape = tensors[place].shape
        var extents: [Int] = []
        for extent in shape { extents.append(chance(3) ? 1 : extent) }
        let other = constant(Array(extents.suffix(number(1...shape.count))))
        let (builtin, type) = one(
            of: [(BuiltinOperator.add, 11), (.sub, 28), (.mul, 21), (.maximum, nil), (.minimum, nil)]
                as [(BuiltinOperator, UInt8?)])
        if let type {
            apply(builtin, [place], [other], to: shape, (type, [0: activation()]))
        } else {
            apply(builtin, [place], [other], to: shape)
        }
        return true
    }
}
