import TegataBuffers

/// The memory of a network that the caller runs, and its calls.
final class ExternalRunner {
    /// The largest number of images in a call.
    let capacity: Int
    private let network: NetworkCall.Network
    private let function: (NetworkCall) throws(TegataError) -> Void
    /// The images as numbers, and as the function takes them.
    private let images: EncodedTensor
    private let outputs: [EncodedTensor]
    /// A call for each number of images.
    private let calls: [NetworkCall]
    private var failure: TegataError?

    /// This initialiser does no work, because a program that uses one of a module's classes includes the initialisers
    /// of all its classes.
    private init(
        _ network: NetworkCall.Network, _ function: @escaping (NetworkCall) throws(TegataError) -> Void,
        _ images: EncodedTensor, _ outputs: [EncodedTensor], _ calls: [NetworkCall]
    ) {
        capacity = calls.count
        self.network = network
        self.function = function
        self.images = images
        self.outputs = outputs
        self.calls = calls
    }

    static func make(
        _ network: NetworkCall.Network, _ described: ExternalNetwork,
        _ function: @escaping (NetworkCall) throws(TegataError) -> Void
    ) throws(ExternalNetworkError) -> ExternalRunner {
        let shapes = network.outputShapes
        guard 1...64 ~= described.batch else { throw .batch(network, described.batch) }
        guard described.outputs.count <= shapes.count else {
            throw .outputCount(network, described.outputs.count, expected: shapes.count)
        }
        let images = try EncodedTensor(network.inputShape, described.input, described.batch, network, "the input")
        var outputs: [EncodedTensor] = []
        for (index, shape) in shapes.enumerated() {
            let encoding = index < described.outputs.count ? described.outputs[index] : .float32
            outputs.append(try EncodedTensor(shape, encoding, described.batch, network, "output \(index)"))
        }
        let calls = (1...described.batch).map { count in
            NetworkCall(
                network: network, count: count, input: images.tensor(count), outputs: outputs.map { $0.tensor(count) })
        }
        return ExternalRunner(network, function, images, outputs, calls)
    }

    /// Returns a runner for one of the images of a call, which ``run(_:)`` runs.
    func seat(_ index: Int, run: @escaping () -> Void) -> NetworkRunner {
        NetworkRunner(
            inputs: [images.numbers(index)], outputs: outputs.map { UnsafeBufferPointer($0.numbers(index)) },
            encoder: images.encoder(index), external: self, run: run)
    }

    /// Calls the function for the first `count` images. After an error, all outputs say that there is no hand until
    /// ``throwFailure()`` is called.
    func run(_ count: Int) {
        guard failure == nil else { return }
        for output in outputs { output.spoil(count) }
        do throws(TegataError) {
            try function(calls[count - 1])
            for (index, output) in outputs.enumerated() {
                guard output.decode(count) else { throw TegataError(.notFinite(network, output: index)) }
            }
        } catch {
            failure = error
            for output in outputs { output.fillWithNothing() }
        }
    }

    /// Throws the first error since the last call.
    func throwFailure() throws(TegataError) {
        guard let failure else { return }
        self.failure = nil
        throw failure
    }
}

/// A tensor's elements in the caller's encoding, and as numbers.
private struct EncodedTensor {
    private let shape: [Int]
    private let encoding: TensorEncoding
    private let count: Int
    private let elements: AlignedBuffer
    private let decoded: AlignedBuffer

    init(
        _ shape: [Int], _ encoding: TensorEncoding, _ batch: Int, _ network: NetworkCall.Network, _ name: String
    ) throws(ExternalNetworkError) {
        try encoding.check(network, name)
        self.shape = shape
        self.encoding = encoding
        count = shape.reduce(1) { $0 * $1 }
        elements = AlignedBuffer(byteCount: batch * count * encoding.element.byteCount)
        decoded = encoding.element == .float32 ? elements : AlignedBuffer(byteCount: 4 * batch * count)
    }

    func numbers(_ index: Int) -> UnsafeMutableBufferPointer<Float> {
        UnsafeMutableBufferPointer(start: decoded.floats(at: 4 * index * count, count: count), count: count)
    }

    private func bytes(_ images: Int) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: elements.base, count: images * count * encoding.element.byteCount)
    }

    func tensor(_ images: Int) -> NetworkTensor {
        NetworkTensor(bytes: bytes(images), shape: [images] + shape, encoding: encoding)
    }

    /// Returns the encoder of an image; nil for floats, which need none.
    func encoder(_ index: Int) -> RowEncoder? {
        guard encoding.element != .float32 else { return nil }
        return RowEncoder(
            numbers: UnsafeBufferPointer(numbers(index)),
            elements: elements.base + index * count * encoding.element.byteCount, encoding: encoding)
    }

    func spoil(_ images: Int) { encoding.spoil(bytes(images)) }

    /// Decodes the elements; returns whether all are finite.
    func decode(_ images: Int) -> Bool {
        let numbers = UnsafeMutableBufferPointer(start: numbers(0).baseAddress, count: images * count)
        encoding.decode(elements.base, to: numbers)
        // The difference of an infinity or NaN to itself is NaN, and remains in the sum.
        var sums = SIMD8<Float>.zero
        let bytes = UnsafeRawBufferPointer(numbers)
        for start in stride(from: 0, to: numbers.count - 7, by: 8) {
            let eight = bytes.loadUnaligned(fromByteOffset: 4 * start, as: SIMD8<Float>.self)
            sums += eight - eight
        }
        var sum = sums.sum()
        for number in numbers.suffix(numbers.count % 8) { sum += number - number }
        return sum == 0
    }

    /// Fills all images with numbers that mean no palm or hand.
    func fillWithNothing() {
        decoded.floats(at: 0, count: decoded.count / 4).update(repeating: -1000, count: decoded.count / 4)
    }
}

/// Encodes the rows of an image while they are in the processor's cache.
package struct RowEncoder: @unchecked Sendable {
    let numbers: UnsafeBufferPointer<Float>
    let elements: UnsafeMutableRawPointer
    let encoding: TensorEncoding

    /// Encodes the numbers from index `start` on.
    func encode(from start: Int, count: Int) {
        encoding.encode(
            UnsafeBufferPointer(rebasing: numbers[start..<start + count]),
            to: elements + start * encoding.element.byteCount)
    }
}

extension NetworkCall.Network {
    fileprivate var inputShape: [Int] {
        let side = self == .palmDetector ? ImageInput.palmSide : ImageInput.handSide
        return [side, side, 3]
    }

    /// The number of outputs.
    package var outputCount: Int { outputShapes.count }

    fileprivate var outputShapes: [[Int]] {
        switch self {
        case .palmDetector:
            let anchors = PalmAnchors(inputSide: ImageInput.palmSide).centers.count
            return [[anchors, PalmDecoder.valuesPerAnchor], [anchors, 1]]
        case .handLandmarks: return [[3 * HandPoints.count], [1], [1], [3 * HandPoints.count]]
        }
    }
}
