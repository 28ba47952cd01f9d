"""Archives of videos and images: tegata.arrow, tegata.archive, tegata.daft, and the recipes of Examples/Python.

Needs the library (Tools/build/library), NumPy, pyarrow and the models. The recipes need their engine, which
`Benchmarks/archives` installs into .build/engines, or GNU parallel and the command.
"""

import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from project import RENDERED, ROOT

PACKAGE = ROOT / "Python"
ENGINES = ROOT / ".build" / "engines"
LIBRARY = ROOT / ".build" / "library" / "lib" / "libtegata.so"
COMMAND = ROOT / ".build" / "release" / "tegata"
MODELS = Path(os.environ.get("TEGATA_MODELS") or ROOT / "Models")
HANDS, GESTURES = str(MODELS / "hand_landmarker.task"), str(MODELS / "gesture_recognizer.task")
PICTURE = RENDERED / "two_hands_mixed.png"
EXAMPLES = ROOT / "Examples" / "Python"
sys.path += [str(PACKAGE), str(ROOT / ".build" / "python"), str(ENGINES)]


def is_missing(*names):
    return any(importlib.util.find_spec(name) is None for name in names)


MISSING = ""
if not LIBRARY.is_file():
    MISSING = "the library is not built; run Tools/build/library"
elif is_missing("numpy", "pyarrow"):
    MISSING = "NumPy or pyarrow is missing; Tools/test puts them into .build/python"
elif not Path(HANDS).is_file() or not Path(GESTURES).is_file():
    MISSING = "models are missing"


@unittest.skipIf(MISSING, MISSING)
class ArrowTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        import numpy
        import tegata.arrow
        from tegata import _images

        cls.arrow, cls.pixels = tegata.arrow, _images.read(PICTURE)
        cls.nothing = numpy.zeros_like(cls.pixels)
        cls.tegata = tegata

    def test_writes_a_row_per_hand_and_one_for_frames_without_hands(self):
        frames = [self.nothing, self.pixels, self.nothing, self.nothing, self.pixels]
        for count in (1, 2, 3, 100):
            reader = self.arrow.track(frames, GESTURES, gestures=True, name="drawn", frames_per_batch=count)
            self.assertEqual(reader.schema, self.arrow.SCHEMA)
            batches = list(reader)
            self.assertEqual(len(batches), -(-5 // count))
            rows = [row for batch in batches for row in batch.to_pylist()]
            for batch in batches:
                batch.validate(full=True)
            self.assertEqual([row["frame"] for row in rows], [0, 1, 1, 2, 3, 4, 4])
            self.assertEqual([row["milliseconds"] for row in rows], [0, 33, 33, 66, 100, 133, 133])
            self.assertEqual([row["hand"] for row in rows], [None, 0, 1, None, None, 0, 1])
            self.assertEqual([row["id"] for row in rows], [None, 1, 2, None, None, 1, 2])
            self.assertEqual(
                [row["gesture"] for row in rows],
                [None, "Closed_Fist", "Thumb_Up", None, None, "Closed_Fist", "Thumb_Up"],
            )
            self.assertEqual({row["source"] for row in rows}, {"drawn"})
            self.assertEqual({row["error"] for row in rows}, {None})
            for name in ("handedness", "handedness_score", "presence", "landmarks", "world_landmarks", "gesture_score"):
                self.assertEqual(
                    [row[name] is None for row in rows], [True, False, False, True, True, False, False], name
                )

    def test_rows_contain_the_numbers_of_the_tracker(self):
        rows = self.arrow.track([self.pixels] * 2, HANDS).read_all().to_pylist()
        results = [hand for result in self.tegata.track([self.pixels] * 2, HANDS) for hand in result]
        self.assertEqual(len(rows), 4)
        for row, hand in zip(rows, results):
            self.assertEqual(row["landmarks"], hand.landmarks.reshape(-1).tolist())
            self.assertEqual(row["world_landmarks"], hand.world_landmarks.reshape(-1).tolist())
            self.assertEqual(
                (row["handedness"], row["handedness_score"], row["presence"], row["id"]),
                (hand.handedness, hand.handedness_score, hand.presence, hand.id),
            )
            self.assertEqual((row["gesture"], row["gesture_score"]), (None, None))

    def test_adds_columns_for_joints_and_events(self):
        import numpy

        frames = [self.pixels, self.pixels, self.nothing, self.pixels]
        options = {"joints": True, "camera": 70, "events": True}
        reader = self.arrow.track(frames, HANDS, frames_per_batch=3, **options)
        self.assertEqual(reader.schema, self.arrow.schema(joints=True, events=True))
        batches = list(reader)
        for batch in batches:
            batch.validate(full=True)
        rows = [row for batch in batches for row in batch.to_pylist()]
        results = list(self.tegata.track(frames, HANDS, **options))
        hands = [hand for result in results for hand in result]
        found = [row for row in rows if row["hand"] is not None]
        self.assertEqual((len(found), len(hands)), (6, 6))
        for row, hand in zip(found, hands):
            joints = hand.joints
            assert joints and hand.metric
            self.assertEqual(row["joint_positions"], joints.positions.ravel().tolist())
            self.assertEqual(row["joint_orientations"], joints.orientations.ravel().tolist())
            self.assertEqual(row["finger_states"], joints.finger_states)
            numpy.testing.assert_allclose(row["wrist_position"], hand.metric.landmarks[0], atol=1e-6)
            # In the camera's axes, the wrist's y axis still points out of the back of the hand.
            x, y, z, w = row["wrist_orientation"]
            back = [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)]
            self.assertGreater(-numpy.dot(back, hand.metric.palm_normal), 0.95)
        # Events are in the first row of their frame, and the last ones in a row without a frame.
        self.assertEqual([row["frame"] for row in rows], [0, 0, 1, 1, 2, 3, 3, None])
        expected = []
        for result in results:
            events = [(event.hand_id, event.kind, event.name, event.duration_ms) for event in result.events]
            expected += [events, *[[]] * (len(result) - 1)]
        self.assertEqual([[tuple(event.values()) for event in row["events"] or []] for row in rows], expected)
        self.assertEqual([len(events) for events in expected], [2, 0, 0, 0, 2, 2, 0, 2])
        # Without a camera, the wrist has no position.
        row = self.arrow.track([self.pixels], HANDS, joints=True).read_all().to_pylist()[0]
        self.assertEqual((row["wrist_position"], row["wrist_orientation"]), (None, None))
        self.assertEqual(len(row["joint_positions"]), 78)
        # A tracker of the caller determines the columns.
        with self.tegata.Tracker(HANDS, joints=True) as tracker:
            columns = self.arrow.track([], tracker=tracker).schema
        self.assertEqual(columns, self.arrow.schema(joints=True))

    def test_describes_every_column(self):
        for field in self.arrow.schema(joints=True, events=True):
            self.assertIn(b"description", field.metadata, field.name)
            if field.type in (self.arrow.SCHEMA.field("landmarks").type, "float32"):
                self.assertIn(b"unit", field.metadata, field.name)
            if field.name.endswith(("landmarks", "positions", "position", "orientations", "orientation")):
                self.assertIn(field.metadata[b"frame"].decode(), self.arrow.FRAMES, field.name)

    def test_leaves_out_ids_without_identification(self):
        rows = self.arrow.track([self.pixels, self.nothing], HANDS, identifies_hands=False).read_all().to_pylist()
        self.assertEqual([row["id"] for row in rows], [None] * 3)

    def test_processes_no_frame_before_it_is_requested(self):
        seen = []

        def frames():
            for index in range(6):
                seen.append(index)
                yield self.nothing

        reader = self.arrow.track(frames(), HANDS, frames_per_batch=2)
        self.assertEqual(seen, [])
        reader.read_next_batch()
        self.assertEqual(seen, [0, 1])

    def test_returns_a_list_of_hands_for_each_image(self):
        column = self.arrow.detect([self.pixels, None, self.nothing, str(PICTURE)], GESTURES, gestures=True)
        column.validate(full=True)
        fields = [field.name for field in column.type.value_type]
        self.assertEqual((fields[0], set(fields) & {"source", "frame", "id", "error"}), ("hand", set()))
        first, missing, empty, second = column.to_pylist()
        self.assertEqual((missing, empty, second), (None, [], first))
        with self.tegata.Tracker(GESTURES, gestures=True) as tracker:
            self.assertEqual(column, self.arrow.detect([self.pixels, None, self.nothing, self.pixels], tracker=tracker))
            hands = list(tracker.detect(self.pixels))
        for number, (row, hand) in enumerate(zip(first, hands, strict=True)):
            self.assertEqual((row["hand"], row["presence"], row["gesture"]), (number, hand.presence, hand.gesture))
            self.assertEqual(row["landmarks"], hand.landmarks.reshape(-1).tolist())
        self.assertEqual(self.arrow.detect([], HANDS).type, column.type)
        self.assertEqual(self.arrow.detect([None], HANDS).to_pylist(), [None])

    def test_reports_unreadable_videos(self):
        with self.assertRaisesRegex(FileNotFoundError, "no such file"):
            self.arrow.track("/nowhere.mp4", HANDS).read_all()
        rows = self.arrow.track("/nowhere.mp4", HANDS, records_errors=True).read_all().to_pylist()
        self.assertEqual([(row["source"], row["frame"]) for row in rows], [("/nowhere.mp4", None)])
        self.assertIn("no such file", rows[0]["error"])
        with self.assertRaisesRegex(ValueError, "frames_per_batch is 0"):
            self.arrow.track([], HANDS, frames_per_batch=0)
        # Results before the error are kept.
        rows = self.arrow.track([self.pixels, self.nothing[:0]], HANDS, records_errors=True).read_all().to_pylist()
        self.assertEqual([row["hand"] for row in rows], [0, 1, None])
        self.assertIn("no pixels", rows[2]["error"])

        def frames():
            yield self.pixels
            # An error, as if warnings were errors.
            raise RuntimeWarning("ffmpeg found something wrong")

        rows = self.arrow.track(frames(), HANDS, records_errors=True).read_all().to_pylist()
        self.assertEqual([row["error"] for row in rows], [None, None, "ffmpeg found something wrong"])


#: A program that annotates videos: OUT MODEL VIDEO….
ANNOTATE = "import sys; from tegata import archive; list(archive.annotate_videos(sys.argv[3:], *sys.argv[1:3]))"


def environment(*folders):
    path = os.pathsep.join(map(str, [*folders, PACKAGE, ROOT / ".build" / "python"]))
    return dict(os.environ, TEGATA_MODELS=str(MODELS), TEGATA=str(COMMAND), PYTHONPATH=path)


class VideoTests(unittest.TestCase):
    """Tests with two videos, and with one between them that does not exist."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.videos = []
        for name in ("one", "two"):
            video = self.folder / f"{name}.mkv"
            command = ["ffmpeg", "-v", "error", "-loop", "1", "-i", PICTURE, "-frames:v", "3", "-c:v", "ffv1", video]
            subprocess.run(command, check=True)
            self.videos.append(str(video))
        self.videos.insert(1, str(self.folder / "missing.mkv"))

    def contents(self, folder):
        return {path.name: path.read_bytes() for path in (self.folder / folder).iterdir() if path.is_file()}

    def annotate(self, folder, videos=None, **options):
        from tegata import archive

        done = list(archive.annotate_videos(videos or self.videos, self.folder / folder, HANDS, **options))
        return sorted(done), self.contents(folder)


@unittest.skipIf(MISSING, MISSING)
@unittest.skipUnless(shutil.which("ffmpeg"), "ffmpeg is missing")
class ArchiveTests(VideoTests):
    def test_files_do_not_depend_on_workers_or_order(self):
        from pyarrow import parquet
        from tegata import archive, arrow

        missing, one, two = sorted(self.videos)
        done, files = self.annotate("first", workers=1)
        self.assertEqual([video.video for video in done], [missing, one, two])
        self.assertEqual(done[0], (missing, None, f"{missing}: no such file; check the path"))
        self.assertEqual([video.error for video in done[1:]], [None, None])
        names = [os.path.basename(video.file or "") for video in done[1:]]
        self.assertEqual(sorted(files), names)
        self.assertRegex(names[0], r"^one\.mkv-[0-9a-f]{12}\.parquet$")
        self.assertEqual(parquet.read_table(done[1].file), arrow.track(one, HANDS).read_all())
        self.assertEqual(self.annotate("second", [*self.videos[::-1], one], workers=2)[1], files)
        self.assertEqual(self.annotate("third", threads=2)[1], files)
        for video in self.videos:
            archive.annotate_video(video, self.folder / "fourth", HANDS)
        self.assertEqual(self.contents("fourth"), files)

    def test_writes_reports_of_revised_tracks(self):
        self.annotate("out", offline=True)
        reports = sorted((self.folder / "out" / "_reports").iterdir())
        self.assertEqual([path.suffix for path in reports], [".html", ".json"] * 2)
        report = json.loads(reports[1].read_text())
        page = reports[0].read_text()
        self.assertIn("<title>one.mkv</title>", page)
        self.assertIn(report["hash"], page)
        self.assertEqual(page.count("<a style="), len(report["seconds"]))
        self.assertEqual(page.count("<tr id="), len(report["faults"]))

    def test_continues_after_an_interruption(self):
        _, files = self.annotate("whole", workers=1)
        # A pipe is a video that does not begin.
        one, two = self.videos[0], self.videos[2]
        shutil.move(two, f"{two}.kept")
        os.mkfifo(two)
        run = subprocess.Popen(
            [sys.executable, "-c", ANNOTATE, self.folder / "out", HANDS, *self.videos], env=environment()
        )
        self.addCleanup(run.wait)
        unfinished, finished = self.wait_for("out", ".two*"), self.wait_for("out", "one*")
        run.kill()
        # The worker ends with the run.
        self.wait_for_end(int(unfinished.suffix[1:]))
        self.release(two)
        self.assertEqual(set(self.contents("out")), {unfinished.name, finished.name})
        time_of_first = finished.stat().st_mtime_ns
        os.remove(two)
        shutil.move(f"{two}.kept", two)
        self.assertEqual(self.annotate("out", workers=2)[1], files)
        self.assertEqual(finished.stat().st_mtime_ns, time_of_first)
        self.assertEqual([video.file for video in self.annotate("out", [one])[0]], [str(finished)])

    def test_continues_after_the_end_of_a_worker(self):
        from tegata import archive

        _, files = self.annotate("whole", workers=1)
        one, missing, two = self.videos
        shutil.move(one, f"{one}.kept")
        os.mkfifo(one)
        run = archive.annotate_videos(self.videos, self.folder / "out", HANDS, workers=2)
        self.assertEqual(next(run).video, missing)
        os.kill(int(self.wait_for("out", ".one*").suffix[1:]), signal.SIGKILL)
        done = sorted(run)
        self.assertEqual([(video.video, video.error is None) for video in done], [(one, False), (two, True)])
        self.assertEqual(done[0].error, f"{one}: its process ended with signal 9; if memory ran out, use fewer workers")
        self.release(one)
        os.remove(one)
        shutil.move(f"{one}.kept", one)
        self.assertEqual(self.annotate("out", workers=1)[1], files)

    def test_reports_wrong_arguments_before_the_work(self):
        from tegata import archive

        with self.assertRaisesRegex(ValueError, "workers is 0; use at least 1"):
            archive.annotate_videos(self.videos, self.folder / "out", HANDS, workers=0)
        with self.assertRaisesRegex(FileNotFoundError, "nothing.task"):
            archive.annotate_videos(self.videos, self.folder / "out", "nothing.task")
        # A problem of the folder is not a problem of each video.
        with self.assertRaisesRegex(NotADirectoryError, "one.mkv"):
            list(archive.annotate_videos(self.videos, self.videos[0] + "/out", HANDS))

    def wait_for(self, folder, pattern):
        for _ in range(600):
            if found := list((self.folder / folder).glob(pattern)):
                return found[0]
            time.sleep(0.05)
        self.fail(f"no file {pattern}")

    def wait_for_end(self, process):
        for _ in range(600):
            if not Path(f"/proc/{process}").exists():
                return
            time.sleep(0.05)
        self.fail("the process has not ended")

    def release(self, pipe):
        """Ends the ffmpeg that waits for a pipe."""
        try:
            os.close(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))
        except OSError:
            # It has ended before.
            pass


@unittest.skipIf(MISSING, MISSING)
@unittest.skipUnless(shutil.which("ffmpeg"), "ffmpeg is missing")
class RecipeTests(VideoTests):
    def run_recipe(self, *command):
        words, path = list(map(str, command)), environment(ENGINES)
        done = subprocess.run(words, cwd=self.folder, capture_output=True, text=True, env=path, timeout=600)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        return done.stdout

    def check_engine(self, engine):
        program = EXAMPLES / "archive_engines.py"
        said = self.run_recipe(sys.executable, program, engine, "--model", HANDS, "out", *self.videos)
        self.assertEqual(said.splitlines()[-1:], [f"{self.videos[1]}: no such file; check the path"])
        # Another pyarrow writes other bytes.
        self.run_recipe(sys.executable, "-c", ANNOTATE, "whole", HANDS, *self.videos)
        self.assertEqual(self.contents("out"), self.contents("whole"))
        self.assertEqual(len(self.contents("out")), 2)

    @unittest.skipIf(is_missing("ray"), "Ray is missing; Benchmarks/archives puts it into .build/engines")
    def test_ray_archives_videos(self):
        self.check_engine("ray")

    @unittest.skipIf(
        is_missing("pyspark") or not shutil.which("java"), "PySpark or Java is missing; Benchmarks/archives gets them"
    )
    def test_spark_archives_videos(self):
        self.check_engine("spark")

    @unittest.skipIf(is_missing("daft"), "Daft is missing; Benchmarks/archives puts it into .build/engines")
    def test_daft_archives_videos(self):
        self.check_engine("daft")

    @unittest.skipIf(is_missing("daft"), "Daft is missing; Benchmarks/archives puts it into .build/engines")
    def test_daft_tracks_the_hands_of_images(self):
        code = f"""
import daft, json, numpy, tegata, tegata.daft
from tegata import _images
pixels = _images.read({str(PICTURE)!r})
frames = daft.from_pydict({{"image": [pixels, None, numpy.zeros_like(pixels)]}})
frames = frames.with_column("image", daft.col("image").cast(daft.DataType.image("RGB")))
hands = frames.select(tegata.daft.track_hands(frames["image"], {HANDS!r}, workers=1).alias("hands"))
assert hands.schema()["hands"].dtype == tegata.daft.HANDS
def in_pixels(hand):
    return (hand.landmarks[:, :2] * pixels.shape[1::-1]).astype(numpy.float32)
expected = [
    [hand.handedness.lower(), in_pixels(hand).tolist(), hand.world_landmarks.tolist()]
    for hand in tegata.Tracker({HANDS!r}).detect(pixels)
]
print(json.dumps([hands.to_pydict()["hands"], expected]))
"""
        (first, missing, empty), expected = json.loads(self.run_recipe(sys.executable, "-c", code).splitlines()[-1])
        self.assertEqual((missing, empty), (None, []))
        self.assertEqual([[hand["handedness"], hand["kp2d"], hand["kp3d"]] for hand in first], expected)

    @unittest.skipIf(
        is_missing("daft_physical_ai"), "daft_physical_ai is missing; Benchmarks/archives puts it into .build/engines"
    )
    def test_daft_physical_ai_runs_with_tegata(self):
        (self.folder / "program.py").write_text(f"""
import daft, json, mediapipe, tegata.daft
from daft_physical_ai.hands import HANDS_DTYPE, track_hands
from tegata import _images
assert "tegata" in mediapipe.__file__ and HANDS_DTYPE == tegata.daft.HANDS
frames = daft.from_pydict({{"image": [_images.read({str(PICTURE)!r})]}})
image = frames["image"].cast(daft.DataType.image("RGB"))
hands = track_hands(image, method="mediapipe", model_path={HANDS!r})
native = tegata.daft.track_hands(image, {HANDS!r}, min_detection_confidence=0.3)
print(json.dumps(frames.select(hands.alias("hands"), native.alias("native")).to_pylist()))
""")
        said = self.run_recipe(sys.executable, "-m", "tegata.compat", "program.py")
        (row,) = json.loads(said.splitlines()[-1])
        self.assertEqual([hand["handedness"] for hand in row["hands"]], ["right", "right"])
        for hand, native in zip(row["hands"], row["native"], strict=True):
            self.assertIsNone(hand["kp3d"])
            self.assertEqual(hand, {**native, "kp3d": None})

    @unittest.skipUnless(shutil.which("parallel") and COMMAND.is_file(), "GNU parallel or the command is missing")
    def test_parallel_archives_videos(self):
        # Names that differ only in characters that file names should avoid, and one that looks like an option.
        for name in ("手.mkv", "足.mkv", "a b.mkv", "-a_b.mkv"):
            shutil.copy(self.videos[0], self.folder / name)
        others = [str(self.folder / "手.mkv"), str(self.folder / "足.mkv"), "a b.mkv", "-a_b.mkv"]
        self.run_recipe(EXAMPLES / "archive_parallel.sh", "out", 2, *self.videos, *others)
        out = self.folder / "out"
        lines = {}
        for path in out.glob("*.jsonl*"):
            lines[path.name.split(".mkv-")[0] + ".mkv"] = [json.loads(line) for line in path.read_text().splitlines()]
        done = ["-a_b.mkv", "a b.mkv", "one.mkv", "two.mkv", "足.mkv", "手.mkv"]
        self.assertEqual(sorted(lines), sorted([*done, "missing.mkv"]))
        self.assertEqual([[len(frame["hands"]) for frame in lines[name]] for name in done], [[2, 2, 2]] * 6)
        self.assertIn("no such file", lines["missing.mkv"][0]["error"])
        self.assertEqual([path.name.partition(".mkv")[0] for path in out.glob("*.failed")], ["missing"])
        self.assertEqual(len((out / "log").read_text().splitlines()), 8)
        # Finished videos are skipped, and failed ones are tried again.
        shutil.copy(self.videos[0], self.folder / "missing.mkv")
        shutil.copy(self.videos[0], self.folder / "0.mkv")
        self.run_recipe(EXAMPLES / "archive_parallel.sh", "out", 2, "0.mkv", *self.videos, *others)
        self.assertEqual(len((out / "log").read_text().splitlines()), 3)
        self.assertEqual((len(list(out.glob("*.jsonl"))), list(out.glob("*.failed"))), (8, []))


if __name__ == "__main__":
    unittest.main()
