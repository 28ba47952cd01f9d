import TegataInference

extension Network {
    /// Checks that all inputs are floats of these shapes.
    func checkInputs(_ shapes: [[Int]]) throws(HandNetworksError) {
        guard inputs.count == shapes.count, zip(inputs, shapes).allSatisfy({ $0.shape == $1 && $0.isFloat }) else {
            throw .inputs(file: file, found: inputs.map { $0.shape }, expected: shapes)
        }
    }

    /// Checks that the first outputs are floats, this many in each.
    func checkOutputs(_ counts: [Int]) throws(HandNetworksError) {
        guard outputs.count >= counts.count, zip(outputs, counts).allSatisfy({ $0.count == $1 && $0.isFloat }) else {
            throw .outputs(file: file, found: outputs.map { $0.count }, expected: counts)
        }
    }
}

extension TensorDescription {
    var isFloat: Bool { elementType == "float32" }
}
