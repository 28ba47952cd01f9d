import TegataBuffers

/// Which operation, in which version: an entry of the model's list, shared by all operators of the kind.
package struct TFLiteOperatorCode: Sendable {
    package let builtin: BuiltinOperator
    /// The name of a custom operation.
    package let customName: String?
    package let version: Int

    /// The schema's name such as CONV_2D; for a custom operation its own.
    package var name: String {
        if builtin == .custom, let customName { customName } else { builtin.name }
    }
}
