"""Hands as messages of ROS 2, in plain dictionaries: for MCAP files (`tegata.mcap`) and nodes (Integrations/ROS2)."""

from __future__ import annotations

from typing import Any

from ._results import BENT_JOINTS, Hand

#: The names in `joint_state`: flexions, then abductions, of the joints in the order of `tegata.BENT_JOINTS`.
JOINT_NAMES = [joint + kind for kind in ("", "_abduction") for joint in BENT_JOINTS]

_HEADER = """\
================================================================================
MSG: std_msgs/Header
builtin_interfaces/Time stamp
string frame_id
================================================================================
MSG: builtin_interfaces/Time
int32 sec
uint32 nanosec
"""
#: The definitions of the messages, by their types.
DEFINITIONS = {
    "sensor_msgs/msg/JointState": (
        f"""\
std_msgs/Header header
string[] name
float64[] position
float64[] velocity
float64[] effort
{_HEADER}"""
    ),
    "geometry_msgs/msg/PoseArray": (
        f"""\
std_msgs/Header header
geometry_msgs/Pose[] poses
================================================================================
MSG: geometry_msgs/Pose
geometry_msgs/Point position
geometry_msgs/Quaternion orientation
================================================================================
MSG: geometry_msgs/Point
float64 x
float64 y
float64 z
================================================================================
MSG: geometry_msgs/Quaternion
float64 x
float64 y
float64 z
float64 w
{_HEADER}"""
    ),
    "sensor_msgs/msg/CompressedImage": (
        f"""\
std_msgs/Header header
string format
uint8[] data
{_HEADER}"""
    ),
}


def name(hand: Hand) -> str:
    """Returns the name of a hand in topics and frames, such as `hand_1_right`."""
    return f"hand_{hand.id}_{hand.handedness.lower()}"


def header(frame: str, milliseconds: int) -> dict[str, Any]:
    """Returns the header of a message about a time, counted from the first frame or another start."""
    seconds, rest = divmod(milliseconds, 1000)
    return {"stamp": {"sec": seconds, "nanosec": 1_000_000 * rest}, "frame_id": frame}


def joint_state(hand: Hand, milliseconds: int) -> dict[str, Any]:
    """Returns a sensor_msgs/JointState: the angles of the joints in radians. The hand needs `joints`."""
    assert hand.joints is not None
    angles = [*hand.joints.angles[:, 0].tolist(), *hand.joints.angles[:, 1].tolist()]
    return {
        "header": header(name(hand), milliseconds),
        "name": JOINT_NAMES,
        "position": angles,
        "velocity": [],
        "effort": [],
    }


def pose_array(hand: Hand, milliseconds: int) -> dict[str, Any]:
    """Returns a geometry_msgs/PoseArray: OpenXR's 26 joints in metres, with its axes. The hand needs `joints`."""
    assert hand.joints is not None
    poses = [
        {"position": dict(zip("xyz", place)), "orientation": dict(zip("xyzw", turn))}
        for place, turn in zip(hand.joints.positions.tolist(), hand.joints.orientations.tolist())
    ]
    return {"header": header(name(hand), milliseconds), "poses": poses}
