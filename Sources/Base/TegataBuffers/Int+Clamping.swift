extension FixedWidthInteger {
    /// The sum, or the largest or smallest number where it lies beyond.
    package func clampedSum(with other: Self) -> Self {
        let (sum, overflows) = addingReportingOverflow(other)
        guard overflows else { return sum }
        return other > 0 ? .max : .min
    }
}

extension Int {
    /// The product with a number that is not below 0 either, or the largest number where it lies beyond, as may be
    /// where numbers have 32 bits.
    package func clampedProduct(with other: Int) -> Int {
        let (product, overflows) = multipliedReportingOverflow(by: other)
        return overflows ? .max : product
    }
}
