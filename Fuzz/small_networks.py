"""Writes networks of a few operators as TFLite files, including networks whose sizes overflow 32 bits."""

import struct

FLOAT, INT32 = 0, 2
# Operators and the kinds of their options, as the schema numbers them.
CONCATENATION, CONVOLUTION, DEPTHWISE, PAD = 2, 3, 4, 34
OPTIONS = {CONCATENATION: 10, CONVOLUTION: 1, DEPTHWISE: 2, PAD: 22}


class FlatBuffer:
    """A buffer that grows at its end: a table first, then the values it refers to, each aligned to eight bytes."""

    def __init__(self, identifier):
        self.bytes = bytearray(4) + identifier

    def start(self, header):
        self.bytes += bytes(-len(self.bytes) % 8)
        position = len(self.bytes)
        self.bytes += header
        return position

    def table(self, fields):
        """Writes a table and returns its place; fields are numbers, functions that write a referenced value, or
        None."""
        slots = [4 + 4 * index if value is not None else 0 for index, value in enumerate(fields)]
        slots_at = self.start(struct.pack(f"<{len(slots) + 2}H", 4 + 2 * len(slots), 4 + 4 * len(fields), *slots))
        position = self.start(bytes(4 + 4 * len(fields)))
        struct.pack_into("<i", self.bytes, position, position - slots_at)
        for slot, value in zip(slots, fields):
            if value is not None:
                self.put(position + slot, value)
        return position

    def put(self, place, value):
        number = value() - place if callable(value) else value
        struct.pack_into("<i", self.bytes, place, number)

    def vector(self, content, count):
        # Align the content after the count to eight bytes.
        return self.start(bytes(4) + struct.pack("<I", count) + content) + 4

    def integers(self, values):
        return self.vector(struct.pack(f"<{len(values)}i", *values), len(values))

    def tables(self, tables):
        position = self.vector(bytes(4 * len(tables)), len(tables))
        for index, fields in enumerate(tables):
            self.put(position + 4 + 4 * index, lambda fields=fields: self.table(fields))
        return position


def network(tensors, operators, inputs, outputs):
    """`tensors` are (shape, type, content or None), `operators` (kind, inputs, outputs, fields of the options)."""
    buffers = [content or b"" for _, _, content in tensors]
    file = FlatBuffer(b"TFL3")

    def integers(values):
        return lambda: file.integers(values)

    def tables(rows):
        return lambda: file.tables(rows)

    tensor_rows = [[integers(shape), kind, index] for index, (shape, kind, _) in enumerate(tensors)]
    operator_rows = [
        [index, integers(given), integers(found), OPTIONS[kind], lambda fields=fields: file.table(fields)]
        for index, (kind, given, found, fields) in enumerate(operators)
    ]
    graph = [tables(tensor_rows), integers(inputs), integers(outputs), tables(operator_rows)]
    codes = [[kind, None, 1, kind] for kind, _, _, _ in operators]
    contents = [[lambda content=content: file.vector(content, len(content))] for content in buffers]
    file.put(0, file.table([3, tables(codes), tables([graph]), None, tables(contents)]))
    return bytes(file.bytes)


def floats(count):
    return struct.pack("<f", 0.5) * count


def integers(*values):
    return struct.pack(f"<{len(values)}i", *values)


def large_networks():
    """Returns small files with a size whose computation needs more than 32 bits."""
    side, most = 1 << 16, (1 << 28) - 1
    one = [0, 1, 1]
    return {
        "padding": network(
            [([1], FLOAT, None), ([1, 2], INT32, integers((1 << 31) - 1, 1)), ([1], FLOAT, None)],
            [(PAD, [0, 1], [2], [])],
            [0],
            [2],
        ),
        "joined": network(
            [([0, most], FLOAT, None), ([0, 1], FLOAT, None)], [(CONCATENATION, 9 * [0], [1], [1])], [], [1]
        ),
        "block": network(
            [
                ([1, 1, side, 1], FLOAT, None),
                ([1, 1, 1, 1], FLOAT, floats(1)),
                ([1, 1, side, 1], FLOAT, None),
                ([1, side, 1, 1], FLOAT, floats(side)),
                ([1, 1, side, 1], FLOAT, None),
                ([1, 1, side, 1], FLOAT, None),
            ],
            [(CONVOLUTION, [0, 1], [2], one), (DEPTHWISE, [2, 3], [4], one + [1]), (CONVOLUTION, [4, 1], [5], one)],
            [0],
            [5],
        ),
    }
