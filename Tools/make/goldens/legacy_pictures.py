#!/usr/bin/env python3
"""Runs the reference of MediaPipe's legacy graph on the rendered hands and writes the results to Tests/Goldens/legacy.

For each bundle there is a file BUNDLE.json in the format of Tests/Goldens/pictures, with 1 and 2 hands and without
rotation, which the graph does not support. The reference is the numpy pipeline in the reference material next to the
checkout, with the functions of this machine's C library and with networks run by LiteRT.

Needs a Python with numpy, pillow and ai-edge-litert, and the bundles:

    PYTHON Tools/make/goldens/legacy_pictures.py --reference reference_legacy.py [--models FOLDER] [--check]

With --check nothing is written, and the program reports whether the reference still returns the stored results.
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
    parser.add_argument("--models", type=Path, default=ROOT / "Models", help="the folder with the bundles")
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
        print(f"legacy_pictures.py: {path}: differs from the reference's results", file=sys.stderr)
    print(GOLDENS)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
