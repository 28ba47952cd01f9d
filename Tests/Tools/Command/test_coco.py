"""The output of --coco, read by the tools of the COCO data set (pycocotools).

Needs the release build, the gesture recogniser's bundle and pycocotools, which Tools/test installs into .build/python.
Without them the tests are skipped.
"""

import contextlib
import io
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from project import RENDERED, ROOT, TEGATA, models

PICTURES = [RENDERED / f"{name}.png" for name in ("two_hands_mixed", "no_hand", "victory_left")]
MODELS = models("gesture_recognizer.task")

sys.path.append(str(ROOT / ".build" / "python"))
try:
    import numpy
    from pycocotools.coco import COCO
    from pycocotools.cocoeval import COCOeval
except ImportError as error:
    COCO, MISSING = None, f"pycocotools cannot be imported ({error}); Tools/test puts it into .build/python"
else:
    MISSING = ""


def silently(function, *arguments):
    """Calls the function and returns its result, without its output."""
    with contextlib.redirect_stdout(io.StringIO()):
        return function(*arguments)


def run(*words):
    command = [TEGATA, *words, "--model", MODELS / "gesture_recognizer.task", "--num-hands", "2", "--json", "--quiet"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


@unittest.skipUnless(TEGATA.is_file(), "the release build is missing")
@unittest.skipUnless(MODELS, "gesture_recognizer.task is missing")
@unittest.skipUnless(COCO, MISSING)
class COCOTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        path = Path(cls.folder.name) / "hands.json"
        cls.lines = run("recognize", *PICTURES, "--coco", path)
        cls.data = silently(COCO, path)

    def hands(self):
        """Yields each hand's annotation, with its hand in the JSON and its image."""
        for image, line in zip(self.data.getImgIds(), self.lines, strict=True):
            annotations = self.data.loadAnns(self.data.getAnnIds(imgIds=[image]))
            for annotation, hand in zip(annotations, line["hands"], strict=True):
                yield annotation, hand, line

    def test_lists_the_images_that_were_read(self):
        images = self.data.loadImgs(self.data.getImgIds())
        self.assertEqual([image["file_name"] for image in images], [str(path) for path in PICTURES])
        self.assertEqual(
            [(image["width"], image["height"]) for image in images],
            [(line["width"], line["height"]) for line in self.lines],
        )

    def test_writes_one_category_with_named_points(self):
        (category,) = self.data.loadCats(self.data.getCatIds())
        fingers = [("thumb", ("cmc", "mcp", "ip", "tip"))]
        fingers += [
            (name, ("mcp", "pip", "dip", "tip")) for name in ("index_finger", "middle_finger", "ring_finger", "pinky")
        ]
        self.assertEqual(category["name"], "hand")
        self.assertEqual(
            category["keypoints"], ["wrist"] + [f"{finger}_{joint}" for finger, joints in fingers for joint in joints]
        )
        # COCO counts points from one.
        self.assertEqual({point for line in category["skeleton"] for point in line}, set(range(1, 22)))
        self.assertTrue(all(len(line) == 2 for line in category["skeleton"]))

    def test_writes_points_in_pixels(self):
        count = 0
        for annotation, hand, line in self.hands():
            count += 1
            self.assertEqual((annotation["category_id"], annotation["iscrowd"]), (1, 0))
            self.assertEqual((len(annotation["keypoints"]), annotation["num_keypoints"]), (3 * 21, 21))
            points = zip(annotation["keypoints"][::3], annotation["keypoints"][1::3], annotation["keypoints"][2::3])
            for (x, y, visibility), landmark in zip(points, hand["landmarks"], strict=True):
                self.assertAlmostEqual(x, landmark["x"] * line["width"], delta=1e-3)
                self.assertAlmostEqual(y, landmark["y"] * line["height"], delta=1e-3)
                self.assertEqual(visibility, 2)
            self.assertEqual(annotation["attributes"]["handedness"], hand["handedness"]["categoryName"])
            self.assertEqual(annotation["attributes"]["gesture"], hand["gestures"][0]["categoryName"])
        self.assertEqual(count, 3)

    def test_writes_boxes_around_the_points(self):
        for annotation, _, line in self.hands():
            across, down = annotation["keypoints"][::3], annotation["keypoints"][1::3]
            left, top, width, height = annotation["bbox"]
            for found, expected in zip(
                (left, top, left + width, top + height), (min(across), min(down), max(across), max(down))
            ):
                self.assertAlmostEqual(found, expected, delta=1e-3)
            self.assertAlmostEqual(annotation["area"], width * height, delta=1e-6 * width * height)
            self.assertTrue(0 <= left and left + width <= line["width"] and 0 <= top and top + height <= line["height"])

    def test_writes_video_frames_as_images(self):
        frames = Path(self.folder.name) / "frames"
        frames.mkdir()
        # All frames have the same size.
        for path in PICTURES[1:]:
            (frames / path.name).symlink_to(path)
        path = Path(self.folder.name) / "video.json"
        lines = run("track", frames, "--coco", path)
        data = silently(COCO, path)
        images = data.loadImgs(data.getImgIds())
        self.assertEqual([image["frame"] for image in images], [line["frame"] for line in lines])
        self.assertEqual([image["file_name"] for image in images], ["frames-000000.png", "frames-000001.png"])
        annotations = data.loadAnns(data.getAnnIds())
        self.assertEqual(
            [annotation["track_id"] for annotation in annotations],
            [hand["id"] for line in lines for hand in line["hands"]],
        )

    def evaluate(self, results):
        evaluation = COCOeval(self.data, results, "keypoints")
        evaluation.params.kpt_oks_sigmas = numpy.full(21, 0.05)
        silently(lambda: (evaluation.evaluate(), evaluation.accumulate(), evaluation.summarize()))
        return evaluation.stats

    def test_cocoeval_accepts_the_file_as_truth_and_detections(self):
        annotations = self.data.loadAnns(self.data.getAnnIds())
        perfect = silently(self.data.loadRes, annotations)
        for value in self.evaluate(perfect):
            self.assertAlmostEqual(value, 1)
        # The score is higher for points that are right.
        self.assertTrue(all(0 < annotation["score"] <= 1 for annotation in annotations))
        shifted = [
            dict(a, keypoints=[v + 0.3 * a["area"] ** 0.5 * (i % 3 < 2) for i, v in enumerate(a["keypoints"])])
            for a in annotations
        ]
        self.assertLess(self.evaluate(silently(self.data.loadRes, shifted))[0], 0.5)


if __name__ == "__main__":
    unittest.main()
