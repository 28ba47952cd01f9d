"""The model of Benchmarks/device from disassembly, counts and llvm-mca's output, the device library's allocator, and
the C library that device programs are linked with."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from project import ROOT

sys.path[:0] = [str(ROOT / "Benchmarks"), str(ROOT / "Tools" / "lib")]

import device_compiler
import device_model as model

TILE = "$e21TegataKernelsBaseline8GemmTileO3runyySPySo21tegata_gemm_argumentsVG_SitFZ$6__$2_$_Tt1g5"
WINDOW = (
    "$e21TegataKernelsBaseline13DepthwiseTileO3runyySPySo26tegata_depthwise_argumentsVG"
    "_S2itFZ$4__$0_$5_s5SIMD4VySfGTt2g5"
)
DISASSEMBLY = f"""
program:	file format elf64-littleaarch64

0000000000001000 <{TILE}>:
    1000:      	mov	x4, #0x3                // =3

0000000000001004 <$x.7>:
    1004:      	ldr	d0, [x1]
    1008:      	fmla	v1.4s, v2.4s, v0.s[0]
    100c:      	subs	x4, x4, #0x1
    1010:      	b.ne	0x1004 <{TILE}+0x4>
    1014:      	cbz	x9, 0x101c <{TILE}+0x1c>
    1018:      	bl	0x2000 <helper>
    101c:      	ret

0000000000002000 <helper>:
    2000:      	fmul	s0, s0, s1
    2004:      	ret
"""
# Five rounds of a loop of three instructions, one of which calls the helper; a count may come in parts.
RUNS = "-4096 5 5\n-4092 4 4\n-4092 4 6\n-4076 1 5\n-4072 1 1\n-4068 1 5\n0 2 1\n"


def counted(runs=RUNS):
    instructions = model.read_disassembly(DISASSEMBLY)
    outside = model.count(instructions, 0x2000, model.read_runs(runs))
    return instructions, outside


@unittest.skipUnless(shutil.which("gcc"), "gcc is missing")
class FixedMemoryTests(unittest.TestCase):
    def test_allocator_returns_separate_aligned_pieces(self):
        library = ROOT / "Sources" / "Bindings" / "Freestanding" / "library"
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "fixed_memory"
            sources = [ROOT / "Tests" / "Tools" / "Device" / "fixed_memory.c", library / "fixed_memory.c"]
            subprocess.run(
                ["gcc", "-Wall", "-Wextra", "-Werror", "-I", device_compiler.LIBRARY_HEADER, "-o", program, *sources],
                check=True,
            )
            done = subprocess.run([program], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, ""))


class SmallerLibraryTests(unittest.TestCase):
    """A stub replaces objcopy; it copies and records the call."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.original = Path(folder.name) / "libc.a"
        self.original.write_bytes(b"first")
        self.copies, self.is_interrupted = 0, False
        for name, stand_in in (("WORK", Path(folder.name) / "work"), ("run", self.run_tool)):
            patch = mock.patch.object(device_compiler, name, stand_in)
            patch.start()
            self.addCleanup(patch.stop)

    def run_tool(self, command, _):
        if "-print-file-name=libc.a" in command:
            return f"{self.original}\n"
        self.copies += 1
        Path(command[-1]).write_bytes(Path(command[-2]).read_bytes()[: 3 if self.is_interrupted else None])
        if self.is_interrupted:
            raise KeyboardInterrupt
        return ""

    def copy(self):
        return device_compiler.library_without_frames(device_compiler.DEVICES["x86-64"]) / "libc.a"

    def test_builds_the_smaller_library_once(self):
        self.assertEqual(self.copy().read_bytes(), b"first")
        self.copy()
        self.assertEqual(self.copies, 1)

    def test_rebuilds_for_another_library_even_if_older(self):
        self.copy()
        self.original.write_bytes(b"other")
        os.utime(self.original, (0, 0))
        self.assertEqual(self.copy().read_bytes(), b"other")

    def test_rebuilds_after_an_interrupted_copy(self):
        for times in (1, 2):
            with self.subTest(times):
                self.is_interrupted = True
                with self.assertRaises(KeyboardInterrupt):
                    self.copy()
                self.is_interrupted = False
                self.assertEqual(self.copy().read_bytes(), self.original.read_bytes())
                # An incomplete copy in place of a complete one does not count either.
                self.original.write_bytes(b"second")


class DeviceModelTests(unittest.TestCase):
    def test_counts_executions_per_instruction(self):
        instructions, outside = counted()
        self.assertEqual(outside, 0)
        self.assertEqual([one.times for one in instructions], [5, 15, 15, 15, 15, 5, 1, 5, 1, 1])
        self.assertEqual({one.function for one in instructions}, {TILE, "helper"})
        self.assertEqual([one.address for one in instructions if one.is_multiply_add], [0x1008])
        self.assertEqual(instructions[0].operands, "x4, #0x3")

    def test_reports_executions_outside_the_program(self):
        self.assertEqual(counted("4 1 1\n4096 3 2\n")[1], 6)

    def test_follows_the_most_frequent_paths(self):
        paths = model.paths_of(counted()[0])
        loop = next(path for path in paths if path.is_loop)
        self.assertEqual([one.mnemonic for one in loop.instructions], ["ldr", "fmla", "subs", "b.ne"])
        self.assertEqual((loop.times, loop.multiply_adds, loop.executed_multiply_adds), (15, 1, 15))
        self.assertEqual(sum(path.executed for path in paths), 5 + 60 + 5 + 1 + 5 + 2)
        rest = next(path for path in paths if path.instructions[0].mnemonic == "cbz")
        self.assertEqual([one.mnemonic for one in rest.instructions], ["cbz", "ret"])

    def test_regions_name_their_paths_and_contain_no_calls(self):
        paths = model.paths_of(counted()[0])
        text = model.assembly_of(paths)
        self.assertEqual(text.count("LLVM-MCA-BEGIN"), len(paths))
        self.assertIn("\tb.ne\t#0\n", text)
        self.assertNotIn("\tbl\t", text)

    def test_reads_cycles_per_iteration(self):
        text = "\n[1] Code Region - 1\n\nIterations:        200\nInstructions: 800\nTotal Cycles:      250\n"
        self.assertEqual(model.read_cycles(text), {1: 1.25})
        with self.assertRaises(model.ModelError):
            model.read_cycles("Iterations: 200\nTotal Cycles: 250\n")

    def test_recognises_kernels_by_their_symbols(self):
        self.assertEqual(model.tile_of(TILE), "7×12")
        self.assertEqual(model.tile_of(WINDOW), "5×5/1, 6 rows")
        self.assertIsNone(model.tile_of("main"))
        self.assertEqual(
            [model.group_of(name) for name in (TILE, WINDOW, "main")],
            ["matrix products", "depthwise convolutions", model.ELSEWHERE],
        )

    def test_rejects_files_that_are_not_64_bit_elf(self):
        self.assertEqual(model.entry_of(b"\x7fELF\x02" + bytes(19) + (77).to_bytes(8, "little") + bytes(32)), 77)
        for header in (b"", b"\x7fELF\x01" + bytes(59), b"MZ" + bytes(62)):
            with self.subTest(header), self.assertRaises(model.ModelError):
                model.entry_of(header)
        for text in ("1 2", "1 2 x", "1 2 3 4"):
            with self.subTest(text), self.assertRaises(model.ModelError):
                model.read_runs(text)


# Swift includes clang.
COMPILER = shutil.which("clang") or shutil.which("gcc")


@unittest.skipUnless(COMPILER, "clang is missing")
class CounterTests(unittest.TestCase):
    def test_the_counter_compiles(self):
        with tempfile.TemporaryDirectory() as folder:
            plugin = Path(folder) / "counter.so"
            command = [str(COMPILER), "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", "-o", str(plugin)]
            subprocess.run([*command, str(ROOT / "Benchmarks" / "Device" / "counter.c")], check=True)
            self.assertTrue(plugin.is_file())


if __name__ == "__main__":
    unittest.main()
