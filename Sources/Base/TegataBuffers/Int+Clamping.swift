extension Int {
    /// The sum, or the largest or smallest number where it lies beyond.
    package func clampedSum(with other: Int) -> Int {
        let (sum, overflows) = addingReportingOverflow(other)
        guard overflows else { return sum }
        return other > 0 ? .max : .min
    }
}
