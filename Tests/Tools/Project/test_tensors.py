"""The functions with which the checks compare results."""

import math
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "Tools" / "lib"))

from tensors import TensorError, floats_from_bytes, floats_to_bytes, noise, read_npy, require_close, write_npy


class TensorTests(unittest.TestCase):
    def test_noise_is_the_same_everywhere(self):
        self.assertEqual(noise(3), [3967065 / 2**24, 0.3692706227302551, 0.5042420029640198])
        self.assertTrue(all(0 <= value < 1 for value in noise(1000, seed=7)))
        self.assertEqual(list(floats_from_bytes(floats_to_bytes(noise(1000)))), noise(1000))

    def test_reads_the_npy_files_that_it_writes(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "tensor.npy"
            for shape in [(1,), (2, 3), (1, 2, 3, 4)]:
                values = noise(math.prod(shape))
                write_npy(path, shape, values)
                self.assertEqual(list(read_npy(path)), values)
                self.assertEqual((path.stat().st_size - 4 * len(values)) % 64, 0)

    def test_rejects_other_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "tensor.npy"
            for data in (b"", b"\x93NUMPY\x02\x00", b"\x93NUMPY\x01\x00\x04\x00abcd"):
                path.write_bytes(data)
                with self.assertRaises(TensorError):
                    read_npy(path)

    def test_measures_differences_against_the_largest_magnitude(self):
        self.assertAlmostEqual(require_close({"a": [100.0, 1.0]}, {"a": [100.0, 1.5]}, 0.01, "test"), 0.005)
        self.assertEqual(require_close({"a": [0.0]}, {"a": [0.0]}, 0.0, "test"), 0.0)

    def test_fails_for_different_tensors(self):
        reference = {"a": [1.0, 2.0]}
        for results in ({"a": [1.0, 2.1]}, {"a": [1.0, math.nan]}, {"a": [1.0]}, {"b": [1.0, 2.0]}, {}):
            with self.subTest(results), self.assertRaises(TensorError):
                require_close(results, reference, 0.01, "test")
        with self.assertRaises(TensorError):
            require_close({}, {}, 0.01, "nothing to compare")


if __name__ == "__main__":
    unittest.main()
