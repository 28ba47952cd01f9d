"""MediaPipe's legacy Python interface: the results of tegata.compat next to mediapipe 0.10.21, and its errors for bad
input.

Needs the library (Tools/build/library), NumPy, protobuf and the models; comparisons need MediaPipe's results in
../shared, and ffmpeg.
"""

import copy
import importlib.util
import json
import os
import pickle
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PACKAGE = ROOT / "Python"
LIBRARY = ROOT / ".build" / "library" / "lib" / "libtegata.so"
MODELS = Path(os.environ.get("TEGATA_MODELS") or ROOT / "Models")
PICTURE = str(ROOT / "Tests" / "Fixtures" / "rendered" / "two_hands_mixed.png")
SHARED = ROOT.parent / "shared" / "fixtures"
EXPECTED = SHARED / "expected-legacy"
sys.path += [str(PACKAGE), str(ROOT / ".build" / "python")]

MISSING = ""
if not LIBRARY.is_file():
    MISSING = "the library is not built; run Tools/build/library"
elif any(importlib.util.find_spec(name) is None for name in ("numpy", "google", "google.protobuf")):
    MISSING = "NumPy or protobuf is missing; Tools/test puts them into .build/python"
elif not all((MODELS / name).is_file() for name in ("hand_landmarker.task", "hand_landmarker_lite.task")):
    MISSING = "models are missing"


def expected(name):
    return json.loads((EXPECTED / f"{name}.json").read_text())["runs"]


@unittest.skipIf(MISSING, MISSING)
class HandsTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        os.environ.setdefault("TEGATA_MODELS", str(MODELS))
        import numpy
        from tegata import _images
        from tegata.compat import mediapipe

        cls.np, cls.Hands, cls.read = numpy, mediapipe.solutions.hands.Hands, staticmethod(_images.read)
        cls.pixels = _images.read(PICTURE)
        with cls.Hands(static_image_mode=True) as hands:
            cls.result = hands.process(cls.pixels)

    def points(self, hands):
        return self.np.array([[(point.x, point.y, point.z) for point in hand.landmark] for hand in hands])

    def distance(self, result, wanted):
        """Returns the largest distance of a point, the largest distance in metres, the largest difference of scores,
        and the number of hands with another handedness."""
        self.assertEqual(len(result.multi_hand_landmarks or ()), len(wanted))
        if not wanted:
            return 0, 0, 0, 0
        far = []
        for hands, name in [
            (result.multi_hand_landmarks, "landmarks"),
            (result.multi_hand_world_landmarks, "worldLandmarks"),
        ]:
            places = self.np.array([[[point[axis] for axis in "xyz"] for point in hand[name]] for hand in wanted])
            far.append(abs(self.points(hands) - places).max())
        sides = [hand.classification[0] for hand in result.multi_handedness]
        apart = max(abs(side.score - hand["handedness"]["score"]) for side, hand in zip(sides, wanted))
        named = [(hand["handedness"]["index"], hand["handedness"]["categoryName"]) for hand in wanted]
        return *far, apart, sum((side.index, side.label) != name for side, name in zip(sides, named))

    @unittest.skipUnless(EXPECTED.is_dir(), "../shared is missing")
    def test_results_for_images_match_mediapipe(self):
        names = sorted(path.name.removesuffix(".json") for path in EXPECTED.glob("*.json") if ".mp4" not in path.name)
        self.assertGreater(len(names), 40)
        for complexity in (0, 1):
            for count in (1, 2):
                with self.Hands(True, count, complexity) as hands:
                    for name in names:
                        picture = next(
                            folder / name
                            for folder in (SHARED / "images", SHARED / "rendered")
                            if (folder / name).is_file()
                        )
                        found = self.distance(
                            hands.process(self.read(picture)),
                            expected(name)[f"legacy/static/numHands={count}/complexity={complexity}"],
                        )
                        with self.subTest(name, complexity=complexity, count=count):
                            self.assertTrue(max(found[:3]) < 1e-4 and found[3] == 0, found)

    @unittest.skipUnless(EXPECTED.is_dir(), "../shared is missing")
    def test_results_for_a_video_match_mediapipe(self):
        from tegata import _video

        frames = [pixels for _, pixels in _video.frames(SHARED / "videos" / "two_gestures.mp4")]
        for complexity in (0, 1):
            with self.Hands(model_complexity=complexity) as hands:
                wanted = expected("two_gestures.mp4")[f"legacy/video/numHands=2/complexity={complexity}"]
                found = [
                    self.distance(hands.process(pixels), hand) for pixels, hand in zip(frames, wanted, strict=True)
                ]
            with self.subTest(complexity=complexity):
                self.assertLess(max(frame[0] for frame in found), 5e-3)
                self.assertLess(max(frame[1] for frame in found), 5e-3)
                self.assertLess(max(frame[2] for frame in found), 0.05)
                # The lite networks cannot decide the handedness of one hand.
                self.assertLessEqual(sum(frame[3] for frame in found), 1 - complexity)

    def test_results_are_protobuf_messages(self):
        result = self.result
        self.assertEqual(result._fields, ("multi_hand_landmarks", "multi_hand_world_landmarks", "multi_handedness"))
        self.assertEqual([len(getattr(result, name)) for name in result._fields], [2, 2, 2])
        wrist = result.multi_hand_landmarks[0].landmark[0]
        self.assertEqual(str(wrist).splitlines()[0], "x: 0.217825428")
        self.assertEqual(
            [wrist.HasField(name) for name in ("x", "y", "z", "visibility", "presence")], [True] * 3 + [False] * 2
        )
        self.assertEqual(len(result.multi_hand_world_landmarks[1].landmark), 21)
        side = result.multi_handedness[0].ListFields()[0][1][0]
        self.assertEqual((side.label, side.index, side.HasField("display_name")), ("Left", 0, False))
        self.assertAlmostEqual(side.score, 0.9913624, 6)
        self.assertEqual(pickle.loads(pickle.dumps(result)).multi_hand_landmarks, result.multi_hand_landmarks)
        self.assertEqual(copy.deepcopy(result.multi_handedness), result.multi_handedness)
        with self.assertRaises(TypeError):
            list(result)
        with self.Hands() as hands:
            nothing = hands.process(self.np.zeros((40, 50, 3), self.np.uint8))
            self.assertEqual([getattr(nothing, name) for name in nothing._fields], [None] * 3)

    def test_tracks_frames_until_a_reset(self):
        with self.Hands() as hands:
            first, second = hands.process(self.pixels), hands.process(self.pixels)
            self.assertEqual(first.multi_hand_landmarks, self.result.multi_hand_landmarks)
            self.assertNotEqual(first.multi_hand_landmarks, second.multi_hand_landmarks)
            hands.reset()
            self.assertEqual(hands.process(self.pixels).multi_hand_landmarks, first.multi_hand_landmarks)

    def test_accepts_arrays_of_any_layout(self):
        np, pixels = self.np, self.pixels
        read_only = pixels.copy()
        read_only.flags.writeable = False
        with self.Hands(static_image_mode=True) as hands:
            for name, view in [
                ("turned round", np.ascontiguousarray(pixels[:, :, ::-1])[:, :, ::-1]),
                ("read-only", read_only),
                ("masked", np.ma.array(pixels)),
                ("columns first", np.asfortranarray(pixels)),
                ("four dimensions", pixels[..., None]),
            ]:
                with self.subTest(name):
                    self.assertEqual(hands.process(view).multi_hand_landmarks, self.result.multi_hand_landmarks)
            self.assertIsNone(hands.process(pixels.astype(bool)).multi_hand_landmarks)
            self.assertIsNone(hands.process(pixels[:1, :1]).multi_hand_landmarks)

    def test_accepts_options_of_any_value(self):
        for options, count in [
            (dict(max_num_hands=1), 1),
            (dict(max_num_hands=True), 1),
            (dict(max_num_hands=self.np.int64(2)), 2),
            (dict(static_image_mode="yes"), 2),
            (dict(min_detection_confidence=2), 0),
            (dict(min_detection_confidence=-1), 2),
            (dict(min_detection_confidence=None), 2),
            (dict(min_tracking_confidence=2), 0),
            (dict(min_tracking_confidence=-1e300), 2),
            (dict(min_tracking_confidence=float("nan")), 0),
            (dict(min_tracking_confidence=1e300), 0),
            (dict(model_complexity=False), 2),
        ]:
            with self.subTest(str(options)), self.Hands(**options) as hands:
                self.assertEqual(len(hands.process(self.pixels).multi_hand_landmarks or ()), count)
        for options, kind in [
            (dict(max_num_hands="2"), TypeError),
            (dict(max_num_hands=2.0), TypeError),
            (dict(max_num_hands=2**31), OverflowError),
            (dict(model_complexity=0.5), TypeError),
            (dict(model_complexity=2), ValueError),
            (dict(min_detection_confidence="0.5"), TypeError),
            (dict(hands=2), TypeError),
        ]:
            with self.subTest(str(options)), self.assertRaises(kind):
                self.Hands(**options)
        # From programs before model complexities existed.
        with self.assertRaises(TypeError):
            self.Hands(False, 2, 0.5, 0.5)

    def test_presence_threshold_excludes_equal_scores(self):
        import tegata

        with tegata.Tracker(MODELS / "hand_landmarker.task", legacy=True) as tracker:
            presence = float(min(tracker.detect(self.pixels).presence))
        below, above = self.np.nextafter(presence, [0, 1])
        for confidence, count in [(below, 2), (presence, 1), (above, 1)]:
            with self.Hands(True, min_tracking_confidence=confidence) as hands:
                self.assertEqual(len(hands.process(self.pixels).multi_hand_landmarks), count)

    def test_raises_the_errors_of_mediapipe_for_bad_images(self):
        np = self.np
        with self.Hands(static_image_mode=True) as hands:
            for picture, kind, words in [
                (None, AttributeError, "'NoneType' object has no attribute 'shape'"),
                (self.pixels[:, :, 0], IndexError, "tuple index out of range"),
                (np.dstack([self.pixels, self.pixels]), ValueError, "Input image must contain three channel rgb data."),
                (
                    self.pixels.astype(float),
                    TypeError,
                    "Cannot cast array data from dtype\\('float64'\\) to dtype\\('uint8'\\)",
                ),
            ]:
                with self.subTest(words), self.assertRaisesRegex(kind, words):
                    hands.process(picture)
            self.assertEqual(hands.process(self.pixels).multi_hand_landmarks, self.result.multi_hand_landmarks)
        for hands, picture in [(self.Hands(), self.pixels[:0]), (self.Hands(max_num_hands=0), self.pixels)]:
            with self.assertRaisesRegex(RuntimeError, r"CalculatorGraph::Run\(\) failed"):
                hands.process(picture)
            with self.assertRaisesRegex(RuntimeError, "Graph has errors"):
                hands.process(self.pixels)
            with self.assertRaises(RuntimeError):
                hands.close()

    def test_closed_objects_raise_errors(self):
        hands = self.Hands()
        hands.close()
        hands.reset()
        with self.assertRaisesRegex(ValueError, "_graph is None in SolutionBase"):
            hands.process(None)
        with self.assertRaisesRegex(ValueError, "Closing SolutionBase._graph which is already None"):
            hands.close()

    def run_program(self, program, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "program.py").write_text(program)
            self.np.save(Path(folder) / "pixels.npy", self.pixels)
            environment = dict(os.environ, PYTHONPATH=os.pathsep.join([str(PACKAGE), str(ROOT / ".build" / "python")]))
            done = subprocess.run(
                [sys.executable, "-m", "tegata.compat", "program.py", *arguments],
                cwd=folder,
                env=environment,
                capture_output=True,
                text=True,
                timeout=120,
            )
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_works_in_child_processes(self):
        program = (
            "import multiprocessing, sys, numpy\nimport mediapipe as mp\nassert __file__.startswith('/')\ndef"
            " count(number):\n    with mp.solutions.hands.Hands(True) as hands: return"
            " len(hands.process(numpy.load('pixels.npy')).multi_hand_landmarks)\nif __name__ == '__main__':\n   "
            " multiprocessing.set_start_method(sys.argv[1])\n    with multiprocessing.Pool(2) as pool:"
            " print(pool.map(count, range(3)))\n"
        )
        for method in ("fork", "spawn", "forkserver"):
            with self.subTest(method):
                self.assertEqual(self.run_program(program, method), "[2, 2, 2]\n")

    def test_programs_run_unchanged(self):
        program = (
            "import sys, pickle, numpy\n"
            "import mediapipe as mp\n"
            "from mediapipe import solutions\n"
            "from mediapipe.framework.formats import landmark_pb2\n"
            "import mediapipe.python.solutions.hands as mp_hands\n"
            "pixels = numpy.load(sys.argv[1])\n"
            "with mp_hands.Hands(static_image_mode=True, max_num_hands=2, min_detection_confidence=0.7) as hands:\n"
            "    results = hands.process(pixels)\n"
            "assert solutions.hands is mp_hands is mp.solutions.hands\n"
            "for landmarks, handedness in zip(results.multi_hand_landmarks, results.multi_handedness):\n"
            "    tip = landmarks.landmark[mp_hands.HandLandmark.INDEX_FINGER_TIP]\n"
            "    assert isinstance(pickle.loads(pickle.dumps(landmarks)), landmark_pb2.NormalizedLandmarkList)\n"
            "    print(handedness.classification[0].label, round(tip.x, 2))\n"
        )
        self.assertEqual(self.run_program(program, "pixels.npy"), "Left 0.26\nLeft 0.56\n")


if __name__ == "__main__":
    unittest.main()
