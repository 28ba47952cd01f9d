"""Runs a script in a virtual environment with the Python packages that it needs, and decodes a video's frames for
it."""

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

BUILD = Path(__file__).resolve().parent.parent / ".build"


def run_with(packages, name, python=None):
    """Restarts the script with an interpreter that has the packages, unless this one has them.

    `python` is such an interpreter, if there is one. Otherwise the packages are installed into .build/NAME on the first
    run.
    """
    given = python
    if not python:
        folder = BUILD / name
        python = str(folder / "bin" / "python")
        if not (folder / ".complete").exists():
            print(f"installing {', '.join(packages)}", file=sys.stderr)
            venv.create(folder, with_pip=True, clear=True)
            subprocess.run([python, "-m", "pip", "install", "--quiet", *packages], check=True, stdout=sys.stderr)
            (folder / ".complete").touch()
    if Path(python).absolute() != Path(sys.executable).absolute():
        os.execv(python, [python, *sys.argv, *([] if given else ["--python", python])])


def decoded(video):
    """Returns the frames as arrays, with their times in milliseconds."""
    import numpy as np

    query = [
        "ffprobe",
        "-v",
        "error",
        "-select_streams",
        "v:0",
        "-show_entries",
        "stream=width,height,r_frame_rate",
        "-of",
        "json",
        video,
    ]
    stream = json.loads(subprocess.check_output(query))["streams"][0]
    count, seconds = map(int, stream["r_frame_rate"].split("/"))
    pixels = subprocess.check_output(["ffmpeg", "-v", "error", "-i", video, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"])
    frames = np.frombuffer(pixels, np.uint8).reshape(-1, stream["height"], stream["width"], 3)
    return frames, [index * 1000 * seconds // count for index in range(len(frames))]
