#!/usr/bin/env python3
"""Runs MediaPipe on the rendered hands and writes the results to Tests/Goldens/pictures.

For each bundle there is a file BUNDLE.json: a list of runs, one for each image of Tests/Fixtures/rendered, number of
hands and rotation. A run contains MediaPipe's input pixels as the SHA-256 of their red, green and blue bytes, and the
hands in the order in which MediaPipe found them. Numbers are 32-bit floats with the fewest digits that read back as the
same float.

The lite palm detector lacks metadata, which MediaPipe needs, so the program adds the full one's.

Needs a Python with mediapipe 1.2.2 or 1.2.3 and Pillow, and the bundles:

    PYTHON Tools/make/goldens/pictures.py [--models FOLDER] [--check]

With --check nothing is written, and the program reports whether MediaPipe still returns the stored results.
"""

import argparse
import hashlib
import io
import sys
import zipfile
from pathlib import Path
from typing import Any

import flatbuffers
import mediapipe
import numpy as np
from answers import text
from mediapipe.tasks.metadata import schema_py_generated as schema
from mediapipe.tasks.python import BaseOptions, vision
from mediapipe.tasks.python.vision.core.image_processing_options import ImageProcessingOptions
from PIL import Image

ROOT = Path(__file__).resolve().parents[3]
GOLDENS = ROOT / "Tests" / "Goldens" / "pictures"
PICTURES = ROOT / "Tests" / "Fixtures" / "rendered"

VERSIONS = ("1.2.2", "1.2.3")
# Each bundle with the numbers of hands to search for.
LANDMARKERS = {"hand_landmarker": (1, 2), "hand_landmarker_lite": (1, 2)}
RECOGNIZERS = {"gesture_recognizer": (2,), "gesture_recognizer_custom": (2,)}
ROTATIONS = (0, 90, 180, 270)


def shortest(value):
    """Returns the number with the fewest digits that is the same 32-bit float."""
    number = np.float32(value)
    assert np.float64(number) == value, f"{value} is not a 32-bit float"
    return float(np.format_float_positional(number, unique=True, trim="0"))


def category(found):
    return {"index": found.index, "score": shortest(found.score), "categoryName": found.category_name or ""}


def points(found):
    return [{"x": shortest(point.x), "y": shortest(point.y), "z": shortest(point.z)} for point in found]


def hands(result):
    answer = []
    for index, handedness in enumerate(result.handedness):
        hand: dict[str, Any] = {
            "handedness": category(handedness[0]),
            "landmarks": points(result.hand_landmarks[index]),
            "worldLandmarks": points(result.hand_world_landmarks[index]),
        }
        if hasattr(result, "gestures"):
            hand["gestures"] = [category(gesture) for gesture in result.gestures[index]]
        answer.append(hand)
    return answer


def with_metadata(network, other):
    """Returns the network with the metadata of the other one, and with the files appended to the metadata."""
    name = b"TFLITE_METADATA"
    other_model = schema.ModelT.InitFromPackedBuf(other, 0)
    entry = next(entry for entry in other_model.metadata if entry.name == name)
    model = schema.ModelT.InitFromPackedBuf(network, 0)
    model.buffers.append(other_model.buffers[entry.buffer])
    entry.buffer = len(model.buffers) - 1
    model.metadata = [*(model.metadata or []), entry]
    builder = flatbuffers.Builder(len(network))
    builder.Finish(model.Pack(builder), file_identifier=b"TFL3")
    result = io.BytesIO(builder.Output())
    with zipfile.ZipFile(io.BytesIO(other)) as files, zipfile.ZipFile(result, "a") as appended:
        for file in files.namelist():
            appended.writestr(file, files.read(file))
    return result.getvalue()


def lite_bundle(models):
    """Returns the lite bundle with the metadata that MediaPipe requires."""
    name = "hand_detector.tflite"
    changed = io.BytesIO()
    with (
        zipfile.ZipFile(models / "hand_landmarker.task") as full,
        zipfile.ZipFile(models / "hand_landmarker_lite.task") as lite,
        zipfile.ZipFile(changed, "w", zipfile.ZIP_STORED) as result,
    ):
        for member in lite.namelist():
            network = lite.read(member)
            result.writestr(member, with_metadata(network, full.read(member)) if member == name else network)
    return changed.getvalue()


def task(name, bundle, hand_count):
    """Returns a function that runs a bundle on an image with options."""
    base = BaseOptions(model_asset_buffer=bundle)
    if name in RECOGNIZERS:
        options = vision.GestureRecognizerOptions(base_options=base, num_hands=hand_count)
        return vision.GestureRecognizer.create_from_options(options).recognize
    options = vision.HandLandmarkerOptions(base_options=base, num_hands=hand_count)
    return vision.HandLandmarker.create_from_options(options).detect


def runs(name, bundle, hand_counts):
    pictures = {path.stem: np.asarray(Image.open(path).convert("RGB")) for path in sorted(PICTURES.glob("*.png"))}
    for hand_count in hand_counts:
        answer = task(name, bundle, hand_count)
        for picture, pixels in pictures.items():
            image = mediapipe.Image(image_format=mediapipe.ImageFormat.SRGB, data=np.ascontiguousarray(pixels))
            for rotation in ROTATIONS:
                result = answer(image, ImageProcessingOptions(rotation_degrees=rotation))
                yield {
                    "picture": picture,
                    "pixelsSHA256": hashlib.sha256(pixels.tobytes()).hexdigest(),
                    "handCount": hand_count,
                    "rotationDegrees": rotation,
                    "hands": hands(result),
                }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=Path, default=ROOT / "Models", help="the folder with the bundles")
    parser.add_argument("--check", action="store_true", help="compare with the files instead of writing them")
    arguments = parser.parse_args()
    if mediapipe.__version__ not in VERSIONS:
        print(
            f"pictures.py: this is MediaPipe {mediapipe.__version__}; the goldens are of {' and '.join(VERSIONS)}",
            file=sys.stderr,
        )
        return 1
    GOLDENS.mkdir(parents=True, exist_ok=True)
    differing, total = [], 0
    for name, hand_counts in {**LANDMARKERS, **RECOGNIZERS}.items():
        file, path = arguments.models / f"{name}.task", GOLDENS / f"{name}.json"
        if not file.is_file():
            print(f"pictures.py: {file}: no such file; run Tools/make/models or pass --models", file=sys.stderr)
            return 1
        bundle = lite_bundle(arguments.models) if name == "hand_landmarker_lite" else file.read_bytes()
        content = text(runs(name, bundle, hand_counts))
        total += len(content)
        if not arguments.check:
            path.write_text(content)
        elif not path.is_file() or path.read_text() != content:
            differing.append(str(path.relative_to(ROOT)))
    for path in differing:
        print(f"pictures.py: {path}: differs from MediaPipe's results", file=sys.stderr)
    if not differing:
        print(f"pictures.py: {total} bytes" + (", all as in MediaPipe's results" if arguments.check else " written"))
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
