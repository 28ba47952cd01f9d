"""Rendered images without a hand: arms, faces, feet, empty gloves, branches, carrots and rooms."""

import sys
from pathlib import Path

import numpy as np
import scenes

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Tools" / "make" / "goldens"))

import render_hand
from render_hand import FINGERS, Capsule, Flesh, Skeleton, vec

SIDE = 320
CLOTH = [(0.05, 0.08, 0.14), (0.30, 0.06, 0.05), (0.40, 0.38, 0.34), (0.07, 0.16, 0.09)]
WOOD, LEAF, CARROT, DARK = (0.14, 0.09, 0.05), (0.06, 0.20, 0.04), (0.70, 0.20, 0.03), (0.03, 0.02, 0.02)
LIP, WHITE = (0.36, 0.10, 0.09), (0.70, 0.68, 0.66)


class Surface(render_hand.Skin):
    """The colour of each part, with some grain."""

    def __init__(self, parts, seed):
        self.parts = render_hand.Parts([("palm", capsule) for capsule, _ in parts])
        self.colours, self.seed = np.array([colour for _, colour in parts]), seed

    def relief(self, p):
        return np.zeros(p.shape[1], np.float32)

    def grain(self, p):
        return 0.02 * (render_hand.value_noise(p, 0.4, self.seed) - 0.5)

    def colour(self, p, normal, depth):
        nearest = self.parts.distances(p).argmin(0)
        shade = 0.9 + 0.2 * render_hand.value_noise(p, 1.4, self.seed + 1)
        return self.colours[nearest] * shade[:, None], np.full(p.shape[1], 0.2, np.float32)


class Thing(render_hand.Hand):
    """Coloured capsules that the renderer draws like a hand. Lengths are in centimetres."""

    def __init__(self, parts, fingers=None, middle=(0, 0, 0), **place):
        super().__init__(**place)
        self.flesh.palm, self.flesh.arm, self.flesh.fingers = [capsule for capsule, _ in parts], [], {}
        if fingers:
            inner = {id(capsule) for chain in fingers.values() for capsule in chain}
            self.flesh.palm = [capsule for capsule in self.flesh.palm if id(capsule) not in inner]
            self.flesh.fingers = fingers
        # The renderer needs one part that it never culls.
        self.flesh.palm[0].bound = np.inf
        self.flesh.sleeve = None
        self.skin = Surface(parts, self.seed)
        self.middle = self.to_camera @ np.array(middle, float)


def skin_of(chance):
    return render_hand.SKIN_TONES[sorted(render_hand.SKIN_TONES)[chance.integers(len(render_hand.SKIN_TONES))]][0]


def cloth_of(chance):
    return CLOTH[chance.integers(len(CLOTH))]


def arm(chance):
    """Returns an arm that leaves the image at both ends, bent at the elbow or straight."""
    skin, bend = skin_of(chance), np.radians(chance.uniform(0, 100))
    end = vec(np.sin(bend), np.cos(bend), 0) * 40
    parts = [(Capsule(vec(0, -40, 0), vec(0, 0, 0), 5.0, 3.9, None, 1.0, 1.0), skin)]
    parts += [(Capsule(vec(0, 0, 0), end * 0.4, 4.0, 4.2, None, 1.0, 2.0), skin)]
    parts += [(Capsule(end * 0.4, end, 4.2, 2.4, None, 1.0, 2.0), skin)]
    if chance.random() < 0.5:
        parts.append((Capsule(vec(0, -40, 0), vec(0, -4, 0), 6.4, 5.6, None, 1.0, 0.05), cloth_of(chance)))
    return {"parts": parts, "rotation": chance.uniform(0, 360), "scale": chance.uniform(0.4, 0.9)}


def face(chance):
    skin, hair = skin_of(chance), (DARK, WOOD, (0.35, 0.22, 0.08))[chance.integers(3)]
    parts = [
        (Capsule(vec(0, 2, 0), vec(0, -5, 0.8), 8.6, 6.4, None, 1.0, 1.0), skin),
        (Capsule(vec(0, -8, -2), vec(0, -17, -3), 5.2, 6.0, None, 1.0, 1.5), skin),
        (Capsule(vec(0, 1, 8.2), vec(0, -2.2, 9.2), 0.7, 1.4, None, 1.0, 1.2), skin),
        (Capsule(vec(-14, -22, -4), vec(14, -22, -4), 6.0, 6.0, None, 1.0, 1.0), cloth_of(chance)),
        (Capsule(vec(-2.2, -5.4, 7.0), vec(2.2, -5.4, 7.0), 0.7, 0.7, None, 1.0, 0.3), LIP),
        (Capsule(vec(0, 5.5, -1.5), vec(0, 3, -3), 8.2, 8.6, None, 1.0, 0.2), hair),
    ]
    for x in (-1, 1):
        parts += [
            (Capsule(vec(x * 8.4, 0.8, -0.5), vec(x * 8.2, -2.2, -0.5), 1.5, 0.9, vec(x, 0, 0.6), 1.6, 0.5), skin),
            (Capsule(vec(x * 2.6, 1.0, 7.6), vec(x * 3.8, 1.0, 7.2), 0.75, 0.7, None, 1.0, 0.1), WHITE),
            (Capsule(vec(x * 3.2, 1.0, 8.0), vec(x * 3.2, 1.0, 8.1), 0.5, 0.5, None, 1.0, 0.05), DARK),
            (Capsule(vec(x * 1.8, 2.9, 7.9), vec(x * 4.6, 2.9, 7.0), 0.4, 0.3, None, 1.0, 0.1), hair),
        ]
    turned = {"rotation": chance.uniform(-25, 25), "yaw": chance.uniform(-40, 40), "pitch": chance.uniform(-15, 15)}
    return {"parts": parts, "middle": (0, -3, 0), "scale": chance.uniform(0.25, 0.6), **turned}


def foot(chance):
    skin = skin_of(chance)
    parts = [
        (Capsule(vec(0, 0, 0), vec(0, 12, 0.6), 3.1, 3.0, None, 1.0, 1.0), skin),
        (Capsule(vec(-2.4, 15, 0), vec(2.6, 16.4, 0), 1.9, 2.2, None, 1.0, 2.0), skin),
        (Capsule(vec(0, 0.5, 2), vec(0, -9, 14), 3.3, 4.6, None, 1.0, 2.0), skin),
    ]
    for number, (length, girth) in enumerate(((3.0, 1.35), (2.4, 0.95), (2.1, 0.9), (1.8, 0.85), (1.3, 0.85))):
        root = vec(3.0 - 1.55 * number, 17.6 - 0.6 * number, 0)
        parts.append((Capsule(root, root + vec(0.1, length, -0.2), girth * 1.05, girth, None, 1.0, 0.25), skin))
    turned = {"rotation": chance.uniform(0, 360), "yaw": chance.choice([0, 180]) + chance.uniform(-35, 35)}
    place = {"hand": ("left", "right")[chance.integers(2)], "scale": chance.uniform(0.4, 0.8)}
    return {"parts": parts, "middle": (0, 8, 0), **place, **turned}


def glove(chance):
    """Returns an empty glove: a hand's shape in cloth, with a cuff that ends."""
    skeleton = Skeleton(render_hand.POSES["open_palm"])
    flesh, cloth = Flesh(skeleton), cloth_of(chance)
    cuff = [
        Capsule(vec(-0.9, -0.5, 0), vec(-1.1, -5.5, 0), 2.1, 2.7),
        Capsule(vec(0.9, -0.5, 0), vec(1.1, -5.5, 0), 2, 2.6),
    ]
    every = [*flesh.palm, *cuff, *(each for name in ("thumb", *FINGERS) for each in flesh.fingers[name])]
    turned = {"rotation": chance.uniform(0, 360), "yaw": chance.choice([0, 180]) + chance.uniform(-15, 15)}
    place = {"hand": ("left", "right")[chance.integers(2)], "scale": chance.uniform(0.4, 0.7)}
    parts = [(each, cloth) for each in every]
    return {"parts": parts, "fingers": flesh.fingers, "middle": (0, 7, 0), **place, **turned}


def branch(chance):
    parts = []

    def grow(start, angle, length, girth, depth):
        end = start + vec(np.sin(angle) * length, np.cos(angle) * length, chance.uniform(-2, 2))
        parts.append((Capsule(start, end, girth, girth * 0.7, None, 1.0, 0.3), WOOD))
        if depth == 0:
            tip = end + vec(np.sin(angle), np.cos(angle), 0) * 3
            parts.append((Capsule(end, tip, 0.9, 0.5, vec(0.2, 0.1, 1), 2.5, 0.1), LEAF))
            return
        for turn in chance.uniform(0.2, 0.8, chance.integers(1, 4)) * chance.choice([-1, 1]):
            grow(
                end, angle + turn * chance.choice([-1, 1]), length * chance.uniform(0.55, 0.8), girth * 0.62, depth - 1
            )

    grow(vec(0, -22, 0), chance.uniform(-0.3, 0.3), 16, chance.uniform(1.0, 2.0), 3)
    return {"parts": parts, "rotation": chance.uniform(0, 360), "scale": chance.uniform(0.4, 0.7)}


def carrots(chance):
    parts = []
    for number in range(chance.integers(3, 7)):
        angle = np.radians(chance.uniform(-12, 12) + 14 * (number - 2))
        along = vec(np.sin(angle), np.cos(angle), 0)
        root = vec(2.4 * (number - 2), chance.uniform(-1, 1), 0.2 * number)
        parts.append((Capsule(root, root + along * chance.uniform(8, 13), 1.4, 0.35, None, 1.0, 0.05), CARROT))
        parts.append((Capsule(root, root - along * 7, 0.5, 0.9, None, 1.0, 0.1), LEAF))
    return {"parts": parts, "middle": (0, 2, 0), "rotation": chance.uniform(0, 360), "scale": chance.uniform(0.5, 0.9)}


SHAPES = {"arm": arm, "face": face, "foot": foot, "glove": glove, "branch": branch, "carrots": carrots}
KINDS = [*SHAPES, "room"]


def draw(kind, number):
    seed = 1000 * (1 + KINDS.index(kind)) + number
    chance = np.random.default_rng(seed)
    if kind == "room":
        return scenes.finished(scenes.background(640, 480, chance), chance)
    thing = Thing(seed=seed, **SHAPES[kind](chance))
    return render_hand.render([thing], SIDE, SIDE, ("gradient", "blurred")[number % 2], seed)


def images(folder, count):
    """Returns `count` images of each kind; drawn images are kept in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [(folder / f"{kind}-{number}.ppm", kind, number) for kind in KINDS for number in range(count)]
    missing = [each for each in paths if not each[0].exists()]
    for done, (path, kind, number) in enumerate(missing, 1):
        print(f"\rdrawing image {done} of {len(missing)}", end="", file=sys.stderr, flush=True)
        unfinished = path.with_suffix(".part")
        scenes.write_ppm(unfinished, draw(kind, number))
        unfinished.rename(path)
    if missing:
        print(file=sys.stderr)
    return [path for path, _, _ in paths]
