"""`tegata bench` with a program outside its sources.

Needs the release build and the hand landmarker bundle; without them the tests are skipped.
"""

import json
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

    def test_traces_all_steps_of_each_run(self):
        trace = self.models / "trace.json"
        command = [self.program, "bench", "--iterations", "3", "--threads", "1", "--image", PICTURE, "--trace", trace]
        subprocess.run(command, env=dict(os.environ, TEGATA_MODELS=str(self.models)), capture_output=True, check=True)
        events = json.loads(trace.read_text())["traceEvents"]
        self.assertEqual([event["args"]["name"] for event in events if event["ph"] == "M"], ["caller"])
        hands = [event["args"]["hands"] for event in events if event["name"] == "hands"]
        # Three frames warm up.
        self.assertEqual(hands, [2] * 6)
        spans = [event for event in events if event["ph"] == "X"]
        frames = [event for event in spans if event["name"] == "frame"]
        self.assertEqual(len(frames), 6)
        for name in ("palm network", "landmark network"):
            runs = [event for event in spans if event["name"] == name]
            parts = [[part for part in spans if "args" in part and contains(run, part)] for run in runs]
            steps = [part["args"]["step"] for part in parts[0]]
            self.assertEqual(sorted(set(steps)), list(range(max(steps) + 1)))
            for run, some in zip(runs, parts):
                self.assertEqual([part["args"]["step"] for part in some], steps)
                self.assertLessEqual(sum(part["dur"] for part in some), run["dur"])
                self.assertEqual(sum(contains(frame, run) for frame in frames), 1)

    def test_names_the_option_if_the_image_is_missing(self):
        done = self.bench()
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(
            done.stderr,
            "tegata: two_hands_mixed.png: the image that ships with Tegata was not found; pass an image of hands with"
            " --image FILE\n",
        )


def contains(one, other):
    return one["ts"] <= other["ts"] and other["ts"] + other["dur"] <= one["ts"] + one["dur"] + 0.001


if __name__ == "__main__":
    unittest.main()
