"""Drives a robot hand with the hand of a video: prints its joint angles in radians as CSV, one line per frame.

    python robot_hand.py CONFIG URDFS VIDEO [--side Right]

CONFIG is a robot's file from dex-retargeting of the kind `vector` or `dexpilot`, such as
dex_retargeting/configs/teleop/leap_hand_right.yml. URDFS is the folder robots/hands of dex-urdf. Needs
`dex-retargeting`, `torch` and `tegata`.
"""

from __future__ import annotations

import argparse

import numpy as np
import tegata

#: The landmarks among OpenXR's 26 joints, which also include the palm and the metacarpals.
LANDMARKS = [joint for joint in range(1, 26) if joint not in (6, 11, 16, 21)]


def robot_points(joints: tegata.Joints) -> np.ndarray:
    """Returns the 21 landmarks in the axes of dex-retargeting: metres from the wrist, x out of the palm, y to the
    side, z to the fingers."""
    x, y, z, w = joints.orientations[1]
    turn = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )
    # The wrist's axes in OpenXR point to the right, out of the back of the hand, and away from the fingers.
    return -((joints.positions[LANDMARKS] - joints.positions[1]) @ turn)[:, [1, 0, 2]]


def main() -> None:
    from dex_retargeting.retargeting_config import RetargetingConfig

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("config", metavar="CONFIG")
    parser.add_argument("urdfs", metavar="URDFS")
    parser.add_argument("video", metavar="VIDEO")
    parser.add_argument(
        "--side", choices=("Right", "Left"), default="Right", help="the hand to follow [default: Right]"
    )
    arguments = parser.parse_args()
    RetargetingConfig.set_default_urdf_dir(arguments.urdfs)
    robot = RetargetingConfig.load_from_file(arguments.config).build()
    start, end = robot.optimizer.target_link_human_indices
    print("milliseconds", *robot.joint_names, sep=",")
    for result in tegata.track(arguments.video, joints=True, smoothing=True):
        seen = (hand.joints for hand in result if hand.handedness == arguments.side)
        joints = next((joints for joints in seen if joints and joints.confidence > 0), None)
        if joints is None:
            continue
        points = robot_points(joints)
        print(result.milliseconds, *(f"{angle:.4f}" for angle in robot.retarget(points[end] - points[start])), sep=",")


if __name__ == "__main__":
    main()
