"""Reports in a browser: they show images with hands, play, plot events over time, and return the numbers.

Needs Chromium, ffmpeg, a release build and the gesture recogniser's bundle. Without them the tests are skipped.
"""

import base64
import json
import math
import os
import shutil
import struct
import subprocess
import tempfile
import unittest
from pathlib import Path

from browser import PROGRAM, Browser
from project import RENDERED, ROOT, TEGATA

MODELS = Path(os.environ.get("TEGATA_MODELS") or ROOT / "Models")
# Either bundle works; the classes of the second one's custom classifier have no names.
BUNDLES = {MODELS / "gesture_recognizer.task": "Victory", MODELS / "gesture_recognizer_custom.task": "unnamed gesture"}
BUNDLE, GESTURE = next(((bundle, gesture) for bundle, gesture in BUNDLES.items() if bundle.is_file()), (None, ""))

PALM, FINGERS = [255, 48, 48], [[255, 229, 180], [128, 64, 128], [255, 204, 0], [48, 255, 48], [21, 101, 192]]
COLOURS = [PALM if point in (0, 1, 5, 9, 13, 17) else FINGERS[(point - 1) // 4] for point in range(21)]


def run(*arguments, data=None, status=0):
    answer = subprocess.run([*map(str, arguments)], input=data, capture_output=True)
    if answer.returncode != status:
        raise AssertionError(answer.stderr.decode())
    return answer.stdout


def ppm(name):
    return run(
        "ffmpeg",
        "-v",
        "error",
        "-i",
        RENDERED / f"{name}.png",
        "-vf",
        "scale=448:448",
        "-f",
        "image2pipe",
        "-vcodec",
        "ppm",
        "-",
    )


class Page(Browser):
    """A page with access to its content."""

    def __init__(self, folder, **size):
        super().__init__(**size)
        self.downloads = Path(folder)

    def open_report(self, path):
        self.open(path)
        self.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(self.downloads))
        self.wait_for_picture(0)

    def wait_for_picture(self, index):
        self.wait_for(f"document.getElementById('picture').dataset.ready === '{index}'")

    def text(self, identifier):
        return self.evaluate(f"document.getElementById('{identifier}').innerText")

    def attribute(self, identifier, name):
        return self.evaluate(f"document.getElementById('{identifier}').getAttribute('{name}')")

    def box(self, identifier):
        """Returns the place of an element on the screen: left, top, width, height."""
        return self.evaluate(
            f"(() => {{ const element = document.getElementById('{identifier}'); element.scrollIntoView({{ block:"
            " 'center' }); const box = element.getBoundingClientRect(); return [box.left, box.top, box.width,"
            " box.height]; })()"
        )

    def click(self, identifier, across=0.5, down=0.5):
        left, top, width, height = self.box(identifier)
        place = (left + across * width, top + down * height)
        self.mouse("mousePressed", *place)
        self.mouse("mouseReleased", *place)

    def pixels(self, identifier, places=None):
        """Returns the colours of a canvas at places given as fractions of its sides, or all its colours."""
        return self.evaluate(
            self.reading(identifier)
            + " const at = (offset) => Array.from(data.subarray(offset, offset + 4)); const places ="
            f" {json.dumps(places)}; if (places) return places.map(([x, y]) => at(4 * (Math.min(height - 1,"
            " Math.floor(y * height)) * width + Math.min(width - 1, Math.floor(x * width))))); const seen = new"
            " Set(); for (let i = 0; i < data.length; i += 4) seen.add(at(i).join()); return Array.from(seen,"
            " (colour) => colour.split(',').map(Number)); })()"
        )

    def reading(self, identifier):
        """Returns the beginning of a function that has the samples of a canvas in `data`."""
        # Copy the canvas, because reading it directly would change how the browser draws on it.
        return (
            f"(() => {{ const canvas = document.getElementById('{identifier}'); const {{ width, height }} = canvas;"
            " const context = new OffscreenCanvas(width, height).getContext('2d'); context.drawImage(canvas, 0, 0);"
            " const data = context.getImageData(0, 0, width, height).data;"
        )

    def image(self, identifier):
        """Returns a value that differs between drawings."""
        return self.evaluate(
            self.reading(identifier)
            + " let sum = 0; for (const sample of data) sum = (sum * 31 + sample) % 9007199254740;"
            " return [width, height, sum]; })()"
        )

    def download(self, identifier, name):
        """Returns the content that a button saves."""
        path = self.downloads / name
        path.unlink(missing_ok=True)
        self.click(identifier)
        # The file gets its name when it is complete.
        for _ in range(600):
            if path.exists():
                return path.read_bytes()
            self.evaluate("new Promise((resume) => setTimeout(resume, 20))")
        raise AssertionError(f"{name} was not saved")


@unittest.skipUnless(PROGRAM, "chromium is not installed")
@unittest.skipUnless(shutil.which("ffmpeg"), "ffmpeg is not installed")
@unittest.skipUnless(TEGATA.is_file(), "tegata is not built; run swift build -c release")
@unittest.skipUnless(BUNDLE, "there is no bundle with gestures")
class ReportTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.temporary.name)
        # Two hands, no hand, and one that shows a gesture, twenty frames each: 2.4 seconds.
        video = cls.folder / "hands.ppm"
        names = ["two_hands_mixed", "no_hand", "victory_left"]
        video.write_bytes(b"".join(20 * ppm(name) for name in names))
        cls.video_page = cls.folder / "video.html"
        cls.video_lines = run(
            TEGATA,
            "track",
            video,
            "--model",
            BUNDLE,
            "--num-hands",
            2,
            "--gesture-dwell",
            100,
            "--gesture-details",
            "--json",
            "--html",
            cls.video_page,
        )
        # The same video again after a short one.
        short = cls.folder / "short.ppm"
        short.write_bytes(2 * ppm("victory_left"))
        cls.videos_page = cls.folder / "videos.html"
        cls.videos_lines = run(TEGATA, "track", short, video, "--model", BUNDLE, "--json", "--html", cls.videos_page)
        cls.picture_page = cls.folder / "picture.html"
        cls.picture_line = run(
            TEGATA, "detect", RENDERED / "victory_left.png", "--model", BUNDLE, "--json", "--html", cls.picture_page
        )
        cls.metric_page = cls.folder / "metric.html"
        cls.metric_lines = run(
            TEGATA,
            "track",
            video,
            "--model",
            BUNDLE,
            "--num-hands",
            2,
            "--camera",
            "500,500,224,224",
            "--palm-width",
            62,
            "--json",
            "--html",
            cls.metric_page,
        )
        cls.joints_page = cls.folder / "joints.html"
        run(
            TEGATA,
            "track",
            video,
            "--model",
            BUNDLE,
            "--num-hands",
            2,
            "--camera",
            "500,500,224,224",
            "--joints",
            "--html",
            cls.joints_page,
        )
        # A name that would end its script block if it were not escaped.
        hostile = cls.folder / "x<" / "script><img src=x onerror=alert(1)>.png"
        hostile.parent.mkdir()
        hostile.write_bytes((RENDERED / "victory_left.png").read_bytes())
        cls.pictures = [RENDERED / "two_hands_mixed.png", hostile, RENDERED / "no_hand.png"]
        cls.pictures_page = cls.folder / "pictures.html"
        cls.picture_lines = run(
            TEGATA,
            "recognize",
            *cls.pictures,
            "--model",
            BUNDLE,
            "--num-hands",
            2,
            "--json",
            "--html",
            cls.pictures_page,
        )
        # The usual size of camera images.
        large = cls.folder / "large.png"
        run("ffmpeg", "-v", "error", "-i", RENDERED / "victory_left.png", "-vf", "scale=1280:720", large)
        cls.large_page = cls.folder / "large.html"
        run(TEGATA, "detect", large, "--model", BUNDLE, "--html", cls.large_page)
        # The page also lists unreadable files.
        empty = cls.folder / "<b>empty.png"
        empty.write_bytes(b"")
        cls.broken_page, cls.failed_page = cls.folder / "broken.html", cls.folder / "failed.html"
        run(
            TEGATA,
            "detect",
            empty,
            RENDERED / "victory_left.png",
            cls.folder / "missing.png",
            "--model",
            BUNDLE,
            "--html",
            cls.broken_page,
            status=1,
        )
        run(TEGATA, "track", cls.folder / "none.mp4", "--model", BUNDLE, "--html", cls.failed_page, status=1)
        # A video without a frame.
        (cls.folder / "none.y4m").write_text("YUV4MPEG2 W64 H48 F25:1\n")
        cls.empty_page = cls.folder / "empty.html"
        run(TEGATA, "track", cls.folder / "none.y4m", "--model", BUNDLE, "--html", cls.empty_page)
        cls.page = Page(cls.folder).__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.page.__exit__()
        cls.temporary.cleanup()

    def setUp(self):
        self.page.resize(1280, 900)
        self.page.messages.clear()
        self.page.requests.clear()

    def open(self, path):
        self.page.open_report(path)

    def tearDown(self):
        self.assertEqual(self.page.messages, [])
        self.assertTrue(all(url.startswith(("file:", "blob:")) for url in self.page.requests), self.page.requests)

    def require_skeletons(self, line):
        """Checks that the canvas shows the landmarks of a line in their colours, except where something may cover
        them."""
        hands = json.loads(line)["hands"]
        points = [(point["x"], point["y"], number) for hand in hands for number, point in enumerate(hand["landmarks"])]
        width, height = self.page.evaluate(
            "[document.getElementById('picture').width, document.getElementById('picture').height]"
        )
        reach = 14 * max(width, height) / 640

        def is_alone(point):
            near = [
                other
                for other in points
                if abs(other[0] - point[0]) * width < reach and abs(other[1] - point[1]) * height < reach
            ]
            return near == [point] and 0 < point[0] < 1 and 0 < point[1] < 1

        alone = [point for point in points if is_alone(point)]
        self.assertGreaterEqual(len(alone), 8 * len(hands))
        colours = self.page.pixels("picture", [point[:2] for point in alone])
        self.assertEqual([colour[:3] for colour in colours], [COLOURS[point[2]] for point in alone])

    def test_shows_the_hands_of_each_frame(self):
        self.open(self.video_page)
        lines = self.video_lines.splitlines()
        self.assertEqual(len(lines), 60)
        self.require_skeletons(lines[0])
        self.assertRegex(
            self.page.attribute("picture", "aria-label"), r"^#\d (Left|Right) \d+ % .*, #\d (Left|Right) \d+ % "
        )
        self.assertEqual(len(self.page.text("hands").split("#")), 3)
        self.assertTrue(self.page.evaluate("document.getElementById('note').hidden"))
        for key, index in [("ArrowRight", 1), ("End", 59), ("ArrowLeft", 58), ("Home", 0)]:
            self.page.press(key)
            self.page.wait_for_picture(index)
            frame = json.loads(lines[index])
            self.assertIn(f"frame {frame['frame']}", self.page.text("place"))
            self.assertIn(f"0:{frame['timestampMs'] / 1000:05.2f}", self.page.text("place"))
            self.require_skeletons(lines[index])

    def test_slider_and_plots_seek(self):
        self.open(self.video_page)
        lines = self.video_lines.splitlines()
        self.page.click("position", across=0.5)
        index = self.page.evaluate("document.getElementById('position').valueAsNumber")
        self.assertIn(index, range(27, 33))
        self.page.wait_for_picture(index)
        self.assertIn("No hand", self.page.text("hands"))
        self.page.click("tracks", across=0.858)
        self.page.wait_for_picture(51)
        self.require_skeletons(lines[51])
        self.assertIn(GESTURE, self.page.text("hands"))

    def test_playing_ends_at_the_last_frame(self):
        self.open(self.video_page)
        self.page.press(" ", "Space", " ")
        self.page.wait_for("document.getElementById('play').getAttribute('aria-label') === 'Pause'")
        self.page.wait_for("document.getElementById('play').getAttribute('aria-label') === 'Play'")
        self.page.wait_for_picture(59)

    def test_plots_show_when_hands_are_visible(self):
        self.open(self.video_page)
        self.assertFalse(self.page.evaluate("document.getElementById('plots').hidden"))
        height = self.page.evaluate("document.getElementById('tracks').clientHeight")
        # Each hand uses one lane or the other.
        upper, lower = (
            [colour[3] for colour in self.page.pixels("tracks", [[x, y / height] for x in (0.3, 0.5, 0.9)])]
            for y in (12, 56)
        )
        self.assertEqual([max(pair) for pair in zip(upper, lower)], [255, 0, 255])
        self.assertIn("0:00.00", self.page.attribute("tracks", "aria-label"))
        for identifier in ("handedness", "gesture"):
            solid = [colour for colour in self.page.pixels(identifier) if colour[3] == 255]
            self.assertGreater(len(solid), 2)
        self.assertIn(GESTURE, self.page.text("legend"))

    def test_zooms_plots_in_time(self):
        self.open(self.video_page)
        everything = self.page.image("tracks")
        self.page.evaluate(
            "(() => { const extent = document.getElementById('extent'); extent.value = '2000'; extent.dispatchEvent(new"
            " Event('change')); })()"
        )
        # The first two seconds, then the last two.
        start = self.page.image("tracks")
        self.assertNotEqual(start, everything)
        self.page.click("tracks", across=0.51)
        self.page.wait_for_picture(25)
        self.assertEqual(self.page.image("tracks"), start)
        self.page.press("End")
        self.page.wait_for_picture(59)
        self.assertNotEqual(self.page.image("tracks"), start)
        self.page.click("tracks", across=0.51)
        self.page.wait_for_picture(35)

    def test_rotates_hands_in_space(self):
        self.open(self.video_page)
        left, top, width, height = self.page.box("space")
        self.page.evaluate("document.getElementById('space').focus()")
        self.page.press("0")
        before = self.page.image("space")
        self.page.mouse("mousePressed", left + width / 2, top + height / 2)
        self.page.mouse("mouseMoved", left + width / 2 + 60, top + height / 2 + 10)
        self.page.mouse("mouseReleased", left + width / 2 + 60, top + height / 2 + 10)
        turned = self.page.image("space")
        self.assertNotEqual(turned, before)
        self.page.press("ArrowLeft")
        self.assertNotEqual(self.page.image("space"), turned)
        self.page.press("0")
        self.assertEqual(self.page.image("space"), before)
        # The keys changed only the view.
        self.assertIn("frame 0", self.page.text("place"))

    def test_shows_hands_in_metres(self):
        self.open(self.metric_page)
        lines = [json.loads(line) for line in self.metric_lines.splitlines()]
        self.assertEqual(len(lines[0]["hands"]), 2)
        said = self.page.text("hands")
        for hand in lines[0]["hands"]:
            distance = math.hypot(*(hand["position"][axis] for axis in "xyz"))
            self.assertIn(f"{distance:.2f} ± {hand['distanceUncertainty']:.2f} m", said)
        self.assertIn("in metres from the camera", self.page.attribute("space", "aria-label"))
        self.assertEqual(self.page.download("save-all", "hands.jsonl"), self.metric_lines)
        # The hands are drawn, and disappear in frames without hands, while the floor stays.
        with_hands = self.page.image("space")
        self.assertIn(PALM, [colour[:3] for colour in self.page.pixels("space")])
        self.page.press("0")
        self.page.evaluate("document.getElementById('position').focus()")
        for _ in range(2):
            self.page.press("ArrowRight", shift=True)
        self.page.wait_for_picture(20)
        self.assertEqual(lines[20]["hands"], [])
        self.assertNotIn(PALM, [colour[:3] for colour in self.page.pixels("space")])
        self.page.press("Home")
        self.page.wait_for_picture(0)
        self.assertEqual(self.page.image("space"), with_hands)
        self.page.evaluate("document.getElementById('space').focus()")
        self.page.press("ArrowLeft")
        self.assertNotEqual(self.page.image("space"), with_hands)
        self.page.press("0")
        self.assertEqual(self.page.image("space"), with_hands)
        # Pages without a camera do not offer this.
        self.assertNotIn(b"cameraLandmarks", self.video_page.read_bytes())

    def test_angles_are_plotted_and_bones_drawn(self):
        self.open(self.metric_page)
        self.assertTrue(self.page.evaluate("document.getElementById('angles').hidden"))
        bone = [214, 208, 192]
        self.assertNotIn(bone, [colour[:3] for colour in self.page.pixels("space")])
        self.open(self.joints_page)
        self.assertEqual(self.page.evaluate("document.getElementById('joint').options.length"), 20)
        self.assertIn(bone, [colour[:3] for colour in self.page.pixels("space")])
        # The victory sign at the end has a straight index finger and a bent ring finger: a low line and a high one.
        heights = {}
        for joint in ("index_finger_pip flexion", "ring_finger_pip flexion"):
            self.page.evaluate(
                f"(() => {{ const list = document.getElementById('joint'); list.value = '{joint}';"
                " list.dispatchEvent(new Event('change')); })()"
            )
            column = [(0.9, y / 84) for y in range(84)]
            colours = [colour[:3] for colour in self.page.pixels("angle", column)]
            heights[joint] = [y for y, colour in enumerate(colours) if max(colour) - min(colour) > 60]
        self.assertGreater(min(heights["index_finger_pip flexion"]), 50)
        self.assertLess(max(heights["ring_finger_pip flexion"]), 40)

    def test_the_slider_steps_by_ten_with_shift(self):
        self.open(self.video_page)
        self.page.evaluate("document.getElementById('position').focus()")
        keys = [("ArrowRight", 10), ("ArrowUp", 20), ("ArrowLeft", 10), ("ArrowRight", 20), ("ArrowDown", 10)]
        for key, index in keys:
            self.page.press(key, shift=True)
            self.page.wait_for_picture(index)
            self.assertEqual(self.page.evaluate("document.getElementById('position').valueAsNumber"), index)
        for key, index in [("ArrowUp", 11), ("ArrowLeft", 10), ("End", 59), ("Home", 0)]:
            self.page.press(key)
            self.page.wait_for_picture(index)
            self.assertEqual(self.page.evaluate("document.getElementById('position').valueAsNumber"), index)

    def test_end_keys_move_between_frames_despite_the_view_in_space(self):
        self.open(self.video_page)
        self.page.evaluate("document.getElementById('space').focus()")
        self.page.press("End")
        self.page.wait_for_picture(59)
        self.page.press("Home")
        self.page.wait_for_picture(0)
        # Dragging the view does not move the focus to it.
        self.page.evaluate("document.activeElement.blur()")
        self.page.click("space")
        self.page.press("ArrowRight")
        self.page.wait_for_picture(1)

    def pinch(self, identifier, across=0.5, down=0.5):
        """Doubles the distance of two fingers around a place on an element."""
        left, top, width, height = self.page.box(identifier)
        x, y = left + across * width, top + down * height
        self.page.touch("touchStart", (x - 40, y))
        self.page.touch("touchStart", (x - 40, y), (x + 40, y))
        for reach in (50, 60, 70, 80):
            self.page.touch("touchMove", (x - reach, y), (x + reach, y))
        self.page.touch("touchEnd")

    def require_zoom(self, line, factor, across, down):
        """Checks that the canvas shows the landmarks of a line enlarged around a place, except where something may
        cover them."""
        hands = json.loads(line)["hands"]
        points = [
            (across + (point["x"] - across) * factor, down + (point["y"] - down) * factor, number)
            for hand in hands
            for number, point in enumerate(hand["landmarks"])
        ]

        def is_alone(point):
            near = [other for other in points if abs(other[0] - point[0]) < 0.04 and abs(other[1] - point[1]) < 0.04]
            return near == [point] and 0.02 < point[0] < 0.98 and 0.1 < point[1] < 0.9

        alone = [point for point in points if is_alone(point)]
        self.assertGreaterEqual(len(alone), 5)
        colours = self.page.pixels("picture", [point[:2] for point in alone])
        self.assertEqual([colour[:3] for colour in colours], [COLOURS[point[2]] for point in alone])

    def test_zooms_with_two_fingers(self):
        self.page.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)
        self.open(self.picture_page)
        self.page.box("picture")
        start = self.page.evaluate("window.scrollY")
        self.pinch("picture", across=0.5, down=0.5)
        self.require_zoom(self.picture_line, 2, 0.5, 0.5)
        # With zoom, one finger moves the image instead of the page.
        left, top, width, height = self.page.box("picture")
        self.page.touch("touchStart", (left + width / 2, top + height / 2))
        for part in (0.1, 0.2, 0.25):
            self.page.touch("touchMove", (left + width / 2, top + (0.5 + part) * height))
        self.page.touch("touchEnd")
        self.require_zoom(self.picture_line, 2, 0.5, 0.25)
        self.assertEqual(self.page.evaluate("[visualViewport.scale, window.scrollY]"), [1, start])
        before = self.page.image("space")
        self.pinch("space")
        self.assertNotEqual(self.page.image("space"), before)
        self.page.press("0")
        self.require_skeletons(self.picture_line)
        self.page.call("Emulation.setTouchEmulationEnabled", enabled=False)

    def test_zooms_with_a_trackpad(self):
        self.open(self.picture_page)
        left, top, width, height = self.page.box("picture")
        for _ in range(10):
            self.page.scroll(left + 0.4 * width, top + 0.6 * height, -7, control=True)
        self.page.wait_for("document.getElementById('picture').classList.contains('zoomed')")
        self.require_zoom(self.picture_line, math.exp(0.7), 0.4, 0.6)
        for _ in range(3):
            self.page.scroll(left + 0.4 * width, top + 0.6 * height, 100, control=True)
        self.page.wait_for("!document.getElementById('picture').classList.contains('zoomed')")
        self.require_skeletons(self.picture_line)
        before = self.page.image("space")
        left, top, width, height = self.page.box("space")
        self.page.scroll(left + width / 2, top + height / 2, -7, control=True)
        self.assertNotEqual(self.page.image("space"), before)
        self.assertEqual(self.page.evaluate("visualViewport.scale"), 1)

    def test_shows_sharp_images_if_there_is_room(self):
        self.open(self.large_page)
        size = self.page.evaluate(
            "createImageBitmap(new Blob([Uint8Array.fromBase64(document.querySelector('script.picture').textContent)]))"
            ".then((bitmap) => [bitmap.width, bitmap.height])"
        )
        self.assertEqual(size, [1280, 720])

    def test_lists_files_that_could_not_be_read(self):
        self.open(self.broken_page)
        self.assertEqual(self.page.text("problem-count"), "2 problems")
        empty, missing = self.page.evaluate(
            "Array.from(document.querySelectorAll('#problem-list li'), (item) => item.textContent)"
        )
        self.assertRegex(empty, r"<b>empty\.png: the file is empty")
        self.assertRegex(missing, r"missing\.png: ")
        self.require_skeletons(self.picture_line)
        self.open(self.picture_page)
        self.assertTrue(self.page.evaluate("document.getElementById('problems').hidden"))
        # If nothing could be read, no page is written.
        self.assertFalse(self.failed_page.exists())

    def test_reports_a_page_without_images(self):
        self.page.open(self.empty_page)
        self.assertEqual(self.page.text("summary"), "There was no frame to read.")
        self.assertTrue(self.page.evaluate("document.getElementById('report').hidden"))

    def test_labels_hands_without_a_gesture(self):
        # Pretend that the hand shows none of the gestures.
        start, end = b'class="strings">', b"</script>\n"
        head, rest = self.video_page.read_bytes().split(start)
        block, tail = rest.split(end, 1)
        name = b"None" if GESTURE == "Victory" else b"none"
        old = b"Victory" if GESTURE == "Victory" else b""
        packed = lambda text: struct.pack("<I", len(text)) + text
        strings = base64.b64decode(block)
        self.assertEqual(strings.count(packed(old)), 1)
        page = self.folder / "none.html"
        page.write_bytes(head + start + base64.b64encode(strings.replace(packed(old), packed(name))) + end + tail)
        self.open(page)
        self.page.press("End")
        self.page.wait_for_picture(59)
        self.assertRegex(self.page.text("hands"), r"\d %\nno gesture$")
        self.assertRegex(self.page.attribute("picture", "aria-label"), r"^#\d Left \d+ % no gesture$")
        self.assertRegex(self.page.text("legend"), r"no gesture \d")
        self.assertNotIn("None", self.page.evaluate("document.body.innerText"))

    def test_saves_the_numbers_that_the_command_prints(self):
        self.open(self.video_page)
        self.assertEqual(self.page.download("save-all", "hands.jsonl"), self.video_lines)
        self.page.press("End")
        self.page.wait_for_picture(59)
        self.assertEqual(
            self.page.download("save-one", "hands-59.json"), self.video_lines.splitlines(keepends=True)[59]
        )
        self.open(self.pictures_page)
        self.assertEqual(self.page.download("save-all", "pictures.jsonl"), self.picture_lines)

    def test_reports_frames_without_an_image(self):
        # Pretend that there was room only for every fourth image.
        start, end = b'<script type="application/octet-stream" class="', b"</script>\n"
        head, *blocks = self.video_page.read_bytes().split(start)
        kept, pictures = [head], 0
        for block in blocks:
            name, text = block.split(b'">', 1)
            if name == b"picture":
                pictures += 1
                if pictures % 4 != 1:
                    continue
            if name == b"sources":
                words = list(struct.unpack("<8I60I", base64.b64decode(text.split(end)[0])))
                words[5:] = [4, words[6], 15, *range(0, 60, 4)]
                block = b'sources">' + base64.b64encode(struct.pack("<23I", *words)) + end + text.split(end)[1]
            kept.append(block)
        page = self.folder / "thinned.html"
        page.write_bytes(start.join(kept))
        self.open(page)
        note = "document.getElementById('note').hidden"
        self.assertTrue(self.page.evaluate(note))
        for index in range(1, 5):
            self.page.press("ArrowRight")
            self.page.wait_for_picture(index)
            self.assertEqual(self.page.evaluate(note), index == 4)
            if index < 4:
                self.assertEqual(
                    self.page.text("note"),
                    "Image from 0:00.00: the page keeps one in 4 frames, and the hands of all frames.",
                )
            self.require_skeletons(self.video_lines.splitlines()[index])

    def test_hides_the_controls_for_a_single_image(self):
        self.open(self.picture_page)
        self.require_skeletons(self.picture_line)
        for identifier in (
            "play",
            "previous",
            "next",
            "position",
            "speed-choice",
            "strip",
            "plots",
            "source-choice",
            "save-all",
        ):
            self.assertTrue(self.page.evaluate(f"document.getElementById('{identifier}').hidden"), identifier)
        self.assertEqual(self.page.download("save-one", "victory_left.json"), self.picture_line)

    def test_shows_one_of_several_videos_at_a_time(self):
        self.open(self.videos_page)
        lines = self.videos_lines.splitlines(keepends=True)
        self.assertIn("2 frames", self.page.text("summary"))
        self.page.evaluate(
            "(() => { const source = document.getElementById('source'); source.selectedIndex = 1;"
            " source.dispatchEvent(new Event('change')); })()"
        )
        self.page.press("ArrowRight")
        self.page.wait_for_picture(1)
        self.assertIn("60 frames", self.page.text("summary"))
        self.require_skeletons(lines[3])
        self.page.press("End")
        self.page.wait_for_picture(59)
        self.assertEqual(self.page.download("save-one", "hands-59.json"), lines[61])
        self.assertEqual(self.page.download("save-all", "hands.jsonl"), b"".join(lines[2:]))

    def test_unpacks_without_the_decompression_of_the_browser(self):
        script = self.page.call("Page.addScriptToEvaluateOnNewDocument", source="delete Uint8Array.fromBase64")[
            "identifier"
        ]
        self.open(self.pictures_page)
        self.assertTrue(self.page.evaluate("Uint8Array.fromBase64 === undefined"))
        self.require_skeletons(self.picture_lines.splitlines()[0])
        self.page.call("Page.removeScriptToEvaluateOnNewDocument", identifier=script)

    def test_floats_read_back_the_same(self):
        # Numbers that never occur in hands: near powers of two and ten, halfway between two decimals, tiny and
        # huge.
        bits = [
            sign << 31 | exponent << 23 | fraction
            for sign in (0, 1)
            for exponent in range(255)
            for fraction in (0, 1, 0x7FFFFF, 0x2AAAAA)
        ]
        values = [struct.unpack("<f", struct.pack("<I", pattern))[0] for pattern in bits]
        self.open(self.video_page)
        code = (ROOT / "Sources" / "Data" / "TegataReport" / "Page" / "json.js").read_text()
        texts = self.page.evaluate(
            f"(() => {{ {code}; return Array.from(new Float32Array(new Uint32Array({bits}).buffer), floatText); }})()"
        )
        self.assertEqual(
            [struct.pack("<f", float(text)) for text in texts], [struct.pack("<f", value) for value in values]
        )
        known = {
            0x3F800000: "1.0",
            0x80000000: "-0.0",
            0x3DCCCCCD: "0.1",
            0x38D1B717: "0.0001",
            0x38D1B716: "9.999999e-05",
            0x4B800000: "16777216.0",
            0x4B800001: "1.6777218e+07",
            0x4A000001: "2097152.2",
            0x4A000003: "2097152.8",
            0x00000001: "1e-45",
            0x7F800000: "null",
            0x7FC00000: "null",
            0x0F800000: "1.2621775e-29",
        }
        texts = self.page.evaluate(
            f"(() => {{ {code}; return Array.from(new Float32Array(new Uint32Array({list(known)}).buffer), floatText);"
            " })()"
        )
        self.assertEqual(texts, list(known.values()))

    def test_lists_images(self):
        self.open(self.pictures_page)
        lines = self.picture_lines.splitlines()
        self.assertTrue(self.page.evaluate("document.getElementById('plots').hidden"))
        self.assertEqual(self.page.evaluate("document.querySelectorAll('#strip button').length"), 3)
        self.require_skeletons(lines[0])
        self.page.evaluate("document.querySelectorAll('#strip button')[1].click()")
        self.page.wait_for_picture(1)
        self.require_skeletons(lines[1])
        self.page.wait_for("document.querySelector('#strip button canvas').width < 300")
        self.assertEqual(self.page.evaluate("document.querySelector('#strip [aria-current]').value"), "1")
        self.page.press("ArrowRight")
        self.page.wait_for_picture(2)
        self.assertIn("No hand", self.page.text("hands"))

    def test_escapes_file_names(self):
        self.open(self.pictures_page)
        self.page.press("ArrowRight")
        self.page.wait_for_picture(1)
        self.assertIn(str(self.pictures[1]), self.page.text("place"))
        self.assertIn(self.pictures[1].name, self.page.evaluate("document.title"))
        self.assertEqual(self.page.evaluate("document.images.length"), 0)

    def test_pages_fit_on_phones_and_in_the_dark(self):
        backs = []
        for width, scheme in [(360, "light"), (360, "dark"), (820, "dark")]:
            self.page.resize(width, 740)
            self.page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            for path in (self.video_page, self.pictures_page):
                self.open(path)
                self.assertLessEqual(self.page.evaluate("document.documentElement.scrollWidth"), width)
            backs.append(self.page.evaluate("getComputedStyle(document.body).backgroundColor"))
        self.assertNotEqual(backs[0], backs[1])
        self.page.call("Emulation.setEmulatedMedia", features=[])


if __name__ == "__main__":
    unittest.main()
