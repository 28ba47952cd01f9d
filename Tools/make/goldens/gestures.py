#!/usr/bin/env python3
"""Records the outputs of the reference's gesture networks for recorded hands, for Tests/Hands/TegataHandsTests.

    gestures.py --reference reference_pipeline.py [--models FOLDER] [--check]

reads the hands of the still images in Tests/Fixtures/recordings and writes, or with --check compares,
Tests/Fixtures/gestures/scores.json: for each hand and each gesture bundle the embedding, the scores of its classifiers,
and the result.

The reference is the numpy pipeline in the reference material next to the checkout. Needs numpy and ai-edge-litert.
"""

import argparse
import importlib.util
import json
import sys
from pathlib import Path

import numpy as np
from pipeline import RECORDINGS, ROOT, numbers

OUTPUT = ROOT / "Tests" / "Fixtures" / "gestures" / "scores.json"
BUNDLES = ["gesture_recognizer.task", "gesture_recognizer_custom.task"]


def hands(recording):
    """Yields the hands of a recording in the reference's form, with their context."""
    for frame in recording["frames"]:
        _, _, width, height = frame["part"]
        for index in frame["hands"]:
            crop = frame["crops"][index]
            right = np.float32(crop["rightProbability"])
            is_right = right >= np.float32(1) - right
            score = right if is_right else np.float32(1) - right
            hand = {
                "landmarks": np.asarray(crop["landmarks"], np.float32).reshape(21, 3),
                "world_landmarks": np.asarray(crop["world"], np.float32).reshape(21, 3),
                "handedness": (0 if is_right else 1, "Right" if is_right else "Left", score),
            }
            yield hand, width, height


def scores(found, kind):
    return numbers(found[kind]) if kind in found else []


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reference", type=Path, required=True, help="the reference pipeline's source file")
    parser.add_argument("--models", type=Path, default=ROOT / "Models", help="the folder with the bundles")
    parser.add_argument("--check", action="store_true", help="compare with the stored file instead of writing")
    arguments = parser.parse_args()
    specification = importlib.util.spec_from_file_location("reference_pipeline", arguments.reference)
    assert specification and specification.loader
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)

    lines = []
    for bundle in BUNDLES:
        pipeline = module.RefPipeline(str(arguments.models / bundle))
        for path in sorted(RECORDINGS.glob("*.json")):
            recording = json.loads(path.read_text())
            if recording["isVideo"] or "features" not in recording["frames"][0]:
                continue
            for index, (hand, width, height) in enumerate(hands(recording)):
                found = pipeline.gesture(hand, width, height, recording["rotationDegrees"])
                label, score = found["result"]
                lines.append(
                    json.dumps(
                        {
                            "bundle": bundle,
                            "recording": path.stem,
                            "hand": index,
                            "embedding": numbers(found["embedding"]),
                            "custom": scores(found, "custom"),
                            "canned": scores(found, "canned"),
                            "answer": {"name": label, "score": numbers([score])[0]},
                        }
                    )
                )
    text = "[\n" + ",\n".join(lines) + "\n]\n"
    if not arguments.check:
        OUTPUT.parent.mkdir(parents=True, exist_ok=True)
        OUTPUT.write_text(text)
    elif not OUTPUT.exists() or OUTPUT.read_text() != text:
        print("scores.json: differs from the reference; run this without --check", file=sys.stderr)
        return 1
    print(f"{len(lines)} hands", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
