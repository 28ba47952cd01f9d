"""The example programs around Vision run on pictures and on the test source, say what they see and draw it."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / ".build" / "release"
RENDERED = ROOT / "Tests" / "Fixtures" / "rendered"
# What each says of two right hands, a fist and a thumb up, and of a frame without any.
EXPECTED = {
    "fingercount": ("hands 2, raised 1, stars 10", "hands 0, raised 0, stars 0"),
    "rockpaperscissors": ("left player: stone\nright player: stone\na draw", "no hand"),
    "pinchdrawing": ("possibleApart, lines 0, points 0", "unknown, lines 0, points 0"),
    "fingertipoverlay": ("fingertips 10", "fingertips 0"),
    "handrouting": ("left hand: none\nright hand: stone", "left hand: none\nright hand: none"),
}


def models():
    return Path(os.environ.get("TEGATA_MODELS") or ROOT / "Models")


def run(name, *arguments):
    return subprocess.run([BUILD / f"example-{name}", *arguments], capture_output=True, text=True)


@unittest.skipUnless((BUILD / "example-fingercount").is_file(), "the examples are not built; run swift build -c release --build-tests")
class ExampleTests(unittest.TestCase):
    @unittest.skipUnless((models() / "hand_landmarker.task").is_file(), "hand_landmarker.task is missing")
    def test_pictures(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, (expected, _) in EXPECTED.items():
                with self.subTest(name):
                    drawn = Path(folder) / f"{name}.png"
                    answer = run(name, RENDERED / "two_hands_mixed.png", drawn)
                    self.assertEqual((answer.returncode, answer.stderr, answer.stdout), (0, "", expected + "\n"))
                    self.assertNotEqual(drawn.read_bytes(), (RENDERED / "two_hands_mixed.png").read_bytes())

    @unittest.skipUnless((models() / "hand_landmarker.task").is_file(), "hand_landmarker.task is missing")
    def test_the_test_source(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, (_, expected) in EXPECTED.items():
                with self.subTest(name):
                    answer = run(name, "test", Path(folder) / name)
                    lines = answer.stdout.splitlines()
                    count = len(expected.splitlines())
                    self.assertEqual((answer.returncode, answer.stderr, len(lines)), (0, "", 30 * count))
                    self.assertEqual(lines[:count], [f"0.00 s: {line}" for line in expected.splitlines()])
                    self.assertEqual(len(list((Path(folder) / name).iterdir())), 30)

    def test_bad_arguments(self):
        answer = run("fingercount")
        self.assertEqual((answer.returncode, answer.stdout), (64, ""))
        self.assertIn("Usage: example-fingercount PICTURE|VIDEO|/dev/video0|test [OUTPUT]", answer.stderr)
        for source in ["/nowhere/at/all.mp4", "/dev/video987"]:
            answer = run("fingercount", source)
            self.assertEqual((answer.returncode, answer.stdout), (1, ""))
            self.assertIn(source, answer.stderr)

    def test_the_source_is_not_replaced(self):
        with tempfile.TemporaryDirectory() as folder:
            picture = Path(folder) / "a.png"
            picture.write_bytes((RENDERED / "two_hands_mixed.png").read_bytes())
            before = picture.read_bytes()
            (Path(folder) / "link.png").symlink_to(picture)
            answer = run("fingercount", str(picture), str(Path(folder) / "link.png"))
            self.assertEqual((answer.returncode, answer.stdout, picture.read_bytes()), (1, "", before))
            self.assertIn("is the source", answer.stderr)


if __name__ == "__main__":
    unittest.main()
