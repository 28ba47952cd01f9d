import TegataFormats

/// Every operator that networks may use: the families, which list theirs, and those that are alone.
package let operatorList: [OperatorDefinition] =
    unaryOperators + binaryOperators + poolOperators + reductionOperators + reshapeOperators
    + convolutionOperators
    + [
        OperatorDefinition(Concatenation.self),
        OperatorDefinition(Dequantize.self),
        OperatorDefinition(Gather.self),
        OperatorDefinition(Pack.self),
        OperatorDefinition(Pad.self),
        OperatorDefinition(ResizeBilinear.self),
        OperatorDefinition(Slice.self),
        OperatorDefinition(Softmax.self),
        OperatorDefinition(StridedSlice.self),
        OperatorDefinition(Transpose.self),
        OperatorDefinition(Unpack.self),
    ]

func operatorDefinition(_ builtin: BuiltinOperator) -> OperatorDefinition? {
    operatorList.first { $0.builtin == builtin }
}

/// An entry of ``operatorList``.
package struct OperatorDefinition: Sendable {
    package let builtin: BuiltinOperator
    package let versions: ClosedRange<Int>
    let decode: @Sendable (NodeReader) throws(GraphError) -> BoundOperator

    init<Concrete: Operator>(_ type: Concrete.Type) {
        builtin = Concrete.builtin
        versions = Concrete.versions
        decode = { (node: NodeReader) throws(GraphError) in
            if let optionsType = Concrete.optionsType { try node.expectOptions(ofType: optionsType) }
            return BoundOperator(try Concrete(node))
        }
    }
}
