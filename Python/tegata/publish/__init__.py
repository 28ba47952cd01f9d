"""Sends the hands of a camera or video to other programs: over MQTT, OSC, VMC and WebSocket.

    python -m tegata publish /dev/video0 --mqtt mqtt://broker --osc 127.0.0.1:9000 --websocket 8765

Each connector works in a separate thread and keeps only the newest frame, so that no reader slows the tracker or fills
memory.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from .._errors import InvalidArgumentError, MissingError
from .._results import Result
from .._tracker import Tracker
from .._video import frames, track

EXTRAS = {"mqtt": "paho", "osc": "pythonosc", "vmc": "pythonosc", "websocket": "websockets"}


@dataclass(frozen=True)
class Frame:
    """A frame of a video, or its end: hands, events, and the JSON object of `tegata track --json`."""

    result: Result
    json: str


class Connector(Protocol):
    """Sends frames to other programs. `send` returns at once; `close` closes all connections."""

    def send(self, frame: Frame) -> None: ...
    def close(self) -> None: ...


def needed(extra: str) -> None:
    """Raises an error that names the extra if its package is missing."""
    import importlib.util

    if importlib.util.find_spec(EXTRAS[extra]) is None:
        raise MissingError(f'--{extra} needs a package; install it: pip install "tegata[{extra}]"')


@contextlib.contextmanager
def opened(source: str) -> Generator[str, None, None]:
    """Yields the path of a source: a file, a camera, `-` for standard input, or a GStreamer pipeline, which is any
    text with `!`."""
    if source == "-":
        yield "/dev/stdin"
    elif "!" not in source or os.path.exists(source):
        yield source
    else:
        if shutil.which("gst-launch-1.0") is None:
            raise MissingError("a pipeline needs gst-launch-1.0; install it: apt-get install gstreamer1.0-tools")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "frames")
            os.mkfifo(path)
            pipeline = f"{source} ! videoconvert ! video/x-raw,format=I420 ! y4menc ! filesink location={path}"
            running = subprocess.Popen(["gst-launch-1.0", "-q", *pipeline.split()], stdin=subprocess.DEVNULL)
            try:
                yield path
            finally:
                running.kill()
                running.wait()


class Interrupts:
    """Ctrl-C and SIGTERM. They end the wait for a frame, but not the work on one, whose events would be lost."""

    def __init__(self) -> None:
        self._is_busy = self._has_come = False
        # Services are stopped by SIGTERM. End as after Ctrl-C, so that other programs learn that the hands are gone.
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._come)

    def _come(self, _number: int, _frame: Any) -> None:
        self._has_come = True
        if not self._is_busy:
            raise KeyboardInterrupt

    def between(self, frames: Iterable[Any]) -> Iterator[Any]:
        """Yields the frames, and is interrupted only while the caller waits for one."""
        for frame in frames:
            self._is_busy = True
            try:
                yield frame
            finally:
                self._is_busy = False
            if self._has_come:
                raise KeyboardInterrupt


def publish(source: str, tracker: Tracker, connectors: list[Connector], interrupts: Interrupts | None = None) -> int:
    """Sends every frame to all connectors, then the events that end with the video, and returns the number of
    frames."""
    count = 0
    try:
        with opened(source) as path:
            read = frames(path)
            for result in track(interrupts.between(read) if interrupts else read, tracker=tracker):
                for connector in connectors:
                    connector.send(Frame(result, result.json or ""))
                count += 1
    finally:
        end = tracker.finish()
        for connector in connectors:
            connector.send(Frame(end, ""))
    return count


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "source",
        help=(
            "a camera, a video, - for standard input, or a pipeline of GStreamer such as 'libcamerasrc ! videoconvert'"
        ),
    )
    parser.add_argument("--model", help="path of the model bundle")
    parser.add_argument("--num-hands", type=int, help="maximum number of hands [default: 2]")
    parser.add_argument("--no-gestures", action="store_true", help="do not recognise gestures")
    parser.add_argument(
        "--gesture-dwell",
        type=int,
        metavar="MS",
        help="milliseconds for which a gesture must last before it begins or has ended [default: 150]",
    )
    parser.add_argument("--joints", action="store_true", help="add joint angles and finger states")
    parser.add_argument("--smooth", action="store_true", help="smooth the landmarks")
    parser.add_argument("--name", default="hands", help="name of this camera in topics and messages [default: hands]")
    parser.add_argument(
        "--mqtt",
        metavar="URL",
        help="mqtt://[USER@]HOST[:PORT], or mqtts:// with TLS; the password is in $TEGATA_MQTT_PASSWORD",
    )
    parser.add_argument(
        "--mqtt-ca", metavar="FILE", help="certificate authority of the broker, instead of the system's"
    )
    parser.add_argument("--mqtt-frames", action="store_true", help="also send the JSON of every frame")
    parser.add_argument("--osc", metavar="HOST:PORT", help="send OSC bundles")
    parser.add_argument(
        "--osc-message",
        action="append",
        default=[],
        metavar="TEMPLATE",
        help="replace the messages, as in '/{side}/{landmark} {x} {y}'",
    )
    parser.add_argument(
        "--vmc",
        metavar="HOST:PORT",
        help="send the rotations of fingers and wrists to avatars by the VMC protocol; adds --joints",
    )
    parser.add_argument(
        "--websocket", metavar="[ADDRESS:]PORT", help="serve frames and a page that draws them [address: 127.0.0.1]"
    )
    parser.add_argument(
        "--origin",
        action="append",
        default=[],
        help="a page that may connect from elsewhere, as in https://example.org",
    )


def run(arguments: argparse.Namespace) -> int:
    """Runs the command."""
    interrupts = Interrupts()
    connectors: list[Any] = []
    try:
        if arguments.mqtt:
            needed("mqtt")
            from ._mqtt import MQTT

            password = os.environ.get("TEGATA_MQTT_PASSWORD")
            connectors.append(MQTT(arguments.mqtt, arguments.name, password, arguments.mqtt_ca, arguments.mqtt_frames))
        if arguments.osc:
            needed("osc")
            from ._osc import OSC

            connectors.append(OSC(arguments.osc, arguments.osc_message))
        if arguments.vmc:
            needed("vmc")
            from ._vmc import VMC

            connectors.append(VMC(arguments.vmc))
        if arguments.websocket:
            needed("websocket")
            from ._websocket import WebSocket

            connectors.append(
                WebSocket(arguments.websocket, os.environ.get("TEGATA_WEBSOCKET_TOKEN"), arguments.origin)
            )
            print(f"tegata: {connectors[-1].address}", file=sys.stderr, flush=True)
        if not connectors:
            raise InvalidArgumentError("there is nowhere to send to; give --mqtt, --osc, --vmc or --websocket")
        gestures = not arguments.no_gestures
        with Tracker(
            arguments.model,
            max_hands=arguments.num_hands,
            gestures=gestures,
            events=True,
            gesture_dwell_ms=arguments.gesture_dwell,
            gesture_release_ms=arguments.gesture_dwell,
            smoothing=arguments.smooth or None,
            joints=arguments.joints or bool(arguments.vmc) or None,
            source_name=arguments.name,
        ) as tracker:
            publish(arguments.source, tracker, connectors, interrupts)
        return 0
    finally:
        for connector in connectors:
            connector.close()
