/// (pixel − mean) ÷ standard deviation, with pixels from 0 to 255; one value for all channels or one for each.
package struct Normalization: Equatable, Sendable {
    package let means: [Float]
    package let standardDeviations: [Float]

    /// For image inputs without metadata: pixels become 0…1.
    package static let unitRange = Normalization(means: [0], standardDeviations: [255])

    package init(means: [Float], standardDeviations: [Float]) {
        self.means = means
        self.standardDeviations = standardDeviations
    }
}
