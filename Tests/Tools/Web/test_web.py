"""Browser programs, ten that were written for @mediapipe/tasks-vision with a changed import, and the page that
Tools/build/web writes.

Needs the package (Tools/build/web), a release build, the models, ffmpeg, and Chromium or Firefox. Tests of a missing
browser are skipped.
"""

import json
import shutil
import subprocess
import tempfile
import time
import unittest
from pathlib import Path
from typing import Any

from browser import FIREFOX, PROGRAM, Browser, Firefox
from project import RENDERED, TEGATA
from web_server import MODELS, PACKAGE, Server, film, web_page, with_camera, write_actions, write_guide

MISSING = ""
if not (PACKAGE / "tegata.mjs").is_file():
    MISSING = "the browser package is not built; run Tools/build/web"
elif not MODELS:
    MISSING = "the models are missing"
elif not shutil.which("ffmpeg") or not TEGATA.is_file():
    MISSING = "ffmpeg or tegata are missing"


def has_fused_arithmetic():
    flags = Path("/proc/cpuinfo").read_text()
    return " fma " in flags or "asimd" in flags


class Programs(unittest.TestCase):
    """The programs in a browser, which `make_browser` starts."""

    @staticmethod
    def make_browser(place) -> Any:
        raise NotImplementedError

    def check_camera(self, counts) -> None:
        raise NotImplementedError

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        place = Path(cls.folder.name)
        film(place / "video.webm", "-c:v", "libvpx", "-b:v", "2M", "-deadline", "realtime")
        film(place / "camera.mjpeg", "-q:v", "3")
        write_guide(place)
        cls.server = Server(place)
        cls.addClassCleanup(cls.server.close)
        cls.browser = cls.make_browser(place).__enter__()
        cls.addClassCleanup(cls.browser.__exit__)

    def outcome(self, program, query=""):
        """Returns the text of the program when it is done."""
        self.browser.open(f"{self.server.address}/{program}.html{query}")
        self.browser.wait_for("document.querySelector('output').textContent")
        return json.loads(self.browser.evaluate("document.querySelector('output').textContent"))

    def test_finds_hands_in_an_image(self):
        result = self.outcome("image")
        self.assertEqual(
            [[len(hand) for hand in result[name]] for name in ("landmarks", "worldLandmarks")], [[21, 21]] * 2
        )
        self.assertEqual([hand[0]["categoryName"] for hand in result["handedness"]], ["Right", "Right"])
        self.assertEqual(result["handednesses"], result["handedness"])
        self.assertAlmostEqual(result["landmarks"][0][8]["x"], 0.26003003, places=3)

    def test_tracks_a_video(self):
        counts = self.outcome("video")
        self.assertGreater(counts["frames"], 20)
        self.assertGreaterEqual(counts["framesWithHand"], 0.98 * counts["frames"])

    def test_tracks_a_camera(self):
        counts = self.outcome("camera")
        self.assertEqual(counts["width"], 640)
        self.check_camera(counts)

    def test_recognises_gestures(self):
        names = self.outcome("gestures")
        self.assertEqual(names["victory_left"], ["Left Victory 78"])
        self.assertEqual(names["two_hands_mixed"][0], "Right Closed_Fist 71")
        self.assertNotIn("Thumb_Up", names["two_hands_mixed"][1])
        self.assertEqual(names["no_hand"], [])

    def test_draws_landmarks(self):
        drawn = self.outcome("drawing")
        self.assertEqual((drawn["connections"], drawn["first"]), (21, {"start": 0, "end": 1}))
        self.assertEqual((drawn["fingertip"], drawn["bone"]), ([255, 0, 0, 255], [0, 255, 0, 255]))
        self.assertEqual(drawn["corner"], [0, 0, 0, 0])

    def test_runs_a_program_for_the_older_package(self):
        """`Hands` returns what the command finds in the image, and in selfie mode in the mirrored image."""
        images = [RENDERED / "victory_left.png", Path(self.folder.name) / "mirrored.png"]
        subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", images[0], "-vf", "hflip", images[1]], check=True)
        command = [TEGATA, "detect", "--json", "--legacy", "--model", MODELS / "hand_landmarker.task", *images]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        found = self.outcome("hands")
        self.assertEqual(len(found["answers"]), 2)
        for answer, line, label in zip(found["answers"], done.stdout.splitlines(), ("Right", "Left")):
            [hand] = json.loads(line)["hands"]
            [side] = answer["multiHandedness"]
            self.assertEqual((side["label"], side["index"]), (label, int(label == "Right")))
            self.assertAlmostEqual(side["score"], hand["handedness"]["score"], places=5)
            for name, points in ("multiHandLandmarks", "landmarks"), ("multiHandWorldLandmarks", "worldLandmarks"):
                [landmarks] = answer[name]
                for landmark, point in zip(landmarks, hand[points], strict=True):
                    self.assertEqual(list(landmark), ["x", "y", "z"])
                    for axis in point:
                        self.assertAlmostEqual(landmark[axis], point[axis], places=5)
            self.assertEqual(answer["size"], [384, 384])
        # A finger, and the background on the other side.
        self.assertEqual([answer["pixel"] for answer in found["answers"]], [[221, 165, 136, 255], [111, 128, 128, 255]])
        self.assertEqual(found["message"], "the tracker is closed; create another one")
        self.assertEqual((len(found["connections"]), found["connections"][-1]), (21, [19, 20]))

    def test_tracks_in_a_worker(self):
        answers = self.outcome("worker")
        self.assertGreater(len(answers), 20)
        self.assertGreaterEqual(answers.count("Left"), 0.98 * len(answers))

    def test_applies_options(self):
        self.assertEqual(self.outcome("options"), [1, 2, 0, 2, 2, 2, 2, 1, 1, 1, 1, 2])

    def test_runs_two_tasks_at_once(self):
        self.assertEqual(
            self.outcome("two"),
            [
                ["victory_left", True, "Left", "Victory"],
                ["thumb_up_right", True, "Right", "Thumb_Up"],
                ["no_hand", True, "", ""],
                ["two_hands_mixed", True, "Right", "Thumb_Up"],
            ],
        )

    def test_reopens_tasks(self):
        self.assertEqual(self.outcome("reopen"), {"count": 4, "areEqual": True, "hands": 1})

    def test_modules_match_the_command_to_the_bit(self):
        """Both modules return the bits of the command: with fused multiply-adds if the processor has them, and
        without."""
        names = sorted(path.name for path in RENDERED.glob("*.png"))
        found = self.outcome("levels", "?image=" + "&image=".join(names))
        levels = {"simd128": ["--isa", "baseline", "--backend", "simd"], "relaxed": []}
        if not has_fused_arithmetic():
            del levels["relaxed"]
        for level, options in levels.items():
            command = [
                TEGATA,
                "recognize",
                "--json",
                "--joints",
                "--model",
                MODELS / "gesture_recognizer.task",
                *options,
            ]
            done = subprocess.run([*command, *names], cwd=RENDERED, check=True, capture_output=True, text=True)
            for line in done.stdout.splitlines():
                expected = json.loads(line)
                with self.subTest(level=level, image=expected["source"]):
                    self.assertEqual({"source": expected["source"], **found[level][expected["source"]]}, expected)

    def test_reports_errors(self):
        outcome = self.outcome("errors")
        self.assertEqual(outcome["after"], 1)
        for name, message in outcome["messages"].items():
            with self.subTest(error=name):
                self.assertTrue(message, "there was no error")
                self.assertGreater(len(message), 15)
        self.assertEqual(outcome["messages"]["numHands"], "numHands is -1; ask for at least 1")
        self.assertEqual(outcome["messages"]["fraction"], "numHands is 1.5; give a whole number")


@unittest.skipIf(MISSING, MISSING)
@unittest.skipUnless(PROGRAM, "chromium is not installed")
class ChromiumTests(Programs):
    def test_runs_the_program_of_the_guide(self):
        self.browser.open(f"{self.server.address}/guide.html")
        self.browser.wait_for("document.getElementById('hands').textContent === '#1 Left Victory'")

    def test_recognises_actions(self):
        frames, file = write_actions(Path(self.folder.name) / "actions")
        command = [
            TEGATA,
            "track",
            "--json",
            "--fps",
            "25",
            "--model",
            MODELS / "gesture_recognizer.task",
            "--actions",
            file,
            frames,
        ]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        expected = [json.loads(line) for line in done.stdout.splitlines()]
        found = self.outcome("actions")
        self.assertEqual([frame["actions"] for frame in found], [frame["actions"] for frame in expected])
        actions = [[[hand["id"], hand.get("action")] for hand in frame["hands"]] for frame in expected]
        self.assertIn("wave", [action["categoryName"] for frame in actions for _, action in frame if action])
        if not has_fused_arithmetic():
            return
        self.assertEqual([frame["hands"] for frame in found], actions)

    @staticmethod
    def make_browser(place):
        return with_camera(place / "camera.mjpeg")

    def check_camera(self, counts):
        self.assertGreaterEqual(counts["framesWithHand"], 0.98 * counts["frames"])


@unittest.skipIf(MISSING, MISSING)
@unittest.skipUnless(FIREFOX, "firefox-esr is not installed")
class FirefoxTests(Programs):
    @staticmethod
    def make_browser(place):
        return Firefox()

    def check_camera(self, counts):
        # The test camera of Firefox shows no hand.
        self.assertGreater(counts["frames"], 20)


class LivePage(unittest.TestCase):
    """The page from a disk, in a browser that `make_browser` starts."""

    @staticmethod
    def make_browser(place) -> Any:
        raise NotImplementedError

    def check_camera(self, lines) -> None:
        raise NotImplementedError

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.place = Path(cls.folder.name)
        cls.page = cls.place / "page.html"
        film(cls.place / "camera.mjpeg", "-q:v", "3")
        web_page.build_page(cls.page, PACKAGE, TEGATA, [MODELS / name for name in web_page.DEFAULT_MODELS])
        cls.browser = cls.make_browser(cls.place).__enter__()
        cls.addClassCleanup(cls.browser.__exit__)

    def setUp(self):
        self.browser.open(self.page)
        self.browser.wait_for("page.engine.isReady || !document.getElementById('alert').hidden")
        self.assertEqual(self.text("alert"), "")

    def text(self, identifier):
        return self.browser.evaluate(f"document.getElementById('{identifier}').innerText")

    def drop(self, path, kind="image/png"):
        """Opens a file as if it was dropped; its bytes are passed as numbers, because the page may not fetch
        anything."""
        data = json.dumps(list(path.read_bytes()))
        return self.browser.evaluate(
            f"page.openFile(new File([new Uint8Array({data})], '{path.name}', {{ type: '{kind}' }}))"
        )

    def test_finds_hands_in_an_image(self):
        self.drop(RENDERED / "two_hands_mixed.png")
        for shown in (self.text("hands"), self.browser.evaluate("page.canvas.ariaLabel")):
            self.assertIn("Closed fist 71 %", shown)
            self.assertIn("Thumb up 64 %", shown)
        recorded = json.loads(self.browser.evaluate("page.line({})"))["hands"]
        self.assertEqual([hand["gestures"][0]["categoryName"] for hand in recorded], ["Closed_Fist", "Thumb_Up"])
        self.assertRegex(self.text("angles"), r"State\s+Base\s+Middle\s+End\s+thumb\s+curled\s+−34°\s+43°\s+50°")
        self.assertRegex(self.text("rate"), "^[0-9]+ ms$")

    def test_shows_no_values_without_a_hand(self):
        self.drop(RENDERED / "victory_left.png")
        self.assertIn("extended", self.text("angles"))
        self.drop(RENDERED / "no_hand.png")
        self.assertEqual(self.text("hands"), "No hand")
        self.assertNotRegex(self.text("angles"), "extended|°")

    def test_shows_a_sample(self):
        self.assertTrue(self.browser.evaluate("document.querySelector('#start .open-sample').checkVisibility()"))
        self.browser.evaluate("page.openSample()")
        self.assertIn("Closed fist", self.text("hands"))
        self.assertEqual(json.loads(self.browser.evaluate("page.line({})"))["source"], "two_hands_mixed.png")

    def test_opens_files_that_were_dropped_too_early(self):
        # Start again inside the page, because the models of the page itself are already unpacked.
        self.browser.evaluate("(() => { window.page = new page.constructor(); })()")
        self.drop(RENDERED / "victory_left.png")
        self.assertIn("then opening victory_left.png", self.text("progress"))
        self.browser.wait_for("page.shown")
        self.assertIn("Victory", self.text("hands"))

    def test_rejects_files_that_are_not_images(self):
        self.browser.evaluate("page.openFile(new File(['nothing'], 'notes.txt', { type: 'text/plain' }))")
        self.assertIn("notes.txt: the browser cannot read this file", self.text("alert"))
        self.drop(RENDERED / "victory_left.png")
        self.assertEqual(self.text("alert"), "")
        self.assertIn("Victory", self.text("hands"))

    def test_switches_to_another_model(self):
        self.drop(RENDERED / "victory_left.png")
        self.browser.evaluate("(document.getElementById('model').value = 1, page.changeOptions())")
        self.assertIn("Left", self.text("hands"))
        self.assertNotIn("Victory", self.text("hands"))

    def test_applies_custom_poses(self):
        for name, image in (("peace", "victory_left.png"), ("thumb", "thumb_up_right.png")):
            (self.place / "poses" / name).mkdir(parents=True)
            shutil.copy(RENDERED / image, self.place / "poses" / name)
        own = self.place / "own.tegata"
        model = MODELS / "gesture_recognizer.task"
        subprocess.run(
            [TEGATA, "train", "pose", self.place / "poses", "-o", own, "--model", model, "--quiet"],
            check=True,
            capture_output=True,
        )
        self.drop(RENDERED / "victory_left.png")
        self.drop(own, "")
        self.assertEqual(self.text("alert"), "")
        self.assertIn("peace", self.text("hands"))

    def test_tracks_a_camera(self):
        self.browser.evaluate("page.openCamera()")
        self.browser.wait_for("page.shown")
        self.browser.evaluate("page.toggleRecording()")
        time.sleep(5)
        lines = [json.loads(line) for line in self.browser.evaluate("page.recording.lines")]
        self.browser.evaluate("page.closeInput()")
        self.assertEqual([line["frame"] for line in lines], list(range(len(lines))))
        self.check_camera(lines)

    def test_pauses_while_the_page_is_hidden(self):
        self.browser.evaluate("page.openCamera()")
        self.browser.wait_for("page.shown")
        for hidden in ("true", "false"):
            self.browser.evaluate(
                f"(() => {{ Object.defineProperty(document, 'hidden', {{ value: {hidden}, configurable: true }});"
                " document.dispatchEvent(new Event('visibilitychange')); })()"
            )
            self.assertEqual(self.browser.evaluate("page.input.video.paused"), hidden == "true")
        self.assertEqual(self.text("note"), "Paused while the page was hidden.")

    def test_blocks_connections(self):
        answer = self.browser.evaluate(
            "fetch('https://example.com').then(() => 'open', () => new Promise((resume) => {"
            " const image = new Image(); image.onload = () => resume('open'); image.onerror = () => resume('closed');"
            " image.src = 'https://example.com/x.png'; }))"
        )
        self.assertEqual(answer, "closed")


@unittest.skipIf(MISSING, MISSING)
@unittest.skipUnless(PROGRAM, "chromium is not installed")
class ChromiumPageTests(LivePage):
    @staticmethod
    def make_browser(place):
        return with_camera(place / "camera.mjpeg")

    def check_camera(self, lines):
        self.assertGreaterEqual(sum(bool(line["hands"]) for line in lines), 0.98 * len(lines))
        self.assertEqual({hand["id"] for line in lines for hand in line["hands"]}, {1})

    def edges(self, identifier):
        """Returns the upper and the lower edge of an element."""
        return self.browser.evaluate(
            f"(({{ top, bottom }}) => [top, bottom])(document.getElementById('{identifier}').getBoundingClientRect())"
        )

    def test_fits_a_window(self):
        self.addCleanup(self.browser.resize, *self.browser.size)
        self.browser.resize(1280, 800)
        extent = "(({ scrollWidth, scrollHeight }) => [scrollWidth, scrollHeight])(document.documentElement)"
        self.assertEqual(self.browser.evaluate(extent), [1280, 800])
        for show in ("page.openSample()", "page.openCamera()"):
            self.browser.evaluate("page.shown = null")
            self.browser.evaluate(show)
            self.browser.wait_for("page.shown")
            self.assertEqual(self.browser.evaluate(extent), [1280, 800])
            self.assertGreater(self.edges("picture")[1] - self.edges("picture")[0], 500)

    def test_shows_the_image_and_the_view_in_space_on_a_phone(self):
        self.addCleanup(self.browser.resize, *self.browser.size)
        self.browser.resize(390, 844, mobile=True)
        self.browser.evaluate("page.openCamera()")
        self.browser.wait_for("page.shown")
        self.assertEqual(self.browser.evaluate("document.documentElement.scrollWidth"), 390)
        self.assertLess(self.edges("space")[0] - self.edges("picture")[1], 180)
        self.assertLess(self.edges("space")[1], 844)

    def test_offers_each_input_once_at_the_start(self):
        offered = (
            "[...document.querySelectorAll('button')].filter((button) => button.checkVisibility())"
            ".map((button) => button.innerText)"
        )
        self.assertEqual(self.browser.evaluate(offered), ["Use the camera", "Open a file", "Try a sample"])
        self.browser.evaluate("page.openSample()")
        self.assertEqual(self.browser.evaluate(offered), ["Save JSON", "Camera", "Open", "Sample"])

    def test_responds_to_keys(self):
        self.browser.press("c")
        self.browser.wait_for("page.input?.kind === 'camera' && page.shown")
        self.browser.press(" ", "Space")
        self.assertTrue(self.browser.evaluate("page.input.video.paused"))
        self.browser.press(" ", "Space")
        self.browser.press("+")
        self.assertEqual(self.browser.evaluate("page.zoom.factor"), 1.25)
        self.browser.press("r")
        self.browser.wait_for("page.recording.lines.length > 2")
        self.browser.press("r")
        self.assertIn("saved as camera.jsonl", self.text("note"))

    def test_responds_to_touch(self):
        self.drop(RENDERED / "victory_left.png")
        left, top, width, height = self.browser.evaluate(
            "(() => { const box = document.getElementById('picture').getBoundingClientRect();"
            " return [box.left, box.top, box.width, box.height]; })()"
        )
        middle, level = left + width / 2, top + height / 2
        self.browser.touch("touchStart", (middle - 20, level), (middle + 20, level))
        self.browser.touch("touchMove", (middle - 40, level), (middle + 40, level))
        self.browser.touch("touchEnd")
        self.assertAlmostEqual(self.browser.evaluate("page.zoom.factor"), 2, places=1)

    def test_reports_a_forbidden_camera(self):
        with with_camera() as browser:
            browser.open(self.page)
            browser.wait_for("page.engine.isReady")
            browser.evaluate("page.openCamera()")
            self.assertIn("did not allow the camera", browser.evaluate("document.getElementById('alert').textContent"))

    def test_reports_a_missing_camera(self):
        with Browser() as browser:
            browser.open(self.page)
            browser.wait_for("page.engine.isReady")
            browser.evaluate("page.openCamera()")
            self.assertIn("There is no camera", browser.evaluate("document.getElementById('alert').textContent"))
            browser.evaluate("document.querySelector('#start .open-sample').click()")
            browser.wait_for("page.shown")
            self.assertTrue(browser.evaluate("document.getElementById('alert').hidden"))

    def test_reports_a_browser_without_simd(self):
        with Browser() as browser:
            browser.call("Page.addScriptToEvaluateOnNewDocument", source="WebAssembly.validate = () => false")
            browser.open(self.page)
            browser.wait_for("!document.getElementById('alert').hidden")
            self.assertIn("has no WebAssembly SIMD", browser.evaluate("document.getElementById('alert').textContent"))

    def test_sends_no_requests(self):
        self.browser.requests.clear()
        self.browser.open(self.page)
        self.browser.wait_for("page.engine.isReady")
        self.drop(RENDERED / "victory_left.png")
        self.assertEqual(
            {request.partition(":")[0] for request in self.browser.requests} - {"file", "data", "blob", ""}, set()
        )


@unittest.skipIf(MISSING, MISSING)
@unittest.skipUnless(FIREFOX, "firefox-esr is not installed")
class FirefoxPageTests(LivePage):
    @staticmethod
    def make_browser(place):
        return Firefox()

    def check_camera(self, lines):
        self.assertGreater(len(lines), 20)


# The tests shared by all browsers run only in the subclass for each browser.
del Programs, LivePage

if __name__ == "__main__":
    unittest.main()
