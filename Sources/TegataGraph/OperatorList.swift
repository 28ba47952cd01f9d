import TegataFormats

/// Every operator that networks may use; adding one means a file under `Operators/` and a line here.
package let operatorList: [OperatorDefinition] = [
]

func operatorDefinition(_ builtin: BuiltinOperator) -> OperatorDefinition? {
    operatorList.first { $0.builtin == builtin }
}
