/// The memory of a panel of weights as signed bytes: the weights, followed by vectors with one number per column, which
/// are bias, scales, starts of sums and slopes. All of it is initially zero.
///
/// 16-bit weights have two planes, of high and low bytes, each with separate scales and starts.
package struct Int8Weights {
    package let depth: Int
    package let width: Int
    package let planes: Int
    private let base: UnsafeMutableRawPointer

    package init(at base: UnsafeMutableRawPointer, depth: Int, width: Int, planes: Int) {
        self.base = base
        self.depth = depth
        self.width = width
        self.planes = planes
    }

    /// The largest depth at which no sum of byte products, and no start, can overflow.
    package static let mostDepth = 1 << 15

    /// The depth of packed columns, including the zeros at their end.
    package static func paddedDepth(_ depth: Int) -> Int { (depth + 3) / 4 * 4 }

    /// Returns the size in bytes of a quantised row of A with its scale.
    package static func rowByteCount(depth: Int) -> Int { paddedDepth(depth) + MemoryLayout<Float>.stride }

    /// Returns the size in bytes of a packed column, including its part of the vectors.
    package static func columnByteCount(depth: Int, planes: Int) -> Int {
        planes * paddedDepth(depth) + (2 + 2 * planes) * MemoryLayout<Float>.stride
    }

    package var byteCount: Int { width * Self.columnByteCount(depth: depth, planes: planes) }

    package var biasOffset: Int { planes * width * Self.paddedDepth(depth) }
    package var slopeOffset: Int { biasOffset + (1 + 2 * planes) * width * MemoryLayout<Float>.stride }

    package func scale(ofColumn column: Int, plane: Int = 0) -> Float { scales[plane * width + column] }

    /// Returns one of a plane's weights.
    package func weight(_ k: Int, ofColumn column: Int, plane: Int = 0) -> Int8 {
        base.load(fromByteOffset: wordOffset(k / 4, plane * width + column) + k % 4, as: Int8.self)
    }

    /// Rounds a column to the nearest bytes and stores it. Its sums start at `startFactor` times the sum of its
    /// weights.
    package func store(_ weights: UnsafePointer<Float>, asColumn column: Int, startFactor: Int32) {
        // The bits of magnitudes have the same order as the magnitudes, and compilers vectorise only integer maxima.
        var largestBits: UInt32 = 0
        for k in 0..<depth { largestBits = max(largestBits, weights[k].bitPattern & 0x7fff_ffff) }
        let largest = Float(bitPattern: largestBits)
        // Dividing smaller weights by the scale could give quotients that do not fit into a byte.
        if largest < 0x1p-100 { return }
        let scale = largest / 127
        var sum = SIMD4<Int32>.zero
        var lowSum = SIMD4<Int32>.zero
        for word in 0..<Self.paddedDepth(depth) / 4 {
            let quotients = quad(weights, 4 * word) / scale
            let (bytes, rounded) = roundedBytes(quotients)
            sum &+= bytes
            base.storeBytes(of: joined(bytes), toByteOffset: wordOffset(word, column), as: Int32.self)
            guard planes == 2 else { continue }
            // At most half a step remains.
            let (lowBytes, _) = roundedBytes((quotients - rounded) * 254)
            lowSum &+= lowBytes
            base.storeBytes(of: joined(lowBytes), toByteOffset: wordOffset(word, width + column), as: Int32.self)
        }
        scales[column] = scale
        starts[column] = startFactor &* sum.wrappedSum()
        guard planes == 2 else { return }
        scales[width + column] = scale / 254
        starts[width + column] = startFactor &* lowSum.wrappedSum()
    }

    /// Stores a column of bytes that represent `scale` times their value. Its sums start at `startFactor` times their
    /// sum.
    package func store(_ weights: UnsafeBufferPointer<Int8>, scale: Float, asColumn column: Int, startFactor: Int32) {
        precondition(planes == 1 && weights.count == depth, "wrong number of weights")
        var sum: Int32 = 0
        for k in 0..<depth {
            sum &+= Int32(weights[k])
            base.storeBytes(of: weights[k], toByteOffset: wordOffset(k / 4, column) + k % 4, as: Int8.self)
        }
        scales[column] = scale
        starts[column] = startFactor &* sum
    }

    private var scales: UnsafeMutablePointer<Float> {
        (base + biasOffset).assumingMemoryBound(to: Float.self) + width
    }

    private var starts: UnsafeMutablePointer<Int32> {
        (base + biasOffset).assumingMemoryBound(to: Int32.self) + (1 + planes) * width
    }

    private func wordOffset(_ word: Int, _ column: Int) -> Int { 4 * (word * planes * width + column) }

    /// Returns four weights, with zeros after the last one.
    private func quad(_ weights: UnsafePointer<Float>, _ first: Int) -> SIMD4<Float> {
        guard first + 4 > depth else { return UnsafeRawPointer(weights + first).loadUnaligned(as: SIMD4<Float>.self) }
        var quad = SIMD4<Float>.zero
        for k in first..<depth { quad[k - first] = weights[k] }
        return quad
    }
}

/// Rounds numbers of small magnitude to the nearest integers, with ties to even, and returns them as integers and
/// floats.
@inline(__always)
private func roundedBytes(_ values: SIMD4<Float>) -> (SIMD4<Int32>, SIMD4<Float>) {
    // The low bits of such a sum are the integer. The rounding method would be a function call on processors that have
    // an instruction for it only in newer models.
    let rounding: Float = 0x1.8p23
    let sums = values + rounding
    let integers = unsafeBitCast(sums, to: SIMD4<Int32>.self) &- Int32(bitPattern: rounding.bitPattern)
    return (integers, sums - rounding)
}

/// The low bytes of four integers.
@inline(__always)
private func joined(_ bytes: SIMD4<Int32>) -> Int32 {
    let parts = (bytes & 0xff) &<< SIMD4<Int32>(0, 8, 16, 24)
    return parts[0] | parts[1] | parts[2] | parts[3]
}
