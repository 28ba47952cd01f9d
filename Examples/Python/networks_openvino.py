"""Finds the hands of a video with networks that OpenVINO runs, on a processor, graphics processor or NPU of Intel.

    python networks_openvino.py hand_landmarker.task VIDEO [DEVICE]

Needs `openvino` and `tegata`.
"""

from __future__ import annotations

import sys
import tempfile
from zipfile import ZipFile

import openvino
import tegata

FILES = {"palm_detector": "hand_detector.tflite", "hand_landmarks": "hand_landmarks_detector.tflite"}


def networks(bundle: str, device: str = "CPU", threads: int = 1, batch: int = 1) -> tegata.Networks:
    """Returns the networks of a bundle for a tracker; `batch` hands are cropped for one call."""
    core = openvino.Core()
    # OpenVINO chooses half precision on some devices; remove the hint to let it.
    settings: dict[str, str | int] = {"INFERENCE_PRECISION_HINT": "f32"}
    if device == "CPU":
        settings["INFERENCE_NUM_THREADS"] = threads
    compiled = {}
    for name, file in FILES.items():
        with ZipFile(bundle) as files, tempfile.TemporaryDirectory() as folder:
            # OpenVINO reads this format from files only.
            model = core.read_model(files.extract(file, folder))
        if name == "hand_landmarks" and batch > 1:
            model.reshape([openvino.Dimension(1, batch), 224, 224, 3])
        compiled[name] = core.compile_model(model, device, settings)

    def run(name, images):
        return list(compiled[name](images).values())

    return tegata.Networks(run, hand_landmarks=tegata.Network(batch=batch))


if __name__ == "__main__":
    source, video, *place = sys.argv[1:]
    for result in tegata.track(video, networks=networks(source, place[0]) if place else networks(source)):
        print(result.milliseconds, result.handedness)
