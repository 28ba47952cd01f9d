"""The judgement of Tools/check/precision on the program's output."""

import sys
import unittest

from project import ROOT

sys.path.insert(0, str(ROOT / "Tools" / "lib"))

import precision_gates as gates


def hand(x=10.0, y=20.0, z=0.0, presence=0.9, right=0.8, width=448.0):
    """Returns a hand as the program writes one; all points are equal, and the crop has twice the side of the network's
    input."""
    return [presence, right, width] + [x, y, z] * gates.POINTS + [0.0] * 63


def crop(x=100.0, presence=0.9, right=0.8, world=0.0):
    return [x] * 63 + [presence, right] + [world] * 63


def judged(judge, pictures, *more):
    failures = []
    lines = list(judge(pictures, *more, failures))
    return lines, failures


class PrecisionGatesTests(unittest.TestCase):
    def test_judges_all_numbers_of_crops(self):
        same = [[("crop", crop() + crop(100.1, 0.89, 0.81, 0.001))]]
        self.assertEqual(judged(gates.judge_crops, same)[1], [])
        far = [[("crop", crop() + crop(100.6, 0.4, 0.3, 0.002))]]
        lines, failures = judged(gates.judge_crops, far)
        self.assertEqual(len(failures), 6)
        self.assertIn("decisions that flip is 2, more than 0", failures[-1])
        self.assertEqual(lines[0], "landmark network on 1 crops, 1 with hands:")

    def test_ignores_points_of_crops_without_a_hand(self):
        empty = [[("crop", crop(10, 0.1) + crop(20, 0.11))]]
        self.assertEqual(judged(gates.judge_crops, empty)[1], [])

    def test_compares_landmarks_in_pixels_of_the_crop(self):
        pictures = [[("single", hand()), ("half", hand(x=10.9, z=2.4))]]
        lines, failures = judged(gates.judge_hands, pictures, "half")
        self.assertEqual(failures, [])
        self.assertIn("0.48 (limit 0.5)", lines[1])
        self.assertEqual(len(judged(gates.judge_hands, [[("single", hand()), ("half", hand(y=21.1))]], "half")[1]), 1)

    def test_fails_if_the_number_of_hands_differs(self):
        for label in ("half", "all-half"):
            self.assertEqual(len(judged(gates.judge_hands, [[("single", hand())]], label)[1]), 1)

    def test_fails_if_landmarks_of_a_video_jitter(self):
        def video(step):
            frames = [
                [("single", hand(x=10 + index % 2)), ("half", hand(x=10 + step * (index % 2)))] for index in range(6)
            ]
            return judged(gates.judge_video, gates.Findings(pictures=frames))

        lines, failures = video(1.04)
        self.assertEqual(failures, [])
        self.assertEqual(lines[0], "video of 6 frames, 4 hands with neighbours:")
        self.assertEqual(len(video(1.06)[1]), 1)

    def test_fails_if_threads_were_not_compared(self):
        found = gates.Findings(pictures=[[("threads", [2.0, 0.0]), ("threads", [3.0, 0.0])]])
        self.assertEqual(judged(gates.judge_threads, found)[1], [])
        self.assertEqual(len(judged(gates.judge_threads, gates.Findings(pictures=[[]]))[1]), 1)
        self.assertEqual(len(judged(gates.judge_threads, gates.Findings(pictures=[[("threads", [2.0, 3.0])]]))[1]), 1)


if __name__ == "__main__":
    unittest.main()
