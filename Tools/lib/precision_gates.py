"""Compares half with single precision: runs the program in Tools/check/programs/precision and judges its
output."""

import math
import shutil
import subprocess
from collections import Counter
from dataclasses import dataclass, field

from embedded_core import ON_ARM, ROOT, CommandError, link_program

PROGRAM = ROOT / "Tools" / "check" / "programs" / "precision"
# The only emulated processor with half-precision arithmetic.
EMULATOR = [] if ON_ARM else ["qemu-aarch64-static", "-cpu", "max"]
SIDE = 224
POINTS = 21
# The factor from the pipeline's depths to the landmark network's depths.
DEPTH = 0.4

# The limits for the effect of half precision. Lengths, including depths, are in pixels of the landmark network's or the
# palm network's input.
CROP_LARGEST, CROP_RMS, CROP_WORLD, CROP_SCORE = 0.5, 0.1, 0.0015, 0.02
PALM_LARGEST = 0.5
HAND_LARGEST, HAND_SCORE = 0.5, 0.02
JITTER = 0.05


class NoHalves(Exception):
    """This processor has no half-precision arithmetic."""


@dataclass
class Spread:
    """The spread of differences between numbers."""

    largest: float = 0
    squares: float = 0
    count: int = 0

    def add(self, differences):
        for difference in differences:
            self.largest = max(self.largest, abs(difference))
            self.squares += difference * difference
            self.count += 1

    @property
    def rms(self):
        return math.sqrt(self.squares / self.count) if self.count else 0


@dataclass
class Findings:
    """The program's output, as a list of (label, numbers) for each image, and the weights of all networks."""

    weights: list = field(default_factory=list)
    pictures: list = field(default_factory=list)


def link_precision(objects, headers):
    return link_program(PROGRAM, "Precision", objects, headers)


def ask(program, bundle, question, ppm):
    """Returns the program's findings for images that follow each other as PPM."""
    command = [*EMULATOR, program, bundle, question]
    if not ON_ARM and not shutil.which(EMULATOR[0]):
        raise CommandError(f"{EMULATOR[0]} is missing: install Debian's package qemu-user-static")
    result = subprocess.run([str(part) for part in command], input=ppm, capture_output=True, check=False)
    if result.returncode == 3:
        raise NoHalves("this processor cannot compute in half precision")
    if result.returncode != 0:
        raise CommandError(
            f"the program failed ({result.returncode}): {result.stderr.decode(errors='replace').strip()}"
        )
    findings, records = Findings(), []
    for line in result.stdout.decode().splitlines():
        label, *numbers = line.split(" ")
        numbers = [float(number) for number in numbers]
        if label == "weights":
            findings.weights = numbers
        elif label == "picture":
            findings.pictures.append(records)
            records = []
        else:
            records.append((label, numbers))
    return findings


def picture_ppm(path):
    command = ["ffmpeg", "-v", "error", "-i", path, "-frames:v", "1", "-pix_fmt", "rgb24", "-f", "image2pipe"]
    command += ["-c:v", "ppm", "-"]
    try:
        result = subprocess.run([str(part) for part in command], capture_output=True, check=False)
    except OSError as error:
        raise CommandError(f"ffmpeg cannot be started: {error.strerror}") from error
    if result.returncode != 0:
        raise CommandError(f"cannot read {path}: {result.stderr.decode(errors='replace').strip()}")
    return result.stdout


def video_ppm(path, first, count):
    filters = f"select=between(n\\,{first}\\,{first + count - 1})"
    command = ["ffmpeg", "-v", "error", "-i", path, "-vf", filters, "-fps_mode", "passthrough", "-pix_fmt", "rgb24"]
    command += ["-f", "image2pipe", "-c:v", "ppm", "-"]
    result = subprocess.run([str(part) for part in command], capture_output=True, check=False)
    if result.returncode != 0:
        raise CommandError(f"cannot read {path}: {result.stderr.decode(errors='replace').strip()}")
    return result.stdout


def gate(failures, what, value, limit):
    """Returns a line of the report; a value beyond its limit becomes a failure."""
    if not value <= limit:
        failures.append(f"{what} is {value:.4g}, more than {limit:.4g}")
    return f"{what} {value:.4g} (limit {limit:.4g})"


def judge_crops(pictures, failures):
    """Compares both precisions of the landmark network on the same crops."""
    points, world, presence, handedness, flips, crops = Spread(), Spread(), Spread(), Spread(), 0, 0
    for numbers in (numbers for records in pictures for label, numbers in records if label == "crop"):
        half = len(numbers) // 2
        a, b = numbers[:half], numbers[half:]
        crops += 1
        presence.add([a[63] - b[63]])
        flips += (a[63] > 0.5) != (b[63] > 0.5)
        if a[63] > 0.5:
            points.add(x - y for x, y in zip(a[:63], b[:63]))
            world.add(x - y for x, y in zip(a[65:128], b[65:128]))
            handedness.add([a[64] - b[64]])
            flips += (a[64] > 0.5) != (b[64] > 0.5)
    yield f"landmark network on {crops} crops, {points.count // 63} with hands:"
    yield gate(failures, "  largest difference of a landmark in pixels", points.largest, CROP_LARGEST)
    yield gate(failures, "  root of their mean square", points.rms, CROP_RMS)
    yield gate(failures, "  largest difference in the world in metres", world.largest, CROP_WORLD)
    yield gate(failures, "  presence", presence.largest, CROP_SCORE)
    yield gate(failures, "  handedness", handedness.largest, CROP_SCORE)
    yield gate(failures, "  decisions that flip", flips, 0)


def judge_palms(pictures, failures):
    """Compares both precisions of the palm network on the same images."""
    palms = [numbers for records in pictures for label, numbers in records if label == "palm"]
    count = sum(numbers[2] for numbers in palms)
    rms = math.sqrt(sum(numbers[1] for numbers in palms) / count) if count else 0
    yield f"palm network on {len(palms)} pictures, {count / 18:.0f} anchors with palms (root of mean square {rms:.4f}):"
    largest = max((numbers[0] for numbers in palms), default=0)
    yield gate(failures, "  largest difference of a value in pixels", largest, PALM_LARGEST)
    yield (
        f"  scores {max((numbers[3] for numbers in palms), default=0):.4f}, anchors that flip"
        f" {sum(n[4] for n in palms):.0f}"
    )


def crop_differences(a, b):
    """Returns the differences of landmarks, in pixels of the crop that `a` was found in."""
    scale = SIDE / a[2]
    scales = [scale, scale, scale * DEPTH] * POINTS
    return [(x - y) * scale for x, y, scale in zip(a[3:66], b[3:66], scales)]


def judge_hands(pictures, label, failures):
    """Compares the hands of a pipeline with the single-precision pipeline's."""
    points, presence, hands, numbers_flip, sides_flip = Spread(), Spread(), 0, 0, 0
    for records in pictures:
        single = [numbers for name, numbers in records if name == "single"]
        other = [numbers for name, numbers in records if name == label]
        numbers_flip += len(single) != len(other)
        for a, b in zip(single, other):
            hands += 1
            points.add(crop_differences(a, b))
            presence.add([a[0] - b[0]])
            sides_flip += (a[1] > 0.5) != (b[1] > 0.5)
    yield f"pictures with --precision {label}, {hands} hands:"
    if label == "half":
        yield gate(failures, "  largest difference of a landmark in pixels of the crop", points.largest, HAND_LARGEST)
        yield gate(failures, "  presence", presence.largest, HAND_SCORE)
    else:
        yield (
            f"  largest difference of a landmark in pixels of the crop {points.largest:.4g}, presence"
            f" {presence.largest:.4g}"
        )
    yield f"  root of their mean square {points.rms:.4f}"
    yield gate(failures, "  pictures with another number of hands, or another side", numbers_flip + sides_flip, 0)


def judge_pictures(findings, failures):
    yield from judge_crops(findings.pictures, failures)
    yield from judge_palms(findings.pictures, failures)
    yield from judge_hands(findings.pictures, "half", failures)
    yield from judge_hands(findings.pictures, "all-half", failures)


def accelerations(frames):
    """Returns the second differences of all points in pixels of the crop, if three frames in a row contain as many
    hands."""
    spread = Spread()
    for before, now, after in zip(frames, frames[1:], frames[2:]):
        if not len(before) == len(now) == len(after):
            continue
        for a, b, c in zip(before, now, after):
            scale = SIDE / b[2]
            for index in (axis for point in range(POINTS) for axis in (3 + 3 * point, 4 + 3 * point)):
                spread.add([(a[index] - 2 * b[index] + c[index]) * scale])
    return spread


def judge_video(findings, failures):
    """Measures the jitter of landmarks from frame to frame."""
    tracks = {
        label: [[numbers for name, numbers in records if name == label] for records in findings.pictures]
        for label in ("single", "half")
    }
    lost = sum(len(a) != len(b) for a, b in zip(tracks["single"], tracks["half"]))
    single, half = accelerations(tracks["single"]), accelerations(tracks["half"])
    yield f"video of {len(findings.pictures)} frames, {single.count // (2 * POINTS)} hands with neighbours:"
    yield f"  acceleration of landmarks {single.rms:.4f} with single, {half.rms:.4f} pixels with half precision"
    ratio = half.rms / single.rms if single.rms else 1
    yield gate(failures, "  difference of both", abs(ratio - 1), JITTER)
    yield gate(failures, "  frames with another number of hands", lost, 0)


def judge_threads(findings, failures):
    """Checks whether splitting the work changes results."""
    records = [numbers for records in findings.pictures for label, numbers in records if label == "threads"]
    counts = Counter(int(numbers[0]) for numbers in records)
    what = f"  values that differ with {', '.join(str(count) for count in sorted(counts))} threads"
    yield f"half precision cut for threads, {len(records)} runs:"
    yield gate(failures, what, sum(numbers[1] for numbers in records) + (not records), 0)


def say_weights(findings):
    """Weights in memory."""
    single, half = sum(findings.weights[:2]), sum(findings.weights[2:])
    yield f"weights of both networks: {single / 2**20:.2f} MiB with single, {half / 2**20:.2f} MiB with half precision"
