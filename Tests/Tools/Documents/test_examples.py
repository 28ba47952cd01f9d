"""The example programs for Vision run on images and on the test source, print the hands and draw them."""

import json
import math
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from project import BUILD, RENDERED, ROOT

# The output of each example for two right hands, a fist and a thumbs-up, and for a frame without
# hands.
EXPECTED = {
    "fingercount": ("hands 2, raised 1, stars 1", "hands 0, raised 0, stars 0"),
    "rockpaperscissors": ("left player: stone\nright player: stone\na draw", "no hand"),
    "pinchdrawing": ("possibleApart, lines 0, points 0", "unknown, lines 0, points 0"),
    "fingertipoverlay": ("fingertips 10", "fingertips 0"),
    "handrouting": ("left hand: none\nright hand: stone", "left hand: none\nright hand: none"),
}


def models():
    return Path(os.environ.get("TEGATA_MODELS") or ROOT / "Models")


def run(name, *arguments):
    return subprocess.run([BUILD / f"example-{name}", *arguments], capture_output=True, text=True)


@unittest.skipUnless(
    (BUILD / "example-fingercount").is_file(), "the examples are not built; run swift build -c release --build-tests"
)
class ExampleTests(unittest.TestCase):
    @unittest.skipUnless((models() / "hand_landmarker.task").is_file(), "hand_landmarker.task is missing")
    def test_reads_and_draws_images(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, (expected, _) in EXPECTED.items():
                with self.subTest(name):
                    drawn = Path(folder) / f"{name}.png"
                    answer = run(name, RENDERED / "two_hands_mixed.png", drawn)
                    self.assertEqual((answer.returncode, answer.stderr, answer.stdout), (0, "", expected + "\n"))
                    self.assertNotEqual(drawn.read_bytes(), (RENDERED / "two_hands_mixed.png").read_bytes())

    @unittest.skipUnless((models() / "hand_landmarker.task").is_file(), "hand_landmarker.task is missing")
    def test_reads_the_test_source(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, (_, expected) in EXPECTED.items():
                with self.subTest(name):
                    answer = run(name, "test", Path(folder) / name)
                    lines = answer.stdout.splitlines()
                    count = len(expected.splitlines())
                    self.assertEqual((answer.returncode, answer.stderr, len(lines)), (0, "", 30 * count))
                    self.assertEqual(lines[:count], [f"0.00 s: {line}" for line in expected.splitlines()])
                    self.assertEqual(len(list((Path(folder) / name).iterdir())), 30)

    def test_prints_the_usage_for_bad_arguments(self):
        answer = run("fingercount")
        self.assertEqual((answer.returncode, answer.stdout), (64, ""))
        self.assertIn("Usage: example-fingercount PICTURE|VIDEO|/dev/video0|test [OUTPUT]", answer.stderr)
        for source in ["/nowhere/at/all.mp4", "/dev/video987"]:
            answer = run("fingercount", source)
            self.assertEqual((answer.returncode, answer.stdout), (1, ""))
            self.assertIn(source, answer.stderr)

    def test_does_not_overwrite_the_source(self):
        with tempfile.TemporaryDirectory() as folder:
            picture = Path(folder) / "a.png"
            picture.write_bytes((RENDERED / "two_hands_mixed.png").read_bytes())
            before = picture.read_bytes()
            (Path(folder) / "link.png").symlink_to(picture)
            answer = run("fingercount", str(picture), str(Path(folder) / "link.png"))
            self.assertEqual((answer.returncode, answer.stdout, picture.read_bytes()), (1, "", before))
            self.assertIn("is the source", answer.stderr)


@unittest.skipUnless(
    (BUILD / "example-stereo").is_file(), "the examples are not built; run swift build -c release --build-tests"
)
class StereoTests(unittest.TestCase):
    """An image and a shifted copy are the views of two cameras of a flat scene."""

    FOCAL, APART, SHIFT = 500, 0.064, 40

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def calibration(self, **changes):
        camera = [[self.FOCAL, 0, 192], [0, self.FOCAL, 192], [0, 0, 1]]
        numbers = {
            "first": camera,
            "second": camera,
            "rotation": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
            "translation": [-self.APART, 0, 0],
        }
        path = self.folder / "calibration.json"
        path.write_text(json.dumps(numbers | changes))
        return path

    @unittest.skipUnless((models() / "hand_landmarker.task").is_file(), "hand_landmarker.task is missing")
    @unittest.skipUnless(shutil.which("ffmpeg"), "ffmpeg is missing")
    def test_locates_hands_in_space(self):
        picture, shifted = RENDERED / "victory_left.png", self.folder / "shifted.png"
        shift = f"crop=iw-{self.SHIFT}:ih:{self.SHIFT}:0,pad=iw+{self.SHIFT}:ih:0:0"
        subprocess.run(["ffmpeg", "-v", "error", "-i", picture, "-vf", shift, shifted], check=True)
        answer = run("stereo", self.calibration(), picture, shifted)
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        frame = json.loads(answer.stdout)
        self.assertEqual((frame["frame"], frame["milliseconds"], len(frame["hands"])), (0, 0, 1))
        hand = frame["hands"][0]
        self.assertEqual((hand["handedness"], len(hand["points"])), ("Left", 21))
        distance = self.FOCAL * self.APART / self.SHIFT
        for point in hand["points"]:
            self.assertAlmostEqual(point[2] / distance, 1, delta=0.1)
        self.assertAlmostEqual(sum(point[2] for point in hand["points"]) / 21 / distance, 1, delta=0.03)
        # The lengths of bones are those between the points.
        lengths = self.folder / "lengths.json"
        self.assertEqual(run("stereo", self.calibration(), picture, shifted, lengths).stdout, answer.stdout)
        lengths = json.loads(lengths.read_text())
        self.assertEqual(len(lengths), 20)
        for name, (start, end) in {"thumb_cmc": (0, 1), "pinky_mcp": (0, 17), "pinky_tip": (19, 20)}.items():
            self.assertAlmostEqual(lengths[name], math.dist(hand["points"][start], hand["points"][end]), delta=1e-5)
        # With the cameras exchanged, the rays diverge.
        answer = run("stereo", self.calibration(), shifted, picture)
        self.assertEqual((answer.returncode, json.loads(answer.stdout)["hands"]), (0, []))

    def test_rejects_invalid_calibrations(self):
        for changes in ({"rotation": [[1, 0, 0], [0, 1, 0], [0, 0, 2]]}, {"first": [[1]]}, {"translation": [0, 0, 0]}):
            with self.subTest(changes):
                answer = run("stereo", self.calibration(**changes), "a.mp4", "b.mp4")
                self.assertEqual((answer.returncode, answer.stdout), (1, ""))
                self.assertIn("does not describe two cameras; calibrate them again", answer.stderr)


if __name__ == "__main__":
    unittest.main()
