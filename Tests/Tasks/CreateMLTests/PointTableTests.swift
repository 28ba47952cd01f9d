import CoreML
import CreateML
import Foundation
import TabularData
import Testing

@Suite struct PointTableTests {
    @Test(.timeLimit(.minutes(1))) func writesEmptyArraysAtOnce() throws {
        let empty = try MLMultiArray(shape: [1_099_511_627_776, 0], dataType: .float32)
        let full = MLMultiArray(MLShapedArray<Float>(scalars: [1, .nan, 3, 4], shape: [2, 2]))
        var frame = DataFrame()
        frame.append(column: Column(name: "points", contents: [empty, full]))
        let text = String(decoding: try frame.jsonRepresentation(), as: UTF8.self)
        #expect(text == #"[{"points":[]},{"points":[[1,null],[3,4]]}]"#)
    }
}
