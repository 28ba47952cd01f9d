/// What colours the luma and chroma of a picture stand for.
///
/// With the factors f of the encoding and s = 16 for the limited range, 0 for the full one,
///
///     R = clamp((f₀·(Y − s) + f₁·(V − 128) + 32768) >> 16)
///     G = clamp((f₀·(Y − s) − f₂·(U − 128) − f₃·(V − 128) + 32768) >> 16)
///     B = clamp((f₀·(Y − s) + f₄·(U − 128) + 32768) >> 16)
///
/// where clamp limits to 0…255. Every pixel takes the chroma sample that covers it; chroma is not interpolated.
public struct ColorEncoding: Sendable, Equatable {
    /// The standard that says how luma and chroma were made.
    public enum Matrix: String, Sendable, CaseIterable {
        /// Standard-definition video and most cameras.
        case bt601
        /// High-definition video.
        case bt709
    }

    /// How luma and chroma were made of colours.
    public var matrix: Matrix
    /// Whether luma and chroma use all of 0…255; otherwise 16…235 and 16…240.
    public var isFullRange: Bool

    /// An encoding; without arguments that of most cameras.
    public init(_ matrix: Matrix = .bt601, isFullRange: Bool = false) {
        self.matrix = matrix
        self.isFullRange = isFullRange
    }

    /// f₀ to f₄: the standard's factors times 65536.
    var factors: (luma: Int32, redV: Int32, greenU: Int32, greenV: Int32, blueU: Int32) {
        switch (matrix, isFullRange) {
        case (.bt601, false): (76309, 104597, 25675, 53279, 132201)
        case (.bt601, true): (65536, 91881, 22554, 46802, 116130)
        case (.bt709, false): (76309, 117489, 13975, 34925, 138438)
        case (.bt709, true): (65536, 103206, 12276, 30679, 121609)
        }
    }
}
