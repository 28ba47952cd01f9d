/// `x = addend + x * factor`, again and again in several chains, to measure how many multiply-adds a core can do.
package struct PeakArguments {
    /// Enough to hide the time that one multiply-add takes, few enough for sixteen registers.
    package static let chainCount = 12

    /// The values of the chains, which are replaced, then `factor` and `addend`: `chainCount + 2` vectors.
    package var vectors: UnsafeMutableRawPointer
    /// Multiply-adds of vectors in each chain.
    package var rounds: Int

    package init(vectors: UnsafeMutableRawPointer, rounds: Int) {
        self.vectors = vectors
        self.rounds = rounds
    }
}
