"""Bundles of own gestures, loaded by MediaPipe: Tools/check/export.

Needs the release build, the gesture recogniser's bundle, MediaPipe and LiteRT, which Tools/test puts into
.build/mediapipe. Without them the test is skipped.
"""

import subprocess
import sys
import unittest
from pathlib import Path

CHECK = Path(__file__).resolve().parents[3] / "Tools" / "check" / "export"
# In a process of its own, because MediaPipe brings other versions of packages along.
MISSING = subprocess.run([sys.executable, CHECK, "--missing"], capture_output=True, text=True).stdout.strip()


@unittest.skipIf(MISSING, MISSING)
class ExportTests(unittest.TestCase):
    def test_mediapipe_answers_the_same(self):
        done = subprocess.run([sys.executable, CHECK], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(done.stdout.splitlines()), 6, done.stdout)


if __name__ == "__main__":
    unittest.main()
