"""Small TFLite models for goldens: built operator by operator, run in LiteRT, and written with LiteRT's results."""

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema
from ai_edge_litert.interpreter import Interpreter, OpResolverType

TYPES = {
    "float32": schema.TensorType.FLOAT32,
    "float16": schema.TensorType.FLOAT16,
    "int8": schema.TensorType.INT8,
    "uint8": schema.TensorType.UINT8,
    "int32": schema.TensorType.INT32,
    "int64": schema.TensorType.INT64,
    "bool": schema.TensorType.BOOL,
}
ACTIVATIONS = {"NONE": 0, "RELU": 1, "RELU_N1_TO_1": 2, "RELU6": 3, "TANH": 4}


class Operand:
    """An input of an operator: its elements, whether they are in the file, and how integers are quantised."""

    def __init__(self, array, constant=False, scales=None, zero_points=None, axis=0):
        self.array = np.asarray(array)
        self.constant = constant
        self.scales, self.zero_points, self.axis = scales, zero_points, axis


class Model:
    """A model under construction."""

    def __init__(self):
        self.buffers, self.tensors, self.codes, self.operators = [schema.BufferT()], [], [], []
        self.inputs, self.outputs, self.metadata = [], [], {}

    def buffer(self, content):
        buffer = schema.BufferT()
        buffer.data = np.frombuffer(content, np.uint8)
        self.buffers.append(buffer)
        return len(self.buffers) - 1

    def tensor(self, name, shape, element, content=None, operand=None):
        tensor = schema.TensorT()
        tensor.name, tensor.shape, tensor.type = name, list(shape), TYPES[element]
        tensor.buffer = self.buffer(content) if content else 0
        if operand is not None and operand.scales is not None:
            tensor.quantization = schema.QuantizationParametersT()
            tensor.quantization.scale = operand.scales
            tensor.quantization.zeroPoint = operand.zero_points
            tensor.quantization.quantizedDimension = operand.axis
        self.tensors.append(tensor)
        return len(self.tensors) - 1

    def operation(self, name, inputs, outputs, version=1, options=None):
        code = schema.OperatorCodeT()
        code.builtinCode = getattr(schema.BuiltinOperator, name)
        code.deprecatedBuiltinCode = min(code.builtinCode, 127)
        code.version = version
        self.codes.append(code)
        operation = schema.OperatorT()
        operation.opcodeIndex, operation.inputs, operation.outputs = len(self.codes) - 1, inputs, outputs
        if options is not None:
            operation.builtinOptions = options
            operation.builtinOptionsType = getattr(schema.BuiltinOptions, type(options).__name__[:-1])
        self.operators.append(operation)

    def pack(self):
        graph = schema.SubGraphT()
        graph.name, graph.tensors, graph.operators = "main", self.tensors, self.operators
        graph.inputs, graph.outputs = self.inputs, self.outputs
        model = schema.ModelT()
        model.version, model.operatorCodes, model.subgraphs, model.metadata = 3, self.codes, [graph], []
        for name, content in self.metadata.items():
            entry = schema.MetadataT()
            entry.name, entry.buffer = name, self.buffer(content)
            model.metadata.append(entry)
        model.buffers = self.buffers
        builder = flatbuffers.Builder(1024)
        builder.Finish(model.Pack(builder), b"TFL3")
        return bytes(builder.Output())


def options_table(kind, values):
    """Returns the options table `kind` with fields set; fields have the names of the schema's Python bindings."""
    table = getattr(schema, kind + "T")()
    for field, value in values.items():
        assert hasattr(table, field), (kind, field)
        setattr(table, field, value)
    return table


class Case:
    """One operator with its operands. Float16 constants for operators other than DEQUANTIZE pass through a DEQUANTIZE.

    `reference_operands` replace the operands if LiteRT does not accept these, and `declared` is the output shape if
    LiteRT does not compute it.
    """

    def __init__(
        self, name, operands, kind=None, version=1, outputs=1, reference_operands=None, declared=(1,), **options
    ):
        self.declared = declared
        self.reference = (
            Case(name, reference_operands, kind, version, outputs, **options) if reference_operands else self
        )
        self.name, self.kind, self.version, self.outputs, self.options = name, kind, version, outputs, options
        self.operands = [
            operand if operand is None or isinstance(operand, Operand) else Operand(operand) for operand in operands
        ]

    def build(self, operator, shapes, element, activation_apart=False):
        """Builds the model. With `activation_apart`, the fused activation is a separate operator, in case LiteRT does
        not fuse it."""
        model, inputs = Model(), []
        options = dict(self.options)
        for index, operand in enumerate(self.operands):
            if operand is None:
                inputs.append(-1)
                continue
            array = operand.array
            content = array.tobytes() if operand.constant else None
            tensor = model.tensor(f"input {index}", array.shape, array.dtype.name, content, operand)
            if not operand.constant:
                model.inputs.append(tensor)
            elif array.dtype == np.float16 and operator != "DEQUANTIZE":
                wide = model.tensor(f"wide input {index}", array.shape, "float32")
                model.operation("DEQUANTIZE", [tensor], [wide], version=2)
                tensor = wide
            inputs.append(tensor)
        quantised = self.operands[0] if element in ("int8", "uint8") else None
        outputs = [
            model.tensor(f"output {index}", shape, element, operand=quantised) for index, shape in enumerate(shapes)
        ]
        activation = options.get("fusedActivationFunction", 0)
        if activation_apart and activation:
            options["fusedActivationFunction"] = 0
        model.operation(
            operator, inputs, outputs, self.version, options_table(self.kind, options) if self.kind else None
        )
        if activation_apart and activation:
            name = next(name for name, value in ACTIVATIONS.items() if value == activation)
            outputs = [model.tensor("activated", shapes[0], element)]
            model.operation(name, [len(model.tensors) - 2], outputs)
        model.outputs = outputs
        return model

    def run(self, operator, activation_apart, element):
        """Returns the outputs of LiteRT's kernels."""
        model = self.build(operator, [self.declared] * self.outputs, element, activation_apart)
        interpreter = Interpreter(
            model_content=model.pack(), experimental_op_resolver_type=OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES
        )
        interpreter.allocate_tensors()
        given = [operand.array for operand in self.operands if operand is not None and not operand.constant]
        for detail, array in zip(interpreter.get_input_details(), given):
            interpreter.set_tensor(detail["index"], array)
        interpreter.invoke()
        return [interpreter.get_tensor(detail["index"]).copy() for detail in interpreter.get_output_details()]

    def golden(self, operator, tolerance, activation_apart=()):
        """Returns the bytes of the model, with inputs, outputs and the tolerance as metadata."""
        apart = self.options.get("fusedActivationFunction", 0) in activation_apart
        element = self.element(operator)
        outputs = self.reference.run(operator, apart, element)
        model = self.build(operator, [output.shape for output in outputs], element)
        given = [operand.array for operand in self.operands if operand is not None and not operand.constant]
        for index, array in enumerate(given):
            model.metadata[f"golden.input{index}"] = array.tobytes()
        for index, output in enumerate(outputs):
            assert output.size > 0, self.name
            model.metadata[f"golden.output{index}"] = output.tobytes()
        model.metadata["golden.tolerance"] = f"{tolerance:g}".encode()
        return model.pack()

    def element(self, operator):
        """Returns the element type of the outputs."""
        first = self.operands[0]
        assert first is not None, self.name
        return "float32" if operator == "DEQUANTIZE" else first.array.dtype.name
