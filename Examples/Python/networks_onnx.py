"""Finds the hands of a video with networks that ONNX Runtime runs, with any of its providers, such as CUDA's.

    python -m tf2onnx.convert --tflite hand_detector.tflite --output hand_detector.onnx
    python -m tf2onnx.convert --tflite hand_landmarks_detector.tflite --output hand_landmarks_detector.onnx
    python networks_onnx.py FOLDER VIDEO [PROVIDER]

`unzip` gets the networks from a bundle. Needs `onnxruntime` and `tegata`; the conversion needs `tf2onnx` and
`tensorflow-cpu`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import onnxruntime
import tegata

FILES = {"palm_detector": "hand_detector.onnx", "hand_landmarks": "hand_landmarks_detector.onnx"}


def networks(folder: str, provider: str = "CPUExecutionProvider", threads: int = 1) -> tegata.Networks:
    """Returns the networks in a folder for a tracker."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    sessions = {
        name: onnxruntime.InferenceSession(str(Path(folder) / file), options, providers=[provider])
        for name, file in FILES.items()
    }

    def run(name, images):
        session = sessions[name]
        return session.run(None, {session.get_inputs()[0].name: images})

    return tegata.Networks(run)


if __name__ == "__main__":
    source, video, *place = sys.argv[1:]
    for result in tegata.track(video, networks=networks(source, place[0]) if place else networks(source)):
        print(result.milliseconds, result.handedness)
