/// The middle value; of an even number of values the mean of the two in the middle.
func median(_ values: [UInt64]) -> UInt64 {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/// The mean in milliseconds.
func mean(_ nanoseconds: [UInt64]) -> Double {
    nanoseconds.isEmpty ? 0 : milliseconds(nanoseconds.reduce(0, +)) / Double(nanoseconds.count)
}

func milliseconds(_ nanoseconds: UInt64) -> Double {
    Double(nanoseconds) / 1e6
}

/// 10⁹ operations per second, a multiplication and its addition counted as two.
func gigaflops(_ multiplyAccumulates: Int, in nanoseconds: UInt64) -> Double {
    nanoseconds == 0 ? 0 : 2 * Double(multiplyAccumulates) / Double(nanoseconds)
}
