/// How strongly the landmarks of a tracked hand are smoothed: a low-pass filter that gives way when the hand moves
/// (Casiez, Roussel and Vogel, "1€ Filter", CHI 2012). Speeds are counted in palm lengths per second, so that the
/// distance from the camera does not matter.
public struct SmoothingOptions: Sendable, Equatable {
    /// The cutoff frequency of a hand at rest; lower means calmer.
    public var minimumCutoffHertz: Float
    /// How much the cutoff rises with the speed, in hertz per palm length per second; higher means less lag.
    public var speedCoefficient: Float
    /// The cutoff frequency of the speed itself.
    public var speedCutoffHertz: Float

    /// The numbers of a filter; those given by default suit hands before a camera.
    public init(minimumCutoffHertz: Float = 1, speedCoefficient: Float = 4, speedCutoffHertz: Float = 1) {
        self.minimumCutoffHertz = minimumCutoffHertz
        self.speedCoefficient = speedCoefficient
        self.speedCutoffHertz = speedCutoffHertz
    }

    /// Whether a filter can work with these numbers.
    var isValid: Bool {
        minimumCutoffHertz > 0 && speedCoefficient >= 0 && speedCutoffHertz > 0 && minimumCutoffHertz.isFinite
            && speedCoefficient.isFinite && speedCutoffHertz.isFinite
    }
}
