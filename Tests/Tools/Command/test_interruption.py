"""Ctrl-C and similar signals: they end the command, which leaves only complete files and no running program behind, and
finishes live streams.

Needs the release build and the hand landmarker bundle, for videos also ffmpeg. Without them the tests are skipped.
"""

import fcntl
import hashlib
import json
import os
import pty
import resource
import shutil
import signal
import struct
import subprocess
import tempfile
import termios
import threading
import time
import unittest
from pathlib import Path
from typing import Any

from project import RENDERED, TEGATA, Process, models

PICTURE = RENDERED / "two_hands_mixed.png"
MODELS = models("hand_landmarker.task")


def children(process):
    """Returns the processes that it has started, some of which may have ended."""
    try:
        return [int(word) for word in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    except OSError:
        return []


def is_running(process):
    try:
        return ") Z " not in Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False


def y4m_frames(width=192, height=192):
    """Returns the header of a grey video and one of its frames."""
    return f"YUV4MPEG2 W{width} H{height} F30:1 C420jpeg\n".encode(), b"FRAME\n" + b"\x80" * (width * height * 3 // 2)


@unittest.skipUnless(TEGATA.is_file(), "the release build is missing")
@unittest.skipUnless(MODELS, "hand_landmarker.task is missing")
class InterruptionTests(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def start(self, *words, ignored=(), variables=None, **streams):
        def answer_signals():
            # Shells ignore some signals for programs in the background.
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE, signal.SIGCHLD):
                signal.signal(number, signal.SIG_IGN if number in ignored else signal.SIG_DFL)

        pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
        process = Process(
            [TEGATA, *words],
            **pipes,
            cwd=self.folder,
            env=dict(os.environ, TEGATA_MODELS=str(MODELS), TERM="xterm", **(variables or {})),
            preexec_fn=answer_signals,
        )
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream:
                self.addCleanup(self.close, stream)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def close(self, stream):
        try:
            stream.close()
        except BrokenPipeError:
            pass

    def write_all(self, stream, data):
        try:
            stream.write(data)
            stream.flush()
        except BrokenPipeError:
            pass

    def finish(self, process):
        """Returns the output up to the end of the process."""
        output, errors = process.stdout.read(), process.stderr.read()
        process.wait()
        return output.decode(), errors.decode()

    def wait_for_children(self, process, count):
        while len(started := children(process.pid)) < count:
            self.assertIsNone(process.poll(), process.returncode and process.stderr.read())
            time.sleep(0.002)
        return started

    def probe(self, name, entries):
        command = ["ffprobe", "-v", "error", "-count_frames", "-show_entries", entries, "-of", "csv=p=0", name]
        return subprocess.run(command, check=True, capture_output=True, text=True, cwd=self.folder).stdout.strip()

    def make_video(self, sound=False):
        """A video of 15 seconds."""
        path = self.folder / "hands.mp4"
        source = [
            "-loop",
            "1",
            "-r",
            "30",
            "-i",
            PICTURE,
            *(["-f", "lavfi", "-i", "sine"] if sound else []),
            "-t",
            "15",
        ]
        subprocess.run(
            ["ffmpeg", "-v", "error", *source, "-pix_fmt", "yuv420p", "-preset", "ultrafast", path], check=True
        )
        return path

    def test_dies_of_every_signal(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number.name):
                process = self.start("detect", "--json", *[PICTURE] * 3000)
                self.assertIn(b'"source"', process.stdout.readline())
                process.send_signal(number)
                output, errors = self.finish(process)
                self.assertEqual((process.returncode, errors), (-number, ""))
                for line in output.splitlines():
                    self.assertEqual(len(json.loads(line)["hands"]), 2)

    def test_ignores_signals_that_its_parent_ignores(self):
        process = self.start("detect", *[PICTURE] * 20, "--quiet", "--csv", ignored=[signal.SIGHUP])
        process.stdout.readline()
        process.send_signal(signal.SIGHUP)
        output, errors = self.finish(process)
        self.assertEqual((process.returncode, len(output.splitlines()), errors), (0, 40, ""))

    def test_ends_silently_when_the_reader_leaves(self):
        process = self.start("detect", *[PICTURE] * 3000)
        process.stdout.readline()
        process.stdout.close()
        self.assertEqual((process.stderr.read(), process.wait()), (b"", -signal.SIGPIPE))

    def test_ends_at_once_while_it_evaluates_a_classifier(self):
        def numbers(count):
            return struct.pack("<I", count) + bytes(4 * count)

        # Two labels and 40 layers, each of which takes a byte and computes a hundred thousand numbers.
        window, layers = 4096, 42
        body = b"TEGATACL" + struct.pack("<HHBId", 1, 1, 2, window, 30) + struct.pack("<I", 2) + b"\1\0\0\0a\1\0\0\0b"
        body += struct.pack("<iBfff", -1, 0, 0, 1, 0) + struct.pack("<III", window, 24, layers) + 40 * b"\4" + b"\5"
        body += b"\1" + numbers(2 * 48) + numbers(2) + b"\0"
        # An empty model card.
        body += bytes(8) + bytes(8) + struct.pack("<I", 1) + bytes(12)
        (self.folder / "slow.tegata").write_bytes(body + hashlib.sha256(body).hexdigest().encode())
        rows = "".join(
            f"{row % 2}," + ",".join(f"0.{row % 7}{column}" for column in range(40)) + "\n" for row in range(5000)
        )
        (self.folder / "history.csv").write_text(rows)
        process = self.start("evaluate", "slow.tegata", "history.csv", "--quiet")
        time.sleep(2)
        self.assertIsNone(process.poll(), process.returncode and process.stderr.read())
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=5), -signal.SIGTERM)

    def test_leaves_only_complete_outputs(self):
        network = f"{MODELS}/hand_landmarker.task:hand_landmarks_detector.tflite"
        shape, values = (1, 224, 224, 3), bytes(4 * 224 * 224 * 3)
        header = repr({"descr": "<f4", "fortran_order": False, "shape": shape}).encode().ljust(117) + b"\n"
        (self.folder / "input.npy").write_bytes(
            b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + values
        )
        sizes = {}
        for milliseconds in [None, *range(0, 100, 4)]:
            output = self.folder / f"output-{milliseconds}"
            process = self.start("run", network, "--input", "input.npy", "--output", output)
            if milliseconds is not None:
                time.sleep(milliseconds / 1000)
                process.send_signal(signal.SIGINT)
            _, errors = self.finish(process)
            self.assertIn(process.returncode, (0, -signal.SIGINT))
            self.assertEqual(errors, "")
            found = {path.name: path.stat().st_size for path in output.iterdir()} if output.exists() else {}
            sizes = sizes or found
            for name, size in found.items():
                self.assertEqual(size, sizes.get(name), f"{name} after {milliseconds} ms")
            if process.returncode == 0:
                self.assertEqual(found.keys(), sizes.keys())

    @unittest.skipUnless(shutil.which("ffmpeg"), "ffmpeg is missing")
    def test_leaves_no_child_process_behind(self):
        video = self.make_video()
        for milliseconds in (0, 1, 5, 50, 300):
            process = self.start("track", video, "--quiet")
            started = self.wait_for_children(process, 1)
            time.sleep(milliseconds / 1000)
            process.send_signal(signal.SIGTERM)
            _, errors = self.finish(process)
            self.assertEqual((process.returncode, errors), (-signal.SIGTERM, ""))
            self.assertEqual([child for child in started if is_running(child)], [])

    def test_finishes_a_live_stream_on_interruption(self):
        header, frame = y4m_frames()
        for arrives in ("frames", "half a frame", "nothing"):
            with self.subTest(arrives):
                process = self.start("track", "-", "--json", "--quiet", stdin=subprocess.PIPE)
                process.stdin.write(header + 3 * frame + (frame[:1000] if arrives == "half a frame" else b""))
                process.stdin.flush()
                lines = [process.stdout.readline() for _ in range(3)]
                process.send_signal(signal.SIGINT)
                # `timeout` sends the signal twice.
                process.send_signal(signal.SIGINT)
                try:
                    while arrives == "frames":
                        process.stdin.write(frame)
                except BrokenPipeError:
                    pass
                lines += process.stdout.readlines()
                self.assertEqual((process.wait(), process.stderr.read()), (0, b""))
                self.assertEqual([json.loads(line)["frame"] for line in lines], list(range(len(lines))))

    def test_ends_while_it_waits_for_the_writer_of_a_pipe(self):
        os.mkfifo(self.folder / "pipe")
        for words in (["track", "pipe", "--json"], ["detect", "pipe"]):
            with self.subTest(words[0]):
                process = self.start(*words)
                time.sleep(0.5)
                self.assertIsNone(process.poll(), process.returncode and process.stderr.read())
                process.send_signal(signal.SIGTERM)
                self.assertEqual(process.wait(timeout=5), -signal.SIGTERM)

    def test_ends_while_it_waits_for_the_reader_of_a_pipe(self):
        os.mkfifo(self.folder / "pipe.y4m")
        header, frame = y4m_frames()
        (self.folder / "video.y4m").write_bytes(header + 3 * frame)
        for reads in (False, True):
            with self.subTest(reads=reads):
                process = self.start("track", "video.y4m", "--quiet", "-o", "pipe.y4m")
                # A reader that opens the pipe and never empties it.
                reader = os.open(self.folder / "pipe.y4m", os.O_RDONLY) if reads else None
                time.sleep(1)
                self.assertIsNone(process.poll(), process.returncode and process.stderr.read())
                process.send_signal(signal.SIGTERM)
                self.assertEqual(process.wait(timeout=10), -signal.SIGTERM)
                if reader is not None:
                    os.close(reader)

    def test_reads_frames_from_a_named_pipe(self):
        os.mkfifo(self.folder / "pipe")
        process = self.start("track", "pipe", "--csv", "--quiet")
        header, frame = y4m_frames()
        with open(self.folder / "pipe", "wb") as pipe:
            for part in (header, frame, frame[:7000]):
                pipe.write(part)
                pipe.flush()
                time.sleep(0.2)
            pipe.write(frame[7000:])
        _, errors = self.finish(process)
        self.assertEqual((process.returncode, errors), (0, ""))

    def start_with_full_output(self):
        """Starts a process that nobody reads from, and waits until its output is full; the writer to its input ends
        with it."""
        header, frame = y4m_frames()
        process = self.start("track", "-", "--json", "--quiet", stdin=subprocess.PIPE)
        # A page contains about two dozen results.
        fcntl.fcntl(process.stdout, fcntl.F_SETPIPE_SZ, 4096)
        threading.Thread(target=self.write_all, args=(process.stdin, header + 200 * frame), daemon=True).start()
        count, before = bytearray(4), None
        while before in (None, bytes(4)) or before != count:
            before = bytes(count)
            time.sleep(0.5)
            fcntl.ioctl(process.stdout, termios.FIONREAD, count)
        return process

    def test_ends_when_the_reader_reads_nothing(self):
        process = self.start_with_full_output()
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=20), -signal.SIGTERM)

    def test_waits_for_a_slow_reader(self):
        process = self.start_with_full_output()
        process.send_signal(signal.SIGTERM)
        # Read less than the page for which a write waits, and take longer than the time-out for a reader that reads
        # nothing.
        taken = b""
        for _ in range(12):
            taken += os.read(process.stdout.fileno(), 40)
            time.sleep(0.25)
        output, errors = self.finish(process)
        self.assertEqual((process.returncode, errors), (0, ""))
        lines = (taken.decode() + output).splitlines()
        self.assertEqual([json.loads(line)["frame"] for line in lines], list(range(len(lines))))

    def test_ends_a_live_stream_whose_output_is_full(self):
        header, frame = y4m_frames()
        with open("/dev/full", "wb") as full:
            process = self.start("track", "-", "--json", "--quiet", stdin=subprocess.PIPE, stdout=full)
        # Keep the input open: a live stream can always continue.
        threading.Thread(target=self.write_all, args=(process.stdin, header + 20 * frame), daemon=True).start()
        self.assertEqual(process.wait(timeout=20), 1)
        self.assertIn(
            "standard output: no space left on device; results are incomplete", process.stderr.read().decode()
        )
        with open("/dev/full", "wb") as full:
            process = self.start("track", "-", "--annotate", "-", "--quiet", stdin=subprocess.PIPE, stdout=full)
        threading.Thread(target=self.write_all, args=(process.stdin, header + 20 * frame), daemon=True).start()
        self.assertEqual(process.wait(timeout=20), 1)
        # The same if the process ignores the broken-pipe signal.
        reader, writer = os.pipe()
        process = self.start(
            "track", "-", "--json", "--quiet", ignored=[signal.SIGPIPE], stdin=subprocess.PIPE, stdout=writer
        )
        os.close(writer)
        os.close(reader)
        threading.Thread(target=self.write_all, args=(process.stdin, header + 20 * frame), daemon=True).start()
        self.assertEqual(process.wait(timeout=20), 1)

    def test_ends_when_the_reader_of_drawn_frames_reads_nothing(self):
        header, frame = y4m_frames()
        process = self.start("track", "-", "--annotate", "-", "--quiet", stdin=subprocess.PIPE)
        threading.Thread(target=self.write_all, args=(process.stdin, header + 200 * frame), daemon=True).start()
        time.sleep(1)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=20), -signal.SIGTERM)

    @unittest.skipUnless(shutil.which("ffmpeg"), "ffmpeg is missing")
    def test_completes_the_drawn_video_of_a_live_stream(self):
        header, frame = y4m_frames()
        process = self.start(
            "track", "-", "--json", "--quiet", "--annotate", "drawn.mp4", "--npy", "points.npy", stdin=subprocess.PIPE
        )
        process.stdin.write(header + 20 * frame)
        process.stdin.flush()
        for _ in range(20):
            process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        self.assertEqual((process.wait(), process.stderr.read()), (0, b""))
        self.assertEqual({path.name for path in self.folder.iterdir()}, {"drawn.mp4", "points.npy"})
        self.assertEqual(self.probe("drawn.mp4", "stream=nb_read_frames"), "20")

    @unittest.skipUnless(shutil.which("ffmpeg"), "ffmpeg is missing")
    def test_finishes_the_outputs_of_an_interrupted_video(self):
        video = self.make_video(sound=True)
        for milliseconds in (0, 50, 500):
            process = self.start("track", video, "--json", "--annotate", "drawn.mp4", "--npy", "points.npy", "--quiet")
            started = self.wait_for_children(process, 2)
            time.sleep(milliseconds / 1000)
            process.send_signal(signal.SIGINT)
            output, errors = self.finish(process)
            # A program that waits for the output learns that the video was not read to the end.
            self.assertEqual((process.returncode, errors), (-signal.SIGINT, ""))
            self.assertEqual([child for child in started if is_running(child)], [])
            self.assertEqual({path.name for path in self.folder.iterdir()}, {"hands.mp4", "drawn.mp4", "points.npy"})
            frames = len(output.splitlines())
            self.assertTrue(0 < frames < 450, frames)
            seconds = {
                kind: float(length)
                for kind, length in (
                    line.split(",") for line in self.probe("drawn.mp4", "stream=codec_type,duration").splitlines()
                )
            }
            self.assertAlmostEqual(seconds["video"], frames / 30, delta=0.05)
            self.assertAlmostEqual(seconds["audio"], frames / 30, delta=0.1)
            self.assertIn(
                f"'shape': ({frames}, 2, 21, 3)", (self.folder / "points.npy").read_bytes()[:128].decode("latin-1")
            )

    @unittest.skipUnless(shutil.which("ffmpeg"), "ffmpeg is missing")
    def test_removes_the_files_of_a_killed_process(self):
        video = self.make_video()
        process = self.start("track", video, "--annotate", "drawn.mp4", "--quiet")
        started = self.wait_for_children(process, 2)
        process.kill()
        self.finish(process)
        # The encoder may create its file only now; it ends at the end of its input.
        while any(map(is_running, started)):
            time.sleep(0.01)
        others = {".tegata-1-1-drawn.mp4", ".tegata-notes", ".tegata-0123-1-x", f".tegata-{os.getpid()}-1-x"}
        for name in others:
            (self.folder / name).touch()
        left = {path.name for path in self.folder.iterdir()} - others
        self.assertEqual(len([name for name in left if name.startswith(f".tegata-{process.pid}-")]), 1)
        self.finish(self.start("detect", PICTURE, "--annotate", "drawn.png"))
        self.assertEqual({path.name for path in self.folder.iterdir()}, others | {"hands.mp4", "drawn.png"})

    @unittest.skipUnless(shutil.which("ffmpeg"), "ffmpeg is missing")
    def test_leaves_only_complete_drawn_images(self):
        for milliseconds in range(0, 200, 20):
            output = self.folder / f"drawn-{milliseconds}"
            process = self.start("detect", *[PICTURE] * 40, "--annotate", output)
            time.sleep(milliseconds / 1000)
            process.send_signal(signal.SIGINT)
            self.finish(process)
            for path in output.iterdir() if output.exists() else ():
                self.assertTrue(path.read_bytes().endswith(b"IEND\xaeB`\x82"), path)

    def test_ends_when_the_decoder_sends_nothing(self):
        programs = self.folder / "programs"
        programs.mkdir()
        (programs / "ffmpeg").write_text("#!/bin/sh\nexec sleep 1000\n")
        (programs / "ffmpeg").chmod(0o755)
        (self.folder / "hands.mp4").write_bytes(b"\0\0\0\x18ftypisom")
        process = self.start("track", "hands.mp4", "--quiet", variables={"PATH": f"{programs}:{os.environ['PATH']}"})
        started = self.wait_for_children(process, 1)
        process.send_signal(signal.SIGINT)
        self.finish(process)
        while any(map(is_running, started)):
            time.sleep(0.01)

    @unittest.skipUnless(shutil.which("ffmpeg"), "ffmpeg is missing")
    def test_reports_a_killed_decoder_as_an_error(self):
        programs = self.folder / "programs"
        programs.mkdir()
        (programs / "ffmpeg").write_text(f'#!/bin/sh\n{shutil.which("ffmpeg")} "$@" | head -c 4000000\nkill -KILL $$\n')
        (programs / "ffmpeg").chmod(0o755)
        video = self.make_video()
        # The same if the parent of the command ignores the end of its child processes.
        for ignored in ((), (signal.SIGCHLD,)):
            with self.subTest(ignored=ignored):
                process = self.start(
                    "track",
                    video,
                    "--json",
                    "--quiet",
                    ignored=ignored,
                    variables={"PATH": f"{programs}:{os.environ['PATH']}"},
                )
                output, errors = self.finish(process)
                self.assertEqual((process.returncode, errors.count("\n")), (1, 1), errors)
                self.assertGreater(output.count("\n"), 0)

    def test_second_signal_discards_unfinished_outputs(self):
        programs = self.folder / "programs"
        programs.mkdir()
        # An encoder that never ends.
        (programs / "ffmpeg").write_text("#!/bin/sh\ncat > /dev/null\nexec sleep 1000\n")
        (programs / "ffmpeg").chmod(0o755)
        header, frame = y4m_frames()
        process = self.start(
            "track",
            "-",
            "--json",
            "--quiet",
            "--annotate",
            "drawn.mp4",
            stdin=subprocess.PIPE,
            variables={"PATH": f"{programs}:{os.environ['PATH']}"},
        )
        process.stdin.write(header + frame)
        process.stdin.flush()
        process.stdout.readline()
        started = self.wait_for_children(process, 1)
        process.send_signal(signal.SIGINT)
        # The encoder has received the end of its input.
        while Path(f"/proc/{started[0]}/comm").read_text() != "sleep\n":
            time.sleep(0.002)
        # Signals in quick succession count as one.
        time.sleep(0.5)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        self.assertEqual((process.wait(), process.stderr.read()), (-signal.SIGINT, b""))
        self.assertEqual([child for child in started if is_running(child)], [])
        self.assertEqual([path.name for path in self.folder.iterdir()], ["programs"])

    @unittest.skipUnless(shutil.which("ffmpeg"), "ffmpeg is missing")
    def test_second_signal_discards_the_outputs_of_a_video(self):
        # The program that finishes the drawn video never ends; its last argument distinguishes it from the reader.
        programs = self.folder / "programs"
        programs.mkdir()
        (programs / "ffmpeg").write_text(
            f'#!/bin/sh\ncase "$*" in\n*pipe:1) exec {shutil.which("ffmpeg")}'
            ' "$@" ;;\n*) cat > /dev/null; exec sleep 1000 ;;\nesac\n'
        )
        (programs / "ffmpeg").chmod(0o755)
        video = self.make_video(sound=True)
        process = self.start(
            "track",
            video,
            "--json",
            "--quiet",
            "--annotate",
            "drawn.mp4",
            "--npy",
            "points.npy",
            variables={"PATH": f"{programs}:{os.environ['PATH']}"},
        )
        started = self.wait_for_children(process, 2)
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        # Send them as slowly as a person would press keys.
        time.sleep(0.15)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        process.wait(timeout=60)
        self.assertEqual((process.returncode, process.stderr.read()), (-signal.SIGINT, b""))
        self.assertEqual([child for child in started if is_running(child)], [])
        self.assertEqual({path.name for path in self.folder.iterdir()}, {"programs", "hands.mp4"})

    def test_skips_streams_after_the_interrupted_one(self):
        header, frame = y4m_frames()
        process = self.start("track", "-", "missing.mp4", "--json", "--quiet", stdin=subprocess.PIPE)
        process.stdin.write(header + frame)
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        self.assertEqual(
            (process.wait(), process.stderr.read()),
            (1, b"tegata: missing.mp4: skipped because the previous video was interrupted\n"),
        )

    @unittest.skipUnless(shutil.which("ffmpeg"), "ffmpeg is missing")
    def test_cleans_the_progress_line_from_the_terminal(self):
        video = self.make_video()
        terminal, inner = pty.openpty()
        self.addCleanup(os.close, terminal)
        process = self.start("track", video, "--csv", stdout=subprocess.DEVNULL, stderr=inner)
        os.close(inner)
        shown = os.read(terminal, 4096)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(), -signal.SIGINT)
        try:
            while text := os.read(terminal, 4096):
                shown += text
        except OSError:
            pass
        self.assertIn(b"per second", shown)
        # The summary replaces the progress line.
        self.assertRegex(shown, rb"\r\x1b\[2K1 video, [0-9]+ frames?: [^\r\n]*\r\n$")

    def test_reports_too_little_memory_in_one_line(self):
        for kibibytes in (50_000, 60_000, 80_000, 100_000, 200_000, 500_000, 1_000_000):
            for threads in ("1", "64"):
                with self.subTest(kibibytes=kibibytes, threads=threads):
                    limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (kibibytes << 10, kibibytes << 10))
                    done = subprocess.run(
                        [TEGATA, "detect", PICTURE, "--threads", threads, "--quiet", "--json"],
                        capture_output=True,
                        text=True,
                        env=dict(os.environ, TEGATA_MODELS=str(MODELS)),
                        preexec_fn=limit,
                    )
                    lines = done.stderr.splitlines()
                    self.assertEqual((done.returncode, len(lines)), (1, 1) if lines else (0, 0), done.stderr)
                    self.assertTrue(not lines or "memory" in lines[0] or "mmap failed" in lines[0], done.stderr)

    def test_reports_memory_that_runs_out_late_in_one_line(self):
        # Drawing needs copies of a frame.
        (self.folder / "large.ppm").write_bytes(b"P6 4000 4000 255\n" + bytes(3 * 4000 * 4000))
        statuses = set()
        for kibibytes in range(90_000, 340_000, 10_000):
            limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (kibibytes << 10, kibibytes << 10))
            done = subprocess.run(
                [TEGATA, "track", "large.ppm", "--annotate", "drawn.y4m", "--threads", "1", "--quiet"],
                capture_output=True,
                text=True,
                env=dict(os.environ, TEGATA_MODELS=str(MODELS)),
                preexec_fn=limit,
                cwd=self.folder,
            )
            with self.subTest(kibibytes=kibibytes):
                lines = done.stderr.splitlines()
                self.assertEqual((done.returncode, len(lines)), (1, 1) if lines else (0, 0), done.stderr)
                self.assertTrue(not lines or "memory" in lines[0], done.stderr)
            statuses.add(done.returncode)
        self.assertEqual(statuses, {0, 1})

    def test_reports_a_closed_standard_output(self):
        done = subprocess.run(
            ["sh", "-c", '"$@" >&-', "sh", TEGATA, "detect", PICTURE, "--json", "--html", "page.html"],
            stderr=subprocess.PIPE,
            text=True,
            env=dict(os.environ, TEGATA_MODELS=str(MODELS)),
            cwd=self.folder,
        )
        self.assertEqual(done.returncode, 1)
        self.assertIn("standard output: bad file descriptor", done.stderr)
        page = (self.folder / "page.html").read_text()
        self.assertTrue(page.startswith("<!DOCTYPE html>") and page.rstrip().endswith("</html>"))


if __name__ == "__main__":
    unittest.main()
