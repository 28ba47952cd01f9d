"""The committed recordings of the hand pipeline are what the reference computes.

Needs a Python with numpy, pillow and ai-edge-litert, which `TEGATA_REFERENCE_PYTHON` may name, the reference pipeline beside the checkout, and the
hand landmarker bundle. Without them the test is skipped.
"""

import os
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = ROOT.parent / "shared" / "tools" / "reference_pipeline.py"
PYTHON = os.environ.get("TEGATA_REFERENCE_PYTHON", sys.executable)


def bundle():
    folders = [os.environ.get("TEGATA_MODELS"), ROOT / "Models", ROOT.parent / "shared" / "models"]
    paths = [Path(folder) / "hand_landmarker.task" for folder in folders if folder]
    return next((path for path in paths if path.is_file()), None)


def has_modules():
    command = [PYTHON, "-c", "import numpy, PIL, ai_edge_litert.interpreter"]
    return subprocess.run(command, capture_output=True).returncode == 0


class RecordingTests(unittest.TestCase):
    @unittest.skipUnless(REFERENCE.is_file(), "the reference pipeline is not beside the checkout")
    @unittest.skipUnless(bundle(), "hand_landmarker.task is missing")
    @unittest.skipUnless(has_modules(), f"{PYTHON} has no numpy, pillow or ai-edge-litert")
    def test_recordings_are_what_the_reference_computes(self):
        command = [PYTHON, ROOT / "Tools" / "Goldens" / "pipeline.py", "--reference", REFERENCE, "--bundle", bundle(), "--check"]
        answer = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(answer.returncode, 0, answer.stderr + answer.stdout)


if __name__ == "__main__":
    unittest.main()
