"""Video archives: tegata.arrow, and the recipes of Examples/Python for engines that process many videos at a time.

Needs the library (Tools/build/library), NumPy, pyarrow and the models. The recipes need their engine, which
`Benchmarks/archives` installs into .build/engines, or GNU parallel and the command.
"""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
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


@unittest.skipIf(MISSING, MISSING)
@unittest.skipUnless(shutil.which("ffmpeg"), "ffmpeg is missing")
class RecipeTests(unittest.TestCase):
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

    def run_recipe(self, *command):
        environment = dict(
            os.environ,
            TEGATA_MODELS=str(MODELS),
            TEGATA=str(COMMAND),
            PYTHONPATH=os.pathsep.join(map(str, [ENGINES, PACKAGE, ROOT / ".build" / "python"])),
        )
        done = subprocess.run(
            list(map(str, command)), cwd=self.folder, capture_output=True, text=True, env=environment, timeout=600
        )
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])

    def check_parquet(self):
        from pyarrow import dataset

        rows = dataset.dataset(str(self.folder / "out"), format="parquet").to_table().to_pylist()
        rows.sort(key=lambda row: (row["source"], row["frame"] or 0, row["hand"] or 0))
        missing, one, two = sorted(self.videos)
        self.assertEqual(
            [(row["source"], row["frame"], row["hand"]) for row in rows],
            [
                (missing, None, None),
                *((video, frame, hand) for video in (one, two) for frame in range(3) for hand in range(2)),
            ],
        )
        self.assertIn("no such file", rows[0]["error"])
        self.assertEqual({len(row["landmarks"]) for row in rows[1:]}, {63})
        self.assertEqual({(row["hand"], row["id"]) for row in rows[1:]}, {(0, 1), (1, 2)})

    @unittest.skipIf(is_missing("ray", "pandas"), "Ray is missing; Benchmarks/archives puts it into .build/engines")
    def test_ray_archives_videos(self):
        self.run_recipe(sys.executable, EXAMPLES / "archive_ray.py", "--workers", 2, "out", *self.videos)
        self.check_parquet()

    @unittest.skipIf(
        is_missing("pyspark", "pandas") or not shutil.which("java"),
        "PySpark or Java is missing; Benchmarks/archives gets them",
    )
    def test_spark_archives_videos(self):
        self.run_recipe(sys.executable, EXAMPLES / "archive_spark.py", "--workers", 2, "out", *self.videos)
        self.check_parquet()

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
