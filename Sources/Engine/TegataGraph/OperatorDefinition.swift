import TegataFormats

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
