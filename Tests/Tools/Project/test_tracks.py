"""How Benchmarks/tracks compares tracks with the truth, plants faults and looks for them in reports."""

import copy
import sys
import unittest

from project import ROOT

sys.path += [str(ROOT / "Benchmarks"), str(ROOT / ".build" / "python")]
try:
    import numpy as np
except ImportError:
    raise unittest.SkipTest("needs numpy") from None

import planted_faults
from track_scores import Scores

FRAMES, FPS, WIDTH, HEIGHT, SIZE = 80, 20, 480, 270, 100


def truth_of_hands():
    """Two hands that stay where they are."""
    shape = np.random.default_rng(1).uniform(0, SIZE, (21, 2))
    hands = [
        {"side": side, "points": (shape + (x, 80)).tolist(), "size": SIZE, "visible": 1, "inside": 1, "inView": True}
        for side, x in (("right", 300), ("left", 100))
    ]
    frames = [{"hands": copy.deepcopy(hands)} for _ in range(FRAMES)]
    return {"width": WIDTH, "height": HEIGHT, "fps": FPS, "frames": frames}


def track_of(truth):
    """The track of a perfect tracker."""
    return [
        {
            "hands": [
                {
                    "id": number + 1,
                    "handedness": {"index": number, "score": 1, "categoryName": hand["side"].capitalize()},
                    "landmarks": [{"x": x / WIDTH, "y": y / HEIGHT, "z": 0} for x, y in hand["points"]],
                    "worldLandmarks": [{"x": x / 1000, "y": y / 1000, "z": 0} for x, y in hand["points"]],
                }
                for number, hand in enumerate(frame["hands"])
            ]
        }
        for frame in truth["frames"]
    ]


class TrackTests(unittest.TestCase):
    def setUp(self):
        self.truth = truth_of_hands()
        self.track = track_of(self.truth)

    def counts(self):
        """Returns the counts that are not 0."""
        counts = Scores(self.truth, self.track).counts
        return {kind: count for kind, count in counts.items() if count and kind != "frames in view"}

    def test_finds_nothing_wrong_with_a_perfect_track(self):
        self.assertEqual(self.counts(), {})

    def test_counts_an_exchange_of_ids_once_for_each_hand(self):
        for record in self.track[40:]:
            record["hands"][0]["id"], record["hands"][1]["id"] = 2, 1
        self.assertEqual(self.counts(), {"swaps": 2, "ID changes": 2})

    def test_counts_the_start_and_the_end_of_a_wrong_side(self):
        for record in self.track[40:43]:
            record["hands"][0]["handedness"]["categoryName"] = "Left"
        self.assertEqual(self.counts(), {"flips": 2, "wrong side": 3})

    def test_counts_a_hand_only_if_it_is_in_view(self):
        for record in [*self.track[10:15], *self.track[40:44]]:
            del record["hands"][1]
        for frame in self.truth["frames"][10:15]:
            frame["hands"][1] |= {"visible": 0.5, "inView": False}
        self.assertEqual(self.counts(), {"gaps": 1, "gap frames": 4})

    def test_accepts_another_id_after_half_a_second_outside(self):
        for last, expected in ((45, {"ID changes": 1}), (60, {})):
            self.setUp()
            for frame in self.truth["frames"][40:last]:
                frame["hands"][0] |= {"visible": 0, "inside": 0, "inView": False}
            for record in self.track[40:last]:
                del record["hands"][0]
            for record in self.track[last:]:
                record["hands"][0]["id"] = 3
            with self.subTest(last=last):
                self.assertEqual(self.counts(), expected)

    def test_plants_what_the_truth_confirms_and_reports_may_find(self):
        scores = Scores(self.truth, self.track)
        changes = {"swap": "swaps", "loss": "gaps", "flip": "flips", "jump": "gaps", "stretch": None}
        for kind in planted_faults.KINDS:
            planted = planted_faults.plant(kind, self.track, self.truth, scores, [0, 0])
            assert planted
            track, fault = planted
            with self.subTest(kind, fault=fault):
                self.assertNotEqual(track, self.track)
                change = changes[kind]
                if change:
                    self.assertGreater(Scores(self.truth, track).counts[change], 0)
                self.assertTrue(planted_faults.is_found(fault, [fault], FPS))
                late = fault | {"first": fault["last"] + FPS, "last": fault["last"] + FPS}
                self.assertFalse(planted_faults.is_found(fault, [late], FPS))
                self.assertFalse(planted_faults.is_found(fault, [fault | {"kind": "overlap"}], FPS))
                self.assertEqual(planted_faults.false_alarms([fault], scores, FPS), [fault])
                if change:
                    self.assertEqual(planted_faults.false_alarms([fault], Scores(self.truth, track), FPS), [])


if __name__ == "__main__":
    unittest.main()
