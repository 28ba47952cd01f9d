import TegataFormats

/// Every operator that networks may use; adding one means a file under `Operators/` and a line here.
package let operatorList: [OperatorDefinition] = [
    OperatorDefinition(Add.self),
    OperatorDefinition(AveragePool2D.self),
    OperatorDefinition(Concatenation.self),
    OperatorDefinition(Conv2D.self),
    OperatorDefinition(DepthwiseConv2D.self),
    OperatorDefinition(Dequantize.self),
    OperatorDefinition(Divide.self),
    OperatorDefinition(ExpandDims.self),
    OperatorDefinition(FullyConnected.self),
    OperatorDefinition(Gather.self),
    OperatorDefinition(HardSwish.self),
    OperatorDefinition(Logistic.self),
    OperatorDefinition(Maximum.self),
    OperatorDefinition(MaxPool2D.self),
    OperatorDefinition(Mean.self),
    OperatorDefinition(Minimum.self),
    OperatorDefinition(Multiply.self),
    OperatorDefinition(Pack.self),
    OperatorDefinition(Pad.self),
    OperatorDefinition(PRelu.self),
    OperatorDefinition(ReduceMax.self),
    OperatorDefinition(ReduceMin.self),
    OperatorDefinition(Relu.self),
    OperatorDefinition(Relu6.self),
    OperatorDefinition(Reshape.self),
    OperatorDefinition(ResizeBilinear.self),
    OperatorDefinition(Slice.self),
    OperatorDefinition(Softmax.self),
    OperatorDefinition(Squeeze.self),
    OperatorDefinition(StridedSlice.self),
    OperatorDefinition(Subtract.self),
    OperatorDefinition(Sum.self),
    OperatorDefinition(Tanh.self),
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
    package let decode: @Sendable (NodeReader) throws(GraphError) -> BoundOperator

    init<Concrete: Operator>(_ type: Concrete.Type) {
        builtin = Concrete.builtin
        versions = Concrete.versions
        decode = { (node: NodeReader) throws(GraphError) in
            if let optionsType = Concrete.optionsType { try node.expectOptions(ofType: optionsType) }
            return BoundOperator(try Concrete(node))
        }
    }
}
