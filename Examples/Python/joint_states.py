"""Writes the joint angles of the hands of a video as sensor_msgs/JointState of ROS 2 into an MCAP file.

    python joint_states.py VIDEO OUT.mcap [--max-hands 2]

Each hand has a topic, such as /hand_1_right/joint_states, with the names of `tegata.BENT_JOINTS` for flexions and the same with _abduction. Times count
from the first frame. `ros2 bag play` and Foxglove read the file. Needs `mcap-ros2-support` and `tegata`.
"""

from __future__ import annotations

import argparse

from mcap_ros2.writer import Writer

import tegata

JOINT_STATE = """\
std_msgs/Header header
string[] name
float64[] position
float64[] velocity
float64[] effort
================================================================================
MSG: std_msgs/Header
builtin_interfaces/Time stamp
string frame_id
================================================================================
MSG: builtin_interfaces/Time
int32 sec
uint32 nanosec
"""
NAMES = [joint + kind for kind in ("", "_abduction") for joint in tegata.BENT_JOINTS]


def write(video: str, path: str, hand_count: int = 2, model: str | None = None) -> None:
    with open(path, "wb") as file, Writer(file) as writer:
        schema = writer.register_msgdef("sensor_msgs/msg/JointState", JOINT_STATE)
        for result in tegata.track(video, model, joints=True, max_hands=hand_count, identifies_hands=True):
            seconds, milliseconds = divmod(result.milliseconds, 1000)
            for hand in result:
                if hand.joints.confidence == 0: continue
                name = f"hand_{hand.id}_{hand.handedness.lower()}"
                header = {"stamp": {"sec": seconds, "nanosec": 1_000_000 * milliseconds}, "frame_id": name}
                angles = [*hand.joints.angles[:, 0].tolist(), *hand.joints.angles[:, 1].tolist()]
                message = {"header": header, "name": NAMES, "position": angles, "velocity": [], "effort": []}
                writer.write_message(f"/{name}/joint_states", schema, message, log_time=1_000_000 * result.milliseconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("video", metavar="VIDEO")
    parser.add_argument("output", metavar="OUT.mcap")
    parser.add_argument("--max-hands", type=int, default=2, help="the most hands that are followed (2)")
    arguments = parser.parse_args()
    write(arguments.video, arguments.output, arguments.max_hands)


if __name__ == "__main__":
    main()
