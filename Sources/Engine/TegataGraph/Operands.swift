import TegataFormats

/// The tensors that one operator works on, in the order of the file; nil stands for an optional input that is absent.
package struct Operands {
    package let inputs: [TensorView?]
    package let outputs: [TensorView]

    package init(inputs: [TensorView?], outputs: [TensorView]) {
        self.inputs = inputs
        self.outputs = outputs
    }

    /// An input that the operator's initialiser has found to be there.
    package func input(_ index: Int) -> TensorView {
        guard let view = inputs[index] else { preconditionFailure("checked when the operator was decoded") }
        return view
    }

    /// An input that may be absent.
    package func optionalInput(_ index: Int) -> TensorView? {
        index < inputs.count ? inputs[index] : nil
    }

    package var output: TensorView { outputs[0] }
}
