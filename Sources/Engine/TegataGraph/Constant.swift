import TegataBuffers
import TegataFormats

/// Elements that are known when the network is loaded.
///
/// float16 constants are not widened here. A float32 value may be backed by float16 elements: ``TensorView`` widens
/// them when reading, and weight packing widens them once. It may also be backed by bytes, which ``ByteWeights`` reads.
package struct Constant: Sendable {
    private enum Storage: Sendable {
        case file(Bytes)
        case folded(AlignedBuffer)
    }

    private let storage: Storage
    /// The storage type of the elements.
    package let element: ElementType
    /// The floats that bytes represent, if anything reads them as floats.
    private var quantization: AffineQuantization?

    /// Creates a constant from elements inside the file.
    init(_ bytes: Bytes, element: ElementType) {
        storage = .file(bytes)
        self.element = element
    }

    /// Creates a constant from elements that were computed during loading.
    package init(_ buffer: AlignedBuffer, element: ElementType) {
        storage = .folded(buffer)
        self.element = element
    }

    /// Returns a constant whose bytes represent floats.
    func scaled(by quantization: AffineQuantization) -> Constant {
        var constant = self
        constant.quantization = quantization
        return constant
    }

    /// Returns the weights if they are bytes that represent floats.
    func byteWeights(shape: Shape) -> ByteWeights? { quantization.map { ByteWeights(self, shape, $0) } }

    /// Returns the constant with some of the slices along an axis.
    package func selecting(_ kept: [Int], axis: Int, of shape: Shape) -> Constant {
        let source = view(shape: shape).unsafeBytes
        let run = shape.strides[axis] * element.byteCount
        let bytes = Bytes(count: source.count / max(shape[axis], 1) * kept.count) { bytes in
            switch run {
            case 2: source.gather(kept, of: shape[axis], as: UInt16.self, into: bytes)
            case 4: source.gather(kept, of: shape[axis], as: UInt32.self, into: bytes)
            default:
                var place = 0
                for start in stride(from: 0, to: source.count, by: run * shape[axis]) {
                    for slice in kept {
                        let part = source[start + slice * run..<start + (slice + 1) * run]
                        UnsafeMutableRawBufferPointer(rebasing: bytes[place..<place + run])
                            .copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
                        place += run
                    }
                }
            }
        }
        var constant = Constant(bytes, element: element)
        constant.quantization = quantization?.selecting(kept, axis: axis, of: shape)
        return constant
    }

    /// Releases the file's memory pages after the elements have been read, because they are rarely read again.
    package func releasePages() {
        if case .file(let bytes) = storage { bytes.releasePages() }
    }

    /// Returns a view of the elements. The caller must keep the constant alive and never write through the view.
    package func view(shape: Shape) -> TensorView {
        switch storage {
        case .file(let bytes):
            precondition(bytes.count >= shape.count * element.byteCount)
            guard let base = bytes.unsafeBaseAddress else { preconditionFailure("bytes have an address") }
            return TensorView(TensorType(shape, element), base: UnsafeMutableRawPointer(mutating: base))
        case .folded(let buffer):
            precondition(buffer.count >= shape.count * element.byteCount)
            return TensorView(TensorType(shape, element), base: buffer.base)
        }
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Copies some elements of each row of `count` elements.
    @inline(__always)
    fileprivate func gather<Bits: FixedWidthInteger>(
        _ kept: [Int], of count: Int, as _: Bits.Type, into result: UnsafeMutableRawBufferPointer
    ) {
        let size = MemoryLayout<Bits>.stride
        precondition(kept.allSatisfy { 0..<count ~= $0 } && result.count * count == self.count * kept.count)
        var place = 0
        for start in stride(from: 0, to: self.count, by: size * count) {
            for slice in kept {
                let bits = loadUnaligned(fromByteOffset: start &+ slice &* size, as: Bits.self)
                result.storeBytes(of: bits, toByteOffset: place, as: Bits.self)
                place &+= size
            }
        }
    }
}
