import TegataFormats

/// How bytes become values of a network's image input.
package struct ImageInput: Sendable, Equatable {
    package static let palmSide = 192
    package static let handSide = 224
    /// 0…1.
    package static let unitRange = ImageInput(mean: 0, standardDeviation: 255)

    let scale: Float
    let offset: Float

    /// A value is byte · scale + offset, with the range that 0…255 maps to as the reference computes it.
    init(mean: Float, standardDeviation: Float) {
        let low = (0 - mean) / standardDeviation
        let high = (255 - mean) / standardDeviation
        scale = (high - low) / 255
        offset = low
    }

    init(_ file: NetworkFile) throws(HandNetworksError) {
        let normalization = file.normalization(ofInput: 0)
        guard let mean = normalization.means.first, let deviation = normalization.standardDeviations.first,
            normalization.means.allSatisfy({ $0 == mean }),
            normalization.standardDeviations.allSatisfy({ $0 == deviation }), deviation > 0
        else { throw .normalization(file: file.file) }
        self.init(mean: mean, standardDeviation: deviation)
    }
}
