"""Bone rotations for avatars, by the VMC protocol, which is OSC; see https://protocol.vmc.info."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from .._results import Joints
from . import Frame
from ._osc import Bundles

# The bones of the fingers from the palm on, and the numbers of OpenXR's joints at their bases.
_BONES = [
    (f"{finger}{bone}", joint + place)
    for finger, joint in (("Thumb", 2), ("Index", 7), ("Middle", 12), ("Ring", 17), ("Little", 22))
    for place, bone in enumerate(("Proximal", "Intermediate", "Distal"))
]
_WRIST = 1


class VMC(Bundles):
    """Sends the rotations of the wrists and fingers in sight: `/VMC/Ext/OK`, `/VMC/Ext/T` and `/VMC/Ext/Bone/Pos`."""

    def messages(self, frame: Frame) -> Iterator[tuple[str, list[Any]]]:
        # An avatar has one hand of each side, so the more certain one counts.
        hands = {
            hand.handedness: hand.joints
            for hand in sorted(frame.result, key=lambda hand: hand.handedness_score)
            if hand.joints is not None and hand.joints.confidence > 0
        }
        yield "/VMC/Ext/OK", [int(bool(hands))]
        if frame.result.milliseconds is not None:
            yield "/VMC/Ext/T", [frame.result.milliseconds / 1000]
        for side, joints in hands.items():
            for bone, turn in rotations(joints, side):
                # Positions are the avatar's, which Tegata does not know.
                yield "/VMC/Ext/Bone/Pos", [f"{side}{bone}", 0.0, 0.0, 0.0, *turn.tolist()]


def rotations(joints: Joints, side: str) -> Iterator[tuple[str, np.ndarray]]:
    """Yields the name of each bone of a hand, without its side, and its rotation relative to the parent bone, as a
    quaternion x, y, z, w in Unity's axes: to the avatar's right, upwards, and forwards. No rotation is VRM's T-pose:
    arms stretched sideways, palms down, and thumbs 45 degrees forwards."""
    quarter = (1 if side == "Right" else -1) * np.pi / 2
    # The orientations of OpenXR's joints in this pose, for a person who faces the camera. The thumb's nail faces
    # forwards, so the thumb bends in the plane of the palm.
    hand = _turn(1, quarter)
    thumb = _product(_product(hand, _turn(1, quarter / 2)), _turn(2, quarter))
    turns = joints.orientations.astype(float)
    yield "Hand", _mirrored(_product(turns[_WRIST], _inverse(hand)))
    for bone, joint in _BONES:
        is_first = bone.endswith("Proximal")
        rest = thumb if bone.startswith("Thumb") else hand
        parent, parent_rest = (turns[_WRIST], hand) if is_first else (turns[joint - 1], rest)
        local = _product(_inverse(parent), turns[joint])
        yield bone, _mirrored(_product(_product(parent_rest, local), _inverse(rest)))


def _turn(axis: int, angle: float) -> np.ndarray:
    """Returns the rotation about an axis, as a quaternion."""
    turn = np.array([0, 0, 0, np.cos(angle / 2)])
    turn[axis] = np.sin(angle / 2)
    return turn


def _product(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Returns the rotation by the second quaternion and then by the first."""
    (*a, u), (*b, v) = first, second
    return np.append(u * np.array(b) + v * np.array(a) + np.cross(a, b), u * v - np.dot(a, b))


def _inverse(turn: np.ndarray) -> np.ndarray:
    return turn * [-1, -1, -1, 1]


def _mirrored(turn: np.ndarray) -> np.ndarray:
    """Returns the rotation in Unity's left-handed axes, whose x axis has the opposite direction."""
    return turn * [1, -1, -1, 1]
