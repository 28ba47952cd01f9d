import TegataBuffers

/// The second moments of a product's inputs: for each pair of channels, the sum of their products over many pixels.
final class InputMoments: @unchecked Sendable {
    let depth: Int
    /// The distance between rows of the sums: the depth rounded up to whole vectors.
    private let stride: Int
    private let sums: AlignedBuffer
    private let rows: AlignedBuffer
    private(set) var pixelCount = 0

    private static let lanes = 8
    /// The number of pixels that are added together, so that sums are read less often.
    private static let rowsAtOnce = 8
    /// The maximum number of pixels of an image to include. Neighbouring pixels resemble each other.
    private static let mostPixels = 256

    init(depth: Int) {
        self.depth = depth
        stride = (depth + Self.lanes - 1) / Self.lanes * Self.lanes
        sums = AlignedBuffer(byteCount: depth * stride * MemoryLayout<Float>.stride)
        rows = AlignedBuffer(byteCount: Self.rowsAtOnce * stride * MemoryLayout<Float>.stride)
    }

    /// Adds an image of `count` pixels. `phase` changes which pixels of a large image are included.
    func add(_ pixels: UnsafePointer<Float>, count: Int, phase: Int) {
        let used = min(count, Self.mostPixels)
        let rows = rows.base.assumingMemoryBound(to: Float.self)
        for first in Swift.stride(from: 0, to: used, by: Self.rowsAtOnce) {
            for row in 0..<Self.rowsAtOnce {
                let target = rows + row * stride
                guard first + row < used else {
                    target.update(repeating: 0, count: depth)
                    continue
                }
                let pixel = ((first + row) * count + phase % count) / used % count
                target.update(from: pixels + pixel * depth, count: depth)
            }
            addRows()
        }
        pixelCount += used
    }

    /// Adds the products of the rows to the upper triangle.
    private func addRows() {
        typealias Vector = SIMD8<Float>
        let rows = UnsafeRawPointer(rows.base)
        let rowBytes = stride * MemoryLayout<Float>.stride
        for channel in 0..<depth {
            let sums = sums.base + channel * rowBytes
            var factors = Vector()
            for row in 0..<Self.rowsAtOnce {
                factors[row] = rows.load(fromByteOffset: row * rowBytes + channel * 4, as: Float.self)
            }
            // After a clamp, channels are often 0.
            if factors == Vector() { continue }
            var offset = channel / Self.lanes * MemoryLayout<Vector>.stride
            while offset < rowBytes {
                var sum = sums.load(fromByteOffset: offset, as: Vector.self)
                for row in 0..<Self.rowsAtOnce {
                    sum += factors[row] * rows.load(fromByteOffset: row * rowBytes + offset, as: Vector.self)
                }
                sums.storeBytes(of: sum, toByteOffset: offset, as: Vector.self)
                offset += MemoryLayout<Vector>.stride
            }
        }
    }

    /// Returns the mean product of two channels.
    func mean(_ a: Int, _ b: Int) -> Double {
        let sums = sums.base.assumingMemoryBound(to: Float.self)
        return Double(sums[min(a, b) * stride + max(a, b)]) / Double(max(pixelCount, 1))
    }
}
