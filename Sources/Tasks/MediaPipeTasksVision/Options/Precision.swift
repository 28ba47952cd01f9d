import TegataHands

/// What the networks of a task compute with. Not part of the original, whose networks compute with single precision.
public enum Precision: String, Sendable, CaseIterable {
    /// 32 bits.
    case single
    /// 16 bits in the network that finds landmarks: half the memory, and up to twice the speed where the processor has
    /// such arithmetic. Landmarks differ by some tenths of a pixel of the crop at most.
    case half
    /// 16 bits also in the network that finds palms; landmarks differ by up to a few pixels of the crop.
    case allHalf

    var ofHands: HandPrecision {
        switch self {
        case .single: .single
        case .half: .half
        case .allHalf: .allHalf
        }
    }
}
