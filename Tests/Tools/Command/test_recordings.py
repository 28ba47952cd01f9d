"""The committed recordings and results of the hand pipeline match the reference pipelines.

Needs a Python with numpy, pillow and ai-edge-litert, which `TEGATA_REFERENCE_PYTHON` may name, the reference pipelines
next to the checkout, and the hand landmarker bundle and its lite one. Without them the test is skipped.
"""

import os
import subprocess
import sys
import unittest

from project import ROOT, models

REFERENCE = ROOT.parent / "shared" / "tools" / "reference_pipeline.py"
LEGACY_REFERENCE = REFERENCE.with_name("reference_legacy.py")
PYTHON = os.environ.get("TEGATA_REFERENCE_PYTHON", sys.executable)
MODELS = models("hand_landmarker.task", "hand_landmarker_lite.task")


def has_modules():
    command = [PYTHON, "-c", "import numpy, PIL, ai_edge_litert.interpreter"]
    return subprocess.run(command, capture_output=True).returncode == 0


class RecordingTests(unittest.TestCase):
    @unittest.skipUnless(
        REFERENCE.is_file() and LEGACY_REFERENCE.is_file(), "the reference pipelines are not next to the checkout"
    )
    @unittest.skipUnless(MODELS, "hand_landmarker.task or hand_landmarker_lite.task is missing")
    @unittest.skipUnless(has_modules(), f"{PYTHON} has no numpy, pillow or ai-edge-litert")
    def test_recordings_match_the_references(self):
        goldens, folder = ROOT / "Tools" / "make" / "goldens", MODELS
        for command in (
            [goldens / "pipeline.py", "--reference", REFERENCE, "--bundle", folder / "hand_landmarker.task"],
            [goldens / "legacy_pictures.py", "--reference", LEGACY_REFERENCE, "--models", folder],
        ):
            answer = subprocess.run([PYTHON, *command, "--check"], capture_output=True, text=True)
            self.assertEqual(answer.returncode, 0, answer.stderr + answer.stdout)


if __name__ == "__main__":
    unittest.main()
