/// A step of a network with its times.
package struct ProfiledStep: Sendable {
    package let name: String
    package let shape: String
    package let kernel: String
    package let multiplyAccumulates: Int
    /// The bytes that the step reads or writes at least once.
    package let bytesMoved: Int
    /// The time for each number of threads; the first is one thread.
    package let milliseconds: [Double]
    /// The time on one thread in each other precision; nil if its network has no such step.
    package let others: [Double?]

    package init(
        name: String, shape: String, kernel: String, multiplyAccumulates: Int, bytesMoved: Int,
        milliseconds: [Double], others: [Double?]
    ) {
        self.name = name
        self.shape = shape
        self.kernel = kernel
        self.multiplyAccumulates = multiplyAccumulates
        self.bytesMoved = bytesMoved
        self.milliseconds = milliseconds
        self.others = others
    }

    /// The time on one thread.
    var time: Double { milliseconds.first ?? 0 }
    /// The speed on one thread; a multiplication and its addition count as two operations.
    var gigaflops: Double { time > 0 ? 2e-6 * Double(multiplyAccumulates) / time : 0 }
    /// The number of operations for each byte.
    var intensity: Double { 2 * Double(multiplyAccumulates) / Double(max(bytesMoved, 1)) }
}

/// What one core can do at most: the roof over the speeds of steps.
package struct Roof: Sendable {
    package let gigaflops: Double
    /// The bytes that the core reads and writes in main memory, in 10⁹ a second.
    package let gigabytesPerSecond: Double

    package init(gigaflops: Double, gigabytesPerSecond: Double) {
        self.gigaflops = gigaflops
        self.gigabytesPerSecond = gigabytesPerSecond
    }

    /// What takes most of a step's time.
    package enum Bound: String, Sendable, CaseIterable {
        case compute, memory, overhead
    }

    /// Returns what bounds a step on one thread, and the fraction of its time that this accounts for. A step is bound
    /// by multiply-adds, or else by memory, that would take at least half its time. Data in a cache comes sooner than
    /// from main memory, so memory can account for more than all.
    package func bound(of step: ProfiledStep) -> (bound: Bound, share: Double) {
        guard step.time > 0 else { return (.overhead, 0) }
        let compute = 2e-6 * Double(step.multiplyAccumulates) / gigaflops / step.time
        let memory = 1e-6 * Double(step.bytesMoved) / gigabytesPerSecond / step.time
        if compute >= 0.5 { return (.compute, min(compute, 1)) }
        return memory >= 0.5 ? (.memory, min(memory, 1)) : (.overhead, max(compute, memory))
    }
}
