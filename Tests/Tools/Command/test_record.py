"""`tegata record` with keys: it records the right images and clips, restores the terminal however the recording ends,
and completes its clips.

Needs the release build. Without it the tests are skipped.
"""

import fcntl
import json
import os
import pty
import resource
import shutil
import signal
import subprocess
import tempfile
import termios
import threading
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
TEGATA = ROOT / ".build" / "release" / "tegata"
HEADER = b"YUV4MPEG2 W64 H48 F30:1 C420jpeg\n"


def frame(brightness):
    return b"FRAME\n" + bytes([brightness]) * (64 * 48) + b"\x80" * (64 * 24)


@unittest.skipUnless(TEGATA.is_file(), "the release build is missing")
class RecordTests(unittest.TestCase):
    """A pipe replaces the camera: frames arrive while the recording runs."""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        os.mkfifo(self.folder / "camera")
        self.terminal, self.inner = pty.openpty()
        self.addCleanup(os.close, self.terminal)
        self.addCleanup(os.close, self.inner)
        self.before = termios.tcgetattr(self.inner)

    def start(self, *words):
        process = subprocess.Popen(
            [TEGATA, "record", "camera", "-o", "data", "--session", "s", "--json", "--every", "1", *words],
            cwd=self.folder,
            stdin=self.inner,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.filming = threading.Thread(target=self.film, daemon=True)
        self.filming.start()
        self.addCleanup(self.filming.join)
        self.wait(lambda: not termios.tcgetattr(self.inner)[3] & termios.ICANON)
        return process

    def film(self):
        try:
            with open(self.folder / "camera", "wb", buffering=0) as camera:
                camera.write(HEADER)
                while True:
                    camera.write(frame(128))
                    time.sleep(0.01)
        except BrokenPipeError:
            pass

    def wait(self, condition):
        for _ in range(1000):
            if condition():
                return
            time.sleep(0.01)
        self.fail("nothing has happened for ten seconds")

    def press(self, key, *files):
        """Presses a key and waits until the files exist."""
        os.write(self.terminal, key)
        self.wait(lambda: all((self.folder / "data" / file).is_file() for file in files))

    def finish(self, process):
        output, errors = process.communicate(timeout=60)
        # Otherwise it would continue into the next recording, in the middle of a video.
        self.filming.join()
        self.assertEqual(termios.tcgetattr(self.inner), self.before)
        return output.decode(), errors.decode()

    def test_keys_record_images(self):
        process = self.start("--labels", "rock,paper")
        self.press(b"1", "rock/s/000001.jpg")
        self.press(b"2", "paper/s/000001.jpg")
        # Other keys and the arrows do nothing.
        os.write(self.terminal, b"\x1b[A")
        time.sleep(0.1)
        os.write(self.terminal, b"x")
        self.press(b"1", "rock/s/000002.jpg")
        self.press(b"0", "none/s/000001.jpg")
        os.write(self.terminal, b"q")
        output, errors = self.finish(process)
        self.assertEqual((process.returncode, errors), (0, ""))
        summary = json.loads(output)
        self.assertEqual(
            summary["classes"],
            [
                {"label": "rock", "new": 2, "all": 2},
                {"label": "paper", "new": 1, "all": 1},
                {"label": "none", "new": 1, "all": 1},
            ],
        )
        self.assertEqual((summary["session"], summary["kind"]), ("s", "pictures"))

    def test_signals_restore_the_terminal(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.start("--labels", "rock,paper")
            self.press(b"1", "rock/s/000001.jpg")
            process.send_signal(number)
            _, errors = self.finish(process)
            self.assertEqual((process.returncode, errors), (0, ""))

    def test_completes_an_interrupted_clip(self):
        process = self.start("--clips")
        os.write(self.terminal, b"3")
        self.wait(lambda: (self.folder / "data/3/s").is_dir())
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        output, errors = self.finish(process)
        self.assertEqual((process.returncode, errors), (0, ""))
        self.assertEqual(json.loads(output)["classes"], [{"label": "3", "new": 1, "all": 1}])
        self.assertEqual([path.stem for path in (self.folder / "data/3/s").iterdir()], ["000001"])

    def test_ends_a_clip_when_the_frame_size_changes(self):
        sizes = 10 * [(64, 48)] + [(32, 48)] + 10 * [(64, 48)]
        pictures = b"".join(b"P6\n%d %d\n255\n" % size + bytes(3 * size[0] * size[1]) for size in sizes)
        (self.folder / "a.ppm").write_bytes(pictures)
        done = subprocess.run(
            [TEGATA, "record", "a.ppm", "-o", "data", "--session", "s", "--range", "wave=0-10", "--clips", "--json"],
            cwd=self.folder,
            capture_output=True,
            text=True,
        )
        self.assertEqual(done.returncode, 1)
        self.assertRegex(
            done.stderr,
            r"^tegata: data/wave/s/000001\.[a-z0-9]+: a frame of 32×48 pixels does not fit the video; use one size for"
            r" all frames\n$",
        )
        self.assertEqual(json.loads(done.stdout)["classes"], [{"label": "wave", "new": 1, "all": 1}])
        self.assertEqual([path.stem for path in (self.folder / "data/wave/s").iterdir()], ["000001"])
        # Images that could not be written do not count.
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
        done = subprocess.run(
            [TEGATA, "record", "a.ppm", "-o", "more", "--session", "s", "--range", "wave=0-0.3", "--clips", "--json"],
            cwd=self.folder,
            capture_output=True,
            text=True,
            preexec_fn=limit,
            env={**os.environ, "PATH": ""},
        )
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot be written", done.stderr)
        self.assertEqual(json.loads(done.stdout)["classes"], [])

    def test_rejects_names_that_are_not_utf8(self):
        (self.folder / "a.ppm").write_bytes(b"P6\n64 48\n255\n" + bytes(3 * 64 * 48))
        done = subprocess.run(
            [TEGATA, "record", "a.ppm", "-o", b"r\xff/inner", "--range", "a=0-1"], cwd=self.folder, capture_output=True
        )
        self.assertEqual(done.returncode, 1)
        self.assertEqual({path.name for path in self.folder.iterdir()}, {"a.ppm", "camera"})

    def test_second_press_of_a_key_ends_a_clip(self):
        process = self.start("--clips", "--labels", "wave")
        os.write(self.terminal, b"1")
        self.wait(lambda: (self.folder / "data/wave/s").is_dir())
        os.write(self.terminal, b"1")
        self.wait(lambda: [path.stem for path in (self.folder / "data/wave/s").iterdir()] == ["000001"])
        os.write(self.terminal, b"\x04")
        output, errors = self.finish(process)
        self.assertEqual((process.returncode, errors), (0, ""))
        self.assertEqual(json.loads(output)["classes"], [{"label": "wave", "new": 1, "all": 1}])

    def test_rejects_a_second_recording_into_the_same_folder(self):
        """Otherwise they would give their clips the same numbers."""
        (self.folder / "data/wave/s").mkdir(parents=True)
        other = os.open(self.folder / "data/wave/s", os.O_RDONLY)
        self.addCleanup(os.close, other)
        fcntl.flock(other, fcntl.LOCK_EX)
        process = self.start("--clips", "--labels", "wave")
        os.write(self.terminal, b"1")
        _, errors = self.finish(process)
        self.assertEqual(
            (process.returncode, errors),
            (1, "tegata: data/wave/s: another recording is writing to it; choose another --session\n"),
        )
        self.assertEqual(list((self.folder / "data/wave/s").iterdir()), [])

    def test_reports_files_that_cannot_be_written(self):
        (self.folder / "data").mkdir()
        (self.folder / "data" / "rock").write_text("a file where a folder belongs")
        process = self.start("--labels", "rock,paper")
        os.write(self.terminal, b"1")
        _, errors = self.finish(process)
        self.assertEqual(
            (process.returncode, errors),
            (
                1,
                (
                    "tegata: data/rock/s: cannot be written (Not a directory); check the directory, its permissions and"
                    " the free disk space\n"
                ),
            ),
        )


if __name__ == "__main__":
    unittest.main()
