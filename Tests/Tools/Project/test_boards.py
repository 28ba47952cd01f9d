"""The table of machines: what Benchmarks/boards refuses, and the page that it writes."""

import json
import unittest

from project import ROOT, script

boards = script(ROOT / "Benchmarks" / "boards")
MODEL = (ROOT / "docs" / "device.md").read_text()


def line(**changes):
    times = {"single": {"1": 61.25, "2": 33, "4": 21.04}, "int8": {"1": 40.0, "2": 22.0, "4": 15.0}}
    return {
        "tegata": "1.0.0",
        "board": "Raspberry Pi 4 Model B Rev 1.4",
        "processor": "implementer 0x41, part 0xd08",
        "architecture": "arm64",
        "cores": 4,
        "memoryMiB": 3792,
        "system": "Linux 6.6.51+rpt-rpi-v8",
        "isa": "neon",
        "emulated": False,
        "results": "0123456789abcdef",
        "hand_detector": times,
        "trackedFrame": times,
        "celsius": [41.4, 60.8],
        "megahertz": [1800, 1800],
    } | changes


class BoardTests(unittest.TestCase):
    def refusal(self, *changed, others=()):
        with self.assertRaises(ValueError) as caught:
            boards.check(*changed, others)
        return str(caught.exception)

    def test_accepts_lines_with_the_same_bits(self):
        boards.check(line(), [line(processor="AMD EPYC", isa="avx2")])
        bare = line()
        for name in ("board", "celsius", "megahertz"):
            del bare[name]
        boards.check(bare, [])

    def test_compares_bits_only_where_they_must_be_equal(self):
        other = line(results="fedcba9876543210")
        self.assertIn("differ from fedcba9876543210", self.refusal(line(), others=[other]))
        boards.check(line(), [{**other, "tegata": "0.9.0"}])
        boards.check(line(), [{**other, "isa": "baseline", "architecture": "x86_64"}])

    def test_refuses_emulators(self):
        message = "an emulator's times say nothing about a machine"
        self.assertEqual(self.refusal(line(emulated=True)), message)
        incomplete = line()
        del incomplete["emulated"]
        self.assertEqual(self.refusal(incomplete), message)

    def test_refuses_other_forms(self):
        self.assertEqual(self.refusal([1]), "this is not a line of tegata bench --share")
        self.assertEqual(self.refusal(line(), others=[line()]), "this line is in the table")
        for changes, name in (
            ({"processor": "a | b"}, "processor"),
            ({"board": "<b>"}, "board"),
            ({"results": None}, "results"),
            ({"cores": 0}, "cores"),
            ({"memoryMiB": "4096"}, "memoryMiB"),
            ({"celsius": [41.4]}, "celsius"),
            ({"trackedFrame": {"single": {"1": -1}}}, "trackedFrame"),
            ({"trackedFrame": {}}, "trackedFrame"),
            ({"hand_detector": 4}, "hand_detector"),
            ({"hand_detector": {"single": []}}, "hand_detector"),
        ):
            with self.subTest(**changes):
                self.assertTrue(self.refusal(line(**changes)).startswith(f"{name} "))

    def test_shows_a_row_for_each_precision_beside_the_model(self):
        rows = boards.page([line(), line(board="B", processor="other", trackedFrame={"single": {"1": 5.0}})], MODEL)
        rows = [row for row in rows.splitlines() if row.startswith("| ")][1:]
        board = "| Raspberry Pi 4 Model B Rev 1.4, 4 cores, `neon` |"
        self.assertEqual(rows[1], "| B, 4 cores, `neon` | single | 5.0 |  |  |  |")
        self.assertEqual(rows[2], f"{board} single | 61.2 | 33.0 | 21.0 | 50 at 1.8 GHz |")
        self.assertEqual(rows[3], f"{board} int8 | 40.0 | 22.0 | 15.0 |  |")

    def test_page_is_up_to_date(self):
        lines = json.loads(boards.LINES.read_text())
        for index, one in enumerate(lines):
            boards.check(one, lines[:index])
        self.assertEqual(boards.PAGE.read_text(), boards.page(lines, MODEL))


if __name__ == "__main__":
    unittest.main()
