"""Finds the hands of a video with networks that LiteRT runs.

    python networks_litert.py hand_landmarker.task VIDEO

Needs `ai-edge-litert` and `tegata`.
"""

from __future__ import annotations

import sys
from zipfile import ZipFile

import tegata
from ai_edge_litert.interpreter import Interpreter

FILES = {"palm_detector": "hand_detector.tflite", "hand_landmarks": "hand_landmarks_detector.tflite"}


def networks(bundle: str, threads: int = 1) -> tegata.Networks:
    """Returns the networks of a bundle for a tracker."""
    with ZipFile(bundle) as files:
        interpreters = {
            name: Interpreter(model_content=files.read(file), num_threads=threads) for name, file in FILES.items()
        }
    for interpreter in interpreters.values():
        interpreter.allocate_tensors()

    def run(name, images):
        interpreter = interpreters[name]
        interpreter.set_tensor(interpreter.get_input_details()[0]["index"], images)
        interpreter.invoke()
        return [interpreter.get_tensor(output["index"]) for output in interpreter.get_output_details()]

    return tegata.Networks(run)


if __name__ == "__main__":
    for result in tegata.track(sys.argv[2], networks=networks(sys.argv[1])):
        print(result.milliseconds, result.handedness)
