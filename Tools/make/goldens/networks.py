#!/usr/bin/env python3
"""Runs every network of the hand models in LiteRT and writes the outputs to Tests/Goldens/networks.

Each network gets three inputs:

noise   floats of SplitMix64 with seed 1 (see `noise`), which the tests generate again
zeros   only zeros
real    an image cut from a rendered hand, as bytes that represent byte / 255; for the embedders, the landmarks that
        the hand network finds in it; for the classifiers, their embeddings

NETWORK.npz contains the outputs, and the inputs that are not generated. An array is called INPUT.output0 and so on;
INPUT.output0.every17 contains only every 17th element, which keeps the files small. networks.json lists the files with
the network: a member of a bundle is written BUNDLE:MEMBER, a nested one with another colon.

Needs a Python with ai-edge-litert, numpy and Pillow:  PYTHON Tools/make/goldens/networks.py [--models FOLDER]
"""

import argparse
import io
import json
import zipfile
from pathlib import Path

import numpy as np
from ai_edge_litert.interpreter import Interpreter
from PIL import Image

ROOT = Path(__file__).resolve().parents[3]
GOLDENS = ROOT / "Tests" / "Goldens" / "networks"
PICTURE = ROOT / "Tests" / "Fixtures" / "rendered" / "victory_left"

LANDMARKER = ":hand_landmarker.task"
GESTURES = ":hand_gesture_recognizer.task"
NETWORKS = {
    "palm_detection_full": [
        "palm_detection_full.tflite",
        "hand_landmarker.task:hand_detector.tflite",
        f"gesture_recognizer.task{LANDMARKER}:hand_detector.tflite",
        f"gesture_recognizer_custom.task{LANDMARKER}:hand_detector.tflite",
    ],
    "palm_detection_lite": ["palm_detection_lite.tflite", "hand_landmarker_lite.task:hand_detector.tflite"],
    "hand_landmark_full": [
        "hand_landmark_full.tflite",
        "hand_landmarker.task:hand_landmarks_detector.tflite",
        f"gesture_recognizer.task{LANDMARKER}:hand_landmarks_detector.tflite",
        f"gesture_recognizer_custom.task{LANDMARKER}:hand_landmarks_detector.tflite",
    ],
    "hand_landmark_lite": ["hand_landmark_lite.tflite", "hand_landmarker_lite.task:hand_landmarks_detector.tflite"],
    "gesture_embedder": ["gesture_embedder.tflite", f"gesture_recognizer.task{GESTURES}:gesture_embedder.tflite"],
    "canned_gesture_classifier": [
        "canned_gesture_classifier.tflite",
        f"gesture_recognizer.task{GESTURES}:canned_gesture_classifier.tflite",
    ],
    "model_maker_embedder": [f"gesture_recognizer_custom.task{GESTURES}:gesture_embedder.tflite"],
    "model_maker_canned_classifier": [f"gesture_recognizer_custom.task{GESTURES}:canned_gesture_classifier.tflite"],
    "model_maker_custom_classifier": [f"gesture_recognizer_custom.task{GESTURES}:custom_gesture_classifier.tflite"],
}
# Outputs with more elements are stored in part, except for the real input.
LARGE_OUTPUT, PART = 10_000, 17


class Network:
    def __init__(self, content):
        self.interpreter = Interpreter(model_content=content, num_threads=1)
        self.interpreter.allocate_tensors()
        self.inputs = self.interpreter.get_input_details()
        self.shapes = [tuple(detail["shape"]) for detail in self.inputs]

    def __call__(self, inputs):
        for detail, tensor in zip(self.inputs, inputs):
            self.interpreter.set_tensor(detail["index"], tensor)
        self.interpreter.invoke()
        return [self.interpreter.get_tensor(detail["index"]).copy() for detail in self.interpreter.get_output_details()]


def read(folder, place):
    """Returns the bytes of a file, or of a member of a bundle."""
    name, *members = place.split(":")
    path = next((path for path in (folder / name, folder / "tflite" / name) if path.exists()), None)
    if path is None:
        raise SystemExit(f"{folder}/{name}: no such file; run Tools/make/models or pass --models")
    content = path.read_bytes()
    for member in members:
        content = zipfile.ZipFile(io.BytesIO(content)).read(member)
    return content


def noise(shapes, seed=1):
    """Returns floats in -1 ..< 1: the upper 24 bits of SplitMix64's numbers as a signed integer, divided by 2²³."""
    tensors, drawn = [], 0
    with np.errstate(over="ignore"):
        for shape in shapes:
            count = int(np.prod(shape))
            steps = np.arange(drawn + 1, drawn + count + 1, dtype=np.uint64)
            mixed = np.uint64(seed) + steps * np.uint64(0x9E3779B97F4A7C15)
            mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            mixed ^= mixed >> np.uint64(31)
            values = (mixed.view(np.int64) >> np.int64(40)).astype(np.float32) * np.float32(2.0**-23)
            tensors.append(values.reshape(shape))
            drawn += count
    return tensors


def pixels(size, box=None):
    """Returns the rendered image, or a square part of it, as bytes of a tensor."""
    picture = Image.open(PICTURE.with_suffix(".png")).convert("RGB")
    picture = picture.resize((size, size), Image.Resampling.BILINEAR, box=box)
    return np.asarray(picture, np.uint8)[None]


def hand_box():
    """Returns a square around the true joints of the rendered hand, with a margin on all sides."""
    truth = json.loads(PICTURE.with_suffix(".json").read_text())
    joints = np.array(truth["hands"][0]["landmarks"]) * [truth["width"], truth["height"]]
    middle = (joints.min(0) + joints.max(0)) / 2
    half = min((joints.max(0) - joints.min(0)).max() * 0.8, *middle, *([truth["width"], truth["height"]] - middle))
    return (*(middle - half), *(middle + half))


def real_inputs(networks):
    """Returns the real input of each network."""
    palm = pixels(192)
    hand = pixels(224, hand_box())
    landmarks, _, handedness, world = networks["hand_landmark_full"]([hand.astype(np.float32) / np.float32(255)])
    landmarks = landmarks.reshape(1, 21, 3) / np.float32(224)
    features = [landmarks, handedness.reshape(1, 1), world.reshape(1, 21, 3)]
    inputs = {}
    for name, network in networks.items():
        if name.startswith("palm"):
            inputs[name] = [palm]
        elif name.startswith("hand"):
            inputs[name] = [hand]
        elif name.endswith("embedder"):
            inputs[name] = [tensor.astype(np.float32) for tensor in features]
        else:
            embedder = "model_maker_embedder" if name.startswith("model_maker") else "gesture_embedder"
            inputs[name] = networks[embedder](inputs[embedder])
        assert [tensor.shape for tensor in inputs[name]] == network.shapes, name
    return inputs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=Path, default=ROOT / "Models", help="the folder with the bundles and networks")
    folder = parser.parse_args().models
    networks = {name: Network(read(folder, places[0])) for name, places in NETWORKS.items()}
    real = real_inputs(networks)
    GOLDENS.mkdir(parents=True, exist_ok=True)
    for name, network in networks.items():
        cases = {
            "noise": noise(network.shapes),
            "zeros": [np.zeros(shape, np.float32) for shape in network.shapes],
            "real": real[name],
        }
        arrays = {f"real.input{index}": tensor for index, tensor in enumerate(real[name])}
        for case, inputs in cases.items():
            floats = [x.astype(np.float32) / np.float32(255) if x.dtype == np.uint8 else x for x in inputs]
            outputs = network(floats)
            for other in NETWORKS[name][1:]:
                assert all(map(np.array_equal, Network(read(folder, other))(floats), outputs)), other
            for index, output in enumerate(outputs):
                assert np.isfinite(output).all(), (name, case)
                if output.size > LARGE_OUTPUT and case != "real":
                    arrays[f"{case}.output{index}.every{PART}"] = output.reshape(-1)[::PART]
                else:
                    arrays[f"{case}.output{index}"] = output
        path = GOLDENS / f"{name}.npz"
        np.savez_compressed(path, **arrays)
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size} bytes")
    listing = [{"name": name, "files": files} for name, files in NETWORKS.items()]
    (GOLDENS / "networks.json").write_text(json.dumps(listing, indent=2) + "\n")


if __name__ == "__main__":
    main()
