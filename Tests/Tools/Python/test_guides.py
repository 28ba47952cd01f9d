"""Python programs in the pages run, and print what the pages show; modules stand in for cameras and windows.

Needs the library (Tools/build/library), NumPy, ffmpeg and the models.
"""

import ast
import importlib.util
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

from project import RENDERED, ROOT, models

LIBRARY = ROOT / ".build" / "library" / "lib" / "libtegata.so"
MODELS = models("hand_landmarker.task", "gesture_recognizer.task")
PATH = [str(ROOT / "Python"), str(ROOT / ".build" / "python")]
sys.path += PATH
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CLIP = "ffmpeg -v error -loop 1 -i {} -t 0.1 -r 30 -pix_fmt yuv420p hands.mp4"
#: Three frames with a left hand that shows two fingers, and one without a hand; then the program is interrupted.
FRAMES = f"""
from tegata import _images

def frames():
    for name in ["victory_left"] * 3 + ["no_hand"]:
        yield _images.read("{RENDERED}/" + name + ".png")[:, :, ::-1].copy()
"""
PICAMERA = (
    FRAMES
    + """
class Picamera2:
    def create_video_configuration(self, main):
        assert main == {"size": (640, 480), "format": "RGB888"}
        return main

    def configure(self, configuration):
        self.frames = frames()

    def start(self):
        pass

    def capture_array(self):
        for frame in self.frames:
            return frame
        raise KeyboardInterrupt
"""
)
#: A window that takes note of what it shows, and in which Escape is pressed in the end.
OPENCV = (
    FRAMES
    + """
FONT_HERSHEY_SIMPLEX, keys, texts = 0, [-1, -1, 27], []

def waitKey(milliseconds):
    return keys.pop(0)

def putText(image, text, *rest):
    texts.append(text)

def imshow(title, image):
    print(title, image.shape, bool((image == (48, 48, 255)).all(axis=2).any()), texts)

class VideoCapture:
    def __init__(self, number):
        self.frames = frames()

    def read(self):
        return True, next(self.frames)
"""
)

MISSING = ""
if not LIBRARY.is_file():
    MISSING = "the library is not built; run Tools/build/library"
elif importlib.util.find_spec("numpy") is None:
    MISSING = "NumPy is missing; Tools/test puts it into .build/python"
elif not MODELS:
    MISSING = "models are missing"
elif not shutil.which("ffmpeg"):
    MISSING = "ffmpeg is missing"


def programs(page):
    """The Python programs of a page, each with the output that follows, or None."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    # The command that runs a program may stand between it and its output.
    fences = [fence for fence in FENCE.finditer(text) if not fence[2].startswith("python ")]
    for fence, after in zip(fences, [*fences[1:], None]):
        if fence[1] != "python":
            continue
        between = text[fence.end() : after.start()] if after and after[1] == "" else None
        is_output = between is not None and between.count("\n") <= 12 and "\n#" not in between
        yield fence[2], after[2] if after and is_output else None


@unittest.skipIf(MISSING, MISSING)
class GuideTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "Tests").symlink_to(ROOT / "Tests")

    def run_program(self, program, *options):
        (self.folder / "program.py").write_text(program)
        environment = {**os.environ, "TEGATA_MODELS": str(MODELS), "PYTHONPATH": os.pathsep.join(PATH)}
        command = [sys.executable, *options, "program.py"]
        return subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True, timeout=120)

    def test_programs_print_what_pages_show(self):
        subprocess.run(CLIP.format("Tests/Fixtures/rendered/two_hands_mixed.png").split(), cwd=self.folder, check=True)
        count = 0
        (self.folder / "videos").mkdir()
        (self.folder / "videos" / "missing.mp4").symlink_to("nowhere.mp4")
        shutil.copy(self.folder / "hands.mp4", self.folder / "videos" / "one.mp4")
        for page in ("python.md", "archives.md", "from-mediapipe.md"):
            for program, output in programs(page):
                # What needs protobuf has tests of its own.
                if output is None or "solutions" in program or "subprocess" in program:
                    continue
                options = ["-m", "tegata.compat"] if "mediapipe" in program else []
                with self.subTest(page=page, program=program.splitlines()[0]):
                    done = self.run_program(program if "import" in program else "import tegata\n" + program, *options)
                    self.assertEqual((done.returncode, done.stdout), (0, output), done.stderr)
                    count += 1
        self.assertGreaterEqual(count, 7)

    def test_camera_module_prints_events(self):
        (self.folder / "picamera2.py").write_text(PICAMERA)
        program = next(program for program, _ in programs("raspberry-pi.md") if "cv2" not in program)
        done = self.run_program(program)
        # The frames come so fast that a gesture lasts long enough on slow machines only.
        lines = [line for line in done.stdout.splitlines() if not line.endswith("Victory")]
        self.assertEqual(lines, ["#1 appeared Left", "#1 disappeared Left"], done.stderr)
        self.assertIn("KeyboardInterrupt", done.stderr)

    def test_windows_show_hands(self):
        (self.folder / "picamera2.py").write_text(PICAMERA)
        (self.folder / "cv2.py").write_text(OPENCV)
        for page, texts in (("raspberry-pi.md", []), ("python.md", ["1 Victory"])):
            with self.subTest(page):
                program = next(program for program, _ in programs(page) if "cv2" in program)
                done = self.run_program(program)
                lines = [f"Hands (384, 384, 3) True {texts * number}" for number in (1, 2)]
                self.assertEqual((done.returncode, done.stdout.splitlines()), (0, lines), done.stderr)

    def test_reader_of_the_service_prints_events(self):
        import tegata

        server = socket.socket(socket.AF_UNIX)
        self.addCleanup(server.close)
        server.bind(str(self.folder / "device.sock"))
        server.listen()

        def send():
            model = str(MODELS / "gesture_recognizer.task")
            tracker = tegata.Tracker(model, gestures=True, events=True, source_name="camera")
            with server.accept()[0] as reader, tracker:
                for time, name in enumerate(["victory_left"] * 3 + ["no_hand"]):
                    for event in tracker.track(RENDERED / f"{name}.png", 100 * time).events:
                        reader.sendall(f"{event.json}\n".encode())

        sender = threading.Thread(target=send)
        sender.start()
        program = next(program for program, _ in programs("raspberry-pi.md") if "AF_UNIX" in program)
        done = self.run_program(program.replace("/run/tegata/device.sock", "device.sock"))
        sender.join()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        kinds = [ast.literal_eval(line)["event"] for line in done.stdout.splitlines()]
        self.assertEqual(kinds, ["appeared", "began", "ended", "disappeared"])


if __name__ == "__main__":
    unittest.main()
