"""The GStreamer plugin: its JSON equals `tegata track`'s in all formats; messages; states, sizes, seeks and late
frames; no paths of the machine that built it.

Needs the plugin (Tools/build/gstreamer), a release build of tegata, GStreamer's tools and base plugins, ffmpeg and the
models.
"""

import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PLUGIN = ROOT / ".build" / "gstreamer"
TEGATA = ROOT / ".build" / "release" / "tegata"
MODELS = Path(os.environ.get("TEGATA_MODELS") or ROOT / "Models")
HANDS, GESTURES = MODELS / "hand_landmarker.task", MODELS / "gesture_recognizer.task"
RENDERED = ROOT / "Tests" / "Fixtures" / "rendered"
SIZE = (240, 180)

MISSING = ""
if not (PLUGIN / "libgsttegata.so").is_file():
    MISSING = "the plugin is not built; run Tools/build/gstreamer"
elif not all(map(shutil.which, ("gst-launch-1.0", "ffmpeg", "pkg-config"))):
    MISSING = "GStreamer's tools, ffmpeg or pkg-config are missing"
elif not HANDS.is_file() or not GESTURES.is_file() or not TEGATA.is_file():
    MISSING = "models or tegata are missing"


@unittest.skipIf(MISSING, MISSING)
class GStreamerTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.place = Path(cls.folder.name)
        cls.environment = {
            **os.environ,
            "GST_PLUGIN_PATH": str(PLUGIN),
            "GST_REGISTRY": str(cls.place / "registry"),
            "LC_ALL": "C.UTF-8",
        }
        # Each image for four frames, and empty frames at the end.
        names = ["victory_left", "thumb_up_right", "no_hand"]
        inputs = [
            word
            for name in names
            for word in ("-framerate", "25", "-loop", "1", "-t", "0.16", "-i", str(RENDERED / f"{name}.png"))
        ]
        scaled = ";".join(f"[{index}]scale={SIZE[0]}:{SIZE[1]}[v{index}]" for index in range(len(names)))
        joined = "".join(f"[v{index}]" for index in range(len(names))) + f"concat=n={len(names)}"
        for name, options in [
            ("video.ppm", ["-f", "image2pipe", "-c:v", "ppm"]),
            ("video.rgb", ["-f", "rawvideo", "-pix_fmt", "rgb24"]),
        ]:
            subprocess.run(
                ["ffmpeg", "-v", "error", *inputs, "-filter_complex", f"{scaled};{joined}", *options, cls.place / name],
                check=True,
            )

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def launch(self, pipeline, *options, source=None):
        source = (
            source
            or f"filesrc location=video.rgb ! rawvideoparse width={SIZE[0]} height={SIZE[1]} format=rgb framerate=25/1"
        )
        # After an error before the first frame, gst-launch 1.22 sometimes does not end.
        command = ["timeout", "20", "gst-launch-1.0", *options, *f"{source} ! {pipeline}".split()]
        done = subprocess.run(
            command, cwd=self.place, env=self.environment, capture_output=True, text=True, timeout=120, check=False
        )
        return done.returncode, done.stdout, done.stderr

    def lines(self, hands, before=""):
        status, _, messages = self.launch(
            f"{before}tegatahands source-name=video.ppm {hands} ! tegatajson ! filesink location=found.json", "-q"
        )
        self.assertEqual((status, messages), (0, ""))
        return (self.place / "found.json").read_text()

    def track(self, *options):
        command = [TEGATA, "track", "--json", "--fps", "25", *options, "video.ppm"]
        return subprocess.run(command, cwd=self.place, capture_output=True, text=True, check=True).stdout

    def test_json_equals_the_output_of_the_command(self):
        for hands, options in [
            (f"model={HANDS}", ["--model", HANDS]),
            (f"model={GESTURES} gestures=true num-hands=1", ["--model", GESTURES, "--gestures", "--num-hands", "1"]),
            (f"model={GESTURES} gestures=true legacy=true", ["--model", GESTURES, "--gestures", "--legacy"]),
            (
                f"model={HANDS} smooth=true joints=true detection-interval=3",
                ["--model", HANDS, "--smooth", "--joints", "--detection-interval", "3"],
            ),
        ]:
            with self.subTest(hands):
                self.assertEqual(self.lines(hands), self.track(*map(str, options)))

    def test_json_is_named_after_the_element(self):
        status, output, _ = self.launch(f"tegatahands name=desk model={HANDS} ! tegatajson ! fdsink", "-q")
        self.assertEqual((status, json.loads(output.splitlines()[0])["source"]), (0, "desk"))

    def test_the_page_lists_all_properties(self):
        command = ["gst-inspect-1.0", "tegatahands"]
        text = subprocess.run(command, env=self.environment, capture_output=True, text=True, check=True).stdout
        found = dict(
            re.findall(r"^  ([a-z-]+) *: .*\n .*\n .* Default: +(?:\d+, )?\"?([^\"\n]*?)\"? *$", text, re.MULTILINE)
        )
        page = (ROOT / "docs" / "gstreamer.md").read_text().split("## Properties of tegatahands")[1].split("## ")[0]
        listed = {}
        for names, usual, _ in re.findall(r"^\| (`.*?) \| (.*?) \| (.*) \|$", page, re.MULTILINE):
            names, values = (cell.replace("`", "").split(", ") for cell in (names, usual))
            listed |= dict(zip(names, values * len(names) if len(values) == 1 else values))
        self.assertEqual(
            listed,
            {name: found[name] for name in found if name not in ("name", "parent", "qos")}
            | {"source-name": "the element's name"},
        )

    def test_reads_all_formats_with_odd_sizes(self):
        def points(format):
            size = f"video/x-raw,width={SIZE[0] + 1},height={SIZE[1] + 1}"
            text = self.lines(f"model={HANDS}", f"videoscale ! {size} ! videoconvert ! video/x-raw,format={format} ! ")
            return [
                [(p["x"], p["y"]) for hand in json.loads(line)["hands"] for p in hand["landmarks"]]
                for line in text.splitlines()
            ]

        wanted = points("RGB")
        self.assertEqual(list(map(len, wanted)), [21] * 8 + [0] * 4)
        for format in ("BGR", "RGBx", "RGBA", "BGRx", "BGRA"):
            with self.subTest(format):
                self.assertEqual(points(format), wanted)
        for format, far in [("NV12", 0.02), ("NV21", 0.02), ("I420", 0.02), ("YUY2", 0.02)]:
            with self.subTest(format):
                found = points(format)
                self.assertEqual(list(map(len, found)), list(map(len, wanted)))
                self.assertLess(
                    max(abs(a - b) for f, w in zip(found, wanted) for p, q in zip(f, w) for a, b in zip(p, q)), far
                )
        self.assertEqual(points("GRAY8"), points("GRAY8 ! videoconvert ! video/x-raw,format=RGB"))

    def test_draws_the_hands_in_all_formats(self):
        for format, size in [("RGB", 3), ("BGRA", 4), ("NV12", 1.5)]:
            with self.subTest(format):
                frames = []
                for draws in ("false", "true"):
                    status, _, messages = self.launch(
                        f"videoconvert ! video/x-raw,format={format} ! tegatahands model={HANDS} draw={draws} !"
                        " filesink location=frames",
                        "-q",
                    )
                    self.assertEqual((status, messages), (0, ""))
                    frames.append((self.place / "frames").read_bytes())
                bytes_ = int(size * SIZE[0] * SIZE[1])
                changed = [
                    frames[0][at : at + bytes_] != frames[1][at : at + bytes_]
                    for at in range(0, len(frames[0]), bytes_)
                ]
                self.assertEqual(changed, [True] * 8 + [False] * 4)

    def messages(self, pipeline, source=None):
        """Returns the number of messages with hands, (event, ID, name) of those with events, their times, and
        gst-launch's output."""
        status, output, _ = self.launch(pipeline, "-m", source=source)
        self.assertEqual(status, 0)
        said = re.findall(
            r"\): hand-event, id=\(gint64\)(-?\d+), event=\(string\)(\w+), categoryName=\(string\)(\w+),"
            r" durationMs=\(gint64\)\d+, timestamp=\(guint64\)(\d+)",
            output,
        )
        return (
            output.count("): hands, "),
            [(event, int(id), name) for id, event, name, _ in said],
            [int(time) for *_, time in said],
            output,
        )

    def test_posts_messages_and_adds_regions(self):
        count, events, _, output = self.messages(
            f"tegatahands model={GESTURES} gestures=true gesture-dwell=0 ! fakesink"
        )
        self.assertEqual(count, 12)
        kinds = [kind for kind, *_ in events]
        self.assertEqual(kinds[:2], ["appeared", "began"])
        self.assertEqual(kinds[-2:], ["ended", "disappeared"])
        self.assertEqual(kinds.count("began"), kinds.count("ended"))
        for name in (
            "landmarks=(float)<",
            "world-landmarks=(float)<",
            "handedness=(string)",
            "presence=(float)",
            "gesture=(string)",
        ):
            self.assertIn(name, output.replace("\\", "").replace(" ", ""), name)

    def test_legacy_mode_gives_hands_ids(self):
        count, events, _, _ = self.messages(
            f"tegatahands model={GESTURES} gestures=true gesture-dwell=0 legacy=true ! fakesink"
        )
        self.assertEqual(count, 12)
        for began, ended in [("appeared", "disappeared"), ("began", "ended")]:
            ids = sorted(id for kind, id, _ in events if kind == began)
            self.assertEqual(sorted(id for kind, id, _ in events if kind == ended), ids)
            self.assertGreater(min(ids), 0)

    def test_hands_end_with_the_stream_and_with_its_caps(self):
        # Four frames of 40 ms with the same hand.
        (self.place / "hand.rgb").write_bytes((self.place / "video.rgb").read_bytes()[: 4 * 3 * SIZE[0] * SIZE[1]])
        source = f"filesrc location=hand.rgb ! rawvideoparse width={SIZE[0]} height={SIZE[1]} format=rgb framerate=25/1"
        hands = f"tegatahands model={GESTURES} gestures=true gesture-dwell=0 ! fakesink"
        whole = [("appeared", "Left"), ("began", "Victory"), ("ended", "Victory"), ("disappeared", "Left")]
        _, events, times, _ = self.messages(hands, source=source)
        self.assertEqual(events, [(kind, 1, name) for kind, name in whole])
        self.assertEqual(times, [0, 0, 120_000_000, 120_000_000])
        _, events, times, _ = self.messages(
            f"concat name=all ! {hands} {source} ! videoconvert ! video/x-raw,format=BGRx ! all.", source=source
        )
        self.assertEqual(events, [(kind, id, name) for id in (1, 2) for kind, name in whole])
        self.assertEqual(times, [0, 0, 120_000_000, 120_000_000] * 2)

    def test_tracks_frames_without_timestamps(self):
        caps = f"video/x-raw,format=RGB,width={SIZE[0]},height={SIZE[1]},framerate=25/1"
        status, _, messages = self.launch(
            f"tegatahands model={HANDS} source-name=x ! tegatajson ! filesink location=found.json",
            "-q",
            source=f"filesrc location=video.rgb blocksize={3 * SIZE[0] * SIZE[1]} ! {caps}",
        )
        self.assertEqual((status, messages), (0, ""))
        self.assertEqual(len((self.place / "found.json").read_text().splitlines()), 12)

    def test_contains_no_path_of_the_building_machine(self):
        built = (PLUGIN / "libgsttegata.so").read_bytes()
        self.assertEqual(built.count(os.fsencode(ROOT)), 0)
        self.assertIn(b"Integrations/GStreamer/tegatahands.c\0", built)
        _, _, messages = self.launch("tegatahands model=/nowhere.task ! fakesink")
        self.assertRegex(messages, r"(?m)^Integrations/GStreamer/tegatahands\.c\(\d+\)")

    def test_reports_bad_properties(self):
        for hands, words in [
            ("model=/nowhere.task", "/nowhere.task"),
            (f"model={HANDS} gestures=true", "no gesture networks"),
            (f"model={HANDS} rotation=45", "rotation is 45"),
        ]:
            with self.subTest(hands):
                status, _, messages = self.launch(f"tegatahands {hands} ! fakesink")
                self.assertNotEqual(status, 0)
                self.assertIn(words, messages)

    def test_survives_state_changes_late_frames_and_seeks(self):
        flags = subprocess.run(
            ["pkg-config", "--cflags", "--libs", "gstreamer-1.0"], check=True, capture_output=True, text=True
        ).stdout.split()
        program = self.place / "pipelines"
        subprocess.run(
            ["cc", "-Wall", "-Werror", ROOT / "Tests" / "Tools" / "GStreamer" / "pipelines.c", *flags, "-o", program],
            check=True,
        )

        def run(*words, **others):
            return subprocess.run(
                [program, *map(str, words)],
                env={**self.environment, **others},
                capture_output=True,
                text=True,
                timeout=300,
                check=True,
            )

        leaks = run("states", 50, HANDS, GST_TRACERS="leaks", GST_DEBUG="GST_TRACER:7", GST_DEBUG_NO_COLOR="1")
        self.assertEqual(leaks.stdout, "50\n")
        # The tracer describes the form of its lines at the start, which is not counted.
        self.assertNotRegex(leaks.stderr, r"object-alive, type-name=\(string\)[^%]")
        # The hand from the start and from each seek ends at the next seek; the hands of the last two seeks end with the
        # messages and with the element.
        counts = run("seeks", 5, GESTURES, self.place / "video.rgb", *SIZE).stdout.splitlines()
        wanted = [
            f"appeared {begun}, disappeared {ended}, began {begun}, ended {ended}"
            for begun, ended in [(6, 5), (6, 6), (7, 7)]
        ]
        self.assertEqual(counts, wanted)
        frames, searched = map(int, run("late", HANDS).stdout.split())
        self.assertEqual(frames, 40)
        self.assertLess(searched, 30)


if __name__ == "__main__":
    unittest.main()
