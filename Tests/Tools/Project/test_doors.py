"""One video has the same events, and hands have the same bones, at every door: the command, C, Python, publish,
GStreamer, the device program and JavaScript.

Needs the models, ffmpeg, NumPy and release builds; a door that is not built is skipped.
"""

import importlib.util
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

from project import RENDERED, ROOT, TEGATA, models

MODELS = models("gesture_recognizer.task")
WIDTH = HEIGHT = 192
# Frames are 40 ms apart.
RATE = 25
MACHINE = "arm64" if platform.machine() == "aarch64" else "x86-64"
DEVICE = ROOT / ".build" / "embedded" / f"{MACHINE}-c-library" / "jpeg" / "tegata-device"
PLUGIN = ROOT / ".build" / "gstreamer"
LIBRARY = ROOT / ".build" / "library"
PACKAGE = ROOT / ".build" / "web" / "tegata"

MISSING = ""
if not MODELS or not TEGATA.is_file() or not shutil.which("ffmpeg") or not importlib.util.find_spec("numpy"):
    MISSING = "the models, tegata, ffmpeg or NumPy are missing"

NODE = """
import { readFileSync } from "node:fs";
import { Tracker } from "%s/tegata.mjs";
const [model, video, width, height] = process.argv.slice(2);
const tracker = await Tracker.create({ model, gestures: true, events: true });
const bytes = readFileSync(video), size = 3 * width * height, found = [];
for (let frame = 0; (frame + 1) * size <= bytes.length; frame += 1) {
  const data = new Uint8ClampedArray(4 * width * height).fill(255);
  for (let pixel = 0; pixel < width * height; pixel += 1)
    data.set(bytes.subarray(frame * size + 3 * pixel, frame * size + 3 * pixel + 3), 4 * pixel);
  found.push(...tracker.track({ width: +width, height: +height, data }, 40 * frame).events);
}
found.push(...tracker.finish());
for (const event of found) console.log(JSON.stringify(event));
"""


def picture(name):
    """Returns the pixels of a drawn hand."""
    import numpy as np

    command = ["ffmpeg", "-v", "error", "-i", RENDERED / f"{name}.png", "-vf", f"scale={WIDTH}:{HEIGHT}"]
    command += ["-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    data = subprocess.run(command, capture_output=True, check=True).stdout
    return np.frombuffer(data, np.uint8).reshape(HEIGHT, WIDTH, 3)


def told(lines):
    """Returns what all doors say of an event, of lines of JSON."""
    members = ("timestampMs", "id", "event", "categoryName", "durationMs")
    return [tuple(json.loads(line)[member] for member in members) for line in lines]


@unittest.skipIf(MISSING, MISSING)
class DoorsTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.place, cls.model = Path(folder.name), MODELS / "gesture_recognizer.task"
        whole, thumb, nothing = (picture(name) for name in ("victory_left", "thumb_up_right", "no_hand"))
        # The background covers two fingers, so that the hand shows no gesture.
        covered = whole.copy()
        covered[: HEIGHT * 5 // 11] = whole[0, 0]
        flickers = ([covered] * 6 + [whole]) * 3
        cls.flicker_count = len(flickers)
        cls.frames = flickers + [whole] * 10 + [covered] * 8 + [nothing] * 3 + [thumb] * 12
        (cls.place / "video.rgb").write_bytes(b"".join(frame.tobytes() for frame in cls.frames))
        header = f"P6 {WIDTH} {HEIGHT} 255\n".encode()
        (cls.place / "video.ppm").write_bytes(b"".join(header + frame.tobytes() for frame in cls.frames))
        options = ["--events", "--json", "--gestures", "--fps", str(RATE), "--model", cls.model]
        cls.expected = told(cls.run_lines([TEGATA, "track", *options, cls.place / "video.ppm"]))

    @classmethod
    def run_lines(cls, command, **others):
        return subprocess.run(command, capture_output=True, text=True, check=True, **others).stdout.splitlines()

    def require(self, path):
        if not path.is_file():
            self.skipTest(f"{path.relative_to(ROOT)} is not built")

    def test_a_flicker_is_no_event(self):
        during = [event for event in self.expected if event[0] < 40 * self.flicker_count]
        self.assertEqual([(time, kind) for time, _, kind, *_ in during], [(0, "appeared")])
        kinds = [kind for _, _, kind, *_ in self.expected]
        self.assertEqual([kinds.count(kind) for kind in ("began", "ended")], [2, 2])
        self.assertEqual(kinds[-2:], ["ended", "disappeared"])

    def test_c(self):
        self.require(LIBRARY / "lib" / "libtegata.so")
        program = self.place / "events"
        source = ROOT / "Tests" / "Tools" / "Library" / "events.c"
        linked = ["-I", LIBRARY / "include", "-L", LIBRARY / "lib", f"-Wl,-rpath,{LIBRARY}/lib", "-ltegata"]
        subprocess.run(["gcc", "-Wall", "-Wextra", "-Werror", source, "-o", program, *linked], check=True)
        with open(self.place / "video.rgb") as video:
            lines = self.run_lines([program, self.model, str(WIDTH), str(HEIGHT)], stdin=video)
        self.assertEqual(told(lines), self.expected)

    def test_python_and_publish(self):
        self.require(LIBRARY / "lib" / "libtegata.so")
        sys.path.insert(0, str(ROOT / "Python"))
        import tegata
        from tegata import publish

        class Listener:
            lines: list = []

            def send(self, frame):
                self.lines += [event.json for event in frame.result.events]

        listeners: list[Any] = [Listener()]
        options = {"gestures": True, "events": True, "source_name": "video"}
        with tegata.Tracker(self.model, **options) as tracker:
            results = [tracker.track(frame, 40 * index) for index, frame in enumerate(self.frames)]
            results.append(tracker.finish())
        self.assertEqual(told(event.json for result in results for event in result.events), self.expected)
        video = self.place / "video.mkv"
        raw = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{WIDTH}x{HEIGHT}", "-r", str(RATE)]
        command = ["ffmpeg", "-v", "error", *raw, "-i", self.place / "video.rgb", "-c:v", "ffv1", "-pix_fmt", "bgr0"]
        subprocess.run([*command, video], check=True)
        with tegata.Tracker(self.model, **options) as tracker:
            publish.publish(str(video), tracker, listeners)
        self.assertEqual(told(Listener.lines), self.expected)

    def test_gstreamer(self):
        self.require(PLUGIN / "libgsttegata.so")
        source = (
            f"filesrc location=video.rgb ! rawvideoparse width={WIDTH} height={HEIGHT} format=rgb framerate={RATE}/1"
        )
        pipeline = f"{source} ! tegatahands model={self.model} gestures=true ! fakesink"
        environment = {**os.environ, "GST_PLUGIN_PATH": str(PLUGIN), "GST_REGISTRY": str(self.place / "registry")}
        command = ["gst-launch-1.0", "-m", *pipeline.split()]
        lines = self.run_lines(command, cwd=self.place, env=environment)
        pattern = (
            r"hand-event, id=\(gint64\)(\d+), event=\(string\)(\w+), categoryName=\(string\)(\w+),"
            r" durationMs=\(gint64\)(\d+), timestamp=\(guint64\)(\d+)"
        )
        found = [
            (int(time) // 1_000_000, int(id), kind, name, int(duration))
            for id, kind, name, duration, time in re.findall(pattern, "\n".join(lines))
        ]
        self.assertEqual(found, self.expected)

    def test_device(self):
        self.require(DEVICE)
        # Boards search for new hands less often unless told.
        options = ["--events", "--gestures", "--fps", str(RATE), "--detection-interval", "1"]
        self.assertEqual(told(self.run_lines([DEVICE, self.model, *options, self.place / "video.ppm"])), self.expected)

    def test_javascript(self):
        self.require(PACKAGE / "tegata.mjs")
        if not shutil.which("node"):
            self.skipTest("node is missing")
        program = self.place / "events.mjs"
        program.write_text(NODE % PACKAGE)
        lines = self.run_lines(["node", program, self.model, self.place / "video.rgb", str(WIDTH), str(HEIGHT)])
        self.assertEqual(told(lines), self.expected)

    def test_bones(self):
        self.require(PACKAGE / "tegata.mjs")
        self.require(LIBRARY / "lib" / "libtegata.so")
        if not shutil.which("node"):
            self.skipTest("node is missing")
        sys.path.insert(0, str(ROOT / "Python"))
        import tegata

        program = f'import {{ HandLandmarker }} from "{PACKAGE}/tegata.mjs"; '
        program += "console.log(JSON.stringify(HandLandmarker.HAND_CONNECTIONS))"
        (lines,) = self.run_lines(["node", "--input-type=module", "--eval", program])
        bones = [(bone["start"], bone["end"]) for bone in json.loads(lines)]
        self.assertEqual(sorted(bones), sorted(tegata.HAND_CONNECTIONS))
