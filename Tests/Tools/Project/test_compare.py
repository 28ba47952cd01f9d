"""How Benchmarks/compare judges what it measured."""

import json
import math
import unittest

from project import ROOT, script

compare = script(ROOT / "Benchmarks" / "compare")
LIMITS = json.loads((ROOT / "Benchmarks" / "limits.json").read_text())


class CompareTests(unittest.TestCase):
    def test_judges_exact_quantities_by_their_ratio(self):
        for quantity, base, head, is_above in (
            ("instructions", 98_600_000, 100_572_000, True),
            ("instructions", 98_600_000, 98_600_041, False),
            ("instructions", 98_600_000, 90_000_000, False),
            ("allocations", 1, 2, True),
            ("allocations", 0, 1, True),
            ("allocations", 0, 0, False),
            ("lines", 100, 200, False),
        ):
            with self.subTest(quantity, base=base, head=head):
                self.assertEqual(compare.exact(quantity, "name", base, head).is_above(LIMITS), is_above)

    def test_takes_the_interval_of_a_sign_test(self):
        # Of 6 values, the median lies between the smallest and the largest with 1 - 2 / 2⁶; of 5, with less than 95 %.
        self.assertEqual(compare.interval([3, 1, 2, 6, 5, 4]), (1, 6))
        self.assertEqual(compare.interval([3, 1, 2, 5, 4]), (0, math.inf))
        self.assertEqual(compare.interval(range(1, 61)), (22, 39))

    def test_finds_a_slower_program_among_disturbances_and_none_in_an_empty_change(self):
        disturbances = [0.9, 1.02, 1.0, 0.98, 1.3, 1.01, 0.99, 1.0, 1.03, 0.97]
        for factor, is_above in ((1.0, False), (1.02, False), (1.05, True)):
            times = iter(disturbances * 7)
            order = []

            def measure(program):
                order.append(program)
                return 7 * next(times) * (factor if program == "head" else 1)

            row = compare.paired("time", "network", measure, ["base", "head"], 6, {"time": 2})
            self.assertEqual(order[:4], ["base", "head", "head", "base"])
            self.assertEqual(row.is_above({"time": 2}), is_above, row)
            self.assertFalse(row.is_above({"time": 2, "time network": 20}))

    def test_writes_a_table(self):
        rows = [compare.exact("size", "tegata", 1000, 1020), compare.Row("time", "pipeline", 10, 10.5, 1.01, 1.09)]
        lines = list(compare.table(rows, {"size": 1, "time": 2}))
        self.assertEqual(lines[2], "| size | tegata | 1,000 | 1,020 | +2.00 % |  | +1 % | **above** |")
        self.assertEqual(lines[3], "| time | pipeline | 10.000 ms | 10.500 ms | +5.00 % | +1.0 to +9.0 % | +2 % |  |")


if __name__ == "__main__":
    unittest.main()
