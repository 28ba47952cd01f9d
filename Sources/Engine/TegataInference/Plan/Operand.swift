import TegataBuffers
import TegataGraph

/// The arena and the number of threads for which a step is bound.
package struct BindingContext {
    /// The first byte of the session's arena, which outlives everything bound to it.
    let arena: UnsafeMutableRawPointer
    let threadCount: Int

    package init(arena: UnsafeMutableRawPointer, threadCount: Int) {
        self.arena = arena
        self.threadCount = threadCount
    }
}

/// The location of a value's elements, relative to the arena's address.
package struct Operand: @unchecked Sendable {
    private let constant: UnsafeMutableRawPointer?
    private let arenaOffset: Int
    let type: TensorType

    init(constant: UnsafeMutableRawPointer, type: TensorType) {
        self.constant = constant
        arenaOffset = 0
        self.type = type
    }

    init(arenaOffset: Int, type: TensorType) {
        constant = nil
        self.arenaOffset = arenaOffset
        self.type = type
    }

    /// The elements of a constant; nil for values in the arena.
    var constantElements: Elements? { constant.map { Elements($0, type.element) } }

    /// Whether the first elements of both operands are at the same position in the arena.
    func isInPlace(of other: Operand) -> Bool {
        constant == nil && other.constant == nil && arenaOffset == other.arenaOffset
    }

    func address(in context: BindingContext) -> UnsafeMutableRawPointer {
        constant ?? context.arena + arenaOffset
    }

    func elements(in context: BindingContext) -> Elements {
        Elements(address(in: context), type.element)
    }

    func floats(in context: BindingContext) -> UnsafeMutablePointer<Float> {
        precondition(type.element == .float32)
        return address(in: context).assumingMemoryBound(to: Float.self)
    }

    package func floatBuffer(in context: BindingContext) -> UnsafeMutableBufferPointer<Float> {
        UnsafeMutableBufferPointer(start: floats(in: context), count: type.shape.count)
    }

    func view(in context: BindingContext) -> TensorView {
        TensorView(type, base: address(in: context))
    }
}
