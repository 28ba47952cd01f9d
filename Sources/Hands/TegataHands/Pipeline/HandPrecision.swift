import TegataInference

/// What the networks of the hand pipeline compute with.
///
/// Results of half precision are the same for every number of threads, but not those of single precision: landmarks
/// move by some tenths of a pixel of the crop at most. Networks that recognise gestures always compute with single
/// precision.
public enum HandPrecision: String, Sendable, CaseIterable {
    /// Both networks with single precision, as MediaPipe's do.
    case single
    /// The landmark network with half precision. In a video it is the one that runs for every frame.
    case half
    /// The palm network with half precision, too. The crop then moves a little, and with it all landmarks.
    case allHalf = "all-half"

    /// The precision of the palm network.
    var palmDetector: NetworkOptions.Precision { self == .allHalf ? .half : .single }
    /// The precision of the landmark network.
    var handLandmarks: NetworkOptions.Precision { self == .single ? .single : .half }
}
