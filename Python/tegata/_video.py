"""The frames of videos and cameras."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from typing import Any, Iterable, Iterator, Union

import numpy as np

from ._errors import MissingError, UnreadableError
from ._images import LONGEST_SIDE
from ._results import Result
from ._tracker import Model, Tracker

Source = Union[str, "os.PathLike[str]", int, Iterable[Any]]

# What pictures may have beside their sides, so that a small file does not claim all memory.
_MOST_PIXELS = 178_956_970


def frames(source: str | os.PathLike[str] | int) -> Iterator[tuple[int, np.ndarray]]:
    """The frames of a video file, or of a camera by its number or device, through the program ffmpeg: times in milliseconds, and pixels with red
    first."""
    path = f"/dev/video{source}" if isinstance(source, int) else os.fspath(source)
    if not os.path.exists(path): raise MissingError(f"{path}: no such file; check the path", path)
    kind = ["-f", "v4l2"] if path.startswith("/dev/video") else ["-protocol_whitelist", "file,pipe"]
    # Each frame is preceded by its size; what has been shown twice or left out to keep the rate is so here too.
    command = ["ffmpeg", "-nostdin", "-v", "error", *kind, "-i", path, "-map", "0:v:0"]
    command += ["-f", "image2pipe", "-c:v", "ppm", "-pix_fmt", "rgb24", "pipe:1"]
    rate = _rate(path, kind)
    # Not a pipe: whoever has much to complain of would wait for a reader.
    complaints = tempfile.TemporaryFile()
    try: process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=complaints)
    except FileNotFoundError: raise MissingError("videos are read through the program ffmpeg, which is not on the PATH; install it") from None
    number, milliseconds = 0, -1
    try:
        assert process.stdout is not None
        while header := process.stdout.readline():
            width, height = map(int, process.stdout.readline().split())
            if max(width, height) > LONGEST_SIDE or width * height > _MOST_PIXELS:
                raise UnreadableError(f"{path}: {width}×{height} pixels are more than are allowed; make it smaller", path)
            process.stdout.readline()
            data = process.stdout.read(3 * width * height)
            if header != b"P6\n" or len(data) < 3 * width * height: break
            # Frames may be nearer to each other than times can say.
            milliseconds = max(milliseconds + 1, round(number * 1000 / rate))
            yield milliseconds, np.frombuffer(data, np.uint8).reshape(height, width, 3)
            number += 1
        process.stdout.close()
        if process.wait() != 0 or number == 0:
            complaints.seek(0)
            reason = complaints.read().decode(errors="replace").strip().splitlines()
            raise UnreadableError(f"{path}: cannot be read as a video ({reason[-1] if reason else 'there are no frames'})", path)
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None: process.stdout.close()
        complaints.close()


def _rate(path: str, kind: list[str]) -> float:
    """Frames a second."""
    command = ["ffprobe", "-v", "error", *kind, "-select_streams", "v:0", "-show_entries", "stream=r_frame_rate", "-of", "csv=p=0", path]
    try: said = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, errors="replace").stdout
    except FileNotFoundError: return 30.0
    found = re.match(r"(\d+)/(\d+)", said)
    return int(found[1]) / int(found[2]) if found and int(found[1]) and int(found[2]) else 30.0


def track(source: Source, model: Model = None, *, tracker: Tracker | None = None, **options: Any) -> Iterator[Result]:
    """The hands of every frame of a video file, of a camera by its number or device, or of frames that come from elsewhere: arrays, which then
    are 30 a second, or pairs of a time in milliseconds and an array.

    Options are those of `Tracker`; hands have numbers unless `identifies_hands` is False. With `tracker` that one is used, for a video of its own."""
    own = tracker or Tracker(model, **{"identifies_hands": True, **options})
    try:
        if tracker is not None: tracker.reset()
        if isinstance(source, (str, os.PathLike, int)): timed: Iterable[Any] = frames(source)
        else: timed = (frame if isinstance(frame, tuple) else (round(number * 1000 / 30), frame) for number, frame in enumerate(source))
        for milliseconds, pixels in timed: yield own.track(pixels, int(milliseconds))
    finally:
        if tracker is None: own.close()
