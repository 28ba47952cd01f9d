"""`tegata bench` with a program outside its sources.

Needs the release build and the hand landmarker bundle; without them the tests are skipped.
"""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from project import RENDERED, TEGATA, models

PICTURE = RENDERED / "two_hands_mixed.png"
MODELS = models("hand_landmarker.task")


@unittest.skipUnless(TEGATA.is_file(), "the release build is missing")
@unittest.skipUnless(MODELS, "hand_landmarker.task is missing")
class BenchTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.models = Path(folder.name) / "share"
        self.models.mkdir()
        self.program = Path(folder.name) / "tegata"
        shutil.copy(TEGATA, self.program)
        (self.models / "hand_landmarker.task").symlink_to(MODELS / "hand_landmarker.task")

    def bench(self):
        return subprocess.run(
            [self.program, "bench", "--iterations", "3"],
            cwd=self.models,
            env=dict(os.environ, TEGATA_MODELS=str(self.models)),
            capture_output=True,
            text=True,
        )

    def test_times_the_image_next_to_the_models(self):
        shutil.copy(PICTURE, self.models)
        done = self.bench()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("median ms", done.stdout)

    def test_names_the_option_if_the_image_is_missing(self):
        done = self.bench()
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(
            done.stderr,
            "tegata: two_hands_mixed.png: the image that ships with Tegata was not found; pass an image of hands with"
            " --image FILE\n",
        )


if __name__ == "__main__":
    unittest.main()
