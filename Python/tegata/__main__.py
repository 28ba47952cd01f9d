"""Finds hands in images and videos, and prints one JSON object per image or frame."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections.abc import Iterator

from . import Result, TegataError, Tracker, models, publish, track, version

_SUMMARIES = {
    "detect": "find hands in images",
    "recognize": "find hands in images, and recognise their gestures",
    "track": "follow hands in videos or from a camera",
}


def _line(source: str, result: Result) -> str:
    line: dict = {"source": source}
    if result.milliseconds is not None:
        line["milliseconds"] = result.milliseconds
    line["hands"] = [
        {
            "handedness": hand.handedness,
            "score": round(hand.handedness_score, 7),
            **({"id": hand.id} if hand.id is not None else {}),
            **(
                {"gesture": hand.gesture, "gestureScore": round(hand.gesture_score, 7)}
                if hand.gesture is not None
                else {}
            ),
            "landmarks": hand.landmarks.astype(float).round(7).tolist(),
            "worldLandmarks": hand.world_landmarks.astype(float).round(7).tolist(),
        }
        for hand in result
    ]
    return json.dumps(line)


def _end(number: int) -> None:
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tegata", description=__doc__)
    parser.add_argument("--version", action="version", version=f"tegata {version()}")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, summary in _SUMMARIES.items():
        command = commands.add_parser(name, help=summary)
        command.add_argument("sources", nargs="+", metavar="VIDEO" if name == "track" else "IMAGE")
        command.add_argument("--model", help="path of the model bundle")
        command.add_argument("--num-hands", type=int, help="maximum number of hands [default: 2]")
        if name == "track":
            command.add_argument("--gestures", action="store_true", help="also recognise gestures")
    fetching = commands.add_parser("fetch", help="download models that are not installed")
    fetching.add_argument(
        "models",
        nargs="*",
        default=["hand_landmarker.task", "gesture_recognizer.task"],
        metavar="MODEL",
        help="name of a published model [default: hand_landmarker.task and gesture_recognizer.task]",
    )
    publishing = commands.add_parser("publish", help="send hands to other programs: MQTT, OSC, VMC, WebSocket")
    publish.add_arguments(publishing)
    arguments = parser.parse_args()
    try:
        if arguments.command == "fetch":
            if all(map(models._is_installed, arguments.models)):
                print("tegata: nothing was downloaded, because the models are installed", file=sys.stderr)
            for name in arguments.models:
                print(models.fetch(name))
            return 0
        if arguments.command == "publish":
            return publish.run(arguments)
        gestures = arguments.command == "recognize" or getattr(arguments, "gestures", False)
        options = dict(max_hands=arguments.num_hands, gestures=gestures)
        follows = arguments.command == "track"
        with Tracker(arguments.model, identifies_hands=follows, **options) as tracker:
            return max(
                [
                    _tell(source, track(source, tracker=tracker) if follows else _detected(tracker, source))
                    for source in arguments.sources
                ]
            )
    except TegataError as error:
        return _complain(error)


def _detected(tracker: Tracker, source: str) -> Iterator[Result]:
    yield tracker.detect(source)


def _tell(source: str, results: Iterator[Result]) -> int:
    """Prints the results of an image or video. If it cannot be read, the others are still processed."""
    try:
        # Flush, so that a reader of a pipe gets each result immediately.
        for result in results:
            print(_line(source, result), flush=True)
        return 0
    except TegataError as error:
        return _complain(error)


def _complain(error: TegataError) -> int:
    print(f"tegata: {error}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    # End by the signal and without a message, like programs that do not handle signals.
    except KeyboardInterrupt:
        _end(signal.SIGINT)
    except BrokenPipeError:
        _end(signal.SIGPIPE)
