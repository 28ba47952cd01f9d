"""Shows the hands of a video in Rerun: the frames with points and lines, and the hands in space.

    python rerun_hands.py VIDEO [OUT.rrd]

Opens the viewer, or writes a recording for `rerun OUT.rrd`. Needs `rerun-sdk` and `tegata`.
"""

from __future__ import annotations

import argparse

import rerun as rr
import tegata
from tegata import _video

# Left and right hands.
CLASSES = {"Left": 1, "Right": 2}


def show(video: str, output: str | None = None, model: str | None = None) -> int:
    """Logs a video, and returns the number of frames."""
    rr.init("hands", spawn=output is None)
    if output is not None:
        rr.save(output)
    rr.log(
        "/",
        rr.AnnotationContext(
            [
                rr.ClassDescription(
                    info=rr.AnnotationInfo(id=number, label=side, color=color),
                    keypoint_annotations=[rr.AnnotationInfo(id=place) for place in range(21)],
                    keypoint_connections=tegata.HAND_CONNECTIONS,
                )
                for (side, number), color in zip(CLASSES.items(), [(255, 180, 84), (89, 194, 255)])
            ]
        ),
        static=True,
    )
    rr.log("space", rr.ViewCoordinates.RIGHT_HAND_Y_DOWN, static=True)
    count = 0
    with tegata.Tracker(model, identifies_hands=True) as tracker:
        for milliseconds, pixels in _video.frames(video):
            rr.set_time("video", duration=milliseconds / 1000)
            rr.log("frame", rr.Image(pixels).compress(jpeg_quality=80))
            # Clear the hands of the previous frame.
            for place in ("frame/hands", "space/hands"):
                rr.log(place, rr.Clear(recursive=True))
            height, width = pixels.shape[:2]
            for hand in tracker.track(pixels, milliseconds):
                kind = CLASSES[hand.handedness]
                points = hand.landmarks[:, :2] * (width, height)
                rr.log(f"frame/hands/{hand.id}", rr.Points2D(points, class_ids=kind, keypoint_ids=range(21), radii=3))
                rr.log(
                    f"space/hands/{hand.id}",
                    rr.Points3D(hand.world_landmarks, class_ids=kind, keypoint_ids=range(21), radii=0.004),
                )
            count += 1
    # Ends the file.
    rr.disconnect()
    return count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("video", metavar="VIDEO")
    parser.add_argument("output", nargs="?", metavar="OUT.rrd")
    arguments = parser.parse_args()
    show(arguments.video, arguments.output)


if __name__ == "__main__":
    main()
