import TegataGraph
import TegataKernelABI

/// Addresses of a bound step. The arena outlives every closure that holds them, because the session owns both.
struct Pointers: Sendable {
    let a: Elements
    let b: Elements
    let output: Elements

    init(_ a: Elements, _ b: Elements, _ output: Elements) {
        self.a = a
        self.b = b
        self.output = output
    }

    init(_ a: Elements, _ output: Elements) {
        self.init(a, a, output)
    }

    /// A step that works on these addresses.
    func boundStep(
        taskCount: Int, _ work: @escaping @Sendable (Pointers, Int, UnsafeMutableRawPointer) -> Void
    ) -> BoundStep {
        BoundStep(taskCount: taskCount) { work(self, $0, $1) }
    }
}
