"""`tegata detect` with broken images: it prints one line for each, and does nothing worse.

Needs the release build and the hand landmarker bundle.
"""

import json
import os
import shutil
import socket
import struct
import subprocess
import tempfile
import time
import unittest
import zlib
from pathlib import Path

from project import ROOT, TEGATA, Process, models

PICTURES = ROOT / "Tests" / "Fixtures" / "images"
POSITIONS = 500
MODELS = models("hand_landmarker.task")


def png_chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def huge_pictures(side=60000):
    """Writes images that claim to be very large and contain almost no data."""
    header = png_chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0))
    # An eighth of a mebibyte that decompresses to an eighth of a gibibyte of black.
    packed = zlib.compress(bytes(1 << 27), 9)
    jpeg = (PICTURES / "jpeg-420.jpg").read_bytes()
    frame = jpeg.index(b"\xff\xc0")
    yield "huge.png", b"\x89PNG\r\n\x1a\n" + header + png_chunk(b"IDAT", packed) + png_chunk(b"IEND", b"")
    yield "huge.jpg", jpeg[: frame + 5] + struct.pack(">HH", side, side) + jpeg[frame + 9 :]
    yield "huge.ppm", b"P6\n%d %d\n255\n" % (side, side) + bytes(1000)
    yield "huge.pgm", b"P2\n%d %d\n255\n" % (10**30, 10**30) + b"1 2 3"
    yield (
        "huge.pam",
        b"P7\nWIDTH %d\nHEIGHT %d\nDEPTH 3\nMAXVAL 255\nTUPLTYPE RGB\nENDHDR\n" % (side, side) + bytes(1000),
    )


@unittest.skipUnless(TEGATA.is_file(), "the release build is missing")
@unittest.skipUnless(MODELS, "hand_landmarker.task is missing")
class BrokenPictureTests(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def expect_one_line_each(self, names, through=()):
        """Checks that the command, run through another one, fails with a line for each of the files, in their order."""
        errors = self.folder / "errors"
        with errors.open("wb") as stream:
            process = Process(
                [*through, TEGATA, "detect", *names],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=stream,
                cwd=self.folder,
                env=dict(os.environ, TEGATA_MODELS=str(MODELS)),
            )
            with process.stdout:
                self.assertEqual(process.stdout.read(), b"")
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        lines = errors.read_text().splitlines()
        self.assertEqual(process.returncode, 1, lines[-1:])
        self.assertEqual(len(lines), len(names), lines[:3])
        for name, line in zip(names, lines):
            self.assertTrue(line.startswith(f"tegata: {name}: "), line)
            self.assertIn("; ", line)
        # In KiB; at least the size of this process before it started the other program.
        self.assertLess(usage.ru_maxrss, 1 << 20)

    def test_reports_a_standard_input_without_an_image(self):
        # The line differs from the one for an empty file, because nothing is connected.
        done = subprocess.run(
            [TEGATA, "detect", "-"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            env=dict(os.environ, TEGATA_MODELS=str(MODELS)),
        )
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(
            done.stderr, "tegata: standard input: there is no image; send one with < FILE, or from a program with |\n"
        )

    def test_reads_standard_input_from_a_socket_and_from_the_rest_of_a_file(self):
        picture = (PICTURES / "jpeg-420.jpg").read_bytes()
        (self.folder / "rest").write_bytes(b"0123456789" + picture)
        ours, theirs = socket.socketpair()
        with ours, theirs, (self.folder / "rest").open("rb", buffering=0) as rest:
            rest.seek(10)
            # Use an image that fits into a connection's buffer.
            ours.sendall(picture)
            ours.shutdown(socket.SHUT_WR)
            for stream in (theirs, rest):
                done = subprocess.run(
                    [TEGATA, "detect", "-", "--json"],
                    stdin=stream.fileno(),
                    capture_output=True,
                    text=True,
                    env=dict(os.environ, TEGATA_MODELS=str(MODELS)),
                )
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertEqual(json.loads(done.stdout)["source"], "-")

    def test_waits_for_standard_input_and_reads_it_once(self):
        reading, writing = os.pipe()
        os.set_blocking(reading, False)
        with open(reading, "rb") as stream, open(writing, "wb") as other:
            process = subprocess.Popen(
                [TEGATA, "detect", "-", "--json"],
                stdin=stream,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                env=dict(os.environ, TEGATA_MODELS=str(MODELS)),
            )
            time.sleep(0.5)
            other.write((PICTURES / "jpeg-420.jpg").read_bytes())
            other.close()
            output, errors = process.communicate()
        self.assertEqual((process.returncode, errors), (0, ""))
        self.assertEqual(json.loads(output)["source"], "-")
        done = subprocess.run([TEGATA, "detect", "-", "-"], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (2, ""))

    def test_reports_images_that_end_early(self):
        for path in ("jpeg-420.jpg", "jpeg-444-progressive.jpg", "png-type2-8bit.png", "png-type3-4bit-interlaced.png"):
            with self.subTest(path):
                data = (PICTURES / path).read_bytes()
                lengths = sorted({index * len(data) // POSITIONS for index in range(POSITIONS)})
                names = []
                for length in lengths:
                    names.append(f"{length}-{path}")
                    (self.folder / names[-1]).write_bytes(data[:length])
                self.expect_one_line_each(names)

    def test_rejects_images_that_claim_to_be_huge(self):
        names = []
        for name, data in huge_pictures():
            (self.folder / name).write_bytes(data)
            names.append(name)
        self.expect_one_line_each(names)

    def test_reports_images_that_do_not_fit_into_memory(self):
        with (self.folder / "large.ppm").open("wb") as stream:
            stream.write(b"P6\n8000 6000\n255\n")
            stream.truncate(stream.tell() + 3 * 8000 * 6000)
        header = png_chunk(b"IHDR", struct.pack(">IIBBBBB", 12000, 12000, 1, 0, 0, 0, 0))
        data = png_chunk(b"IDAT", zlib.compress(bytes(12000 * 1501)))
        (self.folder / "large.png").write_bytes(b"\x89PNG\r\n\x1a\n" + header + data + png_chunk(b"IEND", b""))
        for mebibytes in (250, 350):
            self.expect_one_line_each(
                ["large.ppm", "large.png"], through=["sh", "-c", f'ulimit -v {mebibytes << 10} && exec "$@"', "sh"]
            )

    def test_reports_files_that_are_not_images(self):
        (self.folder / "empty.png").touch()
        (self.folder / "text.png").write_text("no picture\n")
        (self.folder / "gif.png").write_bytes(b"GIF89a" + bytes(100))
        (self.folder / "nothing inside").mkdir()
        (self.folder / "no pictures inside").mkdir()
        (self.folder / "no pictures inside" / "notes.txt").write_text("no picture\n")
        (self.folder / "to nowhere.png").symlink_to("missing.png")
        (self.folder / "to itself.png").symlink_to("to itself.png")
        self.expect_one_line_each(
            [
                "empty.png",
                "text.png",
                "gif.png",
                "nothing inside",
                "no pictures inside",
                "to nowhere.png",
                "to itself.png",
                "missing.png",
                "empty.png/x.png",
                "/dev/null",
            ]
        )

    def test_reports_files_without_read_permission(self):
        # Drop root's capabilities, because root may read everything.
        capabilities = "-dac_override,-dac_read_search"
        as_others = (
            ["setpriv", f"--bounding-set={capabilities}", f"--inh-caps={capabilities}"] if os.geteuid() == 0 else []
        )
        (self.folder / "closed.png").touch(mode=0)
        (self.folder / "closed folder").mkdir(mode=0)
        self.addCleanup((self.folder / "closed folder").chmod, 0o700)
        self.expect_one_line_each(["closed.png", "closed folder"], through=as_others)


if __name__ == "__main__":
    unittest.main()
