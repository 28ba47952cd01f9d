"""Bundles with custom gestures, loaded by MediaPipe: Tools/check/export.

Needs the release build, the gesture recogniser's bundle, MediaPipe and LiteRT, which Tools/test installs into
.build/mediapipe. Without them the test is skipped.
"""

import subprocess
import sys
import unittest
from pathlib import Path

CHECK = Path(__file__).resolve().parents[3] / "Tools" / "check" / "export"
# A separate process, because MediaPipe needs other versions of packages.
MISSING = subprocess.run([sys.executable, CHECK, "--missing"], capture_output=True, text=True).stdout.strip()


@unittest.skipIf(MISSING, MISSING)
class ExportTests(unittest.TestCase):
    def test_mediapipe_returns_the_same_results(self):
        done = subprocess.run([sys.executable, CHECK], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(done.stdout.splitlines()), 6, done.stdout)


if __name__ == "__main__":
    unittest.main()
