#!/usr/bin/env python3
"""Asks the reference of MediaPipe's legacy graph about the rendered hands and writes what it answers to
Tests/Goldens/legacy.

Each bundle has a file BUNDLE.json in the form of Tests/Goldens/pictures, with 1 and 2 hands and no rotation, which the
graph does not know. The reference is the numpy pipeline of the reference material beside the checkout, with the
functions of this machine's C library and the networks run by LiteRT.

Needs a Python with numpy, pillow and ai-edge-litert, and the bundles:

    PYTHON Tools/make/goldens/legacy_pictures.py --reference reference_legacy.py [--models FOLDER] [--check]

With --check nothing is written: the program says whether the reference still answers what the files hold.
"""

import argparse
import hashlib
import sys
from pathlib import Path

import numpy as np
from answers import text
from PIL import Image
from pipeline import legacy_pipeline, loaded, numbers

ROOT = Path(__file__).resolve().parents[3]
GOLDENS = ROOT / "Tests" / "Goldens" / "legacy"
PICTURES = ROOT / "Tests" / "Fixtures" / "rendered"
BUNDLES = ("hand_landmarker", "hand_landmarker_lite")


def points(found):
    return [dict(zip("xyz", numbers(point))) for point in found]


def hands(out):
    answer = []
    for hand in out["hands"]:
        index, label, score = hand["handedness"]
        answer.append(
            {
                "handedness": {"index": index, "score": numbers([score])[0], "categoryName": label},
                "landmarks": points(hand["landmarks"]),
                "worldLandmarks": points(hand["world_landmarks"]),
            }
        )
    return answer


def runs(module, bundle):
    for hand_count in (1, 2):
        pipeline = legacy_pipeline(module, bundle, hand_count, False)
        for path in sorted(PICTURES.glob("*.png")):
            pixels = np.asarray(Image.open(path).convert("RGB"))
            yield {
                "picture": path.stem,
                "pixelsSHA256": hashlib.sha256(pixels.tobytes()).hexdigest(),
                "handCount": hand_count,
                "rotationDegrees": 0,
                "hands": hands(pipeline.process(pixels)),
            }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reference", type=Path, required=True, help="the reference pipeline's source file")
    parser.add_argument("--models", type=Path, default=ROOT / "Models", help="where the bundles are")
    parser.add_argument("--check", action="store_true", help="compare with the files instead of writing them")
    arguments = parser.parse_args()
    module = loaded(arguments.reference)
    module.set_maths("libm")
    GOLDENS.mkdir(parents=True, exist_ok=True)
    differing = []
    for name in BUNDLES:
        path = GOLDENS / f"{name}.json"
        content = text(runs(module, arguments.models / f"{name}.task"))
        if not arguments.check:
            path.write_text(content)
        elif not path.is_file() or path.read_text() != content:
            differing.append(str(path.relative_to(ROOT)))
    for path in differing:
        print(f"legacy_pictures.py: the reference answers something else than {path}", file=sys.stderr)
    print(GOLDENS)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
