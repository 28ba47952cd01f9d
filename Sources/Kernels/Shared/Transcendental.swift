/// eˣ for x ≤ 0, to within one unit in the last place; below -87 the result is zero instead of a subnormal number. NaN
/// stays NaN.
@inline(__always)
func exponential<V: FloatVector>(_ x: V) -> V {
    let lowest = V(repeating: -87)
    let limited = V.larger(lowest, x)
    // Adding 1.5 · 2²³ rounds to an integer, which is then in the low bits of the mantissa.
    let rounder = V(repeating: 12_582_912)
    let shifted = rounder.adding(limited, times: V(repeating: 1.442_695_04))
    let power = shifted - rounder
    // ln 2 in two parts; the first has so few bits that its product with the power is exact.
    var rest = limited.adding(power, times: V(repeating: -0.693_359_375))
    rest = rest.adding(power, times: V(repeating: 2.121_944_4e-4))
    // The Taylor series is sufficient for ±ln 2 / 2: the first omitted term is below 5e-9.
    var series = V(repeating: 1 / 720).adding(rest, times: V(repeating: 1 / 5040))
    series = V(repeating: 1 / 120).adding(rest, times: series)
    series = V(repeating: 1 / 24).adding(rest, times: series)
    series = V(repeating: 1 / 6).adding(rest, times: series)
    series = V(repeating: 0.5).adding(rest, times: series)
    series = V(repeating: 1).adding(rest, times: series)
    series = V(repeating: 1).adding(rest, times: series)
    // Adding the difference keeps NaN, whose bits scaling would destroy; the difference is 0 for all other values.
    let result = series.scaled(byPowerIn: shifted) + (limited - limited)
    return (x - lowest).ifNegative(V(repeating: 0), otherwise: result)
}

/// 1 / (1 + e⁻ˣ)
@inline(__always)
func logisticFunction<V: FloatVector>(_ x: V) -> V {
    let one = V(repeating: 1)
    let power = exponential(V(repeating: 0) - x.magnitude)
    return x.ifNegative(power, otherwise: one) / (one + power)
}

/// (1 - e⁻²ˣ) / (1 + e⁻²ˣ); near zero, where that would cancel, the continued fraction x / (1 + x² / (3 + x² / (5 + x²
/// / (7 + x² / 9)))).
@inline(__always)
func hyperbolicTangent<V: FloatVector>(_ x: V) -> V {
    let one = V(repeating: 1)
    let magnitude = x.magnitude
    let power = exponential(magnitude * V(repeating: -2))
    let square = x * x
    let upper = V(repeating: 945).adding(square, times: V(repeating: 105) + square)
    let lower = V(repeating: 945).adding(square, times: V(repeating: 420).adding(square, times: V(repeating: 15)))
    let isSmall = magnitude - V(repeating: 0.6)
    let quotient =
        isSmall.ifNegative(magnitude * upper, otherwise: one - power)
        / isSmall.ifNegative(lower, otherwise: one + power)
    return quotient.withSign(of: x)
}
