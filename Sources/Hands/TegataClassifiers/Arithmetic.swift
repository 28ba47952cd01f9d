// These functions give the same bits on every machine, regardless of its C library.

/// Returns e to the power of `x`, with a relative error of about 1e-15; out of range, 0 or the largest number.
package func exponential(_ x: Double) -> Double {
    guard x > -708 else { return 0 }
    guard x < 709 else { return x.isNaN ? .nan : .greatestFiniteMagnitude }
    let whole = (x * 1.4426950408889634).rounded()
    let rest = (x - whole * 0.693147180369123816490) - whole * 1.90821492927058770002e-10
    var sum = 1.0
    for divisor in stride(from: 13.0, to: 0, by: -1) { sum = 1 + sum * rest / divisor }
    return sum * Double(sign: .plus, exponent: Int(whole), significand: 1)
}

/// Returns the natural logarithm of `x`, with an error of about 1e-15; if `x` is not positive, the logarithm of the
/// smallest positive number.
package func logarithm(_ x: Double) -> Double {
    guard x.isFinite else { return x.isNaN || x < 0 ? .nan : .infinity }
    let x = max(x, .leastNormalMagnitude)
    var (exponent, significand) = (Double(x.exponent), x.significand)
    if significand > 1.4142135623730951 {
        significand /= 2
        exponent += 1
    }
    // ln m = 2 · artanh((m − 1) / (m + 1))
    let ratio = (significand - 1) / (significand + 1)
    let square = ratio * ratio
    var sum = 0.0
    for odd in stride(from: 23.0, to: 0, by: -2) { sum = 1 / odd + square * sum }
    return exponent * 0.6931471805599453 + 2 * ratio * sum
}

/// Returns the sine and cosine of an angle of at most a few turns, in radians.
package func sineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
    let quarter = (angle / 1.5707963267948966).rounded()
    let rest = angle - quarter * 1.5707963267948966
    let square = rest * rest
    var (sine, cosine) = (1.0, 1.0)
    for step in stride(from: 16.0, to: 0, by: -2) {
        sine = 1 - sine * square / (step * (step + 1))
        cosine = 1 - cosine * square / (step * (step - 1))
    }
    sine *= rest
    switch Int(quarter) & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
}

/// Clamps a logit so that two of them can be subtracted, because logits may overflow even if the weights are finite.
/// NaN becomes the lower limit.
package func boundedLogit(_ logit: Float) -> Float {
    let limit = Float.greatestFiniteMagnitude / 4
    return logit.isNaN ? -limit : max(-limit, min(limit, logit))
}

/// Returns the probabilities for logits at a temperature; they sum to 1.
package func softmax(_ logits: some RandomAccessCollection<Float>, temperature: Float = 1) -> [Float] {
    let largest = logits.reduce(-Float.greatestFiniteMagnitude) { max($0, boundedLogit($1)) }
    var sum = 0.0
    var powers: [Float] = []
    powers.reserveCapacity(logits.count)
    for logit in logits {
        let power = exponential(Double((boundedLogit(logit) - largest) / temperature))
        powers.append(Float(power))
        sum += power
    }
    let factor = Float(1 / sum)
    for index in powers.indices { powers[index] *= factor }
    return powers
}
