"""The frames of videos and cameras."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import warnings
from collections.abc import Generator, Iterable, Iterator
from typing import IO, Any, NamedTuple, Union

import numpy as np

from ._errors import MissingError, UnavailableError, UnreadableError
from ._images import LONGEST_SIDE
from ._results import Result
from ._tracker import Model, Tracker

Source = Union[str, "os.PathLike[str]", int, Iterable[Any]]

# The largest number of pixels, so that a small file does not claim all memory.
_MOST_PIXELS = 178_956_970
# The size of the pipe with images in bytes, which the system allows everybody.
_PIPE_SIZE = 1 << 20
# ffmpeg's time of a frame without a time.
_NO_TIME = -1 << 63
# The lines of ffmpeg with the unit of times, in seconds, and with the time of a frame.
_UNIT = re.compile(r"#tb 0: ([0-9]{1,18})/([1-9][0-9]{0,17})\n")
_TIME = re.compile(r"[^,]*,[^,]*, *(-?[0-9]{1,19}),")
# The time in seconds within which a camera must send a frame.
_PATIENCE = 5
# The largest size of ffmpeg's messages in bytes.
_MOST_MESSAGES = 1 << 20
# Formats whose whole content is in one file. Playlists, file lists, numbered images, scripts, devices and addresses are
# excluded, because they lead to other files, even if the name of the first one says otherwise.
_FORMATS = (
    "mov matroska avi mpegts mpeg flv live_flv ogg asf rm mxf gxf nut dv wtv nuv nsv swf dhav ivf obu av1 h261 h263"
    " h264 hevc vvc evc m4v mpegvideo vc1 vc1test dirac cavsvideo avs2 avs3 mjpeg mjpeg_2000 mpjpeg smjpeg yuv4mpegpipe"
    " gif apng webp webp_anim jpegxl_anim jpeg_pipe png_pipe gif_pipe webp_pipe bmp_pipe tiff_pipe jpegxl_pipe"
    " jpegls_pipe j2k_pipe ppm_pipe pgm_pipe pbm_pipe pam_pipe dpx_pipe exr_pipe wav w64 mp3 aac flac aiff ac3 eac3 dts"
    " amr au caf"
).split()


def frames(
    source: str | os.PathLike[str] | int, threads: int | None = None
) -> Generator[tuple[int, np.ndarray], None, None]:
    """Yields the frames of a video file, or of a camera given by its number or device, through ffmpeg, which decodes
    with a number of threads: times in milliseconds, and pixels with red first. A camera yields its newest frame each
    time and drops the frames in between."""
    path = f"/dev/video{source}" if isinstance(source, int) else os.fsdecode(source)
    if not os.path.exists(path):
        raise MissingError(f"{path}: no such file; check the path", path)
    yield from (_newest if path.startswith("/dev/video") else _decoded)(path, _start(path, threads))


class _Decoder(NamedTuple):
    """A running ffmpeg, the pipe with the times of its frames, and the file with its messages."""

    process: subprocess.Popen[bytes]
    clock: IO[str]
    complaints: IO[bytes]

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.clock.close()
        self.complaints.close()


def _start(path: str, threads: int | None) -> _Decoder:
    # For the decoder, and again for the encoder of images.
    limited = [] if threads is None else ["-threads", str(threads)]
    words = [*limited, *_input(path)]
    # Each stored frame once: an image, which starts with its size, and a line with its time in microseconds on another
    # pipe.
    complaints = _messages()
    try:
        times, end = os.pipe()
    except BaseException:
        complaints.close()
        raise
    if end <= 2:
        # ffmpeg uses these descriptors for its standard streams, so the pipe must have another one.
        low, end = end, fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 3)
        os.close(low)
    frame = [
        "-map",
        "0:v:0",
        "-fps_mode",
        "passthrough",
        "-enc_time_base",
        "1/1000000",
        "-flush_packets",
        "1",
        *limited,
    ]
    command = [
        "ffmpeg",
        "-nostdin",
        "-v",
        "error",
        *words,
        *frame,
        "-f",
        "image2pipe",
        "-c:v",
        "ppm",
        "-pix_fmt",
        "rgb24",
        "pipe:1",
    ]
    command += [*frame, "-f", "framecrc", "-c:v", "wrapped_avframe", f"pipe:{end}"]
    try:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=complaints, pass_fds=[end])
        if process.stdout is not None and hasattr(fcntl, "F_SETPIPE_SZ"):
            # A larger pipe needs fewer switches between the processes. The user's share of such memory may be used up.
            with contextlib.suppress(OSError):
                fcntl.fcntl(process.stdout, fcntl.F_SETPIPE_SZ, _PIPE_SIZE)
    except BaseException as error:
        os.close(times)
        complaints.close()
        if not isinstance(error, FileNotFoundError):
            raise
        raise MissingError("ffmpeg is not on the PATH; install it to read videos") from None
    finally:
        os.close(end)
    return _Decoder(process, os.fdopen(times), complaints)


def _newest(path: str, decoder: _Decoder) -> Iterator[tuple[int, np.ndarray]]:
    """Yields the newest frame of a camera each time, because ffmpeg and the system would queue seconds of frames for a
    slow reader."""
    changed = threading.Condition()
    newest: list[tuple[int, np.ndarray]] = []
    ends: list[Exception | None] = []

    def read() -> None:
        end: Exception | None = None
        try:
            for frame in _decoded(path, decoder):
                with changed:
                    newest[:] = [frame]
                    changed.notify()
        except Exception as error:
            end = error
        with changed:
            ends.append(end)
            changed.notify()

    reader = threading.Thread(target=read, daemon=True)
    try:
        reader.start()
    except BaseException:
        decoder.close()
        raise
    try:
        while True:
            with changed:
                if not changed.wait_for(lambda: newest or ends, _PATIENCE):
                    raise UnreadableError(
                        f"{path}: the camera has sent nothing for {_PATIENCE} seconds; check its cable and its privacy"
                        " switch",
                        path,
                    )
                frame = newest.pop() if newest else None
            if frame is None:
                break
            yield frame
        if ends[0] is not None:
            raise ends[0]
    finally:
        decoder.process.kill()
        # Python stops daemon threads when it exits, and may collect this generator on any thread.
        if not sys.is_finalizing() and reader is not threading.current_thread():
            reader.join()


def _decoded(path: str, decoder: _Decoder) -> Iterator[tuple[int, np.ndarray]]:
    process, clock, complaints = decoder
    number, milliseconds, first, is_whole = 0, -1, 0, False
    # The unit that is asked for.
    count, parts = 1, 1_000_000
    try:
        assert process.stdout is not None
        while True:
            header = process.stdout.readline()
            is_whole = not header
            if is_whole:
                break
            size = process.stdout.readline().split()
            if len(size) != 2 or not all(map(bytes.isdigit, size)):
                break
            width, height = map(int, size)
            if max(width, height) > LONGEST_SIDE or width * height > _MOST_PIXELS:
                raise UnreadableError(
                    f"{path}: {width}×{height} pixels are more than allowed; make the video smaller", path
                )
            process.stdout.readline()
            data = process.stdout.read(3 * width * height)
            if header != b"P6\n" or len(data) < 3 * width * height:
                break
            # The first lines describe the others and give the unit of times.
            while (line := clock.readline()).startswith("#"):
                if unit := _UNIT.match(line):
                    count, parts = map(int, unit.groups())
            time_of_frame = _TIME.match(line)
            if not line.endswith("\n") or time_of_frame is None:
                break
            ticks = int(time_of_frame[1])
            # A frame without a time follows the previous one.
            time = first + 1000 * (milliseconds + 1) if ticks == _NO_TIME else ticks * 1_000_000 * count // parts
            if number == 0:
                first = time
            # Frames may be closer together than a millisecond.
            milliseconds = max(milliseconds + 1, (time - first) // 1000)
            yield milliseconds, np.frombuffer(data, np.uint8).reshape(height, width, 3)
            number += 1
        process.stdout.close()
        status = process.wait()
        said = os.pread(complaints.fileno(), _MOST_MESSAGES, 0).rstrip(b"\0")
        reason = said.decode(errors="replace").strip().splitlines()
        if status != 0 or number == 0 or not is_whole:
            if any("fps_mode" in line for line in reason):
                raise UnavailableError("this ffmpeg is older than 5.1; install a newer one")
            other = "it has no frames" if number == 0 else "ffmpeg ended without a message"
            raise UnreadableError(f"{path}: cannot be read as a video ({reason[-1] if reason else other})", path)
        if signal.getsignal(signal.SIGCHLD) == signal.SIG_IGN and not path.startswith("/dev/video"):
            # The system then does not report the status of programs, and it reads as 0.
            raise UnreadableError(
                f"{path}: its end cannot be verified, because this process ignores SIGCHLD; restore its default", path
            )
        if reason:
            warnings.warn(
                f"{path}: ffmpeg reported a problem and continued ({reason[0]})", RuntimeWarning, stacklevel=3
            )
    finally:
        decoder.close()


def _messages() -> IO[bytes]:
    """Returns a file for ffmpeg's messages. It is not a pipe, because with many messages ffmpeg would wait for a
    reader."""
    # Not every Python has these functions; without them, the file has no size limit.
    if not hasattr(os, "memfd_create") or not hasattr(fcntl, "F_SEAL_GROW"):
        return tempfile.TemporaryFile()
    file = open(os.memfd_create("messages", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING), "r+b", buffering=0)
    file.truncate(_MOST_MESSAGES)
    fcntl.fcntl(file.fileno(), fcntl.F_ADD_SEALS, fcntl.F_SEAL_GROW)
    return file


def _input(path: str) -> list[str]:
    """Returns ffmpeg's arguments for a file or camera. They prevent it from reading other files and from decoding much
    larger images than allowed. The limit has a margin, because ffmpeg counts pixels that it adds at the sides."""
    if path.startswith("/dev/video"):
        return ["-f", "v4l2", "-i", path]
    name = os.path.basename(path)
    formats = ["-format_whitelist", ",".join(_FORMATS)]
    # ffmpeg treats % in image names as a pattern, and further images after the first as a video.
    if ("%" in name or name.lower().endswith((".jpg", ".jpeg"))) and os.path.isfile(path):
        with open(path, "rb") as file:
            start = file.read(4)
        if start[:3] == b"\xff\xd8\xff" and name.lower().endswith((".jpg", ".jpeg")):
            formats = ["-format_whitelist", "image2", "-f", "image2", "-pattern_type", "none"]
        elif start == b"\x89PNG" and "%" in name:
            formats = ["-format_whitelist", "png_pipe", "-f", "png_pipe"]
    return [
        "-protocol_whitelist",
        "file,pipe",
        "-max_pixels",
        str(_MOST_PIXELS // 4 * 5),
        *formats,
        "-i",
        "file:" + path,
    ]


def track(source: Source, model: Model = None, *, tracker: Tracker | None = None, **options: Any) -> Iterator[Result]:
    """Yields the hands of each frame of a video.

    - `source`: a video file, a camera given by its number or device such as `/dev/video0`, or an iterable of frames:
      arrays at 30 frames per second, or pairs of a time in milliseconds and an array. A file yields every stored frame
      once, with its time since the first frame. A camera yields its newest frame and drops those in between.
    - `model` (the installed model): the `model` of `Tracker`.
    - `tracker` (a new one): an existing tracker, which starts a new video.
    - `options`: all other arguments of `Tracker`. Hands have IDs unless `identifies_hands` is False. With `offline`,
      the results come after the last frame, with revised tracks.
    """
    options.setdefault("identifies_hands", True)
    own = tracker or Tracker(model, **options)
    try:
        if tracker is not None:
            tracker.reset()
        if isinstance(source, (str, os.PathLike, int)):
            timed: Iterable[Any] = frames(source, own._threads)
        else:
            timed = (
                frame if isinstance(frame, tuple) else (number * 1000 // 30, frame)
                for number, frame in enumerate(source)
            )
        for milliseconds, pixels in timed:
            result = own.track(pixels, milliseconds)
            if own._times is None:
                yield result
        yield from own.revised()
        if tracker is None and (end := own.finish()).events:
            yield end
    finally:
        if tracker is None:
            own.close()
