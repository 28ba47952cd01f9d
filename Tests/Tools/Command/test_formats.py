"""`docs/output-formats.md` contains every name that the command writes, and the figures match the output of
`Tools/make/figures`.

Needs a release build, ffmpeg and the gesture recogniser's bundle.
"""

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from project import RENDERED, ROOT, TEGATA

BUNDLE = Path(os.environ.get("TEGATA_MODELS") or ROOT / "Models") / "gesture_recognizer.task"
PAGE = ROOT / "docs" / "output-formats.md"
VICTORY, NO_HAND = RENDERED / "victory_left.png", RENDERED / "no_hand.png"


def run(*arguments, status=0):
    answer = subprocess.run([*map(str, arguments)], capture_output=True, text=True)
    if answer.returncode != status:
        raise AssertionError(answer.stderr)
    return answer.stdout


def names(value):
    """Yields the names of all members in JSON, except for joints, which another page explains."""
    if isinstance(value, dict):
        for name, member in value.items():
            yield name
            if name != "joints":
                yield from names(member)
    elif isinstance(value, list):
        for element in value:
            yield from names(element)


@unittest.skipUnless(TEGATA.is_file(), "tegata is not built; run swift build -c release")
@unittest.skipUnless(BUNDLE.is_file(), "gesture_recognizer.task is missing")
@unittest.skipUnless(shutil.which("ffmpeg"), "ffmpeg is not installed")
class FormatTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.temporary.name)
        cls.video = cls.folder / "hands.avi"
        frames = [NO_HAND, *[VICTORY] * 8, NO_HAND, NO_HAND]
        listing = cls.folder / "frames.txt"
        listing.write_text("".join(f"file '{path}'\nduration 0.1\n" for path in frames))
        run(
            "ffmpeg",
            "-v",
            "error",
            "-f",
            "concat",
            "-safe",
            "0",
            "-i",
            listing,
            "-vf",
            "scale=384:384",
            "-r",
            "10",
            "-c:v",
            "ffv1",
            cls.video,
        )
        cls.written = set(re.findall(r"`([\w.\[\]]+)`", PAGE.read_text(encoding="utf-8")))

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def require(self, found):
        known = {part.removesuffix("[]") for name in self.written for part in name.split(".")}
        for name in sorted(set(found) - known):
            with self.subTest(name):
                self.fail("docs/output-formats.md does not name it")

    def lines(self, *arguments, status=0):
        return [
            json.loads(line)
            for line in run(TEGATA, *arguments, "--model", BUNDLE, "--json", status=status).splitlines()
        ]

    def test_names_every_member_of_image_results(self):
        lines = self.lines(
            "recognize",
            VICTORY,
            self.folder / "missing.png",
            "--gesture-details",
            "--camera",
            "60",
            "--joints",
            status=1,
        )
        self.assertEqual(len(lines), 2)
        self.require(name for line in lines for name in names(line))

    def test_names_every_member_of_video_results_and_events(self):
        lines = self.lines("track", self.video, "--gestures", "--gesture-dwell", "100")
        self.assertIn("gestureEvents", set(names(lines)))
        events = self.lines("track", self.video, "--gestures", "--gesture-dwell", "100", "--finger-events")
        kinds = {event["event"] for event in events}
        self.assertEqual(kinds, {"appeared", "disappeared", "began", "ended", "extended", "curled"})
        self.require([*names(lines), *names(events), *kinds])

    def test_names_every_member_of_written_files(self):
        coco, summary = self.folder / "out.json", self.folder / "summary.json"
        run(
            TEGATA,
            "track",
            self.video,
            "--model",
            BUNDLE,
            "--gestures",
            "--coco",
            coco,
            "--summary",
            summary,
            "--quiet",
        )
        found = json.loads(summary.read_text())
        self.assertEqual(list(found["gestureSeconds"]), ["Victory"])
        found["gestureSeconds"] = {}
        self.require([*names(json.loads(coco.read_text())), *names(found)])

    def test_names_every_column_of_tables(self):
        header, line = run(TEGATA, "recognize", VICTORY, "--model", BUNDLE, "--csv").splitlines()
        self.assertEqual(len(header.split(",")), len(line.split(",")))
        landmarks = set(re.findall(r"\d \| `(\w+)` \|", PAGE.read_text(encoding="utf-8")))
        self.assertEqual(len(landmarks), 21)
        points = [f"{kind}{name}_{axis}" for kind in ("", "world_") for name in landmarks for axis in "xyz"]
        self.require(set(header.split(",")) - set(points))


class OptionTests(unittest.TestCase):
    def test_options_page_matches_the_help(self):
        subprocess.run([sys.executable, ROOT / "Tools" / "make" / "options", "--check"], check=True)


@unittest.skipIf(
    importlib.util.find_spec("numpy") is None and not (ROOT / ".build" / "python").is_dir(), "NumPy is missing"
)
class FigureTests(unittest.TestCase):
    def test_figures_are_up_to_date(self):
        with tempfile.TemporaryDirectory() as folder:
            environment = {**os.environ, "PYTHONPATH": str(ROOT / ".build" / "python")}
            subprocess.run([sys.executable, ROOT / "Tools" / "make" / "figures", folder], check=True, env=environment)
            drawn = {path.name: path.read_text() for path in Path(folder).iterdir()}
        kept = {path.name: path.read_text() for path in (ROOT / "docs" / "figures").glob("*.svg")}
        self.assertEqual(drawn, kept, "run Tools/make/figures")


if __name__ == "__main__":
    unittest.main()
