"""Hands for robots: points for dex-retargeting, ROS 2 messages in MCAP, and the work of the ROS node.

Needs the library (Tools/build/library), NumPy, ffmpeg and the models; MCAP also needs mcap-ros2-support.
"""

import importlib.util
import os
import subprocess
import sys
import tempfile
import types
import unittest
from pathlib import Path

from project import RENDERED, ROOT

MODELS = Path(os.environ.get("TEGATA_MODELS") or ROOT / "Models")
HANDS = MODELS / "hand_landmarker.task"
EXAMPLES = ROOT / "Examples" / "Python"
sys.path += [
    str(ROOT / "Python"),
    str(ROOT / ".build" / "python"),
    str(EXAMPLES),
    str(ROOT / "Integrations" / "ROS2" / "tegata_ros"),
]

MISSING = ""
if not (ROOT / ".build" / "library" / "lib" / "libtegata.so").is_file():
    MISSING = "the library is not built; run Tools/build/library"
elif importlib.util.find_spec("numpy") is None:
    MISSING = "NumPy is missing; Tools/test puts it into .build/python"
elif not HANDS.is_file():
    MISSING = "hand_landmarker.task is missing"


@unittest.skipIf(MISSING, MISSING)
class RobotTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        import tegata

        cls.tegata = tegata

    def test_points_use_the_axes_of_dex_retargeting(self):
        from robot_hand import robot_points

        with self.tegata.Tracker(HANDS, joints=True) as tracker:
            hands = [tracker.detect(RENDERED / f"{name}.png")[0] for name in ("victory_left", "thumb_up_right")]
        self.assertEqual([hand.handedness for hand in hands], ["Left", "Right"])
        for hand in hands:
            assert hand.joints
            points = robot_points(hand.joints)
            self.assertEqual(points.shape, (21, 3))
            self.assertEqual(points[0].tolist(), [0, 0, 0])
            # The middle finger's knuckle is straight ahead, and the index finger's is next to it on the thumb's side.
            x, y, z = points[9]
            self.assertAlmostEqual(x, 0, delta=1e-6)
            self.assertAlmostEqual(y, 0, delta=1e-6)
            self.assertGreater(z, 0.07)
            side = 1 if hand.handedness == "Right" else -1
            self.assertGreater(side * (points[5] - points[17])[1], 0.04)
            # Bent fingers come out of the palm.
            tips = [tip for tip, state in zip((8, 12, 16, 20), hand.joints.finger_states[1:]) if state == "curled"]
            for tip in tips:
                self.assertGreater(points[tip][0], 0.01)

    @unittest.skipIf(importlib.util.find_spec("mcap_ros2") is None, "mcap-ros2-support is missing")
    def test_mcap_files_contain_the_messages_of_the_hands(self):
        from mcap.reader import make_reader
        from mcap_ros2.decoder import DecoderFactory
        from tegata import mcap, ros

        has_pictures = importlib.util.find_spec("PIL") is not None
        with tempfile.TemporaryDirectory() as folder:
            video, path = Path(folder) / "hands.avi", Path(folder) / "hands.mcap"
            picture = RENDERED / "two_hands_mixed.png"
            subprocess.run(
                [
                    "ffmpeg",
                    "-v",
                    "error",
                    "-loop",
                    "1",
                    "-i",
                    picture,
                    "-frames:v",
                    "3",
                    "-r",
                    "10",
                    "-c:v",
                    "ffv1",
                    video,
                ],
                check=True,
            )
            self.assertEqual(mcap.record(video, path, str(HANDS), images=has_pictures), 3)
            expected = []
            for result in self.tegata.track(video, HANDS, joints=True, max_hands=2, identifies_hands=True):
                for hand in result:
                    assert hand.joints
                    topic, time = f"/{ros.name(hand)}", result.milliseconds
                    expected.append(
                        (
                            time,
                            f"{topic}/joint_states",
                            "sensor_msgs/msg/JointState",
                            hand.joints.angles[:, :2].T.ravel().tolist(),
                        )
                    )
                    places = [*hand.joints.positions[7].tolist(), *hand.joints.orientations[7].tolist()]
                    expected.append((time, f"{topic}/poses", "geometry_msgs/msg/PoseArray", places))
            found, pictures = [], []
            with open(path, "rb") as file:
                for schema, channel, message, said in make_reader(
                    file, decoder_factories=[DecoderFactory()]
                ).iter_decoded_messages():
                    self.assertEqual(
                        message.log_time, 1_000_000_000 * said.header.stamp.sec + said.header.stamp.nanosec
                    )
                    if schema.name.endswith("CompressedImage"):
                        pictures.append(bytes(said.data[:2]))
                        continue
                    if schema.name.endswith("JointState"):
                        self.assertEqual(list(said.name), ros.JOINT_NAMES)
                        values = list(said.position)
                    else:
                        self.assertEqual(len(said.poses), 26)
                        place, turn = said.poses[7].position, said.poses[7].orientation
                        values = [place.x, place.y, place.z, turn.x, turn.y, turn.z, turn.w]
                    found.append((message.log_time // 1_000_000, channel.topic, schema.name, values))
            self.assertEqual(len(expected), 12)
            self.assertEqual(sorted(found), sorted(expected))
            self.assertEqual(pictures, [b"\xff\xd8"] * 3 * has_pictures)

    @unittest.skipIf(importlib.util.find_spec("rerun") is None, "needs Rerun, which has half a gigabyte")
    def test_rerun_reads_the_recording(self):
        import rerun_hands

        with tempfile.TemporaryDirectory() as folder:
            video, path = Path(folder) / "hands.avi", Path(folder) / "hands.rrd"
            picture = RENDERED / "two_hands_mixed.png"
            subprocess.run(
                [
                    "ffmpeg",
                    "-v",
                    "error",
                    "-loop",
                    "1",
                    "-i",
                    picture,
                    "-frames:v",
                    "3",
                    "-r",
                    "10",
                    "-c:v",
                    "ffv1",
                    video,
                ],
                check=True,
            )
            self.assertEqual(rerun_hands.show(str(video), str(path), str(HANDS)), 3)
            said = subprocess.run(["rerun", "rrd", "stats", path], check=True, capture_output=True, text=True).stdout
            for entity in ("/frame/hands/1", "/frame/hands/2", "/space/hands/1", "/space/hands/2"):
                self.assertIn(f"\n{entity}: ", said)

    def test_node_reads_images_and_fills_messages(self):
        import numpy as np
        from tegata_ros.messages import fill, pixels

        rows = np.arange(4 * 40, dtype=np.uint8).reshape(4, 40)
        for encoding, format, shape in [
            ("bgr8", "bgr", (4, 12, 3)),
            ("mono8", "gray", (4, 12)),
            ("yuv422_yuy2", "yuyv", (4, 12, 2)),
        ]:
            image = types.SimpleNamespace(encoding=encoding, width=12, height=4, step=40, data=rows.tobytes())
            found, name = pixels(image)
            self.assertEqual((name, found.shape, found.strides[0]), (format, shape, 40))
            self.assertEqual(found[1].ravel()[:5].tolist(), [40, 41, 42, 43, 44])
        with self.assertRaisesRegex(ValueError, "16UC1"):
            pixels(types.SimpleNamespace(encoding="16UC1"))

        def point():
            return types.SimpleNamespace(position=types.SimpleNamespace())

        message = types.SimpleNamespace(header=types.SimpleNamespace(), poses=[], name=[])
        fill(
            message, {"header": {"frame_id": "x"}, "poses": [{"position": {"z": 3.0}}], "name": ["a"]}, {"poses": point}
        )
        self.assertEqual((message.header.frame_id, message.poses[0].position.z, message.name), ("x", 3.0, ["a"]))


if __name__ == "__main__":
    unittest.main()
