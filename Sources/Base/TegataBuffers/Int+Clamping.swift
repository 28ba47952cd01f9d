extension FixedWidthInteger {
    /// Returns the sum, clamped to the type's range.
    package func clampedSum(with other: Self) -> Self {
        let (sum, overflows) = addingReportingOverflow(other)
        guard overflows else { return sum }
        return other > 0 ? .max : .min
    }
}

extension Int {
    /// Returns the product with another non-negative number, clamped to the largest number, because 32-bit integers may
    /// overflow.
    package func clampedProduct(with other: Int) -> Int {
        let (product, overflows) = multipliedReportingOverflow(by: other)
        return overflows ? .max : product
    }
}
