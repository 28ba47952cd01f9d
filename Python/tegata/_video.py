"""The frames of videos and cameras."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import tempfile
import threading
import warnings
from typing import IO, Any, Iterable, Iterator, NamedTuple, Union

import numpy as np

from ._errors import MissingError, UnavailableError, UnreadableError
from ._images import LONGEST_SIDE
from ._results import Result
from ._tracker import Model, Tracker

Source = Union[str, "os.PathLike[str]", int, Iterable[Any]]

# What pictures may have beside their sides, so that a small file does not claim all memory.
_MOST_PIXELS = 178_956_970
# What ffmpeg says where a frame has no time.
_NO_TIME = -1 << 63
# Seconds in which a camera must send something.
_PATIENCE = 5
# What is kept of what the program complains about.
_MOST_MESSAGES = 1 << 20
# Those with all they show in one file. Play lists, lists of files, pictures with numbers, scripts, devices and addresses are among the others, which
# lead to other files however the first one is called.
_FORMATS = (
    "mov matroska avi mpegts mpeg flv live_flv ogg asf rm mxf gxf nut dv wtv nuv nsv swf dhav ivf obu av1 h261 h263 h264 hevc vvc evc m4v mpegvideo "
    "vc1 vc1test dirac cavsvideo avs2 avs3 mjpeg mjpeg_2000 mpjpeg smjpeg yuv4mpegpipe gif apng webp webp_anim jpegxl_anim jpeg_pipe png_pipe "
    "gif_pipe webp_pipe bmp_pipe tiff_pipe jpegxl_pipe jpegls_pipe j2k_pipe ppm_pipe pgm_pipe pbm_pipe pam_pipe dpx_pipe exr_pipe wav w64 mp3 aac "
    "flac aiff ac3 eac3 dts amr au caf"
).split()


def frames(source: str | os.PathLike[str] | int) -> Iterator[tuple[int, np.ndarray]]:
    """The frames of a video file, or of a camera by its number or device, through the program ffmpeg: times in milliseconds, and pixels with red
    first. Of a camera it is the newest frame each time: those that come while nobody asks are dropped."""
    path = f"/dev/video{source}" if isinstance(source, int) else os.fsdecode(source)
    if not os.path.exists(path): raise MissingError(f"{path}: no such file; check the path", path)
    yield from (_newest if path.startswith("/dev/video") else _decoded)(path, _start(path))


class _Decoder(NamedTuple):
    """A program that is running, and the files that tell when its frames are and what it complains about."""

    process: subprocess.Popen[bytes]
    clock: IO[str]
    complaints: IO[bytes]

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None: self.process.stdout.close()
        self.clock.close()
        self.complaints.close()


def _start(path: str) -> _Decoder:
    words = _input(path)
    # Every frame that is stored, once: a picture of each, which begins with its size, and its time in microseconds as a line elsewhere.
    complaints = _messages()
    try: times, end = os.pipe()
    except BaseException:
        complaints.close()
        raise
    if end <= 2:
        # The program has its standard streams there, whatever was open before.
        low, end = end, fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 3)
        os.close(low)
    frame = ["-map", "0:v:0", "-fps_mode", "passthrough", "-enc_time_base", "1/1000000", "-flush_packets", "1"]
    command = ["ffmpeg", "-nostdin", "-v", "error", *words, *frame, "-f", "image2pipe", "-c:v", "ppm", "-pix_fmt", "rgb24", "pipe:1"]
    command += [*frame, "-f", "framecrc", "-c:v", "wrapped_avframe", f"pipe:{end}"]
    try: process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=complaints, pass_fds=[end])
    except BaseException as error:
        os.close(times)
        complaints.close()
        if not isinstance(error, FileNotFoundError): raise
        raise MissingError("videos are read through the program ffmpeg, which is not on the PATH; install it") from None
    finally: os.close(end)
    return _Decoder(process, os.fdopen(times), complaints)


def _newest(path: str, decoder: _Decoder) -> Iterator[tuple[int, np.ndarray]]:
    """The frames of a camera as they are asked for. The program and the system would keep seconds of them for a reader that is slow."""
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
        except Exception as error: end = error
        with changed:
            ends.append(end)
            changed.notify()

    reader = threading.Thread(target=read, daemon=True)
    try: reader.start()
    except BaseException:
        decoder.close()
        raise
    try:
        while True:
            with changed:
                if not changed.wait_for(lambda: newest or ends, _PATIENCE):
                    raise UnreadableError(f"{path}: the camera has sent nothing for {_PATIENCE} seconds; check its plug and its cover switch", path)
                frame = newest.pop() if newest else None
            if frame is None: break
            yield frame
        if ends[0] is not None: raise ends[0]
    finally:
        decoder.process.kill()
        # Python stops such threads when it ends, and may collect this generator on any.
        if not sys.is_finalizing() and reader is not threading.current_thread(): reader.join()


def _decoded(path: str, decoder: _Decoder) -> Iterator[tuple[int, np.ndarray]]:
    process, clock, complaints = decoder
    number, milliseconds, first, is_whole = 0, -1, 0, False
    try:
        assert process.stdout is not None
        while True:
            header = process.stdout.readline()
            is_whole = not header
            if is_whole: break
            size = process.stdout.readline().split()
            if len(size) != 2: break
            width, height = map(int, size)
            if max(width, height) > LONGEST_SIDE or width * height > _MOST_PIXELS:
                raise UnreadableError(f"{path}: {width}×{height} pixels are more than are allowed; make it smaller", path)
            process.stdout.readline()
            data = process.stdout.read(3 * width * height)
            if header != b"P6\n" or len(data) < 3 * width * height: break
            # The first lines say what the others are, and what times are counted in.
            while (line := clock.readline()).startswith("#"):
                if line.startswith("#tb 0:"): count, parts = map(int, line.split()[2].split("/"))
            if not line.endswith("\n"): break
            ticks = int(line.split(",")[2])
            # A frame that has no time follows the one before.
            time = first + 1000 * (milliseconds + 1) if ticks == _NO_TIME else ticks * 1_000_000 * count // parts
            if number == 0: first = time
            # Frames may be nearer to each other than times can say.
            milliseconds = max(milliseconds + 1, (time - first) // 1000)
            yield milliseconds, np.frombuffer(data, np.uint8).reshape(height, width, 3)
            number += 1
        process.stdout.close()
        status = process.wait()
        said = os.pread(complaints.fileno(), _MOST_MESSAGES, 0).rstrip(b"\0")
        reason = said.decode(errors="replace").strip().splitlines()
        if status != 0 or number == 0 or not is_whole:
            if any("fps_mode" in line for line in reason): raise UnavailableError("this ffmpeg is older than 5.1; install a newer one")
            other = "there are no frames" if number == 0 else "it ended without saying why"
            raise UnreadableError(f"{path}: cannot be read as a video ({reason[-1] if reason else other})", path)
        if signal.getsignal(signal.SIGCHLD) == signal.SIG_IGN and not path.startswith("/dev/video"):
            # Then the system tells nobody how programs end, and the status is 0 whatever it was.
            raise UnreadableError(f"{path}: whether it was read to its end is unknown, since this process ignores SIGCHLD; let it not", path)
        if reason: warnings.warn(f"{path}: ffmpeg found something wrong with it, and went on ({reason[0]})", RuntimeWarning, stacklevel=3)
    finally: decoder.close()


def _messages() -> IO[bytes]:
    """A file for what the program complains about, not a pipe: whoever has much to complain of would wait for a reader."""
    # Not every Python has these, and without them there is only no limit.
    if not hasattr(os, "memfd_create") or not hasattr(fcntl, "F_SEAL_GROW"): return tempfile.TemporaryFile()
    file = open(os.memfd_create("messages", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING), "r+b", buffering=0)
    file.truncate(_MOST_MESSAGES)
    fcntl.fcntl(file.fileno(), fcntl.F_ADD_SEALS, fcntl.F_SEAL_GROW)
    return file


def _input(path: str) -> list[str]:
    """How ffmpeg is told to read a file or camera, so that nothing else is read and no much larger pictures are decoded than are taken: it
    counts pixels that it adds at the sides."""
    if path.startswith("/dev/video"): return ["-f", "v4l2", "-i", path]
    name = os.path.basename(path)
    formats = ["-format_whitelist", ",".join(_FORMATS)]
    # The program takes % in names of pictures for a pattern, and other pictures behind the first for a video.
    if ("%" in name or name.lower().endswith((".jpg", ".jpeg"))) and os.path.isfile(path):
        with open(path, "rb") as file: start = file.read(4)
        if start[:3] == b"\xff\xd8\xff" and name.lower().endswith((".jpg", ".jpeg")):
            formats = ["-format_whitelist", "image2", "-f", "image2", "-pattern_type", "none"]
        elif start == b"\x89PNG" and "%" in name: formats = ["-format_whitelist", "png_pipe", "-f", "png_pipe"]
    return ["-protocol_whitelist", "file,pipe", "-max_pixels", str(_MOST_PIXELS // 4 * 5), *formats, "-i", "file:" + path]


def track(source: Source, model: Model = None, *, tracker: Tracker | None = None, **options: Any) -> Iterator[Result]:
    """The hands of every frame of a video file, of a camera by its number or device, or of frames that come from elsewhere: arrays, which then
    are 30 a second, or pairs of a time in milliseconds and an array.

    Options are those of `Tracker`; hands have numbers unless `identifies_hands` is False. With `tracker` that one is used, for a video of its own."""
    own = tracker or Tracker(model, **{"identifies_hands": True, **options})
    try:
        if tracker is not None: tracker.reset()
        if isinstance(source, (str, os.PathLike, int)): timed: Iterable[Any] = frames(source)
        else: timed = (frame if isinstance(frame, tuple) else (number * 1000 // 30, frame) for number, frame in enumerate(source))
        for milliseconds, pixels in timed: yield own.track(pixels, milliseconds)
    finally:
        if tracker is None: own.close()
