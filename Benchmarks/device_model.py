"""Models the cost of an arm64 program on a processor that is not available, from its instructions, how often each
was executed, and llvm-mca's cycles for the paths that were taken."""

import re
import struct
from collections import defaultdict

# Lines of llvm-objdump.
FUNCTION = re.compile(r"^([0-9a-f]+) <(.+)>:$")
INSTRUCTION = re.compile(r"^\s*([0-9a-f]+):\s+(\S+)[ \t]*(.*)$")
COMMENT = re.compile(r"\s*//.*$")
TARGET = re.compile(r"0x([0-9a-f]+) <[^>]*>$")
# Instructions that end a block. Calls do not: the next instruction is executed as often.
BRANCH = re.compile(r"^(b|b\.\w+|cbn?z|tbn?z|br|ret)$")
NEVER_FALLS_THROUGH = {"b", "br", "ret"}
# Products of eight bytes are 16-bit numbers, which other instructions add to sums.
MULTIPLY_ADD = re.compile(r"(fml[as]|sdot) v\d+\.(4s|8h|2d)\b|sm(ul|la)l2? v\d+\.8h\b")
# The integers that a kernel is specialised for, as Swift mangles them: $_ is 0, $0_ is 1.
INTEGER = re.compile(r"\$(\d*)_")
# The functions of tiles, up to these integers.
TILES = {
    "Gemm": re.compile(r"(?<!Int)8GemmTileO3run\w*Z(\$[\w$]+?_)T"),
    "Int8Gemm": re.compile(r"12Int8GemmTileO3run\w*Z(\$[\w$]+?_)T"),
    "Depthwise": re.compile(r"13DepthwiseTileO3run\w*Z(\$[\w$]+?_)(?:s\d|Sf)"),
}
GROUPS = [
    ("matrix products of bytes", re.compile(r"Kernels(NEONInt8|NEONDotProduct).*(Gemm|TiledPanel)")),
    ("matrix products", re.compile(r"GemmTile|GemmPanel|TiledPanel|addGemm")),
    ("conversion to bytes", re.compile(r"11runQuantize")),
    ("depthwise convolutions", re.compile(r"Depthwise")),
    ("warps", re.compile(r"7runWarp")),
    ("pooling", re.compile(r"7runPool")),
    ("resizing", re.compile(r"9runResize")),
    ("element by element", re.compile(r"9runBinary|8runUnary|9runReduce|10runSoftmax")),
]
ELSEWHERE = "everything else"
# A path continues to the next block while that block is executed at least this often, as a fraction of the first
# block's count.
LIKELY = 0.5


class ModelError(Exception):
    """An error that ends the tool with one line."""


class Instruction:
    __slots__ = ("address", "function", "mnemonic", "operands", "target", "times")

    def __init__(self, address, function, mnemonic, operands):
        self.address, self.function, self.mnemonic, self.operands = address, function, mnemonic, operands
        match = TARGET.search(operands)
        self.target = int(match[1], 16) if match else None
        self.times = 0

    @property
    def is_multiply_add(self):
        return MULTIPLY_ADD.match(f"{self.mnemonic} {self.operands}") is not None

    @property
    def multiply_adds(self):
        """Returns how many multiply-adds of four numbers each: a half-precision vector has eight numbers, as does one
        with 8-bit products; a vector of bytes has sixteen."""
        if not self.is_multiply_add:
            return 0
        if self.mnemonic == "sdot":
            return 4
        return 2 if ".8h" in self.operands.split(",")[0] else 1

    @property
    def assembly(self):
        """Returns a line that an assembler accepts; the targets of jumps do not matter for the model."""
        return f"\t{self.mnemonic}\t{TARGET.sub('#0', self.operands)}"


class Path:
    """Blocks that were executed one after the other, with the average number of executions of their instructions."""

    def __init__(self, blocks, is_loop):
        self.instructions = [instruction for block in blocks for instruction in block]
        self.is_loop = is_loop
        self.times = sum(instruction.times for instruction in self.instructions) / len(self.instructions)
        self.executed = sum(instruction.times for instruction in self.instructions)
        self.function = self.instructions[0].function
        self.multiply_adds = sum(instruction.multiply_adds for instruction in self.instructions)
        self.executed_multiply_adds = sum(one.times * one.multiply_adds for one in self.instructions)


def read_disassembly(text):
    """Returns the instructions of `llvm-objdump -d --no-show-raw-insn`, in the order of their addresses."""
    instructions, function = [], ""
    for line in text.splitlines():
        if match := FUNCTION.match(line):
            # Mapping symbols do not name a function.
            function = function if re.match(r"\$[xd](\.|$)", match[2]) else match[2]
        elif match := INSTRUCTION.match(line):
            instructions.append(Instruction(int(match[1], 16), function, match[2], COMMENT.sub("", match[3])))
    return instructions


def entry_of(header):
    """Returns where a 64-bit program starts, from the first bytes of its ELF file."""
    if header[:5] != b"\x7fELF\x02" or len(header) < 32:
        raise ModelError("the program is not a 64-bit ELF file")
    return struct.unpack_from("<Q", header, 24)[0]


def read_runs(text):
    """Returns how often the counter saw each run of instructions, by address and length."""
    runs = defaultdict(int)
    for number, line in enumerate(text.splitlines(), 1):
        try:
            offset, count, times = map(int, line.split())
        except ValueError:
            raise ModelError(f"line {number} of the counts is not OFFSET INSTRUCTIONS TIMES") from None
        runs[offset, count] += times
    return runs


def count(instructions, entry, runs):
    """Sets how often each instruction was executed; returns how many executions lie outside the program."""
    index = {instruction.address: number for number, instruction in enumerate(instructions)}
    outside = 0
    for (offset, length), times in runs.items():
        first = index.get(entry + offset)
        if first is None:
            outside += length * times
            continue
        for instruction in instructions[first : first + length]:
            instruction.times += times
    return outside


def blocks_of(instructions):
    """Returns runs of executed instructions that are entered only at the first and left only at the last
    instruction."""
    targets = {one.target for one in instructions if one.target and BRANCH.match(one.mnemonic)}
    blocks, block = [], []
    for before, instruction in zip([None, *instructions], instructions):
        # Counts differ where a jump through a table enters.
        if before is not None and (
            instruction.address in targets
            or BRANCH.match(before.mnemonic)
            or instruction.function != before.function
            or instruction.times != before.times
        ):
            blocks.append(block)
            block = []
        if instruction.times:
            block.append(instruction)
    return blocks + [block] * bool(block)


def paths_of(instructions):
    """Returns the blocks of all functions, joined along the most frequent execution paths."""
    blocks = blocks_of(instructions)
    starts = {block[0].address: number for number, block in enumerate(blocks)}
    after, before = defaultdict(list), defaultdict(list)
    for number, block in enumerate(blocks):
        last, next_addresses = block[-1], []
        if last.mnemonic not in NEVER_FALLS_THROUGH:
            next_addresses.append(last.address + 4)
        if last.target and BRANCH.match(last.mnemonic):
            next_addresses.append(last.target)
        for address in next_addresses:
            other = starts.get(address)
            if other is not None and blocks[other][0].function == last.function:
                after[number].append(other)
                before[other].append(number)

    free, paths = set(range(len(blocks))), []
    for seed in sorted(free, key=lambda number: (-blocks[number][0].times, blocks[number][0].address)):
        if seed not in free:
            continue
        path, is_loop = [seed], False
        free.discard(seed)
        for neighbours, place in ((after, -1), (before, 0)):
            while not is_loop:
                here = path[place]
                is_loop = neighbours is after and seed in after[here]
                likely = [other for other in neighbours[here] if other in free]
                best = max(likely, key=lambda other: (blocks[other][0].times, -other), default=None)
                if is_loop or best is None or blocks[best][0].times < LIKELY * blocks[seed][0].times:
                    break
                free.discard(best)
                path.insert(len(path) if place else 0, best)
        paths.append(Path([blocks[number] for number in path], is_loop))
    return paths


def computes_with_halves(function):
    return "KernelsNEONFloat16" in function


def computes_with_bytes(function):
    return "KernelsNEONInt8" in function or "KernelsNEONDotProduct" in function


def group_of(function):
    group = next((name for name, pattern in GROUPS if pattern.search(function)), ELSEWHERE)
    return f"{group} of halves" if computes_with_halves(function) and group != ELSEWHERE else group


def tile_of(function):
    """Returns the name in tables of the innermost function of a kernel, or nothing for other functions."""
    lanes = 8 if computes_with_halves(function) else 4
    for kind, pattern in TILES.items():
        match = pattern.search(function)
        numbers = [int(digits or -1) + 1 for digits in INTEGER.findall(match[1])] if match else []
        if kind == "Gemm" and len(numbers) == 3:
            return f"{numbers[0]}×{numbers[1] * lanes}"
        if kind == "Int8Gemm" and len(numbers) == 4:
            # The second number is the number of planes, each of which has vectors.
            return f"{numbers[0]}×{numbers[2] * lanes // numbers[1]}" + (", two planes" if numbers[1] == 2 else "")
        if kind == "Depthwise" and len(numbers) == 3:
            return f"{numbers[0]}×{numbers[0]}/{numbers[1]}, {numbers[2]} rows"
    return None


def assembly_of(paths):
    """Returns the paths as regions that llvm-mca numbers."""
    lines = []
    for number, path in enumerate(paths):
        # Leave calls out: each would cost a hundred cycles, and the called function is counted separately.
        body = [one.assembly for one in path.instructions if one.mnemonic not in ("bl", "blr")] or ["\tnop"]
        lines += [f"# LLVM-MCA-BEGIN {number}", *body, f"# LLVM-MCA-END {number}"]
    return "\n".join([*lines, ""])


def read_cycles(text):
    """Returns the cycles per iteration of each region in llvm-mca's output, by number."""
    cycles, region, iterations = {}, None, None
    for line in text.splitlines():
        if match := re.match(r"\[\d+\] Code Region - (\d+)$", line):
            region = int(match[1])
        elif match := re.match(r"Iterations:\s+(\d+)$", line):
            iterations = int(match[1])
        elif match := re.match(r"Total Cycles:\s+(\d+)$", line):
            if region is None or iterations is None:
                raise ModelError("llvm-mca's output names no region before its cycles")
            cycles[region] = int(match[1]) / iterations
    return cycles
