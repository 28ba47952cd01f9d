import TegataKernelABI

/// Calls a body for every vector that fits into `0 ..< count`, then for every single element that is left. A struct
/// with a generic method takes the place of a closure because it is specialised for both.
protocol VectorLoopBody {
    func run<V: Vector>(_: V.Type, _ index: Int)
}

@inline(__always)
func forEachVector(_ count: Int, _ body: some VectorLoopBody) {
    var index = 0
    while index + Lane.lanes <= count {
        body.run(Lane.self, index)
        index += Lane.lanes
    }
    while index < count {
        body.run(Accumulator.self, index)
        index += 1
    }
}

/// The same for a body that needs floats.
protocol FloatLoopBody {
    func run<V: FloatVector>(_: V.Type, _ index: Int)
}

@inline(__always)
func forEachFloatVector(_ count: Int, _ body: some FloatLoopBody) {
    var index = 0
    while index + FloatLane.lanes <= count {
        body.run(FloatLane.self, index)
        index += FloatLane.lanes
    }
    while index < count {
        body.run(Float.self, index)
        index += 1
    }
}
