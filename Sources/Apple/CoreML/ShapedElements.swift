/// What shaped arrays and their slices are made of: numbers that follow each other along the last axis first.
struct ShapedElements<Scalar: MLShapedArrayScalar> {
    let shape: [Int]
    var scalars: ArraySlice<Scalar>

    /// A shape that other than `scalars.count` numbers have is a programmer error.
    init(shape: [Int], scalars: ArraySlice<Scalar>) {
        let count = orTrap { try ArrayLayout(shape: shape) }.count
        precondition(
            scalars.count == count, "\(scalars.count) numbers do not fill the shape \(shape), which has \(count)")
        self.shape = shape
        self.scalars = scalars
    }

    init(
        shape: [Int], initializer: (inout UnsafeMutableBufferPointer<Scalar>, [Int]) throws -> Void
    ) rethrows {
        let layout = orTrap { try ArrayLayout(shape: shape) }
        let scalars = try [Scalar](unsafeUninitializedCapacity: layout.count) { buffer, count in
            var whole = UnsafeMutableBufferPointer(rebasing: buffer[..<layout.count])
            try initializer(&whole, layout.strides)
            count = layout.count
        }
        self.init(shape: shape, scalars: scalars[...])
    }

    /// A copy of numbers with any strides.
    init(copying bytes: UnsafeRawPointer, shape: [Int], strides: [Int]) {
        let source = orTrap { try ArrayLayout(shape: shape, strides: strides) }
        self.init(shape: shape) { buffer, contiguous in
            guard let destination = buffer.baseAddress else { return }
            let element = Scalar.multiArrayDataType.element
            copyElements(
                element, at: bytes, strides: source.strides, to: element, at: destination, strides: contiguous,
                shape: shape)
        }
    }

    var strides: [Int] { orTrap { try ArrayLayout(shape: shape) }.strides }

    /// Where the part at `indices`, one for each of the first axes, is among the numbers.
    private func range(at indices: some Collection<Int>) -> Range<Int> {
        precondition(indices.count <= shape.count, "\(indices.count) indices are too many for the shape \(shape)")
        var count = scalars.count
        var start = scalars.startIndex
        for (index, size) in zip(indices, shape) {
            precondition(index >= 0 && index < size, "The index \(index) is outside an array of the shape \(shape)")
            count /= size
            start += index * count
        }
        return start..<start + count
    }

    subscript(indices: some Collection<Int>) -> ShapedElements {
        get {
            ShapedElements(shape: Array(shape.dropFirst(indices.count)), scalars: scalars[range(at: indices)])
        }
        set {
            let range = range(at: indices)
            precondition(
                newValue.shape == Array(shape.dropFirst(indices.count)),
                "Numbers of the shape \(newValue.shape) do not go into a part of an array of the shape \(shape)")
            scalars.replaceSubrange(range, with: newValue.scalars)
        }
    }

    subscript(scalarAt indices: some Collection<Int>) -> Scalar {
        get { scalars[scalarIndex(indices)] }
        set { scalars[scalarIndex(indices)] = newValue }
    }

    private func scalarIndex(_ indices: some Collection<Int>) -> Int {
        precondition(
            indices.count == shape.count, "\(indices.count) indices do not choose a number of the shape \(shape)")
        return range(at: indices).lowerBound
    }

    /// Parts along the first axis.
    subscript(bounds: Range<Int>) -> ShapedElements {
        get {
            ShapedElements(shape: [bounds.count] + shape.dropFirst(), scalars: scalars[range(ofParts: bounds)])
        }
        set {
            precondition(
                newValue.shape == [bounds.count] + shape.dropFirst(),
                "Numbers of the shape \(newValue.shape) do not go into \(bounds.count) parts of the shape \(shape)")
            scalars.replaceSubrange(range(ofParts: bounds), with: newValue.scalars)
        }
    }

    private func range(ofParts bounds: Range<Int>) -> Range<Int> {
        precondition(
            !shape.isEmpty && bounds.lowerBound >= 0 && bounds.upperBound <= shape[0],
            "The parts \(bounds) are outside an array of the shape \(shape)")
        let count = shape[0] == 0 ? 0 : scalars.count / shape[0]
        return scalars.startIndex + bounds.lowerBound * count..<scalars.startIndex + bounds.upperBound * count
    }

    func withBuffer<R>(_ body: (UnsafeBufferPointer<Scalar>, [Int], [Int]) throws -> R) rethrows -> R {
        let strides = strides
        return try scalars.withUnsafeBufferPointer { try body($0, shape, strides) }
    }

    mutating func withMutableBuffer<R>(
        _ body: (inout UnsafeMutableBufferPointer<Scalar>, [Int], [Int]) throws -> R
    ) rethrows -> R {
        let (shape, strides) = (shape, strides)
        return try scalars.withUnsafeMutableBufferPointer { try body(&$0, shape, strides) }
    }
}

extension ShapedElements: Equatable where Scalar: Equatable {}
extension ShapedElements: Sendable where Scalar: Sendable {}

extension ShapedElements: Encodable where Scalar: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(shape, forKey: .shape)
        try container.encode(Array(scalars), forKey: .scalars)
    }
}

private enum CodingKeys: String, CodingKey {
    case shape
    case scalars
}

extension ShapedElements: Decodable where Scalar: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let shape = try container.decode([Int].self, forKey: .shape)
        let scalars = try container.decode([Scalar].self, forKey: .scalars)
        guard let layout = try? ArrayLayout(shape: shape), layout.count == scalars.count else {
            throw DecodingError.dataCorruptedError(
                forKey: .scalars, in: container,
                debugDescription: "There are \(scalars.count) numbers, which do not fill the shape \(shape).")
        }
        self.init(shape: shape, scalars: scalars[...])
    }
}
