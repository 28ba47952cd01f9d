"""Python code that reads external data, with bytes that are changed at random (the same in every run).

Fuzz/readers.txt names these tests. Needs NumPy; the tests of requests need websockets.
"""

import ctypes
import hashlib
import importlib.util
import io
import random
import socket
import sys
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

from project import ROOT

sys.path += [str(ROOT / "Python"), str(ROOT / ".build" / "python"), str(ROOT / "Integrations" / "ROS2" / "tegata_ros")]
HAS_NUMPY = importlib.util.find_spec("numpy") is not None


def changed(random_bytes, data, words=()):
    """Returns the data with some bytes removed, repeated or replaced, with words inserted, or without its end."""
    data = bytearray(data)
    for _ in range(random_bytes.randrange(1, 5)):
        place = random_bytes.randrange(len(data) + 1)
        end = min(len(data), place + random_bytes.randrange(1, 9))
        match random_bytes.randrange(5):
            case 0:
                del data[place:end]
            case 1:
                data[place:place] = data[place:end]
            case 2:
                data[place:end] = random_bytes.randbytes(end - place)
            case 3:
                data[place:place] = random_bytes.choice(words) if words else b"\xff"
            case _:
                del data[max(place, end - random_bytes.randrange(9)) :]
    return bytes(data)


@unittest.skipUnless(
    importlib.util.find_spec("websockets"), "websockets is missing; Tools/test puts it into .build/python"
)
@unittest.skipUnless(HAS_NUMPY, "NumPy is missing")
class RequestTests(unittest.TestCase):
    """Requests to `python -m tegata publish --websocket`."""

    PAGE = b"GET /?token=secret HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    SOCKET = (
        b"GET /?token=secret HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nOrigin: http://localhost\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    WORDS = [
        b"%ff",
        b"%C3%A9",
        b"//[",
        b"http://[::1",
        b"?token=",
        b"&token=",
        b"\r\n",
        b"\0",
        b"\xc3\xa9",
        b"Upgrade: websocket\r\n",
        b"a" * 9000,
        b";",
    ]

    def setUp(self):
        from tegata.publish._websocket import WebSocket

        self.server = WebSocket("127.0.0.1:0", "secret")
        self.addCleanup(self.server.close)
        self.port = int(self.server.address.split(":")[2].split("/")[0])

    def answer(self, request, patience=10.0):
        """Returns the beginning of the server's response to bytes, or nothing if it still waits for more."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=patience) as connection:
            try:
                connection.sendall(request)
                return connection.recv(1 << 16)
            # The server may close before it has read everything.
            except (TimeoutError, ConnectionResetError, BrokenPipeError):
                return b""

    def test_answers_or_rejects_requests(self):
        random_bytes = random.Random(1)
        self.assertTrue(self.answer(self.PAGE).startswith(b"HTTP/1.1 200 "))
        self.assertTrue(self.answer(self.SOCKET).startswith(b"HTTP/1.1 403 "))
        for _ in range(600):
            request = changed(random_bytes, random_bytes.choice([self.PAGE, self.SOCKET]), self.WORDS)
            with self.subTest(request=request):
                said = self.answer(request, 0.02)
                # An internal error of the server.
                self.assertFalse(said.startswith(b"HTTP/1.1 500 "))
                if b"secret" not in request:
                    self.assertFalse(said.startswith((b"HTTP/1.1 200 ", b"HTTP/1.1 101 ")))
        self.assertTrue(self.answer(self.PAGE).startswith(b"HTTP/1.1 200 "))

    def test_drops_frames_from_readers(self):
        random_bytes = random.Random(2)
        start = self.SOCKET.replace(b"Origin: http://localhost\r\n", b"")
        frames = b"\x81\x85\1\2\3\4" + bytes(5) + b"\x89\x80\1\2\3\4" + b"\x82\xfe\x08\0\1\2\3\4" + bytes(2048)
        for _ in range(300):
            with socket.create_connection(("127.0.0.1", self.port), timeout=10) as connection:
                connection.sendall(start)
                self.assertTrue(connection.recv(1 << 16).startswith(b"HTTP/1.1 101 "))
                connection.sendall(changed(random_bytes, frames))
        self.assertTrue(self.answer(self.PAGE).startswith(b"HTTP/1.1 200 "))


class DownloadTests(unittest.TestCase):
    """Models from a server."""

    def setUp(self):
        from tegata import models

        self.models = models
        self.data = random.Random(3).randbytes(200)
        digest = hashlib.sha256(self.data).hexdigest()
        self.model = {
            "name": "a.task",
            "size": len(self.data),
            "sha256": digest,
            "sources": [{"address": "https://example.org/a"}],
        }
        self.start(mock.patch.object(models, "_manifest", lambda: [self.model]))
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def start(self, patch):
        self.addCleanup(patch.stop)
        return patch.start()

    def test_does_not_keep_other_bytes(self):
        from tegata._errors import UnreadableError

        random_bytes = random.Random(4)
        for _ in range(2000):
            sent = changed(random_bytes, self.data)
            with (
                self.subTest(sent=sent),
                mock.patch("urllib.request.urlopen", lambda *words, **others: io.BytesIO(sent)),
            ):
                if sent == self.data:
                    continue
                self.assertRaises(UnreadableError, self.models.fetch, "a.task", self.folder)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_reads_no_more_than_the_size_of_the_model(self):
        from tegata._errors import UnreadableError

        sizes = []
        endless = mock.MagicMock()
        endless.__enter__.return_value.read = lambda size: sizes.append(size) or bytes(size)
        with mock.patch("urllib.request.urlopen", lambda *words, **others: endless):
            self.assertRaises(UnreadableError, self.models.fetch, "a.task", self.folder)
        self.assertEqual(sizes, [201])


@unittest.skipUnless(HAS_NUMPY, "NumPy is missing")
class FrameTests(unittest.TestCase):
    """The output of ffmpeg for a video."""

    FRAMES = (b"P6\n4 2\n255\n" + bytes(range(24))) * 3
    TIMES = "#software: Lavf\n#tb 0: 1/1000000\n" + "".join(
        f"0, {time}, {time}, 1, 24, 0xff\n" for time in (0, 40000, 80000)
    )

    def read(self, frames, times):
        from tegata._video import _decoded, _Decoder

        process: Any = SimpleNamespace(stdout=io.BytesIO(frames), wait=lambda: 0, kill=lambda: None)
        with tempfile.TemporaryFile() as complaints:
            return list(_decoded("a.mp4", _Decoder(process, io.StringIO(times), complaints)))

    def test_reads_or_rejects_frames(self):
        from tegata._errors import TegataError

        self.assertEqual([time for time, _ in self.read(self.FRAMES, self.TIMES)], [0, 40, 80])
        random_bytes, refused = random.Random(5), 0
        for _ in range(3000):
            frames = changed(random_bytes, self.FRAMES, [b"-1", b"99999999", b"\n", b" ", b"0"])
            times = changed(random_bytes, self.TIMES.encode(), [b"-9223372036854775808", b"/0", b"\n", b","]).decode(
                errors="replace"
            )
            with self.subTest(frames=frames, times=times):
                try:
                    shapes = [pixels.shape for _, pixels in self.read(frames, times)]
                except TegataError:
                    refused += 1
                else:
                    self.assertTrue(all(len(shape) == 3 for shape in shapes))
        self.assertGreater(refused, 100)


class Plane(ctypes.Structure):
    _fields_ = [("bytes", ctypes.c_void_p), ("byte_count", ctypes.c_size_t), ("row_stride", ctypes.c_size_t)]


class Image(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int32) for name in ("format", "width", "height", "matrix", "is_full_range")] + [
        ("planes", Plane * 3)
    ]


@unittest.skipUnless(HAS_NUMPY, "NumPy is missing")
class ArrayTests(unittest.TestCase):
    """Arrays of callers."""

    def test_passes_only_memory_of_the_array_to_the_library(self):
        import numpy as np
        from tegata import _images
        from tegata._errors import TegataError

        random_bytes, given = random.Random(6), 0
        with mock.patch.object(_images, "struct", lambda name: Image):
            for _ in range(5000):
                whole = np.zeros(
                    [random_bytes.randrange(0, 10) for _ in range(random_bytes.randrange(1, 4))]
                    + random_bytes.choice([[], [1], [2], [3], [4]]),
                    "u1",
                )
                steps = [
                    slice(random_bytes.randrange(3), None, random_bytes.choice([1, 1, 1, 2, -1])) for _ in whole.shape
                ]
                steps = [slice(None) if random_bytes.randrange(2) else step for step in steps]
                picture = whole[tuple(steps)]
                if random_bytes.randrange(6) == 0:
                    picture = picture.T
                form = random_bytes.choice([None, *_images.FORMATS])
                try:
                    image, kept = _images.view(picture, form, "bt601", False)
                except TegataError:
                    continue
                given += 1
                while isinstance(kept.base, np.ndarray):
                    kept = kept.base
                start, plane = kept.__array_interface__["data"][0], image.planes[0]
                with self.subTest(shape=picture.shape, strides=picture.strides, format=form):
                    self.assertGreaterEqual(plane.bytes, start)
                    self.assertLessEqual(plane.bytes + plane.byte_count, start + kept.nbytes)
        self.assertGreater(given, 500)

    def test_legacy_images_must_have_three_dimensions(self):
        import numpy as np

        place = ROOT / "Python/tegata/compat/mediapipe/python/solutions/hands.py"
        text = place.read_text()
        functions: dict[str, Any] = {"np": np}
        exec(
            "from __future__ import annotations\n" + text[text.index("def _pixels(") : text.index("def _integer(")],
            functions,
        )
        random_bytes = random.Random(7)
        for _ in range(1000):
            shape = (
                [random_bytes.randrange(0, 5) for _ in range(2)]
                + [3]
                + [random_bytes.randrange(1, 3) for _ in range(random_bytes.randrange(3))]
            )
            pixels = functions["_pixels"](np.zeros(shape, random_bytes.choice(["u1", "?"])))
            self.assertEqual((pixels.shape, pixels.dtype), ((shape[0], shape[1], 3), np.uint8))


@unittest.skipUnless(HAS_NUMPY, "NumPy is missing")
class MessageTests(unittest.TestCase):
    """Images of ROS."""

    def test_pixels_must_lie_in_the_message(self):
        from tegata_ros import messages

        random_bytes, given = random.Random(8), 0
        for _ in range(5000):
            encoding = random_bytes.choice([*messages.ENCODINGS, "bayer_rggb8", ""])
            size = messages.ENCODINGS.get(encoding, ("", 1))[1]
            width, height = random_bytes.randrange(0, 9), random_bytes.randrange(0, 9)
            step = random_bytes.choice([width * size, width * size + 3, random_bytes.randrange(0, 40)])
            data = bytes(random_bytes.choice([step * height, step * height, random_bytes.randrange(0, 400)]))
            image = SimpleNamespace(encoding=encoding, width=width, height=height, step=step, data=data)
            try:
                pixels, _ = messages.pixels(image)
            except ValueError:
                continue
            given += 1
            with self.subTest(width=width, height=height, step=step, encoding=encoding):
                self.assertEqual(pixels.shape[:2], (height, width))
                if pixels.size == 0:
                    continue
                end = sum((count - 1) * stride for count, stride in zip(pixels.shape, pixels.strides)) + 1
                self.assertLessEqual(end, len(data))
        self.assertGreater(given, 500)


if __name__ == "__main__":
    unittest.main()
