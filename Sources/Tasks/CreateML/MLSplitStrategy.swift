/// The way in which part of the training data is held out to evaluate a classifier.
public enum MLSplitStrategy: Hashable, Codable, Sendable {
    /// A share that suits the number of examples.
    ///
    /// With fewer than 50 examples, Create ML holds nothing out and reports no metrics. This module instead validates
    /// fewer than 200 examples in five parts, each held out in turn, and trains the classifier itself on all of them.
    case automatic
    /// The share `ratio`, rounded to whole examples and at least one, chosen at random. `seed` is the random seed; nil
    /// means 0. Every label contributes its share, as far as keeping sessions together allows.
    case fixed(ratio: Double, seed: Int?)

    /// Returns the share and the seed for a number of examples, as in Create ML.
    public func resolve(count: Int) -> (ratio: Double, seed: Int) {
        switch self {
        case .automatic: (count < 50 ? 0 : count < 200 ? 0.1 : 0.05, 0)
        case .fixed(let ratio, let seed): (ratio, seed ?? 0)
        }
    }
}
