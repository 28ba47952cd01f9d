import TegataGraph
import TegataKernelABI

/// Addresses of a bound step. The arena outlives every closure that holds them, because the session owns both.
struct Pointers: @unchecked Sendable {
    let a: UnsafePointer<Float>
    let b: UnsafePointer<Float>
    let output: UnsafeMutablePointer<Float>

    init(_ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>) {
        self.a = a
        self.b = b
        self.output = output
    }

    init(_ a: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>) {
        self.init(a, a, output)
    }

    /// A step that works on these addresses.
    func boundStep(
        taskCount: Int, _ work: @escaping @Sendable (Pointers, Int, UnsafeMutableRawPointer) -> Void
    ) -> BoundStep {
        BoundStep(taskCount: taskCount) { work(self, $0, $1) }
    }
}
