"""Writes the hands of a video as messages of ROS 2 into an MCAP file, which `ros2 bag play` and Foxglove read.

    python -m tegata.mcap VIDEO OUT.mcap [--images]

Each hand has two topics, such as /hand_1_right/joint_states and /hand_1_right/poses. Times count from the first frame.
Needs `tegata[mcap]`.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from typing import Any

from . import ros
from ._errors import MissingError, TegataError
from ._tracker import Model, Tracker
from ._video import frames


def record(
    source: str | os.PathLike[str],
    path: str | os.PathLike[str],
    model: Model = None,
    *,
    max_hands: int | None = None,
    images: bool = False,
) -> int:
    """Writes the hands of a video to `path`, on request with the frames as JPEG images, and returns the number of
    frames."""
    try:
        from mcap_ros2.writer import Writer

        if images:
            from PIL import Image
        else:
            Image = None
    except ImportError as error:
        raise MissingError(f'{error.name} is missing; install it: pip install "tegata[mcap]"') from None
    count = 0
    with (
        open(path, "wb") as file,
        Writer(file) as writer,
        Tracker(model, max_hands=max_hands, joints=True, identifies_hands=True) as tracker,
    ):
        schemas = {kind: writer.register_msgdef(kind, text) for kind, text in ros.DEFINITIONS.items()}

        def put(topic: str, kind: str, message: dict[str, Any], milliseconds: int) -> None:
            writer.write_message(topic, schemas[kind], message, log_time=1_000_000 * milliseconds)

        for milliseconds, pixels in frames(source):
            for hand in tracker.track(pixels, milliseconds):
                # Landmarks that form no hand have no angles.
                if hand.joints is None or hand.joints.confidence == 0:
                    continue
                topic = f"/{ros.name(hand)}"
                put(
                    f"{topic}/joint_states",
                    "sensor_msgs/msg/JointState",
                    ros.joint_state(hand, milliseconds),
                    milliseconds,
                )
                put(f"{topic}/poses", "geometry_msgs/msg/PoseArray", ros.pose_array(hand, milliseconds), milliseconds)
            if Image is not None:
                data = io.BytesIO()
                Image.fromarray(pixels).save(data, "JPEG", quality=90)
                message = {"header": ros.header("camera", milliseconds), "format": "jpeg", "data": data.getvalue()}
                put("/image/compressed", "sensor_msgs/msg/CompressedImage", message, milliseconds)
            count += 1
    return count


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tegata.mcap", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("video", metavar="VIDEO")
    parser.add_argument("output", metavar="OUT.mcap")
    parser.add_argument("--model", help="path of the model bundle")
    parser.add_argument("--max-hands", type=int, help="maximum number of hands [default: 2]")
    parser.add_argument("--images", action="store_true", help="also write the frames, as JPEG images")
    arguments = parser.parse_args()
    try:
        record(
            arguments.video, arguments.output, arguments.model, max_hands=arguments.max_hands, images=arguments.images
        )
    except TegataError as error:
        print(f"tegata: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
