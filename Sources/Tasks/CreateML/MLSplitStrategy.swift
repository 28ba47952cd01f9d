/// A stand-in for how a part of the training data is held out to judge a classifier with.
public enum MLSplitStrategy: Hashable, Codable, Sendable {
    /// As many as suit the number of examples.
    ///
    /// The original holds nothing out of fewer than 50 examples, and then says nothing of how good the classifier is.
    /// Here fewer than 200 are held out in five parts in turn, and the classifier itself is trained with all of them.
    case automatic
    /// The share `ratio`, rounded to examples and at least one, chosen by chance with a seed, which is 0 where it is
    /// nil. Every label has its share, as far as sessions stay together.
    case fixed(ratio: Double, seed: Int?)

    /// The share and the seed for a number of examples, as the original has them.
    public func resolve(count: Int) -> (ratio: Double, seed: Int) {
        switch self {
        case .automatic: (count < 50 ? 0 : count < 200 ? 0.1 : 0.05, 0)
        case .fixed(let ratio, let seed): (ratio, seed ?? 0)
        }
    }
}
