"""Datasets for training robots: tegata.lerobot.

Needs the library (Tools/build/library), NumPy, pyarrow, ffmpeg and the models; two tests also need lerobot-doctor and
lerobot.
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
from typing import Any

from project import RENDERED, ROOT

PACKAGE = ROOT / "Python"
LIBRARY = ROOT / ".build" / "library" / "lib" / "libtegata.so"
MODELS = Path(os.environ.get("TEGATA_MODELS") or ROOT / "Models")
GESTURES = str(MODELS / "gesture_recognizer.task")
sys.path += [str(PACKAGE), str(ROOT / ".build" / "python")]


def is_missing(*names):
    return any(importlib.util.find_spec(name) is None for name in names)


MISSING = ""
if not LIBRARY.is_file():
    MISSING = "the library is not built; run Tools/build/library"
elif is_missing("numpy", "pyarrow"):
    MISSING = "NumPy or pyarrow is missing; Tools/test puts them into .build/python"
elif not Path(GESTURES).is_file():
    MISSING = "models are missing"
elif not shutil.which("ffmpeg"):
    MISSING = "ffmpeg is missing"

OPTIONS: dict[str, Any] = {"gestures": True, "joints": True, "events": True, "camera": 70, "gesture_dwell_ms": 0}
TASK = "show hand signs"


@unittest.skipIf(MISSING, MISSING)
class DatasetTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        import numpy
        import tegata.arrow
        import tegata.lerobot
        from pyarrow import parquet
        from tegata import _images

        cls.numpy, cls.parquet, cls.tegata = numpy, parquet, tegata
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        left = _images.read(RENDERED / "victory_left.png")[::2, ::2, :3]
        right = _images.read(RENDERED / "thumb_up_right.png")[::2, ::2, :3]
        both, alone = numpy.hstack([left, right]), numpy.hstack([left, numpy.zeros_like(right)])
        # The right hand is missing in the middle of the first video, and in all of the second.
        cls.pictures = [both, both, alone, both, both]
        cls.videos = [cls.film("a", cls.pictures), cls.film("b", [alone] * 3)]
        cls.results = [list(tegata.track(video, GESTURES, **OPTIONS)) for video in cls.videos]
        # As if each video had been given to another worker.
        cls.rows = []
        for video in cls.videos:
            path = cls.folder / f"{Path(video).stem}.parquet"
            parquet.write_table(tegata.arrow.track(video, GESTURES, **OPTIONS).read_all(), path)
            cls.rows.append(str(path))
        cls.output = cls.folder / "dataset"
        cls.left_out = tegata.lerobot.write(cls.rows, cls.output, TASK)
        cls.info = json.loads((cls.output / "meta" / "info.json").read_text())
        cls.data = parquet.read_table(cls.output / "data" / "chunk-000" / "file-000.parquet")

    @classmethod
    def film(cls, name, pictures, rate="10"):
        """Writes frames as a video without losses, and returns its path."""
        height, width = pictures[0].shape[:2]
        path = str(cls.folder / f"{name}.mkv")
        words = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r", rate, "-i", "pipe:0"]
        data = b"".join(picture.tobytes() for picture in pictures)
        command = ["ffmpeg", "-v", "error", "-y", *words, "-c:v", "ffv1", "-pix_fmt", "gbrp", path]
        subprocess.run(command, input=data, check=True)
        return path

    def column(self, name):
        return self.numpy.array(self.data[name].to_pylist())

    def test_describes_the_dataset(self):
        self.assertEqual(self.left_out, {})
        found = {
            name: self.info[name] for name in ("codebase_version", "fps", "total_episodes", "total_frames", "splits")
        }
        expected = {"codebase_version": "v3.0", "fps": 10, "total_episodes": 2, "total_frames": 8}
        self.assertEqual(found, expected | {"splits": {"train": "0:2"}})
        features = self.info["features"]
        shapes = {name: feature["shape"] for name, feature in features.items()}
        hand = {"presence": 1, "landmarks": 63, "world_landmarks": 63, "joint_positions": 78, "joint_orientations": 104}
        hand |= {"fingers": 5, "gesture": 1, "events": 1}
        expected = {"observation.images.camera": [192, 384, 3], "observation.state": [16], "action": [16]}
        expected |= {f"{side}.{name}": [count] for side in ("left", "right") for name, count in hand.items()}
        expected |= {name: [1] for name in ("timestamp", "frame_index", "episode_index", "index", "task_index")}
        self.assertEqual(shapes, expected)
        for name, feature in features.items():
            self.assertTrue(feature["description"], name)
            if feature["names"] is not None and feature["dtype"] != "video":
                self.assertEqual(len(feature["names"]), feature["shape"][0], name)
        self.assertEqual(features["left.landmarks"]["names"][24:27], [f"index_finger_tip_{axis}" for axis in "xyz"])
        self.assertEqual(features["left.joint_positions"]["names"][30:33], [f"index_tip_{axis}" for axis in "xyz"])
        # Columns keep the descriptions of Arrow's.
        field = self.tegata.arrow.SCHEMA.field("world_landmarks")
        for key, text in field.metadata.items():
            self.assertEqual(features["right.world_landmarks"][key.decode()], text.decode())
        self.assertIn(features["right.joint_positions"]["frame"], self.info["coordinate_frames"])
        page = (ROOT / "docs" / "output-formats.md").read_text()
        for name in features:
            self.assertIn(f"`{name.replace('right.', 'left.')}`", page)

    def test_rows_contain_the_numbers_of_the_tracker(self):
        number = 0
        frames = [result for results in self.results for result in results if result.milliseconds is not None]
        self.assertEqual(len(frames), len(self.data))
        for number, result in enumerate(frames):
            row = {name: values[0] for name, values in self.data.slice(number, 1).to_pydict().items()}
            hands = {hand.handedness.lower(): hand for hand in result}
            self.assertEqual(set(hands), {"left"} if number in (2, 5, 6, 7) else {"left", "right"})
            for place, side in enumerate(("left", "right")):
                hand = hands.get(side)
                if hand is None:
                    self.assertEqual((row[f"{side}.presence"], row[f"{side}.gesture"]), (0, ""))
                    continue
                joints = hand.joints
                assert joints and hand.metric
                state = self.numpy.array(row["observation.state"])[8 * place : 8 * place + 8]
                self.assertAlmostEqual(row[f"{side}.presence"], hand.presence)
                self.assertEqual(row[f"{side}.gesture"], hand.gesture or "")
                self.assertEqual(row[f"{side}.landmarks"], hand.landmarks.ravel().tolist())
                self.assertEqual(row[f"{side}.world_landmarks"], hand.world_landmarks.ravel().tolist())
                self.assertEqual(row[f"{side}.joint_positions"], joints.positions.ravel().tolist())
                self.assertEqual(
                    row[f"{side}.fingers"],
                    [("curled", "between", "extended").index(finger) for finger in joints.finger_states],
                )
                # A quaternion and its opposite are the same rotation.
                turns = self.numpy.reshape(row[f"{side}.joint_orientations"], (26, 4))
                likeness = abs((turns * joints.orientations).sum(1))
                self.numpy.testing.assert_allclose(likeness, 1, atol=1e-5)
                self.numpy.testing.assert_allclose(state[:3], hand.metric.landmarks[0], atol=1e-6)
                self.assertAlmostEqual(float(self.numpy.linalg.norm(state[3:7])), 1, delta=1e-6)
                pinch = self.numpy.linalg.norm(joints.positions[5] - joints.positions[10])
                self.assertAlmostEqual(state[7], float(pinch), delta=1e-6)
        states, actions = self.column("observation.state"), self.column("action")
        for first, end in ((0, 5), (5, 8)):
            self.assertTrue((actions[first : end - 1] == states[first + 1 : end]).all())
            self.assertTrue((actions[end - 1] == states[end - 1]).all())

    def test_interpolates_where_a_hand_is_missing(self):
        for name in ("right.landmarks", "right.joint_positions"):
            values = self.column(name)
            self.numpy.testing.assert_allclose(values[2], (values[1] + values[3]) / 2, atol=1e-6)
            self.assertFalse(values[5:].any())
        turns = self.column("right.joint_orientations").reshape(8, 26, 4)
        self.numpy.testing.assert_allclose(self.numpy.linalg.norm(turns, axis=2), 1, atol=1e-6)
        # Without jumps, also where the hand returns.
        self.assertTrue(((turns[1:5] * turns[:4]).sum(2) > 0).all())
        self.assertTrue((turns[5:] == [0, 0, 0, 1]).all())
        self.assertTrue((self.column("right.presence") > 0).tolist() == [True, True, False, True, True] + [False] * 3)

    def test_writes_events_of_each_side(self):
        left, right = self.data["left.events"].to_pylist(), self.data["right.events"].to_pylist()
        self.assertEqual(left[0], "appeared, began Victory")
        self.assertTrue(left[4].endswith("disappeared"))
        self.assertEqual(left[5], "appeared, began Victory")
        self.assertTrue(right[0].startswith("appeared"))
        self.assertEqual(right[5:], [""] * 3)

    def test_indexes_frames_and_episodes(self):
        self.assertEqual(self.data["index"].to_pylist(), list(range(8)))
        self.assertEqual(self.data["episode_index"].to_pylist(), [0] * 5 + [1] * 3)
        self.assertEqual(self.data["frame_index"].to_pylist(), [0, 1, 2, 3, 4, 0, 1, 2])
        self.numpy.testing.assert_allclose(self.column("timestamp"), [0, 0.1, 0.2, 0.3, 0.4, 0, 0.1, 0.2])
        episodes = self.parquet.read_table(
            self.output / "meta" / "episodes" / "chunk-000" / "file-000.parquet"
        ).to_pylist()
        camera = "videos/observation.images.camera/"
        for number, (episode, first, count) in enumerate(zip(episodes, (0, 5), (5, 3))):
            found = [episode[name] for name in ("episode_index", "length", "dataset_from_index", "dataset_to_index")]
            self.assertEqual(found, [number, count, first, first + count])
            self.assertEqual((episode["source"], episode["tasks"]), (self.videos[number], [TASK]))
            self.assertEqual((episode[camera + "file_index"], episode[camera + "to_timestamp"]), (number, count / 10))
            summary = self.column("action")[first : first + count]
            self.numpy.testing.assert_allclose(episode["stats/action/mean"], summary.mean(0), atol=1e-6)
        tasks = self.parquet.read_table(self.output / "meta" / "tasks.parquet")
        self.assertEqual(tasks.to_pylist(), [{"task_index": 0, "task": TASK}])
        self.assertEqual(json.loads(tasks.schema.metadata[b"pandas"])["index_columns"], ["task"])

    def test_summarises_all_episodes(self):
        summaries = json.loads((self.output / "meta" / "stats.json").read_text())
        self.assertEqual(set(summaries), set(self.info["features"]))
        for name in ("observation.state", "left.landmarks", "timestamp"):
            values = self.column(name).reshape(8, -1)
            for key, expected in [("min", values.min(0)), ("max", values.max(0)), ("mean", values.mean(0))]:
                self.numpy.testing.assert_allclose(summaries[name][key], expected, atol=1e-6, err_msg=name)
            self.numpy.testing.assert_allclose(summaries[name]["std"], values.std(0), atol=1e-6, err_msg=name)
            self.assertEqual(summaries[name]["count"], [8])
        # Texts count where there is one.
        self.assertEqual(
            summaries["right.gesture"]["mean"], [sum(map(bool, self.data["right.gesture"].to_pylist())) / 8]
        )
        colours = self.numpy.array(summaries["observation.images.camera"]["mean"])
        self.assertEqual(colours.shape, (3, 1, 1))
        self.assertTrue((0.1 < colours).all() and (colours < 0.9).all())

    def test_videos_have_a_frame_for_each_row(self):
        from tegata._video import frames

        path = self.output / "videos" / "observation.images.camera" / "chunk-000" / "file-000.mp4"
        found = list(frames(path))
        self.assertEqual([milliseconds for milliseconds, _ in found], [0, 100, 200, 300, 400])
        for (_, pixels), picture in zip(found, self.pictures):
            self.assertLess(abs(pixels.astype(int) - picture).mean(), 6)

    def test_finds_the_rate_of_videos(self):
        from fractions import Fraction

        from tegata.lerobot import _rate

        for rate in (Fraction(15), Fraction(30), Fraction(30000, 1001), Fraction(24000, 1001), Fraction(25, 2)):
            for count in (40, 5000):
                times = self.numpy.array([int(1000 * index / rate) for index in range(count)])
                # A short video does not tell 30 from 29.97.
                self.assertAlmostEqual(float(_rate(times)), float(rate), delta=0.001 if count > 40 else 0.1)
        times = self.numpy.array([int(1000 * index / Fraction(30)) for index in range(90)])
        self.assertEqual(_rate(times), 30)
        times[50:] += 50
        with self.assertRaisesRegex(ValueError, "frame [0-9]+ is .* needs a constant rate; convert the video"):
            _rate(times)

    def test_rejects_unsuitable_rows(self):
        pa = self.tegata.arrow.pa
        good = self.parquet.read_table(self.rows[1])
        names = good.column_names

        def changed(name, values):
            return good.set_column(names.index(name), good.field(name), pa.array(values, good.field(name).type))

        def moved(path, milliseconds):
            table = changed("milliseconds", milliseconds)
            return table.set_column(0, good.field(0), pa.array([path] * len(good)))

        other = self.film("other", [picture[:, :192] for picture in self.pictures[:3]])
        fast = self.film("fast", self.pictures[:3], "20")
        cases = [
            ([], "there are no videos"),
            ([good.drop_columns(["joint_positions"])], "its rows have no joints"),
            ([changed("wrist_position", [None] * len(good))], "its hands have no positions"),
            ([changed("wrist_position", [[0.1, 0.2]] * len(good))], "wrist_position without 3 values"),
            ([changed("joint_positions", [[float("nan")] * 78] * len(good))], "joint_positions without 78 values"),
            ([changed("finger_states", [["bent"] * 5] * len(good))], "finger_states without 5 values"),
            ([good.set_column(1, "frame", good["source"])], "other types than tegata.arrow's"),
            ([changed("error", ["damaged"] * len(good))], "damaged"),
            ([moved("/nowhere.mkv", [0, 100, 200, None])], "no such file"),
            ([pa.concat_tables([good, good])], "contain a hand twice"),
            ([good.slice(1)], "lack frames"),
            ([good.slice(0, 1)], "a single frame"),
            ([good.slice(0, 2)], "its rows belong to another video at frame 2"),
            ([changed("milliseconds", [0, 100, 210, None])], "its rows belong to another video at frame 2"),
            ([changed("milliseconds", [0, 100, 900, None])], "needs a constant rate"),
            ([self.videos[1]], "the rows cannot be read"),
            (["/nowhere.parquet"], "check the path"),
        ]
        for rows, said in cases:
            with self.subTest(said), self.assertRaisesRegex(self.tegata.TegataError, said):
                self.tegata.lerobot.write(rows, self.folder / "refused", TASK)
            self.assertEqual(list(self.folder.glob("*refused*")), [])
            self.assertEqual(list(self.folder.glob(".*.part")), [])
        with self.assertRaisesRegex(ValueError, "already exists"):
            self.tegata.lerobot.write(self.rows, self.output, TASK)
        # The others are written.
        rows = [good, moved(other, [0, 100, 200, None]), moved(fast, [0, 50, 100, None])]
        output = self.folder / "partial"
        left_out = self.tegata.lerobot.write(rows, output, {self.videos[1]: TASK, other: TASK, fast: TASK})
        self.assertEqual(list(left_out), [other, fast])
        self.assertIn("192×192 pixels, but the dataset 384×192", left_out[other])
        self.assertIn("20 frames per second, but the dataset 10", left_out[fast])
        self.assertEqual(len(list(output.rglob("*.mp4"))), 1)

    def test_program_writes_the_same(self):
        environment = dict(os.environ, PYTHONPATH=os.pathsep.join(map(str, [PACKAGE, ROOT / ".build" / "python"])))
        output = self.folder / "by-program"
        words = [*self.videos, "/nowhere.mkv", "-o", output, "--task", TASK, "--camera", "70", "--model", GESTURES]
        command = [sys.executable, "-B", "-m", "tegata.lerobot", *map(str, words)]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, "^tegata: /nowhere.mkv is left out: no such file; check the path\n$")
        self.assertEqual(json.loads((output / "meta" / "info.json").read_text()), self.info)
        data = self.parquet.read_table(output / "data" / "chunk-000" / "file-000.parquet")
        self.assertEqual(data.schema, self.data.schema)
        self.assertEqual(data["left.joint_positions"], self.data["left.joint_positions"])

    @unittest.skipIf(is_missing("lerobot_doctor"), "lerobot-doctor is missing")
    def test_doctor_finds_no_faults(self):
        from lerobot_doctor.dataset_loader import load_local
        from lerobot_doctor.runner import Severity, run_checks

        messages = [message for check in run_checks(load_local(self.output)).results for message in check.messages]
        self.assertEqual([message.message for message in messages if message.severity == Severity.FAIL], [])

    @unittest.skipIf(is_missing("lerobot"), "lerobot is missing")
    def test_lerobot_reads_the_dataset(self):
        from lerobot.datasets.lerobot_dataset import LeRobotDataset

        found = LeRobotDataset("local/hands", root=self.output, video_backend="pyav")
        self.assertEqual((len(found), found.num_episodes, found.fps), (8, 2, 10))
        for index in range(8):
            item = found[index]
            self.assertEqual(item["observation.images.camera"].shape, (3, 192, 384))
            self.assertEqual(item["observation.state"].tolist(), self.data["observation.state"][index].as_py())
            self.assertEqual((item["task"], item["left.gesture"]), (TASK, self.data["left.gesture"][index].as_py()))


if __name__ == "__main__":
    unittest.main()
