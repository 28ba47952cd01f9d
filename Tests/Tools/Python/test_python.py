"""The Python package: its interface, its wheel, and its errors for bad input.

Needs the library (Tools/build/library), NumPy and the models.
"""

import contextlib
import copy
import hashlib
import importlib.util
import io
import json
import os
import pickle
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import types
import unittest
import zipfile
from pathlib import Path
from typing import Any
from unittest import mock

from project import ROOT, Process, found

PACKAGE = ROOT / "Python"
LIBRARY = ROOT / ".build" / "library" / "lib" / "libtegata.so"
MODELS = Path(os.environ.get("TEGATA_MODELS") or ROOT / "Models")
HANDS, GESTURES = str(MODELS / "hand_landmarker.task"), str(MODELS / "gesture_recognizer.task")
RENDERED = ROOT / "Tests" / "Fixtures" / "rendered"
PICTURE = str(RENDERED / "two_hands_mixed.png")
sys.path += [str(PACKAGE), str(ROOT / ".build" / "python")]

MISSING = ""
if not LIBRARY.is_file():
    MISSING = "the library is not built; run Tools/build/library"
elif importlib.util.find_spec("numpy") is None:
    MISSING = "NumPy is missing; Tools/test puts it into .build/python"
elif not Path(HANDS).is_file() or not Path(GESTURES).is_file():
    MISSING = "models are missing"


def struct_fields(kind):
    """Returns the names of a struct's numbers."""
    return {name for name, of in kind._fields_ if isinstance(getattr(kind(), name), (int, float))}


@unittest.skipIf(MISSING, MISSING)
class PythonTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        import numpy
        import tegata
        from tegata import _images

        cls.np, cls.tegata = numpy, tegata
        cls.pixels = _images.read(PICTURE)
        cls.tracker = tegata.Tracker(GESTURES, gestures=True)
        cls.expected = cls.tracker.detect(cls.pixels)

    @classmethod
    def tearDownClass(cls):
        cls.tracker.close()

    def assertSame(self, result):
        self.assertTrue(self.np.array_equal(result.landmarks, self.expected.landmarks))

    def test_result_contains_the_hands_of_an_image(self):
        result = self.tracker.detect(PICTURE)
        self.assertSame(result)
        self.assertEqual(
            (result.landmarks.shape, result.world_landmarks.shape, result.rectangles.shape),
            ((2, 21, 3), (2, 21, 3), (2, 5)),
        )
        self.assertEqual((result.landmarks.dtype, len(result)), (self.np.float32, 2))
        self.assertEqual(
            (result.handedness, result.gestures, list(result.ids)),
            (["Right", "Right"], ["Closed_Fist", "Thumb_Up"], [-1, -1]),
        )
        self.assertAlmostEqual(float(result.handedness_scores[0]), 0.9932963, 6)
        self.assertAlmostEqual(float(result.landmarks[0, 0, 0]), 0.2085993, 6)
        first, second = result
        self.assertEqual((first.gesture, first.id, second.handedness), ("Closed_Fist", None, "Right"))
        self.assertEqual((first == first, first == result[0], len({first, second})), (True, False, 2))
        self.assertGreater(result.timings.total, result.timings.hand_network)
        empty = self.tracker.detect(self.np.zeros((20, 30, 3), self.np.uint8))
        self.assertEqual((len(empty), empty.landmarks.shape, empty.handedness, list(empty)), (0, (0, 21, 3), [], []))

    def test_reads_arrays_of_all_layouts(self):
        np, pixels = self.np, self.pixels
        height, width = pixels.shape[:2]
        large = np.full((height + 9, width + 7, 3), 77, np.uint8)
        large[4:-5, 3:-4] = pixels
        doubled = np.repeat(np.repeat(pixels, 2, 0), 2, 1)
        alpha = np.dstack([pixels, pixels[:, :, 0]])
        backwards = np.ascontiguousarray(pixels[::-1, ::-1])
        read_only = pixels.copy()
        read_only.flags.writeable = False
        for name, view, format in [
            ("part", large[4:-5, 3:-4], None),
            ("every second", doubled[::2, ::2], None),
            ("columns first", np.asfortranarray(pixels), None),
            ("alpha", alpha, None),
            ("without alpha", alpha[:, :, :3], None),
            ("backwards", backwards[::-1, ::-1], None),
            ("BGR turned round", np.ascontiguousarray(pixels[:, :, ::-1])[:, :, ::-1], None),
            ("BGR", np.ascontiguousarray(pixels[:, :, ::-1]), "bgr"),
            ("RGB turned round", pixels[:, :, ::-1], "bgr"),
            ("BGRA", np.ascontiguousarray(alpha[:, :, [2, 1, 0, 3]]), "bgra"),
            ("part of BGR", large[:, :, ::-1].copy()[4:-5, 3:-4], "bgr"),
            ("read-only", read_only, None),
        ]:
            with self.subTest(name):
                self.assertSame(self.tracker.detect(view, format=format))
        # The strides of a single row or column may have any value.
        row = np.zeros((10, 3), np.uint8)
        for view in [
            row[None],
            row[:, None].transpose(1, 0, 2),
            row[None].transpose(1, 0, 2),
            row[:, 0][None],
            row[None, :, 0].T,
            row[None, ::5][:, :1],
        ]:
            with self.subTest(view.strides):
                self.assertEqual(len(self.tracker.detect(view)), 0)

    def test_reads_luma_and_chroma(self):
        np = self.np
        gray = np.ascontiguousarray(self.pixels[:, :, 1])
        wanted = self.tracker.detect(gray, full_range=True).landmarks
        chroma = np.full((gray.shape[0] // 2, gray.shape[1]), 128, np.uint8)
        for format, pixels in [
            ("nv12", np.vstack([gray, chroma])),
            ("nv21", np.vstack([gray, chroma])),
            ("i420", np.vstack([gray, chroma])),
            ("yuyv", np.dstack([gray, np.full_like(gray, 128)])),
        ]:
            large = np.full((pixels.shape[0] + 9, pixels.shape[1] + 64, *pixels.shape[2:]), 77, np.uint8)
            part = large[4:-5, :-64]
            part[...] = pixels
            views = [pixels, part, np.repeat(pixels, 2, 0)[::2]]
            if format == "i420":
                # As cameras deliver them: two rows of chroma share a row of the array, and a gap follows each.
                for half in (0, 1):
                    large[4 + gray.shape[0] : -5].reshape(-1, large.shape[1] // 2)[half::2, :-32] = 128
                views = [pixels, part]
                short = np.lib.stride_tricks.as_strided(
                    np.zeros(10 * part.strides[0], np.uint8)[:-64], (9, 12), (part.strides[0], 1)
                )
                with self.assertRaisesRegex(ValueError, "with padded rows"):
                    self.tracker.detect(short, format=format)
            with self.subTest(format):
                for view in views:
                    self.assertTrue(
                        np.array_equal(self.tracker.detect(view, format=format, full_range=True).landmarks, wanted)
                    )
                self.assertFalse(np.array_equal(self.tracker.detect(pixels, format=format).landmarks, wanted))

    def test_tracks_a_video(self):
        frames = [self.pixels] * 3
        results = list(self.tegata.track(frames, HANDS))
        self.assertEqual([result.milliseconds for result in results], [0, 33, 66])
        self.assertEqual([list(result.ids) for result in results], [[1, 2]] * 3)
        with self.tegata.Tracker(HANDS) as tracker:
            first = tracker.track(self.pixels, 7)
            with self.assertRaisesRegex(ValueError, "timestamps must increase"):
                tracker.track(self.pixels, 7)
            second = tracker.track(self.pixels, 8)
            tracker.reset()
            self.assertTrue(self.np.array_equal(tracker.track(self.pixels, -3).landmarks, first.landmarks))
            self.assertFalse(self.np.array_equal(second.landmarks, first.landmarks))

    def test_revises_tracks_of_whole_videos(self):
        nothing = self.np.zeros_like(self.pixels)
        frames = [self.pixels] * 3 + [nothing] * 2 + [self.pixels] * 3
        results = list(self.tegata.track(frames, HANDS, offline=True, events=True))
        self.assertEqual([list(result.ids) for result in results], [[1, 2]] * 8 + [[]])
        self.assertEqual([bool(result.presence.all()) for result in results[:8]], [True] * 3 + [False] * 2 + [True] * 3)
        self.assertEqual(
            [event.kind for result in results for event in result.events], ["appeared"] * 2 + ["disappeared"] * 2
        )
        with self.tegata.Tracker(HANDS, offline=True) as tracker:
            self.assertEqual(len(list(self.tegata.track(frames, tracker=tracker))), 8)
            report = tracker.report()
            self.assertEqual((report["frames"], report["faults"]), (8, []))
            self.assertEqual([track["interpolated"] for track in report["tracks"]], [2, 2])
            model = hashlib.sha256(Path(HANDS).read_bytes()).hexdigest()
            self.assertEqual((report["model"], report["options"]), (model, ["offline=True"]))
            lines = f"{report['tegata']}\n{model}\noffline=True\n{report['results']}\n"
            self.assertEqual(report["hash"], hashlib.sha256(lines.encode()).hexdigest())
            tracker.reset()
            self.assertEqual(list(tracker.revised()), [])
        with self.assertRaisesRegex(ValueError, "offline is 0"):
            self.tracker.report()

    def test_passes_options_to_the_library(self):
        np = self.np
        self.assertEqual(len(self.tracker.detect(self.pixels, region=(0, 0, 0.5, 1))), 1)
        turned = self.tracker.detect(np.ascontiguousarray(np.rot90(self.pixels)), rotation=90)
        self.assertEqual(sorted(map(str, turned.gestures)), sorted(map(str, self.expected.gestures)))
        self.assertEqual(self.tracker.detect(self.pixels, mirrored=True).handedness, ["Left", "Left"])
        palms = self.tracker.palms(self.pixels)
        self.assertEqual(
            (len(palms), palms.boxes.shape, palms.keypoints.shape, palms.hands.shape), (2, (2, 4), (2, 7, 2), (2, 5))
        )
        self.assertGreater(palms.scores[0], palms.scores[1])
        with self.tegata.Tracker(Path(HANDS).read_bytes(), max_hands=1, threads=1) as tracker:
            self.assertEqual(len(tracker.detect(self.pixels)), 1)
        with self.tegata.Tracker(
            GESTURES, gestures=True, denied_gestures=["Closed_Fist"], gesture_threshold=0.6
        ) as tracker:
            self.assertEqual(tracker.detect(self.pixels).gestures, [None, "Thumb_Up"])
        with self.tegata.Tracker(HANDS, smoothing=True, averages_handedness=True, identifies_hands=True) as tracker:
            self.assertEqual(list(tracker.track(self.pixels, 0).ids), [1, 2])

    def test_searches_in_tiles(self):
        np = self.np
        # The image at a quarter of its size, in a scene in which the hands are too small for a search of the whole
        # image.
        small = self.pixels.reshape(112, 4, 112, 4, 3).mean((1, 3)).astype(np.uint8)
        scene = np.full((720, 1280, 3), small[0, 0], np.uint8)
        scene[300:412, 900:1012] = small
        with (
            self.tegata.Tracker(HANDS) as whole,
            self.tegata.Tracker(HANDS, search="auto", tile_side=256, tile_overlap=0.5) as tiles,
        ):
            self.assertEqual(len(whole.detect(scene)), 0)
            found = tiles.detect(scene)
            self.assertGreater(len(found), 0)
            middle = found.landmarks[0, :, :2].mean(0) * (1280, 720)
            self.assertTrue(900 < middle[0] < 1012 and 300 < middle[1] < 412, middle)
        with self.tegata.Tracker(
            HANDS, search="tiles", tile_side=256, tiles_per_frame=60, skips_unchanged=False
        ) as tracker:
            self.assertGreater(len(tracker.track(scene, 0)), 0)
        # Even with a minimal time budget, the library searches at least one tile.
        for result in self.tegata.track([scene] * 2, HANDS, search="tiles", tile_side=256, tile_ms=1):
            self.assertLessEqual(len(result), 2)

    def test_locates_hands_in_metres(self):
        np = self.np
        camera, size = (500, 500, 224, 224), self.pixels.shape[0]
        with self.tegata.Tracker(HANDS, camera=camera, palm_width=0.06) as tracker:
            result = tracker.detect(self.pixels)
        self.assertEqual(
            (result.positions.shape, result.camera_landmarks.shape, result.palm_normals.shape),
            ((2, 3), (2, 21, 3), (2, 3)),
        )
        self.assertTrue(((result.distances > 0.2) & (result.distances < 2)).all(), result.distances)
        self.assertTrue(np.allclose(np.linalg.norm(result.palm_normals, axis=1), 1, atol=1e-5))
        self.assertTrue(np.allclose(np.linalg.norm(result.pointing_directions, axis=1), 1, atol=1e-5))
        seen = 500 * result.camera_landmarks[:, :, :2] / result.camera_landmarks[:, :, 2:] + 224
        self.assertLess(np.abs(seen - size * result.landmarks[:, :, :2]).mean(), 15)
        hand = result[0].metric
        assert hand
        self.assertTrue(
            np.array_equal(hand.landmarks, result.camera_landmarks[0])
            and np.array_equal(hand.position, result.positions[0])
        )
        self.assertAlmostEqual(hand.distance, float(result.distances[0]), 6)
        self.assertAlmostEqual(hand.pinch_aperture, float(np.linalg.norm(hand.landmarks[4] - hand.landmarks[8])), 6)
        self.assertAlmostEqual(float(result.pinch_apertures[0]), hand.pinch_aperture, 6)
        axes = hand.palm_axes
        self.assertTrue(
            np.allclose((axes[2] @ axes[0], axes[2] @ axes[1]), 0, atol=1e-5)
            and np.array_equal(axes[2], hand.palm_normal)
        )
        # The whole scene scales with the palm; a field of view equals a focal length; without a width, the uncertainty
        # is larger.
        with self.tegata.Tracker(HANDS, camera=camera, palm_width=0.09) as tracker:
            self.assertTrue(np.allclose(tracker.detect(self.pixels).positions, 1.5 * result.positions, rtol=1e-4))
        degrees = 2 * np.degrees(np.arctan(224 / 500))
        with self.tegata.Tracker(HANDS, camera=np.float32(degrees)) as tracker:
            usual = tracker.detect(self.pixels)
            self.assertTrue(np.allclose(usual.positions, result.positions, rtol=1e-4))
            self.assertTrue((usual.distance_uncertainties > result.distance_uncertainties).all())
            empty = tracker.detect(np.zeros((20, 30, 3), np.uint8))
            self.assertEqual((empty.positions.shape, empty.distances.shape, list(empty)), ((0, 3), (0,), []))
        # Without a camera, these values are unknown.
        self.assertTrue(np.isnan(self.expected.positions).all() and np.isnan(self.expected.camera_landmarks).all())
        self.assertEqual((self.expected.distances.shape, self.expected[0].metric), ((2,), None))
        self.assertEqual([len(self.expected[:1]), len(self.expected[5:])], [1, 0])

    def test_computes_joints(self):
        np = self.np
        with self.tegata.Tracker(HANDS, joints=True) as tracker:
            result = tracker.detect(self.pixels)
        self.assertEqual(
            (result.joint_angles.shape, result.finger_curls.shape, result.visibility.shape),
            ((2, 15, 3), (2, 5), (2, 21)),
        )
        # OpenXR's joints that are also landmarks.
        known = [1, *range(2, 6), *(place for place in range(6, 26) if (place - 6) % 5)]
        for hand, angles in zip(result, result.joint_angles):
            joints = hand.joints
            assert joints
            self.assertEqual(joints.confidence, hand.presence)
            self.assertTrue(np.array_equal(joints.angles, angles))
            # They lie halfway to the landmarks in the image, around the same centre.
            landmarks = hand.world_landmarks * (1, -1, -1)
            self.assertTrue(np.allclose(joints.positions[known].mean(0), landmarks.mean(0), atol=1e-6))
            self.assertLess(np.linalg.norm(joints.positions[known] - landmarks, axis=1).max(), 0.025)
            for turns in (joints.orientations, joints.local_orientations):
                self.assertTrue(np.allclose(np.linalg.norm(turns, axis=1), 1, atol=1e-5))
            self.assertAlmostEqual(
                float(joints.pinch_distances[0]), float(np.linalg.norm(joints.positions[5] - joints.positions[10])), 6
            )
            row = joints.row()
            self.assertEqual([row[f"{name}_flexion"] for name in self.tegata.BENT_JOINTS], angles[:, 0].tolist())
            self.assertEqual(
                joints.extended_fingers,
                [name for name in ("thumb", "index", "middle", "ring", "little") if row[f"{name}_state"] == "extended"],
            )
        self.assertIsNone(self.expected[0].joints)
        with self.assertRaisesRegex(AttributeError, "joints=True"):
            self.expected.joint_angles

    def test_fits_skeletons(self):
        np = self.np
        with self.tegata.Tracker(HANDS, skeleton=True, joints=True) as tracker:
            hands = list(tracker.detect(self.pixels))
        lengths = []
        for hand in hands:
            points, joints = hand.skeleton_landmarks, hand.joints
            assert points is not None and joints
            lengths.append(np.linalg.norm(np.diff(points[5:], axis=0), axis=1))
            # Joints are these points.
            known = joints.positions[[1, *range(2, 6), *(place for place in range(6, 26) if (place - 6) % 5)]]
            self.assertTrue(np.allclose(known, points * (1, -1, -1), atol=1e-6))
        # All hands have the same bones.
        bones = [place for place in range(15) if place % 4 != 3]
        self.assertTrue(np.allclose(lengths[0][bones], lengths[1][bones], atol=1e-6))
        self.assertIsNone(self.expected[0].skeleton_landmarks)
        with self.assertRaisesRegex(ValueError, "between 0 and 1000"):
            self.tegata.Tracker(HANDS, prediction_ms=1001)

    def test_runs_networks_of_the_caller(self):
        calls = []

        def run(name, images):
            calls.append((name, images.shape, images.dtype.name, int(images.min()), int(images.max())))
            if name == "palm_detector":
                logits = self.np.full((1, 2016, 1), -20, self.np.float32)
                boxes = self.np.zeros((1, 2016, 18), self.np.float32)
                logits[0, 600], logits[0, 620] = 3, 2
                boxes[0, (600, 620), 2:4], boxes[0, (600, 620), 5], boxes[0, (600, 620), 9] = 30, 15, -15
                return boxes, logits
            count = len(images)
            points = self.np.tile(self.np.linspace(60, 160, 63, dtype=self.np.float32), (count, 1))
            return points, self.np.ones((count, 1), "f4"), self.np.zeros((count, 1), "f4"), points / 1000

        tegata = self.tegata
        networks = tegata.Networks(run, hand_landmarks=tegata.Network(tegata.Encoding("int8", 1 / 255, -128), batch=2))
        with tegata.Tracker(networks=networks) as tracker:
            result = tracker.detect(self.pixels)
        self.assertEqual(list(result.handedness), ["Left", "Left"])
        self.assertEqual(
            [call[:3] for call in calls],
            [("palm_detector", (1, 192, 192, 3), "float32"), ("hand_landmarks", (2, 224, 224, 3), "int8")],
        )
        self.assertLess(calls[1][3], -20)
        self.assertGreater(calls[1][4], 20)

    def test_reports_errors_of_networks_of_the_caller(self):
        zeros, fault = self.np.zeros, KeyError("card")

        def fails(_name, _images):
            raise fault

        cases = [
            (fails, KeyError, "card"),
            (lambda *_: [zeros(3, "f4")], self.tegata.TegataError, "returned 1 outputs of palm_detector; return 2"),
            (
                lambda *_: [zeros((2016, 18), "f8"), zeros(2016, "f4")],
                self.tegata.TegataError,
                r"output 0 of palm_detector is float64 \(2016, 18\); return float32 \(1, 2016, 18\)",
            ),
            (
                lambda *_: [zeros((2016, 18), "f4"), zeros(2016, "f4") / zeros(1, "f4")],
                self.tegata.TegataError,
                "output 1 of the palm network is not finite",
            ),
        ]
        for run, kind, words in cases:
            with self.tegata.Tracker(networks=self.tegata.Networks(run)) as tracker:
                for method in (tracker.detect, tracker.palms, lambda picture: tracker.track(picture, 1)):
                    with self.np.errstate(invalid="ignore"), self.assertRaisesRegex(kind, words):
                        method(self.pixels)
        with self.assertRaisesRegex(self.tegata.TegataError, "unknown element 'int4'"):
            self.tegata.Encoding("int4")
        described = self.tegata.Network(self.tegata.Encoding("uint8"))
        with self.assertRaisesRegex(self.tegata.TegataError, "input of the palm network has bytes with the scale 0"):
            self.tegata.Tracker(networks=self.tegata.Networks(fails, palm_detector=described))

    def test_draws_axes(self):
        np, draw = self.np, self.tegata.draw
        camera = (500, 500, 224, 224)
        with self.tegata.Tracker(HANDS, camera=camera, max_hands=1) as tracker:
            result = tracker.detect(self.pixels)
        drawn = draw.axes(np.zeros_like(self.pixels), result, camera, width=3)
        hand = result[0].metric
        assert hand
        length = np.linalg.norm(hand.landmarks[9] - hand.landmarks[0])
        middle = 500 * hand.position[:2] / hand.position[2] + 224
        for axis, colour in enumerate([(255, 60, 60), (60, 220, 60), (70, 130, 255)]):
            end = hand.position + length * hand.palm_axes[axis]
            end = 500 * end[:2] / end[2] + 224
            reached = np.argwhere((drawn == colour).all(axis=2))[:, ::-1] + 0.5
            # A pixel of this colour is at the end of the axis, and none is beyond it.
            self.assertLess(np.linalg.norm(reached - end, axis=1).min(), 2)
            self.assertLess(np.linalg.norm(reached - middle, axis=1).max(), np.linalg.norm(end - middle) + 2.5)
        degrees = float(2 * np.degrees(np.arctan(224 / 500)))
        self.assertTrue(np.array_equal(draw.axes(np.zeros_like(self.pixels), result, degrees, width=3), drawn))
        self.assertTrue(
            np.array_equal(draw.axes(np.zeros_like(self.pixels), result, camera, width=3, bgr=True), drawn[:, :, ::-1])
        )
        # The type is Any, because none of these is a camera.
        cameras: list[Any] = [(500, 224, 224), "exif", "5522"]
        for bad in cameras:
            with self.assertRaisesRegex(self.tegata.TegataError, "is not a camera"):
                draw.axes(np.zeros_like(self.pixels), result, bad)
        # Hands without a known place get no axes.
        self.assertFalse(draw.axes(np.zeros_like(self.pixels), self.expected, camera).any())

    def test_reports_bad_input(self):
        np, error = self.np, self.tegata.TegataError
        # The types are Any, because the test passes values of wrong types.
        tegata: Any = self.tegata
        tracker: Any = self.tracker
        caught: Any
        for picture, kind, words in [
            (self.pixels.astype(float), ValueError, "pixels are float64"),
            (self.pixels[:0], ValueError, "no pixels"),
            (np.zeros((4, 4, 5), np.uint8), ValueError, "not an image in the format"),
            ("/nowhere.png", FileNotFoundError, "/nowhere.png"),
            (__file__, OSError, "not an image in a supported format"),
            ([[1, 2]], ValueError, "pixels are int64"),
            ([[1, 2], [3]], ValueError, "not an image"),
            (os.fsdecode(b"/nowhere-\xff.png"), ValueError, "not UTF-8"),
        ]:
            with self.subTest(words), self.assertRaisesRegex(kind, words) as caught:
                self.tracker.detect(picture)
            self.assertIsInstance(caught.exception, error)
            self.assertEqual(caught.exception.file, picture if isinstance(picture, str) else "")
        for draw in (self.tegata.draw.hands, lambda picture, result: self.tegata.draw.axes(picture, result, 60)):
            with self.assertRaisesRegex(error, "numpy.array"):
                draw("photo.jpg", self.expected)
        for options, kind, words in [
            (dict(model="/nowhere.task"), FileNotFoundError, "/nowhere.task"),
            (dict(model=PICTURE), OSError, "zip archive"),
            (dict(model=b"nothing"), OSError, "zip archive"),
            (dict(max_hands=0), ValueError, "max_hands is 0; ask for at least 1"),
            (dict(min_presence_confidence=2), ValueError, "min_presence_confidence is 2.0"),
            (dict(threads=0), ValueError, "threads is 0"),
            (dict(gestures=True), FileNotFoundError, "gesture"),
            (dict(detection_interval=0), ValueError, "interval"),
            (dict(allowed_gestures="Victory"), ValueError, "list of names"),
            (dict(search="everywhere"), ValueError, "unknown search 'everywhere'"),
            (dict(search="tiles", tile_side=10), ValueError, "tile_side is 10"),
            (dict(search="auto", tile_overlap=1), ValueError, "overlap"),
            (dict(search="auto", tiles_per_frame=0), ValueError, "tiles_per_frame is 0"),
            (dict(search="auto", tile_ms=0), ValueError, "tile_ms is 0"),
            (dict(search="auto", min_tile_confidence=-1), ValueError, "min_tile_confidence is -1.0"),
            (dict(search="tiles", legacy=True), ValueError, "legacy"),
            (dict(camera=0), ValueError, "field of view is 0"),
            (dict(camera=(0, 1, 2, 3)), ValueError, "focal lengths of 0"),
            (dict(camera=(1, 2, 3)), ValueError, "is not a camera"),
            (dict(camera="exif"), ValueError, "is not a camera"),
            (dict(palm_width=0.06), ValueError, "camera"),
            (dict(camera=70, palm_width=0), ValueError, "palm_width is 0"),
            (dict(camera=70, palm_width=0.5), ValueError, "palm is 0.5 m wide"),
            (dict(camera=10**400), ValueError, "is not a camera"),
            (dict(model=os.fsdecode(b"/nowhere-\xff.task")), ValueError, "not UTF-8"),
            (dict(model="\ud800.task"), ValueError, "half of a character"),
            (dict(min_presence_confidence=-(10**5000)), ValueError, "is out of range"),
            (dict(camera=70, palm_width=10**400), ValueError, "palm_width is"),
            (dict(model=GESTURES, gestures=True, allowed_gestures=["\ud800"]), ValueError, "half of a character"),
            (dict(model=GESTURES, gestures=True, denied_gestures=["\udcff"]), ValueError, "not UTF-8"),
        ]:
            with self.subTest(words), self.assertRaisesRegex(kind, words) as caught:
                tegata.Tracker(**{"model": HANDS, **options})
            self.assertIsInstance(caught.exception, error)
        for how, words in [
            (dict(rotation=45), "rotation is 45"),
            (dict(region=(0, 0, 2, 1)), "region"),
            (dict(matrix="bt2020"), "matrix"),
            (dict(format="cmyk"), "cmyk"),
            (dict(region=(0, 0, 1)), "left, top, right and bottom"),
            (dict(region=(0, 0, 1, 1, 1)), "left, top, right and bottom"),
        ]:
            with self.subTest(words), self.assertRaisesRegex(ValueError, words):
                tracker.detect(self.pixels, **how)
        for wrong in (
            lambda: tracker.track(self.pixels, 33.5),
            lambda: list(self.tegata.track([(33.5, self.pixels)], HANDS)),
            lambda: tracker.detect(self.pixels, rotation=90.0),
            lambda: tegata.Tracker(HANDS, smoothing=5),
            lambda: tegata.Tracker(HANDS, allowed_gestures=[3]),
            lambda: copy.copy(self.tracker),
            lambda: pickle.dumps(self.tracker),
        ):
            with self.assertRaises(TypeError):
                wrong()
        closed = self.tegata.Tracker(HANDS)
        closed.close()
        closed.close()
        with self.assertRaisesRegex(ValueError, "no such tracker"):
            closed.detect(self.pixels)
        self.assertSame(self.tracker.detect(self.pixels))

    def test_rejects_texts_that_would_be_cut_off(self):
        from tegata.compat import mediapipe as mp

        for wrong in (
            lambda: self.tegata.Tracker(HANDS + "\0x"),
            lambda: self.tracker.detect(PICTURE + "\0x"),
            lambda: self.tegata.Tracker(GESTURES, gestures=True, allowed_gestures=["Victory\0x"]),
            lambda: mp.Image.create_from_file(PICTURE + "\0x"),
            lambda: mp.tasks.vision.HandLandmarker.create_from_model_path(HANDS + "\0x"),
        ):
            with self.assertRaisesRegex(ValueError, "NUL"):
                wrong()
        # As many bytes as exist, not as many items.
        with self.tegata.Tracker(memoryview(Path(GESTURES).read_bytes()).cast("H")) as tracker:
            self.assertEqual(len(tracker.detect(self.pixels)), 2)

    @unittest.skipIf(shutil.which("ffmpeg") is None, "ffmpeg is missing")
    def test_videos_cannot_open_other_files(self):
        from tegata import _video

        # The formats, protocols and maximum pixels are the same as in the command.
        sources = [path.read_text() for path in sorted((ROOT / "Sources" / "Media").rglob("*.swift"))]
        swift = next(text for text in sources if "let formats = [" in text)
        self.assertEqual(re.findall(r'"(\w+)"', found(r"let formats = \[(.*?)\]", swift, re.DOTALL)), _video._FORMATS)
        protocols = found(
            r'"-protocol_whitelist", "([\w,]+)", "-max_pixels", "\\\(VideoFrame.maximumPixelCount / 4 \* 5\)"', swift
        )
        pixels = [path.read_text() for path in sorted((ROOT / "Sources" / "Base" / "TegataPixels").rglob("*.swift"))]
        most = next(
            match for text in pixels if (match := re.search(r"maximumPixelCount = \((\d+) << (\d+)\) / (\d+)", text))
        )
        most = (int(most[1]) << int(most[2])) // int(most[3])
        words = _video._input("a.mp4")
        self.assertEqual(words[:4], ["-protocol_whitelist", protocols, "-max_pixels", str(most // 4 * 5)])
        with tempfile.TemporaryDirectory() as folder:
            make = ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x48:r=5:d=1"]
            subprocess.run([*make, "-c:v", "mpeg4", "a.mp4"], cwd=folder, check=True)
            subprocess.run([*make, "-start_number", "1", "a%d.png"], cwd=folder, check=True)
            (Path(folder) / "list.mp4").write_text("ffconcat version 1.0\nfile a.mp4\n")
            (Path(folder) / "play.mp4").write_text(
                "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\na.mp4\n#EXT-X-ENDLIST\n"
            )
            (Path(folder) / "a%d.png").write_bytes((Path(folder) / "a1.png").read_bytes())
            for name, count in (("a.mp4", 5), ("a%d.png", 1)):
                self.assertEqual(len(list(_video.frames(os.path.join(folder, name)))), count, name)
            for name in ("list.mp4", "play.mp4"):
                with self.subTest(name), self.assertRaisesRegex(OSError, "cannot be read as a video"):
                    list(_video.frames(os.path.join(folder, name)))

    @unittest.skipIf(shutil.which("ffmpeg") is None, "ffmpeg is missing")
    def test_closes_videos_and_reports_their_errors(self):
        from tegata import _video

        with tempfile.TemporaryDirectory() as folder:
            video = os.path.join(folder, "a.ts")
            subprocess.run(
                [
                    "ffmpeg",
                    "-v",
                    "error",
                    "-f",
                    "lavfi",
                    "-i",
                    "testsrc2=s=320x240:r=25:d=8",
                    "-c:v",
                    "mpeg2video",
                    "-b:v",
                    "2M",
                    video,
                ],
                check=True,
            )
            started = []
            start = subprocess.Popen
            with mock.patch.object(
                subprocess, "Popen", lambda *words, **options: started.append(start(*words, **options)) or started[-1]
            ):
                frames = _video.frames(video)
                next(frames)
            started[0].kill()
            with self.assertRaisesRegex(OSError, "cannot be read as a video"):
                list(frames)
            before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
            try:
                with self.assertRaisesRegex(OSError, "ignores SIGCHLD"):
                    list(_video.frames(video))
            finally:
                signal.signal(signal.SIGCHLD, before)
            count = len(os.listdir("/proc/self/fd"))
            with mock.patch.object(os, "pipe", side_effect=OSError(24, "Too many open files")):
                try:
                    list(_video.frames(video))
                # The error keeps its traceback, including files that nobody closed.
                except OSError as error:
                    self.assertEqual((error.errno, len(os.listdir("/proc/self/fd"))), (24, count))
                else:
                    self.fail("nothing was raised")
            # A process without standard streams gives their numbers to the files that it opens.
            said = Path(folder) / "said"
            script = (
                f"import os, sys; sys.path.insert(0, {str(PACKAGE)!r}); from tegata import _video; os.closerange(0,"
                " 3)\n"
            )
            script += f"count = len(list(_video.frames({video!r}))); open({str(said)!r}, 'w').write(str(count))"
            subprocess.run([sys.executable, "-c", script], check=True)
            self.assertEqual(said.read_text(), "200")
            data = bytearray(Path(video).read_bytes())
            data[len(data) // 2 : len(data) // 2 + 600] = bytes(600)
            Path(video).write_bytes(data)
            with self.assertWarnsRegex(RuntimeWarning, "a.ts: ffmpeg reported a problem and continued"):
                list(_video.frames(video))

    def test_traces_trackers(self):
        script = f"import sys, tegata; tegata.Tracker({HANDS!r}, threads=2).track({PICTURE!r}, 0); print('done')"
        path = os.pathsep.join([str(PACKAGE), str(ROOT / ".build" / "python")])
        with tempfile.TemporaryDirectory() as folder:
            for name, count in (("trace.json", 1), ("missing/trace.json", 0)):
                trace = Path(folder) / name
                environment = {**os.environ, "PYTHONPATH": path, "TEGATA_TRACE": str(trace)}
                done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stdout, trace.exists()), (0, "done\n", count == 1))
                self.assertEqual(done.stderr.count(f"tegata: TEGATA_TRACE: {trace}: cannot be written"), 1 - count)
            events = json.loads((Path(folder) / "trace.json").read_text())["traceEvents"]
        rows = {event["tid"]: event["args"]["name"] for event in events if event["ph"] == "M"}
        self.assertEqual(sorted(rows.values()), ["caller", "thread 1"])
        self.assertEqual({event["tid"] for event in events}, set(rows))
        self.assertEqual([event["args"]["hands"] for event in events if event["name"] == "hands"], [2])

    def test_accepts_booleans_of_numpy(self):
        true = self.np.True_
        with self.tegata.Tracker(
            HANDS, refines_stills=true, smoothing=true, identifies_hands=true, skips_unchanged=true
        ) as tracker:
            self.assertEqual(len(tracker.detect(self.pixels, mirrored=true, full_range=true)), 2)

    @unittest.skipIf(shutil.which("ffmpeg") is None, "ffmpeg is missing")
    def test_reads_every_stored_frame_of_a_video(self):
        from tegata import _video

        with tempfile.TemporaryDirectory() as folder:
            video = os.path.join(folder, "uneven.mkv")
            # Frames at 0, 10, 40, 90 ms and so on from the first one, then a second without frames.
            times = "settb=1/1000,setpts='N*N*10+if(gt(N,5),1000,0)'"
            subprocess.run(
                [
                    "ffmpeg",
                    "-v",
                    "error",
                    "-f",
                    "lavfi",
                    "-i",
                    "testsrc=s=64x48:r=25",
                    "-vf",
                    times,
                    "-frames:v",
                    "8",
                    "-fps_mode",
                    "passthrough",
                    "-enc_time_base",
                    "1/1000",
                    "-c:v",
                    "ffv1",
                    video,
                ],
                check=True,
            )
            before = len(os.listdir("/proc/self/fd"))
            frames = list(_video.frames(video))
            self.assertEqual([time for time, _ in frames], [0, 10, 40, 90, 160, 250, 1360, 1490])
            self.assertEqual(len({pixels.tobytes() for _, pixels in frames}), 8)
            next(_video.frames(video))
            self.assertEqual(len(os.listdir("/proc/self/fd")), before)
            # The first frame has time 0, even if it is shown later than it is stored.
            late = os.path.join(folder, "late.avi")
            subprocess.run(
                [
                    "ffmpeg",
                    "-v",
                    "error",
                    "-f",
                    "lavfi",
                    "-i",
                    "testsrc=s=64x48:r=25:d=0.4",
                    "-c:v",
                    "mpeg4",
                    "-bf",
                    "2",
                    late,
                ],
                check=True,
            )
            self.assertEqual([time for time, _ in _video.frames(late)], list(range(0, 400, 40)))
            thirds = os.path.join(folder, "thirds.mp4")
            subprocess.run(
                ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x48:r=30:d=0.2", "-c:v", "mpeg4", thirds],
                check=True,
            )
            self.assertEqual([time for time, _ in _video.frames(thirds)], [0, 33, 66, 100, 133, 166])
            old = Path(folder) / "ffmpeg"
            old.write_text("#!/bin/sh\necho \"Unrecognized option 'fps_mode'.\" >&2\nexit 1\n")
            old.chmod(0o755)
            with (
                mock.patch.dict(os.environ, {"PATH": folder}),
                self.assertRaisesRegex(self.tegata.TegataError, "older than 5.1"),
            ):
                next(_video.frames(video))
            old.chmod(0o644)
            with mock.patch.dict(os.environ, {"PATH": folder}), self.assertRaises(PermissionError):
                next(_video.frames(video))
            self.assertEqual(len(os.listdir("/proc/self/fd")), before)

    def test_reads_the_newest_frame_of_a_camera(self):
        from tegata import _video

        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "ffmpeg"
            # A hundred frames per second, each with its number as its only pixel, and with ffmpeg's output about their
            # times.
            program.write_text(
                f"#!{sys.executable}\nimport os, sys, time\ntimes = int(sys.argv[-1].split(':')[1])\n"
                "os.write(times, b'#tb 0: 1/1000\\n')\n"
                "for number in range(200):\n"
                "    os.write(1, b'P6\\n1 1\\n255\\n' + bytes([number] * 3))\n"
                "    os.write(times, b'0, %d, %d, 1, 3, 0x0\\n' % (number * 10, number * 10))\n"
                "    time.sleep(0.01)\n"
                "time.sleep(60)\n"
            )
            program.chmod(0o755)
            before = len(os.listdir("/proc/self/fd"))
            with (
                mock.patch.dict(os.environ, {"PATH": folder}),
                mock.patch.object(_video, "_input", lambda path: []),
                mock.patch.object(os.path, "exists", lambda path: True),
                mock.patch.object(_video, "_PATIENCE", 1),
            ):
                frames = _video.frames(0)
                seen = []
                for _ in range(5):
                    milliseconds, pixels = next(frames)
                    self.assertEqual(milliseconds, 10 * int(pixels[0, 0, 0]))
                    seen.append(int(pixels[0, 0, 0]))
                    time.sleep(0.2)
                # The frames have gaps, because the frames in between were dropped.
                self.assertGreater(seen[-1] - seen[0], 30)
                frames.close()
                self.assertEqual(len(os.listdir("/proc/self/fd")), before)
                with self.assertRaisesRegex(self.tegata.TegataError, "has sent nothing for 1 seconds"):
                    list(_video.frames(0))
            self.assertEqual(len(os.listdir("/proc/self/fd")), before)
            # A program ends even if it has not closed them.
            program_text = (
                "import os, sys\nfrom tegata import _video\n_video._input = lambda path: []\nos.path.exists = lambda"
                " path: True\ndef work():\n    frames = _video.frames(0)\n    next(frames)\n    raise"
                " KeyboardInterrupt\nwork()\n"
            )
            environment = dict(
                os.environ, PYTHONPATH=os.pathsep.join([str(PACKAGE), str(ROOT / ".build" / "python")]), PATH=folder
            )
            done = subprocess.run(
                [sys.executable, "-c", program_text], env=environment, capture_output=True, timeout=20
            )
            self.assertIn(b"KeyboardInterrupt", done.stderr)

    def test_rejects_numbers_that_would_be_cut_off(self):
        tracker = self.tegata.Tracker(HANDS)
        tall = self.np.lib.stride_tricks.as_strided(self.pixels, (2**32 + 64, 1, 3), (0, 3, 1))
        for wrong in (
            lambda: self.tegata.Tracker(HANDS, max_hands=2**32 + 1),
            lambda: self.tegata.Tracker(HANDS, threads=2**32),
            lambda: self.tegata.Tracker(HANDS, tile_ms=2**33),
            lambda: tracker.detect(tall),
            lambda: tracker.detect(self.pixels, rotation=2**32),
            lambda: tracker.track(self.pixels, 2**64 + 5),
        ):
            with self.assertRaisesRegex(self.tegata.TegataError, "use |more than|start at"):
                wrong()
        from tegata.compat import mediapipe as mp

        vision, image = mp.tasks.vision, mp.Image(mp.ImageFormat.SRGB, self.pixels)
        # The type is Any, because a number is not a valid format.
        any_image: Any = mp.Image
        base = mp.tasks.BaseOptions(model_asset_path=HANDS)
        turned = vision.ImageProcessingOptions(rotation_degrees=2**32 + 90)
        options = vision.HandLandmarkerOptions(base_options=base, running_mode=vision.RunningMode.VIDEO)
        with vision.HandLandmarker.create_from_options(options) as landmarker:
            for wrong in (
                lambda: any_image(2**32 + 1, self.pixels),
                lambda: image.is_aligned(2**32 + 16),
                lambda: landmarker.detect_for_video(image, 2**64 + 5),
                lambda: landmarker.detect_for_video(image, 1, turned),
                lambda: vision.HandLandmarker.create_from_options(
                    vision.HandLandmarkerOptions(base_options=base, num_hands=2**32 + 1)
                ),
            ):
                with self.assertRaisesRegex(ValueError, "too large"):
                    wrong()
            self.assertEqual(len(landmarker.detect_for_video(image, 5).hand_landmarks), 1)
        for place in ((2**32, 0, 0), (-1, 0, 0)):
            with self.assertRaises(IndexError):
                image[place]

    def test_draws_hands(self):
        far = self.pixels.copy()
        self.tegata.draw._line(far, self.np.array([-1e20, 5.0]), self.np.array([1e20, 5.0]), 2, (1, 2, 3))
        self.assertEqual(far.shape, self.pixels.shape)
        drawn = self.tegata.draw.hands(self.pixels.copy(), self.expected)
        wrist = (self.expected.landmarks[0, 0, :2] * drawn.shape[1::-1]).astype(int)
        self.assertEqual(drawn[wrist[1], wrist[0]].tolist(), [255, 48, 48])
        changed = (drawn != self.pixels).any(axis=2).mean()
        self.assertTrue(0.005 < changed < 0.2, changed)

    def test_constants_match_the_header(self):
        from tegata import _errors, _images
        from tegata._library import library

        header = re.sub(
            r"/\*.*?\*/", "", (ROOT / "Sources/Bindings/CTegataLibrary/include/tegata.h").read_text(), flags=re.DOTALL
        )

        def numbers(name):
            body = found(rf"typedef enum {name} {{(.*?)}}", header, re.DOTALL)
            return {word.split("_", 1)[1].lower(): int(number) for word, number in re.findall(r"(\w+) = (\d+)", body)}

        self.assertEqual(numbers("tegata_format"), _images.FORMATS)
        self.assertEqual(numbers("tegata_matrix"), _images.MATRICES)
        for enum, field in (("search_area", "search.area"), ("precision", "precision")):
            names = [f"{enum.split('_')[0]}_{name}".replace("-", "_") for name in library().choices[field]]
            self.assertEqual(numbers(f"tegata_{enum}"), {name: number for number, name in enumerate(names)})
        self.assertEqual(list(numbers("tegata_element")), library().choices["encoding.element"])
        networks = [field[0] for field in library().structs["networks"]._fields_ if hasattr(field[1], "batch")]
        self.assertEqual(list(numbers("tegata_network_kind")), networks)
        self.assertEqual(set(numbers("tegata_status").values()) - {0}, set(_errors.ERRORS))
        self.assertEqual(
            list(numbers("tegata_camera_kind")), ["camera_unknown", "camera_intrinsics", "camera_field_of_view"]
        )

    def test_options_match_the_library(self):
        import inspect

        from tegata import _library

        given = set(inspect.signature(self.tegata.Tracker.__init__).parameters)
        options = struct_fields(_library.struct("options")) | struct_fields(_library.struct("search"))
        # Options with another name in Python, and fields that are not options.
        self.assertEqual(
            options - given,
            {
                "size",
                "model_size",
                "reserved",
                "area",
                "smooths",
                "smoothing_cutoff_hz",
                "smoothing_speed_coefficient",
                "smoothing_speed_cutoff_hz",
            },
        )
        # Values that are not passed keep the library's defaults.
        with (
            self.tegata.Tracker(HANDS) as one,
            self.tegata.Tracker(HANDS, max_hands=2, min_detection_confidence=0.5, detection_interval=1) as other,
        ):
            for tracker in (one, other):
                self.assertSame(tracker.detect(self.pixels))

    def test_recognises_custom_poses_and_actions(self):
        fist, wave = (str(ROOT / "Tests" / "Fixtures" / "classifiers" / f"{name}.tegata") for name in ("fist", "wave"))
        self.assertEqual((self.expected.actions, self.expected[0].action, self.expected[0].action_score), ([], None, 0))
        for poses in (fist, Path(fist), Path(fist).read_bytes()):
            with self.tegata.Tracker(HANDS, poses=poses) as tracker:
                self.assertEqual(tracker.detect(self.pixels).gestures, ["fist", "fist"])
        with self.tegata.Tracker(HANDS, poses=fist, denied_gestures=["fist"]) as tracker:
            self.assertEqual(tracker.detect(self.pixels).gestures, ["None", "None"])
        results = list(self.tegata.track([self.pixels] * 30, HANDS, actions=wave))
        self.assertEqual([hand.action for hand in results[0]], [None, None])
        last = results[-1]
        self.assertEqual([hand.action for hand in last], ["wave", "wave"])
        self.assertTrue(all(hand.action_score > 0.9 for hand in last))
        begun = [event for result in results for event in result.actions]
        self.assertEqual(sorted((event.hand_id, event.name) for event in begun), [(1, "wave"), (2, "wave")])
        self.assertEqual(pickle.loads(pickle.dumps(last))[0].action, "wave")
        # The type is Any, because the test passes values of wrong types.
        wrong: list[tuple[dict[str, Any], Any, str]] = [
            (dict(poses=wave), ValueError, "actions"),
            (dict(actions=b"TEGATACL"), ValueError, "actions"),
            (dict(poses=b""), ValueError, "file is empty"),
            (dict(actions="/nowhere.tegata"), FileNotFoundError, "/nowhere.tegata"),
            (dict(poses=HANDS), FileNotFoundError, "no classifier"),
            (dict(poses=3), TypeError, "PathLike"),
        ]
        for options, kind, words in wrong:
            with self.subTest(options), self.assertRaisesRegex(kind, words):
                self.tegata.Tracker(HANDS, **options)

    def test_import_loads_neither_numpy_nor_the_library(self):
        code = "import sys, tegata; print('numpy' in sys.modules, 'tegata._library' in sys.modules, dir(tegata)[:2])"
        said = subprocess.run(
            [sys.executable, "-c", code], cwd=PACKAGE, check=True, capture_output=True, text=True
        ).stdout
        self.assertEqual(said, "False False ['ActionEvent', 'BENT_JOINTS']\n")

    def test_searches_for_models_by_name(self):
        from tegata import models
        from tegata.compat.mediapipe.tasks.python import BaseOptions

        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "a.task").write_bytes(b"model")
            with mock.patch.dict(os.environ, {"TEGATA_MODELS": folder}):
                self.assertEqual(models.located("a.task"), f"{folder}/a.task")
                self.assertEqual(models.located("./a.task"), "./a.task")
                self.assertEqual(BaseOptions("a.task")._native().model_asset_path, f"{folder}/a.task".encode())
                places = (
                    f"b.task: not found in the current directory, {folder}; give its path, or run: python -m tegata"
                    " fetch$"
                )
                with self.assertRaisesRegex(FileNotFoundError, places):
                    self.tegata.Tracker("b.task")
                with self.assertRaisesRegex(FileNotFoundError, "python -m tegata fetch hand_landmarker.task"):
                    models.located("hand_landmarker.task")

    def test_names_missing_packages(self):
        from tegata._errors import needed

        with self.assertRaisesRegex(
            ModuleNotFoundError, r'^nothing_here is missing; run: pip install "tegata\[compat\]"$'
        ):
            needed("nothing_here.inside")
        said = r'^pyarrow is missing; run: pip install "tegata\[arrow\]"$'
        # Modules that are None count as missing.
        with mock.patch.dict(sys.modules, {"pyarrow": None}), self.assertRaisesRegex(ModuleNotFoundError, said):
            sys.modules.pop("tegata.arrow", None)
            importlib.import_module("tegata.arrow")

    def test_fetches_models(self):
        from tegata import models

        served = []

        def answer(address, timeout):
            served.append(address)
            name = address.split("/")[-1].split("?")[0]
            path = MODELS / "tflite" / name if name.endswith(".tflite") else MODELS / name
            return path.open("rb")

        with tempfile.TemporaryDirectory() as folder, mock.patch("urllib.request.urlopen", answer):
            for name, count in [("hand_landmarker.task", 1), ("hand_landmarker_lite.task", 2)]:
                if not (MODELS / name).is_file() or count == 2 and not (MODELS / "tflite").is_dir():
                    continue
                with self.subTest(name):
                    self.assertEqual(models.fetch(name, folder), str(Path(folder) / name))
                    self.assertEqual((Path(folder) / name).read_bytes(), (MODELS / name).read_bytes())
                    self.assertEqual(len(served), count)
                    # Existing models are not fetched again.
                    models.fetch(name, folder)
                    self.assertEqual(len(served), count)
                    served.clear()
            with self.assertRaisesRegex(FileNotFoundError, "no published model"):
                models.fetch("nothing.task", folder)
            part = "tflite/palm_detection_lite.tflite"
            if (MODELS / part).is_file():
                self.assertEqual(models.fetch(part, folder), str(Path(folder) / part))
            with self.assertRaisesRegex(OSError, "cannot be written"):
                models.fetch(folder=PICTURE)
        with (
            mock.patch("urllib.request.urlopen", side_effect=OSError("no network")),
            tempfile.TemporaryDirectory() as folder,
        ):
            with self.assertRaisesRegex(self.tegata.TegataError, "cannot be downloaded .no network."):
                models.fetch(folder=folder)
        with mock.patch.dict(os.environ, {"TEGATA_MODELS": "/nowhere"}):
            self.assertEqual(models.folders(), [Path("/nowhere")])
        with mock.patch.dict(os.environ, {"TEGATA_MODELS": "/usr/share/tegata"}):
            self.assertEqual(models._own_folder(), Path("/usr/share/tegata"))
        with (
            mock.patch.dict(os.environ, {"TEGATA_MODELS": ""}),
            mock.patch("pathlib.Path.home", side_effect=RuntimeError),
        ):
            self.assertIn(Path("/usr/share/tegata"), models.folders())
        with (
            tempfile.TemporaryDirectory() as folder,
            mock.patch("urllib.request.urlopen", lambda *_, **__: open(PICTURE, "rb")),
        ):
            with self.assertRaisesRegex(OSError, "is not the published model"):
                models.fetch(folder=folder)
            self.assertEqual(os.listdir(folder), [])

    def test_fetches_nothing_if_models_are_installed(self):
        from tegata import __main__, models

        name, content = "hand_landmarker.task", Path(HANDS).read_bytes()
        with tempfile.TemporaryDirectory() as folder:
            installed, own = Path(folder) / "installed" / name, Path(folder) / "own" / name
            for path in (installed, own):
                path.parent.mkdir()
            installed.write_bytes(content)

            def fetch():
                with (
                    mock.patch.object(models, "folders", lambda: [own.parent, installed.parent]),
                    mock.patch.object(sys, "argv", ["tegata", "fetch", name]),
                    mock.patch("urllib.request.urlopen", side_effect=OSError("no network")),
                    contextlib.redirect_stdout(io.StringIO()) as output,
                    contextlib.redirect_stderr(io.StringIO()) as errors,
                ):
                    return __main__.main(), output.getvalue(), errors.getvalue()

            said = "tegata: nothing was downloaded, because the models are installed\n"
            self.assertEqual(fetch(), (0, f"{installed}\n", said))
            # A damaged file, which programs would use, does not count.
            own.write_bytes(content[:-1])
            status, output, errors = fetch()
            self.assertEqual((status, output), (1, ""))
            self.assertRegex(errors, "^tegata: .*: cannot be downloaded .no network.;.*\n$")

    def test_help_describes_each_subcommand(self):
        environment = dict(os.environ, PYTHONPATH=os.pathsep.join([str(PACKAGE), str(ROOT / ".build" / "python")]))
        command = [sys.executable, "-m", "tegata", "--help"]
        said = subprocess.run(
            command, check=True, capture_output=True, text=True, env={**environment, "COLUMNS": "80"}
        ).stdout
        for name in ("detect", "recognize", "track", "fetch", "publish"):
            self.assertRegex(said, rf"(?m)^ +{name} +\w.+$")

    def test_command_prints_json_lines(self):
        command = [sys.executable, "-m", "tegata", "recognize", PICTURE, "--model", GESTURES]
        environment = dict(os.environ, PYTHONPATH=os.pathsep.join([str(PACKAGE), str(ROOT / ".build" / "python")]))
        said = subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout
        self.assertIn('"gesture": "Thumb_Up"', said)
        failed = subprocess.run([*command, "--model", PICTURE], capture_output=True, text=True, env=environment)
        self.assertEqual((failed.returncode, failed.stdout, len(failed.stderr.splitlines())), (1, "", 1))
        # An unreadable file does not prevent the others, and the program ends when its reader closes the pipe.
        command = [sys.executable, "-m", "tegata", "detect", "--model", HANDS]
        some = subprocess.run([*command, "nowhere.png", PICTURE], capture_output=True, text=True, env=environment)
        self.assertEqual((some.returncode, some.stdout.count("\n"), len(some.stderr.splitlines())), (1, 1, 1))
        with Process(
            [*command, *[PICTURE] * 50], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
        ) as running:
            running.stdout.readline()
            running.stdout.close()
            self.assertEqual((running.stderr.read(), running.wait()), (b"", -signal.SIGPIPE))

    def test_wheel_works_without_the_checkout(self):
        sys.path.append(str(PACKAGE / "build_backend"))
        import tegata_build

        os.environ["TEGATA_LIBRARY"] = str(LIBRARY)
        self.addCleanup(os.environ.pop, "TEGATA_LIBRARY")
        with tempfile.TemporaryDirectory() as folder:
            whole = Path(folder) / tegata_build.build_wheel(folder)
            brought = {
                Path(name).name for name in zipfile.ZipFile(whole).namelist() if ".data/data/share/tegata/" in name
            }
            self.assertEqual(brought, {name for name in tegata_build.MODELS if (ROOT / "Models" / name).exists()})
            models = zipfile.ZipFile(Path(folder) / tegata_build.build_models_wheel(folder))
            self.assertEqual(
                {Path(name).name for name in models.namelist()},
                brought | {"METADATA", "WHEEL", "RECORD", "LICENSE", "NOTICE"},
            )
            separate = zipfile.ZipFile(Path(folder) / tegata_build.build_wheel(folder, {"models": "separate"}))
            metadata = next(name for name in separate.namelist() if name.endswith("METADATA"))
            self.assertIn(f"Requires-Dist: tegata-models>={tegata_build.version()}\n", separate.read(metadata).decode())
            name = tegata_build.build_wheel(folder, {"models": "none"})
            wheel = Path(folder) / name
            self.assertRegex(name, r"^tegata-[\d.]+-py3-none-(many|musl)linux_\d+_\d+_\w+\.whl$")
            self.assertLess(wheel.stat().st_size, 9_000_000)
            zipfile.ZipFile(wheel).extractall(Path(folder) / "installed")
            environment = dict(
                os.environ,
                PYTHONPATH=os.pathsep.join([str(Path(folder) / "installed"), str(ROOT / ".build" / "python")]),
            )
            del environment["TEGATA_LIBRARY"]
            code = (
                f"import tegata; print(tegata.Tracker({HANDS!r}).detect({PICTURE!r}),"
                " tegata.models._manifest()[0]['name'])"
            )
            said = subprocess.run(
                [sys.executable, "-c", code], cwd=folder, check=True, capture_output=True, text=True, env=environment
            ).stdout
            self.assertEqual(said, "<Result: Right, Right> hand_landmarker.task\n")


PROGRAM = """
import sys
import mediapipe as mp
from mediapipe.tasks import python
from mediapipe.tasks.python import vision
from mediapipe.tasks.python.vision.hand_landmarker import HandLandmark

model, picture, how = sys.argv[1:4]
base = python.BaseOptions(model_asset_path=model)
image = mp.Image.create_from_file(picture)
options = vision.GestureRecognizerOptions(base_options=base, num_hands=2)
with vision.GestureRecognizer.create_from_options(options) as recognizer:
    result = recognizer.recognize(image)
    names = [hand[0].category_name for hand in result.gestures]
    print(__name__, names, len(result.hand_landmarks[1]), int(HandLandmark.PINKY_TIP))
assert recognizer.recognize(image) == vision.GestureRecognizerResult([], [], [], [])

def tell(result, image, time):
    print(time, result.gestures[1][0].category_name, image.numpy_view().shape)
    if time == 0: raise ValueError("of the program")

options = mp.tasks.vision.GestureRecognizerOptions(
    base_options=mp.tasks.BaseOptions(model_asset_path=model), num_hands=2,
    running_mode=mp.tasks.vision.RunningMode.LIVE_STREAM, result_callback=tell)
recognizer = mp.tasks.vision.GestureRecognizer.create_from_options(options)
for time in range(4): recognizer.recognize_async(image, time)
if how == "closes": recognizer.close()
"""

SLOW_PROGRAM = """
import sys, threading, time
import mediapipe as mp

vision = mp.tasks.vision
image = mp.Image.create_from_file(sys.argv[2])
told, goes_on = [], threading.Event()

def tell(result, image, time):
    told.append(time)
    goes_on.wait()

options = vision.HandLandmarkerOptions(
    base_options=mp.tasks.BaseOptions(model_asset_path=sys.argv[1]),
    running_mode=vision.RunningMode.LIVE_STREAM, result_callback=tell)
landmarker = vision.HandLandmarker.create_from_options(options)
for number in range(30):
    landmarker.detect_async(image, number)
    time.sleep(0.02)
goes_on.set()
landmarker.close()
print(told[0], told == sorted(told), 2 <= len(told) <= 5)
"""

LEFT_PROGRAM = """
import gc, sys, threading, time
import mediapipe as mp

vision, how = mp.tasks.vision, sys.argv[3]
image = mp.Image.create_from_file(sys.argv[2])
told, left = [], threading.Event()

def landmarker(model=sys.argv[1]):
    options = vision.HandLandmarkerOptions(
        base_options=mp.tasks.BaseOptions(model_asset_path=model),
        running_mode=vision.RunningMode.LIVE_STREAM, result_callback=tell)
    return vision.HandLandmarker.create_from_options(options)

class Holder: pass

def tell(result, image, time):
    told.append(time)
    if how == "exits": sys.exit(1)
    left.wait()
    # From now on, the collector runs as soon as this thread allocates, even while it waits for results.
    gc.set_threshold(1)
    gc.enable()

def threads():
    return [thread.name for thread in threading.enumerate()].count("tegata results")

if how == "fails":
    for _ in range(3):
        try: landmarker("nowhere.task")
        except FileNotFoundError: pass
else:
    gc.disable()
    holder = Holder()
    # Part of a circle, so that the collector alone finds it.
    holder.itself, holder.task = holder, landmarker()
    assert threads() == 1
    for number in range(5):
        holder.task.detect_async(image, number)
        time.sleep(0.05)
    if how == "exits": holder.task.close()
    del holder
    left.set()
    for _ in range(200):
        if threads() == 0: break
        time.sleep(0.05)
print(how, len(told) > 0 or how == "fails", threads())
"""

FORKED_PROGRAM = """
import gc, os, sys, time
import mediapipe as mp

vision, how = mp.tasks.vision, sys.argv[3]

def landmarker(told):
    options = vision.HandLandmarkerOptions(
        base_options=mp.tasks.BaseOptions(model_asset_path=sys.argv[1]), running_mode=vision.RunningMode.LIVE_STREAM,
        result_callback=lambda result, image, time: told.append(time))
    return vision.HandLandmarker.create_from_options(options)

image = mp.Image.create_from_file(sys.argv[2])
told = []
stream = landmarker(told)
child = os.fork()
if child == 0:
    if how == "closes": stream.close()
    if how == "drops":
        del stream
        gc.collect()
    if how == "makes":
        with landmarker(told) as own: own.detect_async(image, 5)
        assert told == [5]
    sys.exit(7)
deadline = time.monotonic() + 30
while (ended := os.waitpid(child, os.WNOHANG))[0] == 0 and time.monotonic() < deadline: time.sleep(0.02)
if ended[0] == 0: os.kill(child, 9)
stream.detect_async(image, 3)
stream.close()
print(how, ended[0] == child and os.WIFEXITED(ended[1]) and os.WEXITSTATUS(ended[1]), told)
"""


RAISING_PROGRAM = """
import faulthandler, logging, os, sys, threading, time
import mediapipe as mp

# A program that hangs says where.
faulthandler.dump_traceback_later(60, exit=True)
vision, how = mp.tasks.vision, sys.argv[3]
image = mp.Image.create_from_file(sys.argv[2])

def landmarker(tell):
    options = vision.HandLandmarkerOptions(
        base_options=mp.tasks.BaseOptions(model_asset_path=sys.argv[1]),
        running_mode=vision.RunningMode.LIVE_STREAM, result_callback=tell)
    return vision.HandLandmarker.create_from_options(options)

class Filter(logging.Filter):
    def filter(self, record): raise KeyError("of the filter")

class Textless(Exception):
    def __repr__(self): return repr(self)

told = []
if how in ("filter", "text"):
    if how == "filter": logging.getLogger().addFilter(Filter())
    def tell(result, image, time):
        told.append(time)
        raise ValueError() if how == "filter" else Textless()
    stream = landmarker(tell)
    for number in range(4):
        stream.detect_async(image, number)
        time.sleep(0.1)
    stream.close()
    print(how, len(told) > 1)
elif how == "mutual":
    both, streams = threading.Barrier(2), []
    def tell(other):
        def told_of(result, image, time):
            both.wait()
            streams[other].close()
            told.append(other)
        return told_of
    streams += [landmarker(tell(1)), landmarker(tell(0))]
    for stream in streams: stream.detect_async(image, 1)
    for _ in range(300):
        if len(told) == 2: break
        time.sleep(0.1)
    print(how, sorted(told) == [0, 1])
else:
    start, before = threading.Thread.start, len(os.listdir("/proc/self/task"))
    def refuse(self): raise RuntimeError("can't start new thread")
    threading.Thread.start = refuse
    try: landmarker(print)
    except RuntimeError: told.append("refused")
    threading.Thread.start = start
    print(how, told == ["refused"] and len(os.listdir("/proc/self/task")) == before)
"""


THREADS_PROGRAM = """
import os, sys
import mediapipe as mp
import tegata.compat

if sys.argv[2]: tegata.compat.set_threads(int(sys.argv[2]))
before = len(os.listdir("/proc/self/task"))
options = mp.tasks.vision.HandLandmarkerOptions(base_options=mp.tasks.BaseOptions(model_asset_path=sys.argv[1]))
with mp.tasks.vision.HandLandmarker.create_from_options(options): print(len(os.listdir("/proc/self/task")) - before)
"""


@unittest.skipIf(MISSING, MISSING)
class CompatibleTests(unittest.TestCase):
    def run_program(self, *arguments, input=None, **variables):
        environment = dict(
            os.environ, PYTHONPATH=os.pathsep.join([str(PACKAGE), str(ROOT / ".build" / "python")]), **variables
        )
        return subprocess.run(
            [sys.executable, "-m", "tegata.compat", *arguments],
            capture_output=True,
            text=True,
            env=environment,
            input=input,
        )

    def check_ways(self, text, ways, outcome):
        """Runs a program once for each way to treat its streams, and checks that it prints the way and the outcome."""
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "program.py"
            program.write_text(text)
            for how in ways:
                with self.subTest(how):
                    done = self.run_program(str(program), HANDS, PICTURE, how)
                    self.assertEqual((done.returncode, done.stdout), (0, f"{how} {outcome}\n"), done.stderr)

    def test_drops_frames_while_the_callback_is_slow(self):
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "program.py"
            program.write_text(SLOW_PROGRAM)
            done = self.run_program(str(program), HANDS, PICTURE)
            self.assertEqual((done.returncode, done.stdout), (0, "0 True True\n"), done.stderr)

    def test_streams_end_if_dropped_failed_or_left_by_exit(self):
        self.check_ways(LEFT_PROGRAM, ("exits", "left", "fails"), "True 0")

    def test_forked_processes_end_with_an_inherited_stream(self):
        self.check_ways(FORKED_PROGRAM, ("leaves", "closes", "drops", "makes"), "7 [3]")

    def test_programs_run_unchanged(self):
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "program.py"
            program.write_text(PROGRAM)
            # Frames of a stream that is still open when the program ends are not lost.
            for how in ("closes", "leaves"):
                done = self.run_program(str(program), GESTURES, PICTURE, how)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(
                    done.stdout.splitlines(),
                    [
                        "__main__ ['Closed_Fist', 'Thumb_Up'] 21 20",
                        "0 Thumb_Up (448, 448, 3)",
                        "3 Thumb_Up (448, 448, 3)",
                    ],
                )
                self.assertIn("Error in callback: ValueError('of the program')", done.stderr)

    def test_programs_choose_the_number_of_threads(self):
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "program.py"
            program.write_text(THREADS_PROGRAM)
            for setting, environment, threads in (
                ("3", {}, 2),
                ("", {"TEGATA_THREADS": "4"}, 3),
                ("2", {"TEGATA_THREADS": "4"}, 1),
            ):
                with self.subTest(setting=setting, environment=environment):
                    done = self.run_program(str(program), HANDS, setting, **environment)
                    self.assertEqual((done.returncode, done.stdout), (0, f"{threads}\n"), done.stderr)
            done = self.run_program(str(program), HANDS, "", TEGATA_THREADS="many")
            self.assertIn("ValueError: TEGATA_THREADS is many; set it to a number from 1 to 64.", done.stderr)

    def test_code_and_child_processes_find_the_modules(self):
        code = (
            "import sys, mediapipe as mp; from mediapipe.tasks.python import vision; print(sys.argv, mp.__name__,"
            " mp.tasks.vision is vision, __name__)"
        )
        end = "'a'] tegata.compat.mediapipe True __main__\n"
        child = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {code!r}, 'a'])"
        for arguments, text in ((["-c", code, "a"], ""), (["-", "a"], code), (["-c", child], "")):
            with self.subTest(arguments):
                done = self.run_program(*arguments, input=text)
                self.assertEqual((done.returncode, done.stdout), (0, f"['{'-' if text else '-c'}', {end}"), done.stderr)

    def test_other_tasks_raise_errors(self):
        from tegata.compat import mediapipe as mp

        self.assertFalse(hasattr(mp.tasks, "text"))
        with self.assertRaisesRegex(AttributeError, "for hands only"):
            mp.tasks.vision.FaceLandmarker
        with self.assertRaisesRegex(AttributeError, "for hands only"):
            mp.solutions.pose
        done = self.run_program("-c", "import mediapipe.tasks.python.vision.pose_landmarker")
        self.assertIn(
            "No module named 'mediapipe.tasks.python.vision.pose_landmarker': Tegata has MediaPipe's tasks for hands"
            " only",
            done.stderr,
        )
        self.assertIs(
            mp.tasks.components.containers.LandmarksDetectionResult,
            mp.tasks.components.containers.landmark_detection_result.LandmarksDetectionResult,
        )

    def test_reports_programs_that_cannot_run(self):
        self.assertEqual(self.run_program().returncode, 2)
        self.assertIn("-c needs code", self.run_program("-c").stderr)
        done = self.run_program("nowhere.py")
        self.assertEqual((done.returncode, done.stderr), (1, "python -m tegata.compat: nowhere.py: no such file\n"))

    def test_copies_arrays_of_any_layout(self):
        import numpy
        from tegata.compat import mediapipe as mp

        pixels = numpy.arange(5 * 7 * 3, dtype=numpy.uint8).reshape(5, 7, 3)
        for view in (pixels[:, :, ::-1], pixels[::2], pixels.transpose(1, 0, 2)):
            image = mp.Image(image_format=mp.ImageFormat.SRGB, data=view)
            self.assertTrue(numpy.array_equal(image.numpy_view(), view))
        # The pixels live as long as the objects that refer to them.
        view = mp.Image(image_format=mp.ImageFormat.SRGB, data=pixels).numpy_view()
        self.assertTrue(numpy.array_equal(view, pixels))
        with self.assertRaises(ValueError):
            view.flags.writeable = True
        # A copy of immutable data may be the same object; closing one does not close the other.
        image = mp.Image(image_format=mp.ImageFormat.SRGB, data=pixels)
        for copied in (copy.copy(image), copy.deepcopy(image)):
            self.assertTrue(numpy.array_equal(copied.numpy_view(), pixels))
        del copied
        self.assertEqual(image.width, 7)
        with self.assertRaises(TypeError):
            pickle.dumps(image)

    def test_tasks_cannot_be_copied(self):
        from tegata.compat import mediapipe as mp

        with mp.tasks.vision.HandLandmarker.create_from_model_path(HANDS) as landmarker:
            with self.assertRaises(TypeError):
                copy.copy(landmarker)
            self.assertEqual(len(landmarker.detect(mp.Image.create_from_file(PICTURE)).hand_landmarks), 1)

    def test_streams_end_if_callbacks_raise_or_block(self):
        self.check_ways(RAISING_PROGRAM, ("filter", "text", "mutual", "threads"), "True")

    @unittest.skipIf(
        importlib.util.find_spec("google") is None or importlib.util.find_spec("google.protobuf") is None,
        "protobuf is missing",
    )
    def test_messages_support_copies_pickling_and_text(self):
        from google.protobuf.json_format import MessageToDict
        from tegata.compat.mediapipe.framework.formats import classification_pb2, landmark_pb2

        hand = landmark_pb2.NormalizedLandmarkList()
        hand.landmark.extend([landmark_pb2.NormalizedLandmark(x=0.5, y=index / 20, z=0) for index in range(21)])
        self.assertEqual(pickle.loads(pickle.dumps(hand)), hand)
        self.assertEqual(copy.deepcopy(hand), hand)
        self.assertEqual([field.name for field, _ in hand.landmark[0].ListFields()], ["x", "y", "z"])
        self.assertEqual((hand.landmark[0].visibility, hand.landmark[0].HasField("visibility")), (0, False))
        self.assertEqual(str(hand.landmark[10]), "x: 0.5\ny: 0.5\nz: 0\n")
        sides = classification_pb2.ClassificationList(
            classification=[classification_pb2.Classification(index=0, score=0.5, label="Left")]
        )
        self.assertEqual(sides.ListFields()[0][1][0].label, "Left")
        self.assertEqual(MessageToDict(sides), {"classification": [{"index": 0, "score": 0.5, "label": "Left"}]})

    def test_gestures_without_labels_have_no_names(self):
        from tegata.compat.mediapipe.tasks.python.components.containers import category

        native = types.SimpleNamespace(index=3, score=0.5, display_name=None, category_name=b"")
        self.assertEqual(category._category(native), category.Category(3, 0.5, None, None))

    def test_provides_the_names_of_the_legacy_interface(self):
        from tegata.compat import mediapipe as mp

        hands = mp.solutions.hands
        self.assertEqual(
            (len(hands.HAND_CONNECTIONS), (0, 17) in hands.HAND_CONNECTIONS, hands.HandLandmark.INDEX_FINGER_TIP),
            (21, True, 8),
        )
        self.assertEqual(
            set(mp.solutions.drawing_styles.get_default_hand_connections_style()), set(hands.HAND_CONNECTIONS)
        )
        self.assertEqual(
            mp.solutions.drawing_utils.DrawingSpec(), mp.tasks.vision.drawing_utils.DrawingSpec((224, 224, 224), 2, 2)
        )

    def test_provides_the_drawing_styles(self):
        from tegata.compat.mediapipe.tasks.python.vision import HandLandmarksConnections, drawing_styles

        points, lines = (
            drawing_styles.get_default_hand_landmarks_style(),
            drawing_styles.get_default_hand_connections_style(),
        )
        self.assertEqual((len(points), len(lines), len(HandLandmarksConnections.HAND_CONNECTIONS)), (21, 21, 21))
        self.assertEqual(
            [points[index].color for index in (0, 1, 2, 5, 6, 10, 14, 20)],
            [
                (48, 48, 255),
                (48, 48, 255),
                (180, 229, 255),
                (48, 48, 255),
                (128, 64, 128),
                (0, 204, 255),
                (48, 255, 48),
                (192, 101, 21),
            ],
        )
        self.assertEqual({(spec.thickness, spec.circle_radius) for spec in points.values()}, {(-1, 5)})
        self.assertEqual(
            [(lines[pair].color, lines[pair].thickness) for pair in [(0, 17), (1, 2), (19, 20)]],
            [((128, 128, 128), 3), ((180, 229, 255), 2), ((192, 101, 21), 2)],
        )


if __name__ == "__main__":
    unittest.main()
