/// When and how a stream of frames is asked what a hand does.
package struct ActionRecognizerOptions: Sendable, Equatable {
    /// After how many frames, at the classifier's rate, a window is looked at again.
    package var stride: Int
    /// How many answers in a row are averaged.
    package var smoothing: Int
    /// The averaged probability from which an answer counts.
    package var threshold: Float
    /// How much of a window has to show the hand.
    package var presence: Float
    /// The seconds after which a hand that no frame shows any more is forgotten.
    package var patience: Double

    package init(
        stride: Int = 5, smoothing: Int = 3, threshold: Float = 0.7, presence: Float = 0.7, patience: Double = 0.5
    ) {
        self.stride = stride
        self.smoothing = smoothing
        self.threshold = threshold
        self.presence = presence
        self.patience = patience
    }
}
