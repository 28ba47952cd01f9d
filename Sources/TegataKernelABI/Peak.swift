/// `x = addend + x * factor`, again and again in several chains, to measure how many multiply-adds a core can do.
package struct PeakArguments {
    /// Enough chains to hide the time that one multiply-add takes, few enough for sixteen registers.
    @inlinable package static var chainCount: Int { 12 }

    package var factor: Float
    package var addend: Float
    package var iterations: Int
    /// Room for one vector, so that the work is not thrown away.
    package var result: UnsafeMutablePointer<Float>

    package init(factor: Float, addend: Float, iterations: Int, result: UnsafeMutablePointer<Float>) {
        self.factor = factor
        self.addend = addend
        self.iterations = iterations
        self.result = result
    }
}
