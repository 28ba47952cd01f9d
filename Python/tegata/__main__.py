"""Hands in pictures and videos, a line of JSON for each:

python -m tegata detect PICTURE…       python -m tegata recognize PICTURE…       python -m tegata track VIDEO
"""

from __future__ import annotations

import argparse
import json
import sys

from . import Result, TegataError, Tracker, models, track, version


def _line(source: str, result: Result) -> str:
    line: dict = {"source": source}
    if result.milliseconds is not None: line["milliseconds"] = result.milliseconds
    line["hands"] = [
        {
            "handedness": hand.handedness, "score": round(hand.handedness_score, 7), **({"id": hand.id} if hand.id is not None else {}),
            **({"gesture": hand.gesture, "gestureScore": round(hand.gesture_score, 7)} if hand.gesture is not None else {}),
            "landmarks": hand.landmarks.astype(float).round(7).tolist(), "worldLandmarks": hand.world_landmarks.astype(float).round(7).tolist(),
        }
        for hand in result
    ]
    return json.dumps(line)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tegata", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", action="version", version=f"tegata {version()}")
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("detect", "recognize", "track"):
        command = commands.add_parser(name)
        command.add_argument("sources", nargs="+", metavar="VIDEO" if name == "track" else "PICTURE")
        command.add_argument("--model", help="the bundle to use")
        command.add_argument("--num-hands", type=int, default=2, help="the most hands that are found (2)")
        if name == "track": command.add_argument("--gestures", action="store_true", help="recognise gestures, too")
    commands.add_parser("fetch").add_argument("models", nargs="*", default=["hand_landmarker.task"], metavar="MODEL")
    arguments = parser.parse_args()
    try:
        if arguments.command == "fetch":
            for name in arguments.models: print(models.fetch(name))
            return 0
        gestures = arguments.command == "recognize" or getattr(arguments, "gestures", False)
        options = dict(max_hands=arguments.num_hands, gestures=gestures)
        if arguments.command == "track":
            for source in arguments.sources:
                for result in track(source, arguments.model, **options): print(_line(source, result))
            return 0
        with Tracker(arguments.model, **options) as tracker:
            for source in arguments.sources: print(_line(source, tracker.detect(source)))
        return 0
    except TegataError as error:
        print(f"tegata: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
