"""Rendered egocentric videos of two hands, with the true place of each hand in every frame.

Everything about a clip follows from its seed. Hands are drawn once for each look, pose and view (render_hand.py), and
then moved, scaled, turned and blurred over a drawn background (scenes.py). Clips with even seeds are for tuning, clips
with odd seeds for reporting.

`truth.json` next to a video has width, height, fps, and for each frame the two hands, the right one first:

- side: "left" or "right", which is also the hand's identity
- points: the 21 joints in pixels, including those outside the image
- size: the length of the hand if it were open, wrist to middle fingertip, in pixels
- visible: the fraction of joints that are inside the image and not behind the other hand
- inside: the fraction of joints that are inside the image
- inView: whether a tracker should find the hand
"""

import json
import math
import multiprocessing
import subprocess
import sys

import numpy as np
import render_hand
import scenes

WIDTH, HEIGHT = 480, 270
SEEDS = range(40)
IN_VIEW = 0.7

# The canvas of a sprite, and the length of an open hand on it, in pixels.
CANVAS = (200, 380)
LENGTH = 120
LOOKS = ({"tone": "light", "sleeve": 8}, {"tone": "brown"}, {"tone": "medium", "sleeve": 3})
# Each movement of a hand begins with a relaxed hand seen from the back: name, pose, yaw, pitch at the end, and steps.
REST = ("open_palm_closed", 180, -25)
MOVEMENTS = {
    "fist": ("fist", 180, -25, 5),
    "point": ("pointing_up", 180, -25, 5),
    "pinch": ("ok", 180, -25, 5),
    "spread": ("open_palm", 180, -25, 2),
    "turn": ("open_palm_closed", 0, -25, 12),
    "tilt": ("open_palm_closed", 180, -70, 4),
}


def name(seed):
    return f"{('tune', 'test')[seed % 2]}-{seed:02}"


# Sprites


def mixed(first, second, share):
    """Returns a pose between two poses."""
    if isinstance(first, dict):
        return {key: mixed(first[key], second[key], share) for key in first}
    if isinstance(first, tuple):
        return tuple(mixed(a, b, share) for a, b in zip(first, second))
    return first + (second - first) * share


def draw_sprite(task):
    """Returns the light premultiplied by the coverage, the coverage, and the joints of a right hand, in pixels."""
    look, movement, step = task
    pose, yaw, pitch, steps = MOVEMENTS[movement]
    share = step / steps
    width, height = CANVAS
    hand = render_hand.Hand(
        pose=mixed(render_hand.POSES[REST[0]], render_hand.POSES[pose], share),
        yaw=mixed(REST[1], yaw, share),
        pitch=mixed(REST[2], pitch, share),
        scale=LENGTH / width,
        center=(0.5, 0.25),
        seed=look,
        **LOOKS[look],
    )
    hand.place(width, height)
    y, x = (a.ravel() + 0.5 for a in np.mgrid[0:height, 0:width].astype(np.float64))
    light, cover = np.zeros((x.size, 3), np.float16), np.zeros(x.size, np.float16)
    tile = 20
    for top in range(0, height, tile):
        for left in range(0, width, tile):
            index = (np.arange(top, top + tile)[:, None] * width + np.arange(left, left + tile)).ravel()
            colour, _, hit = hand.trace(x[index], y[index])
            light[index], cover[index] = colour * hit[:, None], hit
    pixels = np.dstack([light.reshape(height, width, 3), cover.reshape(height, width)])
    return pixels, hand.joints_2d * CANVAS


def sprites(folder, look):
    """Returns the pixels and joints of each movement and step of a look."""
    path = folder / f"look-{look}.npz"
    keys = [(look, movement, step) for movement in MOVEMENTS for step in range(MOVEMENTS[movement][3] + 1)]
    if not path.exists():
        print(f"drawing hands of look {look}", file=sys.stderr)
        with multiprocessing.Pool(1) as pool:
            # All movements begin with the same picture.
            drawn = pool.map(draw_sprite, [key for key in keys if key[2] or key[1] == "fist"])
        rest = drawn[0]
        drawn = iter(drawn)
        both = [next(drawn) if key[2] or key[1] == "fist" else rest for key in keys]
        folder.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(".part.npz")
        np.savez(unfinished, pixels=np.stack([a for a, _ in both]), joints=np.stack([b for _, b in both]))
        unfinished.rename(path)
    loaded = np.load(path)
    return {key[1:]: cropped(*pair) for key, pair in zip(keys, zip(loaded["pixels"], loaded["joints"]))}


def cropped(pixels, joints):
    """Returns a sprite without the empty columns and rows around the hand, and its joints."""
    covered = np.flatnonzero(pixels[..., 3].any(0))
    left, right = max(0, covered[0] - 1), covered[-1] + 2
    top = max(0, np.flatnonzero(pixels[..., 3].any(1))[0] - 1)
    return pixels[top:, left:right].astype(np.float32), joints - (left, top)


# Movements


def eased(keys, time):
    """Returns the value at a time between keys (time, value), with a slow start and end of each way."""
    for (t0, a), (t1, b) in zip(keys, keys[1:]):
        if time < t1:
            share = min(1, max(0, (time - t0) / (t1 - t0)))
            return a + (b - a) * (share * share * (3 - 2 * share))
    return keys[-1][1]


class Script:
    """What happens in a clip: keys of wrists, of movements, and which hand is in front."""

    # The wrists' places at rest: fractions of the image's width and height. The right hand comes first.
    HOME = (np.array([0.67, 0.72]), np.array([0.33, 0.72]))
    ACTS = ("cross", "bounce", "leave", "cover", "turn", "gesture", "fast", "close", "tilt", "both")

    def __init__(self, seed):
        self.chance = chance = np.random.default_rng(seed)
        self.seed = seed
        self.fps = int(chance.choice([15, 20, 30], p=[0.5, 0.25, 0.25]))
        self.seconds = chance.uniform(6, 10)
        self.look = int(chance.integers(len(LOOKS)))
        self.scale = chance.uniform(0.36, 0.46)
        self.exposure = float(chance.choice([0.8, 1.0, 0.35, 0.12], p=[0.35, 0.3, 0.2, 0.15]))
        self.noise = chance.uniform(1, 3) if self.exposure > 0.3 else chance.uniform(3, 6)
        self.shutter = chance.uniform(0.3, 0.5) if self.exposure > 0.3 else chance.uniform(0.6, 0.9)
        self.drops = chance.random() < 0.5
        self.wobble = chance.uniform(0, 2 * np.pi, (2, 2, 2)), chance.uniform(0.3, 1.3, (2, 2, 2))
        self.sway = chance.uniform(0.01, 0.06)
        self.wrists = [[(0.0, self.near_home(side))] for side in (0, 1)]
        self.movements = [[], []]
        self.fronts = [(-1.0, int(chance.integers(2)))]
        time, number = chance.uniform(0.3, 0.8), 0
        while time < self.seconds:
            act = self.ACTS[seed // 2 % len(self.ACTS)] if number == 0 else str(chance.choice(self.ACTS))
            self.fronts.append((time, int(chance.integers(2))))
            time = getattr(self, act)(time) + chance.uniform(0.1, 0.5)
            number += 1

    def near_home(self, side):
        return self.HOME[side] + self.chance.uniform(-0.04, 0.04, 2)

    def go(self, side, time, place, duration):
        """Moves a wrist from where it is to a place; returns the time of its arrival."""
        self.wrists[side].append((time, self.wrists[side][-1][1]))
        self.wrists[side].append((time + duration, np.asarray(place, float)))
        return time + duration

    def bend(self, side, time, movement, there, hold, back):
        """Makes a movement of the hand and back again."""
        self.movements[side].append((movement, time, time + there, time + there + hold, time + there + hold + back))
        return time + there + hold + back

    def bend_both(self, time, length):
        """Bends or turns the hands while they do something else."""
        for side in (0, 1):
            kind = str(self.chance.choice(["fist", "point", "pinch", "turn", "tilt", "none"]))
            if kind != "none":
                self.bend(side, time, kind, 0.2, max(0.1, length - 0.4), 0.2)

    def duration(self):
        """A time that a hand needs for half of the image."""
        return self.chance.uniform(0.15, 0.7)

    def cross(self, time):
        """The hands change places and come back."""
        for _ in range(self.chance.integers(1, 3)):
            duration, high = self.duration(), self.chance.uniform(-0.12, 0.06)
            self.bend_both(time - 0.1, 2 * duration + 0.4)
            self.go(0, time, self.HOME[1] + (0, high), duration)
            time = self.go(1, time, self.HOME[0] - (0, high), duration) + self.chance.uniform(0.1, 0.5)
            self.go(0, time, self.near_home(0), duration)
            time = self.go(1, time, self.near_home(1), duration) + self.chance.uniform(0.1, 0.3)
        return time

    def bounce(self, time):
        """The hands meet in the middle, one over the other, and part again."""
        for _ in range(self.chance.integers(1, 4)):
            duration, place = self.duration() * 0.6, np.array([0.5, 0.7]) + self.chance.uniform(-0.05, 0.05, 2)
            apart = self.chance.uniform(-0.03, 0.06)
            self.bend_both(time, 2 * duration + 0.2)
            self.go(0, time, place + (apart, 0), duration)
            time = self.go(1, time, place - (apart, 0.04), duration) + self.chance.uniform(0, 0.4)
            self.go(0, time, self.near_home(0), duration)
            time = self.go(1, time, self.near_home(1), duration) + self.chance.uniform(0.05, 0.3)
        return time

    def out(self, side, time, stay):
        outside = [(self.HOME[side][0], 1.75), (1.35, 0.9) if side == 0 else (-0.35, 0.9)][self.chance.integers(2)]
        time = self.go(side, time, outside, self.duration()) + stay
        return self.go(side, time, self.near_home(side), self.duration())

    def leave(self, time):
        """A hand leaves the image and comes back."""
        return self.out(self.chance.integers(2), time, self.chance.uniform(0.1, 1.2))

    def both(self, time):
        """Both hands leave the image, and come back at their own places or crossed."""
        stay, crossed = self.chance.uniform(0.1, 0.8), self.chance.integers(2)
        for side in (0, 1):
            place = self.HOME[side ^ crossed]
            now = self.go(side, time, (self.HOME[side][0], 1.75), self.duration())
            now = self.go(side, now, (place[0], 1.75), stay)
            self.go(side, now, place, self.duration())
        time += stay + 1.6
        self.go(0, time, self.near_home(0), 0.4)
        return self.go(1, time, self.near_home(1), 0.4)

    def cover(self, time):
        """A hand covers the other one for a while."""
        front = self.fronts[-1][1]
        back = 1 - front
        place = self.wrists[back][-1][1] + self.chance.uniform(-0.06, 0.06, 2)
        time = self.go(front, time, place, self.duration()) + self.chance.uniform(0.2, 0.8)
        return self.go(front, time, self.near_home(front), self.duration())

    def turn(self, time):
        """A hand, or both, turn the palm to the camera and back."""
        chance, sides = self.chance, ((0,), (1,), (0, 1))[self.chance.integers(3)]
        there, hold, back = chance.uniform(0.3, 0.9), chance.uniform(0, 0.8), chance.uniform(0.3, 0.9)
        return max(self.bend(side, time, "turn", there, hold, back) for side in sides)

    def gesture(self, time):
        """Both hands change their poses, again and again."""
        chance, ends = self.chance, []
        for side in (0, 1):
            now = time + chance.uniform(0, 0.3)
            for _ in range(chance.integers(1, 4)):
                kind = str(chance.choice(["fist", "point", "pinch", "spread"]))
                now = self.bend(side, now, kind, *chance.uniform(0.15, 0.5, 3)) + chance.uniform(0.05, 0.3)
            ends.append(now)
        return max(ends)

    def fast(self, time):
        """A hand rushes about."""
        side = self.chance.integers(2)
        for _ in range(self.chance.integers(3, 7)):
            place = self.HOME[side] + self.chance.uniform((-0.25, -0.2), (0.25, 0.25))
            time = self.go(side, time, place, self.chance.uniform(0.1, 0.25)) + self.chance.uniform(0, 0.15)
        return self.go(side, time, self.near_home(side), 0.3)

    def close(self, time):
        """The hands work side by side, close to each other."""
        place, apart = np.array([0.5, 0.7]), self.chance.uniform(0.06, 0.1)
        time, duration = time + 0.5, 0.5
        for _ in range(self.chance.integers(2, 5)):
            move = self.chance.uniform(-0.12, 0.12, 2)
            kind = str(self.chance.choice(["pinch", "fist", "tilt"]))
            self.bend(self.chance.integers(2), time, kind, 0.2, 0.2, 0.2)
            self.go(0, time, place + move + (apart, self.chance.uniform(-0.06, 0.06)), duration)
            time = self.go(1, time, place + move - (apart, 0), duration) + 0.15
        self.go(0, time, self.near_home(0), 0.5)
        return self.go(1, time, self.near_home(1), 0.5)

    def tilt(self, time):
        """A hand reaches forward, so that its fingers point away from the camera."""
        side = self.chance.integers(2)
        self.go(side, time, self.HOME[side] + (0.5 - self.HOME[side][0], -0.15), 0.6)
        time = self.bend(side, time, "tilt", 0.5, self.chance.uniform(0.2, 0.8), 0.4)
        return self.go(side, time, self.near_home(side), 0.5)

    def front(self, time):
        """The hand that is in front of the other one."""
        return [side for start, side in self.fronts if start <= time][-1]

    def sprite(self, side, time):
        """The movement of a hand, and its step."""
        for movement, start, there, hold, end in self.movements[side]:
            if start <= time <= end:
                keys = [(start, 0.0), (there, 1.0), (hold, 1.0), (end, 0.0)]
                return movement, round(eased(keys, time) * MOVEMENTS[movement][3])
        return "fist", 0

    def wrist(self, side, time):
        """The place of a wrist in pixels, the hand's scale, and the direction of its forearm."""
        phases, rates = self.wobble
        shake = 0.008 * np.sin(phases[side] + 2 * np.pi * rates[side] * time).sum(0)
        place = (eased(self.wrists[side], time) + shake) * (WIDTH, HEIGHT)
        elbow = np.array([self.HOME[side][0] + (0.12, -0.12)[side], 1.7]) * (WIDTH, HEIGHT)
        across, up = place[0] - elbow[0], max(elbow[1] - place[1], 0.4 * HEIGHT)
        nearer = 1.05 if self.front(time) == side else 0.97
        return place, self.scale * HEIGHT / LENGTH * nearer, math.atan2(across, up)


# Frames


class Placed:
    """A sprite of a hand that is scaled, turned and put somewhere."""

    def __init__(self, library, script, side, time):
        self.pixels, joints = library[script.sprite(side, time)]
        place, scale, angle = script.wrist(side, time)
        self.flip = -1 if side else 1
        c, s = math.cos(angle), math.sin(angle)
        turn = scale * np.array([[c, -s], [s, c]])
        self.matrix = turn @ np.diag([self.flip, 1])
        self.place, self.wrist, self.size = place, joints[0], scale * LENGTH
        self.joints = (joints - joints[0]) @ self.matrix.T + place

    def sample(self, x, y):
        """Returns which positions in the image the sprite covers, and its premultiplied light and coverage there."""
        height, width, _ = self.pixels.shape
        (a, b), (c, d) = np.linalg.inv(self.matrix).astype(np.float32)
        x, y = (x - self.place[0]).astype(np.float32).ravel(), (y - self.place[1]).astype(np.float32).ravel()
        u, v = a * x + b * y + np.float32(self.wrist[0] - 0.5), c * x + d * y + np.float32(self.wrist[1] - 0.5)
        inside = np.flatnonzero((u >= 0) & (u < width - 1) & (v >= 0))
        # The forearm goes on below the sprite.
        u, v = u[inside], np.minimum(v[inside], height - 1.01)
        i, j = u.astype(np.int32), v.astype(np.int32)
        u, v = (u - i)[:, None], (v - j)[:, None]
        flat, index = self.pixels.reshape(-1, 4), j * width + i
        above = flat[index] * (1 - u) + flat[index + 1] * u
        below = flat[index + width] * (1 - u) + flat[index + width + 1] * u
        return inside, above * (1 - v) + below * v

    def covers(self, points):
        """Whether the sprite covers each point in the image."""
        inside, found = self.sample(*points.T)
        cover = np.zeros(len(points))
        cover[inside] = found[:, 3]
        return cover >= 0.5

    def draw(self, image):
        """Draws the sprite onto an image."""
        height, width, _ = self.pixels.shape
        x = np.array([0, width] * 3) - self.wrist[0]
        # The forearm goes on below the sprite, and leans as the sprite does.
        y = np.repeat([0, height, 2 * height], 2) - self.wrist[1]
        x, y = self.matrix @ (x, y) + self.place[:, None]
        left, right = max(0, int(x.min())), min(WIDTH, int(x.max()) + 1)
        top = max(0, int(y.min()))
        if left >= right or top >= HEIGHT:
            return
        y, x = np.mgrid[top:HEIGHT, left:right]
        inside, found = self.sample(x + 0.5, y + 0.5)
        index = y.ravel()[inside] * WIDTH + x.ravel()[inside]
        flat = image.reshape(-1, 3)
        flat[index] = flat[index] * (1 - found[:, 3:]) + found[:, :3]


def draw_frame(library, script, backdrop, time, frame_seconds):
    """Returns the linear light of a frame."""
    hands = [[script.wrist(side, t)[0] for t in (time, time + script.shutter * frame_seconds)] for side in (0, 1)]
    way = max(np.hypot(*(b - a)) for a, b in hands)
    count = min(5, 1 + math.ceil(way / 6))
    total = np.zeros((HEIGHT, WIDTH, 3), np.float32)
    for number in range(count):
        now = time + script.shutter * frame_seconds * ((number + 0.5) / count - 0.5)
        turn = 2 * np.pi * now / script.seconds
        x = round((WIDTH // 4) * (1 + script.sway * 4 * math.sin(3 * turn)))
        y = round((HEIGHT // 4) * (1 + script.sway * 4 * math.sin(2 * turn)))
        image = backdrop[y : y + HEIGHT, x : x + WIDTH].copy()
        front = script.front(now)
        for side in (1 - front, front):
            Placed(library, script, side, now).draw(image)
        total += image
    return total / count


def true_hands(library, script, time):
    """Returns what the truth says about the hands at a time."""
    hands = [Placed(library, script, side, time) for side in (0, 1)]
    front = script.front(time)
    told = []
    for side, hand in enumerate(hands):
        x, y = hand.joints.T
        inside = (x >= 0) & (x < WIDTH) & (y >= 0) & (y < HEIGHT)
        shown = inside if side == front else inside & ~hands[front].covers(hand.joints)
        told.append(
            {
                "side": ("right", "left")[side],
                "points": [[round(float(v), 2) for v in point] for point in hand.joints],
                "size": round(float(hand.size), 2),
                "visible": round(float(shown.mean()), 3),
                "inside": round(float(inside.mean()), 3),
                "inView": bool(shown.mean() >= IN_VIEW),
            }
        )
    return told


def draw_frames(library, script, backdrop):
    """Yields the image and the hands of each frame."""
    image, hands, again = np.zeros(0), [], 0
    for frame in range(round(script.seconds * script.fps)):
        time = frame / script.fps
        if again:
            again -= 1
        else:
            light = draw_frame(library, script, backdrop, time, 1 / script.fps)
            shown = render_hand.tone_map(light, script.exposure) * 255
            shown += script.noise * script.chance.standard_normal(shown.shape, np.float32)
            image, hands = np.clip(np.round(shown), 0, 255).astype(np.uint8), true_hands(library, script, time)
            # A recorder that is too slow repeats frames.
            if script.drops and frame and script.chance.random() < 0.05:
                again = int(script.chance.integers(1, 5))
        yield image, hands


def render(folder, seed):
    """Returns the paths of a clip's video and truth; rendered clips are kept in the folder."""
    video, truth = folder / f"{name(seed)}.mp4", folder / f"{name(seed)}.json"
    if video.exists() and truth.exists():
        return video, truth
    print(f"rendering {name(seed)}", file=sys.stderr)
    script = Script(seed)
    library = sprites(folder, script.look)
    backdrop = scenes.background(WIDTH * 3 // 2, HEIGHT * 3 // 2, script.chance)
    command = f"ffmpeg -v error -y -f rawvideo -pix_fmt rgb24 -s {WIDTH}x{HEIGHT} -r {script.fps} -i -".split()
    command += "-c:v libx264 -threads 1 -crf 20 -pix_fmt yuv420p".split()
    unfinished = video.with_suffix(".part.mp4")
    encoder = subprocess.Popen([*command, str(unfinished)], stdin=subprocess.PIPE)
    assert encoder.stdin
    frames = []
    for image, hands in draw_frames(library, script, backdrop):
        frames.append({"hands": hands})
        encoder.stdin.write(image.tobytes())
    encoder.stdin.close()
    if encoder.wait():
        raise SystemExit(f"{unfinished}: ffmpeg failed")
    unfinished.rename(video)
    whole = {"width": WIDTH, "height": HEIGHT, "fps": script.fps, "frames": frames}
    truth.write_text(json.dumps(whole, separators=(",", ":")) + "\n")
    return video, truth
