"""The recipes of Examples/Python for robots: points as dex-retargeting has them, and joint states in MCAP.

Needs the library (Tools/library), NumPy, ffmpeg and the models, and for MCAP mcap-ros2-support.
"""

import importlib.util
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from project import RENDERED, ROOT

MODELS = Path(os.environ.get("TEGATA_MODELS") or ROOT / "Models")
HANDS = MODELS / "hand_landmarker.task"
EXAMPLES = ROOT / "Examples" / "Python"
sys.path += [str(ROOT / "Python"), str(ROOT / ".build" / "python"), str(EXAMPLES)]

MISSING = ""
if not (ROOT / ".build" / "library" / "lib" / "libtegata.so").is_file(): MISSING = "the library is not built; run Tools/library"
elif importlib.util.find_spec("numpy") is None: MISSING = "NumPy is missing; Tools/test puts it into .build/python"
elif not HANDS.is_file(): MISSING = "there is no hand_landmarker.task"


@unittest.skipIf(MISSING, MISSING)
class RobotTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        import tegata
        cls.tegata = tegata

    def test_points_have_the_axes_of_robots(self):
        from robot_hand import robot_points

        with self.tegata.Tracker(HANDS, joints=True) as tracker:
            hands = [tracker.detect(RENDERED / f"{name}.png")[0] for name in ("victory_left", "thumb_up_right")]
        self.assertEqual([hand.handedness for hand in hands], ["Left", "Right"])
        for hand in hands:
            points = robot_points(hand.joints)
            self.assertEqual(points.shape, (21, 3))
            self.assertEqual(points[0].tolist(), [0, 0, 0])
            # The middle finger's knuckle is straight ahead, the index finger's beside it on the side of the thumb.
            x, y, z = points[9]
            self.assertAlmostEqual(x, 0, delta=1e-6)
            self.assertAlmostEqual(y, 0, delta=1e-6)
            self.assertGreater(z, 0.07)
            side = 1 if hand.handedness == "Right" else -1
            self.assertGreater(side * (points[5] - points[17])[1], 0.04)
            # Bent fingers come out of the palm.
            tips = [tip for tip, state in zip((8, 12, 16, 20), hand.joints.finger_states[1:]) if state == "curled"]
            for tip in tips: self.assertGreater(points[tip][0], 0.01)

    @unittest.skipIf(importlib.util.find_spec("mcap_ros2") is None, "mcap-ros2-support is missing")
    def test_joint_states_say_what_the_package_says(self):
        from joint_states import NAMES, write
        from mcap.reader import make_reader
        from mcap_ros2.decoder import DecoderFactory

        with tempfile.TemporaryDirectory() as folder:
            video, path = Path(folder) / "hands.avi", Path(folder) / "hands.mcap"
            picture = RENDERED / "two_hands_mixed.png"
            subprocess.run(
                ["ffmpeg", "-v", "error", "-loop", "1", "-i", picture, "-frames:v", "3", "-r", "10", "-c:v", "ffv1", video], check=True)
            write(str(video), str(path), model=str(HANDS))
            expected = []
            for result in self.tegata.track(video, HANDS, joints=True, max_hands=2, identifies_hands=True):
                for hand in result:
                    angles = hand.joints.angles[:, :2].T.ravel().tolist()
                    expected.append((result.milliseconds, f"hand_{hand.id}_{hand.handedness.lower()}", angles))
            with open(path, "rb") as file:
                found = []
                for schema, channel, message, state in make_reader(file, decoder_factories=[DecoderFactory()]).iter_decoded_messages():
                    self.assertEqual(schema.name, "sensor_msgs/msg/JointState")
                    self.assertEqual(channel.topic, f"/{state.header.frame_id}/joint_states")
                    self.assertEqual(list(state.name), NAMES)
                    stamp = state.header.stamp
                    self.assertEqual(message.log_time, 1_000_000_000 * stamp.sec + stamp.nanosec)
                    found.append((message.log_time // 1_000_000, state.header.frame_id, list(state.position)))
            self.assertEqual(len(expected), 6)
            self.assertEqual(sorted(found), sorted(expected))


if __name__ == "__main__":
    unittest.main()
