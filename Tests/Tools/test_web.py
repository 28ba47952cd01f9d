"""Programs for browsers: ten that are written for @mediapipe/tasks-vision, with another import, and Tegata's own classes.

Needs the package (Tools/web), the models, ffmpeg, and Chromium or Firefox. Tests of a missing browser are skipped.
"""

import http.server
import json
import os
import shutil
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path

from browser import FIREFOX, PROGRAM, Browser, Firefox
from project import RENDERED, ROOT, models

PROGRAMS = ROOT / "Tests" / "Tools" / "Web"
PACKAGE = ROOT / ".build" / "web"
MODELS = models("hand_landmarker.task", "gesture_recognizer.task")

MISSING = ""
if not (PACKAGE / "tegata.mjs").is_file(): MISSING = "the package for browsers is not built; run Tools/web"
elif not MODELS: MISSING = "the models are missing"
elif not shutil.which("ffmpeg"): MISSING = "ffmpeg is missing"

#: A hand that moves, tilts and comes closer in front of grey, three seconds long.
MOVING = (
    "color=c=gray:s=640x480:r=30:d=3[back];[0]scale=400:400,rotate=0.15*sin(2*t):c=gray,setpts=PTS-STARTPTS[hand];"
    "[back][hand]overlay=x=120+90*sin(2*PI*t/3):y=40+30*cos(2*PI*t/3):shortest=1,format=yuv420p")


def film(path, *options):
    """Writes a video of a drawn hand that moves."""
    command = ["ffmpeg", "-v", "error", "-y", "-loop", "1", "-framerate", "30", "-t", "3", "-i", RENDERED / "victory_left.png"]
    subprocess.run([*command, "-filter_complex", MOVING, *options, path], check=True)


class Server:
    """Serves the programs, the package and the files that they need from this computer."""

    def __init__(self, folder):
        places = {"tegata": PACKAGE, "models": MODELS, "images": RENDERED, "video.webm": folder / "video.webm"}

        class Handler(http.server.SimpleHTTPRequestHandler):
            extensions_map = {".html": "text/html", ".mjs": "text/javascript", ".wasm": "application/wasm", "": "application/octet-stream"}

            def translate_path(self, path):
                first, _, rest = path.partition("?")[0].lstrip("/").partition("/")
                place = places.get(first, PROGRAMS / first)
                return str(place / rest if rest else place)

            def log_message(self, *_): pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Programs:
    """The programs in a browser, which `make_browser` starts."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        place = Path(cls.folder.name)
        film(place / "video.webm", "-c:v", "libvpx", "-b:v", "2M", "-deadline", "realtime")
        film(place / "camera.mjpeg", "-q:v", "3")
        cls.server = Server(place)
        cls.addClassCleanup(cls.server.close)
        cls.browser = cls.make_browser(place).__enter__()
        cls.addClassCleanup(cls.browser.__exit__)

    def outcome(self, program):
        """What the program has written when it is done."""
        self.browser.open(f"{self.server.address}/{program}.html")
        self.browser.wait_for("document.querySelector('output').textContent")
        return json.loads(self.browser.evaluate("document.querySelector('output').textContent"))

    def test_image(self):
        result = self.outcome("image")
        self.assertEqual([[len(hand) for hand in result[name]] for name in ("landmarks", "worldLandmarks")], [[21, 21]] * 2)
        self.assertEqual([hand[0]["categoryName"] for hand in result["handedness"]], ["Right", "Right"])
        self.assertEqual(result["handednesses"], result["handedness"])
        self.assertAlmostEqual(result["landmarks"][0][8]["x"], 0.26003003, places=3)

    def test_video(self):
        counts = self.outcome("video")
        self.assertGreater(counts["frames"], 20)
        self.assertGreaterEqual(counts["framesWithHand"], 0.98 * counts["frames"])

    def test_camera(self):
        counts = self.outcome("camera")
        self.assertEqual(counts["width"], 640)
        self.check_camera(counts)

    def test_gestures(self):
        names = self.outcome("gestures")
        self.assertEqual(names["victory_left"], ["Left Victory 78"])
        self.assertEqual(names["two_hands_mixed"][0], "Right Closed_Fist 71")
        self.assertNotIn("Thumb_Up", names["two_hands_mixed"][1])
        self.assertEqual(names["no_hand"], [])

    def test_drawing(self):
        drawn = self.outcome("drawing")
        self.assertEqual((drawn["connections"], drawn["first"]), (21, {"start": 0, "end": 1}))
        self.assertEqual((drawn["fingertip"], drawn["bone"]), ([255, 0, 0, 255], [0, 255, 0, 255]))
        self.assertEqual(drawn["corner"], [0, 0, 0, 0])

    def test_worker(self):
        answers = self.outcome("worker")
        self.assertGreater(len(answers), 20)
        self.assertGreaterEqual(answers.count("Left"), 0.98 * len(answers))

    def test_options(self):
        self.assertEqual(self.outcome("options"), [1, 2, 0, 2, 2, 2, 2, 1, 1, 1])

    def test_two_tasks(self):
        self.assertEqual(self.outcome("two"), [
            ["victory_left", True, "Left", "Victory"], ["thumb_up_right", True, "Right", "Thumb_Up"], ["no_hand", True, "", ""],
            ["fist_right", True, "Right", "Closed_Fist"]])

    def test_reopen(self):
        self.assertEqual(self.outcome("reopen"), {"count": 4, "areEqual": True, "hands": 1})

    def test_errors(self):
        outcome = self.outcome("errors")
        self.assertEqual(outcome["after"], 1)
        for name, message in outcome["messages"].items():
            with self.subTest(error=name):
                self.assertTrue(message, "there was no error")
                self.assertGreater(len(message), 15)


@unittest.skipIf(MISSING, MISSING)
@unittest.skipUnless(PROGRAM, "chromium is not installed")
class ChromiumTests(Programs, unittest.TestCase):
    @staticmethod
    def make_browser(place):
        return Browser(flags=(
            "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", "--autoplay-policy=no-user-gesture-required",
            f"--use-file-for-fake-video-capture={place / 'camera.mjpeg'}"))

    def check_camera(self, counts):
        self.assertGreaterEqual(counts["framesWithHand"], 0.98 * counts["frames"])
        self.assertGreaterEqual(counts["frames"] / counts["seconds"], 24)


@unittest.skipIf(MISSING, MISSING)
@unittest.skipUnless(FIREFOX, "firefox-esr is not installed")
class FirefoxTests(Programs, unittest.TestCase):
    @staticmethod
    def make_browser(_):
        return Firefox()

    def check_camera(self, counts):
        # The camera of Firefox's tests shows no hand.
        self.assertGreater(counts["frames"], 20)


if __name__ == "__main__":
    unittest.main()
