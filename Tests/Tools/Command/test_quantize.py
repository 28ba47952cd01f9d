"""`tegata quantize` if the copy would not be smaller than the bundle.

Needs the release build and the small hand landmarker bundle; without them the tests are skipped.
"""

import subprocess
import tempfile
import unittest
import zipfile
from pathlib import Path

from project import RENDERED, TEGATA, models

BUNDLE = "hand_landmarker_lite.task"
MODELS = models(BUNDLE)


@unittest.skipUnless(TEGATA.is_file(), "the release build is missing")
@unittest.skipUnless(MODELS, f"{BUNDLE} is missing")
class QuantizeTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def quantize(self, bundle, *words):
        # Use one image, which is enough and keeps the test short.
        return subprocess.run(
            [
                TEGATA,
                "quantize",
                bundle,
                "-o",
                "small.task",
                "--html",
                "report.html",
                "--quiet",
                "--calibrate",
                RENDERED / "two_hands_mixed.png",
                *words,
            ],
            cwd=self.folder,
            capture_output=True,
            text=True,
        )

    def files(self):
        return {path.name for path in self.folder.iterdir()}

    def test_writes_nothing_if_the_copy_is_not_smaller(self):
        # Compression makes the bundle smaller than the copy, whose members are stored uncompressed.
        packed = self.folder / "packed.task"
        with zipfile.ZipFile(MODELS / BUNDLE) as bundle, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as copy:
            for name in bundle.namelist():
                copy.writestr(name, bundle.read(name))
        done = self.quantize("packed.task", "--keep", "99")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(
            done.stderr,
            r"\Ategata: packed\.task: nothing was written, because the copy would have \d+ bytes instead of"
            rf" {packed.stat().st_size}; give a smaller --keep\n\Z",
        )
        self.assertEqual(self.files(), {"packed.task"})
        done = self.quantize("packed.task", "--keep", "6")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(self.files(), {"packed.task", "small.task", "report.html"})
        self.assertLess((self.folder / "small.task").stat().st_size, packed.stat().st_size)


if __name__ == "__main__":
    unittest.main()
