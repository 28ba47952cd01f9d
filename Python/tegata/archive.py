"""Archives of videos: a Parquet file for each video, written by several processes; needs pyarrow.

import tegata.archive

for video in tegata.archive.annotate_videos(["one.mp4", "two.mp4"], "hands", workers=2):
    print(video.video, video.error or video.file)
"""

from __future__ import annotations

import contextlib
import hashlib
import html
import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from glob import escape, glob
from multiprocessing.connection import Connection, Pipe, wait
from typing import Any, NamedTuple, Union

from . import arrow
from ._errors import InvalidArgumentError, TegataError, needed
from ._tracker import Model, Tracker

parquet = needed("pyarrow.parquet", "arrow")

_Path = Union[str, "os.PathLike[str]"]
# The number of frames in a row group of a file, so that a reader can skip most of a long video.
_FRAMES_PER_GROUP = 4096


class Annotated(NamedTuple):
    """A video, and the file with its hands."""

    #: The path of the video.
    video: str
    #: The path of the file, or None if the video failed.
    file: str | None
    #: The reason why the video failed, or None.
    error: str | None


def annotate_video(video: _Path, folder: _Path, model: Model = None, **options: Any) -> Annotated:
    """Writes the hands of each frame of a video into a Parquet file with the columns of `tegata.arrow`. Does nothing if
    the folder has the file. The file appears only when it is complete, and its name consists of the video's name and a
    hash of its whole path. With `offline`, the folder `_reports` in it contains the report of the tracks under the same
    name, as JSON and as a web page. This function is for engines that process many videos, such as Ray.

    - `video`: the path of the video.
    - `folder`: the folder for the file.
    - `model`, `options`: the arguments of `tegata.track`; `threads` is 1 by default.
    """
    path, name = os.fspath(video), _name(video)
    file = os.path.join(folder, f"{name}.parquet")
    if os.path.exists(file):
        return Annotated(path, file, None)
    os.makedirs(folder, exist_ok=True)
    # Programs that read a folder as one dataset ignore hidden files.
    for abandoned in glob(os.path.join(escape(os.fspath(folder)), f".{escape(name)}.*")):
        os.unlink(abandoned)
    part = os.path.join(folder, f".{name}.{os.getpid()}")
    try:
        with open(part, "xb") as output:
            options.setdefault("threads", 1)
            options.setdefault("identifies_hands", True)
            with Tracker(model, **options) as tracker:
                rows = arrow.track(path, tracker=tracker, frames_per_batch=_FRAMES_PER_GROUP)
                with parquet.ParquetWriter(output, rows.schema) as writer:
                    for batch in rows:
                        writer.write_batch(batch)
                    if options.get("offline"):
                        _write_report({**tracker.report(), "source": path}, folder, name)
                    writer.write_batch(arrow.last_events(tracker.finish(), path, rows.schema))
            output.flush()
            os.fsync(output.fileno())
        os.replace(part, file)
    # Warning filters may turn a problem of a video into an error.
    except (TegataError, RuntimeWarning) as error:
        os.unlink(part)
        return Annotated(path, None, str(error))
    except BaseException:
        os.unlink(part)
        raise
    return Annotated(path, file, None)


def _write_report(report: dict[str, Any], folder: _Path, name: str) -> None:
    # Programs that read a folder as one dataset ignore this name, too.
    place = os.path.join(folder, "_reports")
    os.makedirs(place, exist_ok=True)
    with open(os.path.join(place, f"{name}.json"), "w") as file:
        json.dump(report, file)
    with open(os.path.join(place, f"{name}.html"), "w") as page:
        page.write(_page(report))


_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>
<style>
body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }}
.seconds {{ display: flex; height: 5rem; align-items: flex-end; background: #8884 }}
.seconds a {{ flex: 1; background: #287d3c }} .seconds .faulty {{ background: #c5372c }}
td, th {{ text-align: left; padding-right: 2rem }} :target {{ background: #fc06 }}
</style>
<h1>{title}</h1>
<p>{frames} frames, {empty} without a hand; mean score {score:.0%}; {faults} faults</p>
<div class="seconds">{bars}</div>
<p>A bar is the score of a second. Bars are red if the second has a fault.</p>
<table><tr><th>Time</th><th>Fault</th><th>Hands</th><th>Frames</th></tr>
{rows}</table>
<p>SHA-256 of version, model, options and results: <code>{hash}</code></p>
</html>
"""


def _page(report: dict[str, Any]) -> str:
    faults, bars = report["faults"], []
    for second in report["seconds"]:
        start, end = second["firstMs"], second["lastMs"]
        found = next((index for index, fault in enumerate(faults) if fault["lastMs"] >= start), 0)
        state = f' class="faulty" href="#fault{found}"' if second["faults"] else ""
        text = f"{start / 1000:.2f} to {end / 1000:.2f} s: {second['score']:.2f}"
        bars.append(f'<a style="height:{100 * second["score"]:.0f}%" title="{text}"{state}></a>')
    rows = [
        f'<tr id="fault{index}"><td>{fault["firstMs"] / 1000:.2f} to {fault["lastMs"] / 1000:.2f} s<td>{fault["kind"]}'
        f"<td>{', '.join(map(str, fault['ids']))}<td>{fault['first']} to {fault['last']}\n"
        for index, fault in enumerate(faults)
    ]
    return _PAGE.format(
        title=html.escape(os.path.basename(report["source"])),
        frames=report["frames"],
        empty=report["framesWithoutHand"],
        score=report["score"],
        faults=len(faults),
        bars="".join(bars),
        rows="".join(rows),
        hash=report["hash"],
    )


def annotate_videos(
    videos: Iterable[_Path], folder: _Path, model: Model = None, *, workers: int | None = None, **options: Any
) -> Iterator[Annotated]:
    """Calls `annotate_video` for many videos in several processes, and yields each video when it is finished. Videos
    that fail, even by ending their process, do not disturb the others. If the run is interrupted, call the function
    again: it skips finished videos and tries failed ones again. Files do not depend on the number of workers or the
    order. Annotate into another folder if you change the model or the options.

    - `videos`: the paths of the videos.
    - `folder`: the folder for the files, which only one run may use at a time.
    - `workers` (one for each processor that the process may use): the number of processes.
    - `model`, `options`: the arguments of `tegata.track`; `threads` is 1 by default.
    """
    if workers is None:
        workers = len(os.sched_getaffinity(0))
    if workers < 1:
        raise InvalidArgumentError(f"workers is {workers}; use at least 1")
    # Raises errors of arguments before the work begins.
    Tracker(model, **options).close()
    # A video that is listed twice is annotated once.
    paths = {_name(video): os.fspath(video) for video in videos}
    return _annotate(list(paths.values()), workers, (folder, model, options))


def _name(video: _Path) -> str:
    """Returns the name of a video's file, without its extension. Videos in different folders have different names."""
    whole = os.fsencode(os.path.abspath(video))
    return f"{os.path.basename(os.fspath(video))}-{hashlib.sha256(whole).hexdigest()[:12]}"


class _Worker:
    """A process that annotates one video after the other, and the connection to it."""

    def __init__(self, arguments: tuple[Any, ...]) -> None:
        self.connection, other = Pipe()
        with other:
            program = (
                f"import sys; sys.path[:] = {sys.path}; from tegata import archive; archive._work({other.fileno()})"
            )
            # A fork would copy locks of other threads, and multiprocessing would run the caller's program again. An
            # interrupt from the keyboard reaches only the caller, which then ends its workers.
            self.process = subprocess.Popen(
                [sys.executable, "-c", program],
                stdin=subprocess.DEVNULL,
                pass_fds=[other.fileno()],
                start_new_session=True,
            )
        self.video = ""
        self._send(arguments)

    def _send(self, message: Any) -> None:
        # If the process has ended, `result` says so.
        with contextlib.suppress(ConnectionError):
            self.connection.send(message)

    def start(self, video: str) -> None:
        self.video = video
        self._send(video)

    def result(self) -> Annotated:
        try:
            result = self.connection.recv()
        except (EOFError, ConnectionError):
            status = self.process.wait()
            reason = f"signal {-status}" if status < 0 else f"status {status}"
            fault = f"{self.video}: its process ended with {reason}; if memory ran out, use fewer workers"
            return Annotated(self.video, None, fault)
        if isinstance(result, Exception):
            raise result
        return result

    def close(self) -> None:
        self.connection.close()
        self.process.kill()
        self.process.wait()


def _annotate(videos: list[str], count: int, arguments: tuple[Any, ...]) -> Iterator[Annotated]:
    waiting, working = iter(videos), []
    try:
        for _, video in zip(range(count), waiting):
            working.append(_Worker(arguments))
            working[-1].start(video)
        while working:
            ready = wait([worker.connection for worker in working])
            for index, worker in reversed(list(enumerate(working))):
                if worker.connection not in ready:
                    continue
                result = worker.result()
                video = next(waiting, None)
                if video is None:
                    working.pop(index).close()
                else:
                    if worker.process.poll() is not None:
                        worker.close()
                        working[index] = _Worker(arguments)
                    working[index].start(video)
                yield result
    finally:
        for worker in working:
            worker.close()


def _work(descriptor: int) -> None:
    """Annotates the videos that the caller of `annotate_videos` sends, and ends with it."""
    connection = Connection(descriptor)
    folder, model, options = connection.recv()
    videos: queue.SimpleQueue[str] = queue.SimpleQueue()

    def receive() -> None:
        try:
            while True:
                videos.put(connection.recv())
        except (EOFError, ConnectionError):
            os._exit(1)

    threading.Thread(target=receive, daemon=True).start()
    while True:
        try:
            result: Annotated | Exception = annotate_video(videos.get(), folder, model, **options)
        except Exception as error:
            result = error
        connection.send(result)
