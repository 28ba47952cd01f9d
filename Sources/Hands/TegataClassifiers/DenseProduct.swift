/// Computes `output[row] += input[row] · weights` for `rows` rows, whose inputs start `inputStride` elements apart;
/// weights are `[inputs × outputs]`.
///
/// The order of summation does not depend on the number of rows.
package func addDenseProduct(
    rows: Int, inputs: Int, outputs: Int, input: UnsafePointer<Float>, inputStride: Int, weights: UnsafePointer<Float>,
    output: UnsafeMutablePointer<Float>
) {
    for row in 0..<rows {
        let (x, y) = (input + row * inputStride, output + row * outputs)
        var index = 0
        while index &+ 4 <= inputs {
            addMultiples(
                of: weights + index &* outputs, stride: outputs, by: x[index], x[index &+ 1], x[index &+ 2],
                x[index &+ 3], to: y, count: outputs)
            index &+= 4
        }
        while index < inputs {
            addMultiples(
                of: weights + index &* outputs, stride: 0, by: x[index], 0, 0, 0, to: y, count: outputs)
            index &+= 1
        }
    }
}

/// Computes `sum += a·v₀ + b·v₁ + c·v₂ + d·v₃`, with vectors that start `stride` apart.
@inline(__always)
package func addMultiples(
    of vectors: UnsafePointer<Float>, stride: Int, by a: Float, _ b: Float, _ c: Float, _ d: Float,
    to sum: UnsafeMutablePointer<Float>, count: Int
) {
    let (v0, v1, v2, v3) = (vectors, vectors + stride, vectors + 2 * stride, vectors + 3 * stride)
    let (a8, b8) = (SIMD8<Float>(repeating: a), SIMD8<Float>(repeating: b))
    let (c8, d8) = (SIMD8<Float>(repeating: c), SIMD8<Float>(repeating: d))
    var index = 0
    while index &+ 8 <= count {
        let first = load8(v0 + index) * a8 + load8(v1 + index) * b8
        let second = load8(v2 + index) * c8 + load8(v3 + index) * d8
        store8(load8(sum + index) + (first + second), to: sum + index)
        index &+= 8
    }
    while index < count {
        let first = v0[index] * a + v1[index] * b
        let second = v2[index] * c + v3[index] * d
        sum[index] += first + second
        index &+= 1
    }
}

/// Returns the dot product of two vectors.
@inline(__always)
package func dotProduct(_ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, count: Int) -> Float {
    var sums = SIMD8<Float>(repeating: 0)
    var index = 0
    while index &+ 8 <= count {
        sums += load8(a + index) * load8(b + index)
        index &+= 8
    }
    let halves = sums.lowHalf + sums.highHalf
    var sum = (halves[0] + halves[1]) + (halves[2] + halves[3])
    while index < count {
        sum += a[index] * b[index]
        index &+= 1
    }
    return sum
}

@inline(__always)
package func load8(_ pointer: UnsafePointer<Float>) -> SIMD8<Float> {
    UnsafeRawPointer(pointer).loadUnaligned(as: SIMD8<Float>.self)
}

@inline(__always)
package func load8(_ pointer: UnsafeMutablePointer<Float>) -> SIMD8<Float> {
    UnsafeRawPointer(pointer).loadUnaligned(as: SIMD8<Float>.self)
}

@inline(__always)
package func store8(_ value: SIMD8<Float>, to pointer: UnsafeMutablePointer<Float>) {
    UnsafeMutableRawPointer(pointer).storeBytes(of: value, as: SIMD8<Float>.self)
}
