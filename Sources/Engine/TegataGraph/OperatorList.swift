import TegataFormats

/// All supported operators: the families' lists, and the operators that belong to no family.
package let operatorList: [OperatorFactory] =
    unaryOperators + binaryOperators + poolOperators + reductionOperators + reshapeOperators
    + convolutionOperators
    + [
        OperatorFactory(Concatenation.self),
        OperatorFactory(Dequantize.self),
        OperatorFactory(Gather.self),
        OperatorFactory(Pack.self),
        OperatorFactory(Pad.self),
        OperatorFactory(ResizeBilinear.self),
        OperatorFactory(Slice.self),
        OperatorFactory(Softmax.self),
        OperatorFactory(StridedSlice.self),
        OperatorFactory(Transpose.self),
        OperatorFactory(Unpack.self),
    ]

func operatorDefinition(_ builtin: BuiltinOperator) -> OperatorFactory? {
    operatorList.first { $0.builtin == builtin }
}

/// An entry of ``operatorList``.
package struct OperatorFactory: Sendable {
    package let builtin: BuiltinOperator
    package let versions: ClosedRange<Int>
    let decode: @Sendable (NodeReader) throws(GraphError) -> AnyOperator

    init<Concrete: Operator>(_ type: Concrete.Type) {
        builtin = Concrete.builtin
        versions = Concrete.versions
        decode = { (node: NodeReader) throws(GraphError) in
            if let optionsType = Concrete.optionsType { try node.expectOptions(ofType: optionsType) }
            return AnyOperator(try Concrete(node))
        }
    }
}
