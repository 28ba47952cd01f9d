"""Runs a target's device program on this machine, and creates its input; for Tools/check/device."""

import os
import select
import subprocess
from pathlib import Path

from embedded_core import ROOT, CommandError, run

HOST = ROOT / ".build" / "release" / "tegata"
MODELS = Path(os.environ.get("TEGATA_MODELS", ROOT / "Models"))
BUNDLE, LITE, GESTURES = (
    MODELS / name for name in ("hand_landmarker.task", "hand_landmarker_lite.task", "gesture_recognizer.task")
)
MIB = 1 << 20
# qemu's user mode maps the emulated program below this address.
GUEST_END = 1 << 40


class Program:
    """A target's program, and the way to run it on this machine."""

    def __init__(self, device, path):
        self.device, self.path = device, path

    def command(self, *arguments, processor=None):
        kind = ["-cpu", processor] if processor else []
        return [str(word) for word in [*self.device.emulator, *kind, self.path, *arguments]]

    def run(self, *arguments, data=b"", processor=None):
        """Returns status, output and messages of a run."""
        # Pass the data through a pipe, as another program would.
        result = subprocess.run(
            self.command(*arguments, processor=processor), input=data, capture_output=True, check=False
        )
        return result.returncode, result.stdout, result.stderr.decode()

    def answers(self, *arguments, **others):
        status, output, messages = self.run(*arguments, **others)
        if status != 0:
            raise CommandError(f"{self.device.name}: status {status}: {messages.strip()}")
        return output

    def peak_memory(self, bundle, picture, *options, processor=None):
        """Returns the peak memory, sampled every few milliseconds, while a bundle is loaded and an image is
        processed."""
        process = subprocess.Popen(
            self.command(bundle, *options, "-", processor=processor), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert process.stdin and process.stdout
        try:
            process.stdin.write(picture.read_bytes())
            process.stdin.flush()
            peak = 0
            while not select.select([process.stdout], [], [], 0.005)[0]:
                peak = max(peak, self.memory(process.pid))
            return max(peak, self.memory(process.pid))
        finally:
            process.kill()
            process.communicate()

    def memory(self, process):
        """Returns the resident bytes of the process. Under an emulator, it counts the pages at the program's
        addresses, which are lower than the emulator's. Otherwise it counts the whole program file and all pages that
        are not mapped from files, because the resident pages of files depend on earlier reads. It counts single pages,
        because the system's totals are off by up to 32 pages per processor."""
        total, counts, emulated = 0, True, bool(self.device.emulator)
        for line in Path(f"/proc/{process}/smaps").read_text().splitlines():
            words = line.split()
            if "-" in words[0] and not words[0].endswith(":"):
                counts = not emulated or int(words[0].split("-")[0], 16) < GUEST_END
            elif counts and words[0] == ("Rss:" if emulated else "Anonymous:"):
                total += int(words[1]) * 1024
        return total if emulated else total + self.path.stat().st_size


def host(*arguments):
    """Returns the output of tegata."""
    return run([HOST, *arguments], "tegata failed").encode()


def require_equal(found, expected, what):
    if found == expected:
        return
    for number, (a, b) in enumerate(zip(found.decode().splitlines(), expected.decode().splitlines())):
        if a != b:
            place = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
            a, b = a[max(0, place - 60) : place + 40], b[max(0, place - 60) : place + 40]
            raise CommandError(f"{what}: line {number + 1} differs: {a!r}, not {b!r}")
    raise CommandError(f"{what}: {found.count(10)} lines, not {expected.count(10)}")


def make_pictures(work, folder):
    """Writes the images of a folder as PPM."""
    pictures = []
    for path in sorted(folder.glob("*.png")):
        pictures.append(work / f"{path.stem}.ppm")
        run(["ffmpeg", "-v", "error", "-y", "-i", path, "-pix_fmt", "rgb24", pictures[-1]], f"cannot read {path}")
    return pictures


def make_video(work, pictures, frame_count, size="480:360"):
    """Creates a video with this many frames, which shows each of the images for the same time."""
    listing, video = work / "list.txt", work / f"hands-{frame_count}.y4m"
    duration = max(1, frame_count // len(pictures)) / 25
    listing.write_text("".join(f"file {picture}\nduration {duration}\n" for picture in pictures))
    scale = f"fps=25,scale={size}:force_original_aspect_ratio=decrease,pad={size}:(ow-iw)/2:(oh-ih)/2"
    command = ["ffmpeg", "-v", "error", "-y", "-stream_loop", "-1", "-f", "concat", "-safe", "0", "-i", listing]
    run([*command, "-vf", scale, "-frames:v", str(frame_count), "-pix_fmt", "yuv420p", video], "cannot make a video")
    return video
