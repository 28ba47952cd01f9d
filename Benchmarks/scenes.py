"""Scenes of rendered hands, far and near, on drawn backgrounds, with the places of the hands."""

import multiprocessing
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tools" / "make" / "goldens"))

import render_hand

# The longer side of the box around a sprite's joints, and the side of the sprite, in pixels.
HAND_SIDE = 220
SPRITE_SIDE = 420
POSES = sorted(render_hand.POSES)


class Sprite:
    """A cut-out hand: linear light premultiplied by the coverage of each pixel, the coverage, and the joints in
    pixels."""

    def __init__(self, light, cover, joints, side):
        self.light, self.cover, self.joints, self.side = light, cover, joints, side

    def resized(self, hand_side):
        """Returns the sprite with a hand of another size."""
        count = max(2, round(SPRITE_SIDE * hand_side / HAND_SIDE))
        weights = resampling(SPRITE_SIDE, count)
        light = np.einsum("ai,bj,ijc->abc", weights, weights, self.light, optimize=True)
        return Sprite(light, weights @ self.cover @ weights.T, self.joints * count / SPRITE_SIDE, self.side)


def resampling(old, new):
    """Returns a matrix that resamples `old` values to `new` ones: by means when shrinking, by linear interpolation when
    enlarging."""
    centers = (np.arange(new) + 0.5) * old / new - 0.5
    reach = max(1.0, old / new)
    weights = np.maximum(0, 1 - np.abs(np.arange(old)[None] - centers[:, None]) / reach)
    return (weights / weights.sum(1, keepdims=True)).astype(np.float32)


def draw_sprite(seed):
    chance = np.random.default_rng(seed)
    side = ("left", "right")[seed % 2]
    hand = render_hand.Hand(
        pose=POSES[seed % len(POSES)],
        hand=side,
        rotation=chance.uniform(-50, 50),
        yaw=chance.uniform(-30, 30) + (180 if chance.random() < 0.25 else 0),
        pitch=chance.uniform(-20, 20),
        scale=0.5,
        tone=sorted(render_hand.SKIN_TONES)[seed % len(render_hand.SKIN_TONES)],
        sleeve=chance.uniform(3, 12) if chance.random() < 0.6 else None,
        seed=seed,
    )
    hand.place(SPRITE_SIDE, SPRITE_SIDE)
    hand.scale *= HAND_SIDE / (np.ptp(hand.joints_2d, 0).max() * SPRITE_SIDE)
    hand.place(SPRITE_SIDE, SPRITE_SIDE)
    y, x = (a.ravel() + 0.5 for a in np.mgrid[0:SPRITE_SIDE, 0:SPRITE_SIDE].astype(np.float64))
    light, cover = np.zeros((x.size, 3), np.float32), np.zeros(x.size, np.float32)
    tile = 30
    for top in range(0, SPRITE_SIDE, tile):
        for left in range(0, SPRITE_SIDE, tile):
            index = (np.arange(top, top + tile)[:, None] * SPRITE_SIDE + np.arange(left, left + tile)).ravel()
            colour, _, hit = hand.trace(x[index], y[index])
            light[index], cover[index] = colour * hit[:, None], hit
    # Fade the arm out at the edge of the sprite.
    away = np.hypot(x / SPRITE_SIDE - 0.5, y / SPRITE_SIDE - 0.5)
    soft = render_hand.smoothstep(0.5, 0.44, away).astype(np.float32)
    shape = (SPRITE_SIDE, SPRITE_SIDE)
    return Sprite(
        (light * soft[:, None]).reshape(*shape, 3), (cover * soft).reshape(shape), hand.joints_2d * SPRITE_SIDE, side
    )


def sprites(folder, count):
    """Returns the first sprites; drawn sprites are kept in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = [seed for seed in range(count) if not (folder / f"{seed}.npz").exists()]
    with multiprocessing.Pool() as pool:
        for done, (seed, sprite) in enumerate(zip(missing, pool.imap(draw_sprite, missing)), 1):
            print(f"\rdrawing hand {done} of {len(missing)}", end="", file=sys.stderr, flush=True)
            unfinished = folder / f"{seed}.part.npz"
            np.savez(unfinished, light=sprite.light, cover=sprite.cover, joints=sprite.joints, side=sprite.side)
            unfinished.rename(folder / f"{seed}.npz")
    if missing:
        print(file=sys.stderr)
    loaded = (np.load(folder / f"{seed}.npz") for seed in range(count))
    return [Sprite(each["light"], each["cover"], each["joints"], str(each["side"])) for each in loaded]


def background(width, height, chance):
    """Returns an out-of-focus room with things in it: boards, stripes, discs, and the grain of a camera."""
    small = render_hand.draw_background("blurred", width // 8, height // 8, chance)
    rows, columns = resampling(height // 8, height), resampling(width // 8, width)
    image = np.einsum("ai,bj,ijc->abc", rows, columns, small, optimize=True).astype(np.float32)
    for _ in range(round(width * height / 50_000)):
        w, h = chance.uniform(0.02, 0.2, 2) * height
        left, top = chance.uniform(-w, width), chance.uniform(-h, height)
        colour = (chance.uniform(0.05, 0.7) * (0.7 + 0.6 * chance.random(3))).astype(np.float32)
        x0, y0 = max(0, int(left)), max(0, int(top))
        part = image[y0 : max(0, int(top + h)), x0 : max(0, int(left + w))]
        if not part.size:
            continue
        y, x = np.mgrid[0 : part.shape[0], 0 : part.shape[1]].astype(np.float32)
        kind, opacity = chance.integers(3), chance.uniform(0.3, 1)
        if kind == 0:
            mask = np.ones(part.shape[:2], np.float32)
        elif kind == 1:
            angle, period = chance.uniform(0, np.pi), chance.uniform(6, 60)
            mask = (np.sin((x * np.cos(angle) + y * np.sin(angle)) * 2 * np.pi / period) > 0).astype(np.float32)
        else:
            mask = ((x / w - 0.5) ** 2 + (y / h - 0.5) ** 2 < 0.25).astype(np.float32)
        part += (colour - part) * (opacity * mask)[..., None]
    return image


def finished(image, chance):
    """Converts linear light to bytes, with some noise."""
    shown = render_hand.tone_map(image) * 255 + chance.normal(0, 2, image.shape)
    return np.clip(np.round(shown), 0, 255).astype(np.uint8)


def add(image, sprite, left, top):
    """Draws a sprite onto the image, and returns its joints in the image."""
    height, width = image.shape[:2]
    count = sprite.cover.shape[0]
    x0, y0, x1, y1 = max(0, left), max(0, top), min(width, left + count), min(height, top + count)
    if x0 < x1 and y0 < y1:
        inner = np.s_[y0 - top : y1 - top, x0 - left : x1 - left]
        part = image[y0:y1, x0:x1]
        part *= 1 - sprite.cover[inner][..., None]
        part += sprite.light[inner]
    return sprite.joints + (left, top)


def places(width, height, side, count, chance):
    """Returns the centres of this many hands, each inside the image and away from the others."""
    found = []
    for _ in range(3000):
        if len(found) == count:
            break
        place = chance.uniform((0.6 * side, 0.6 * side), (width - 0.6 * side, height - 0.6 * side))
        if all(np.abs(place - other).max() > 1.3 * side for other in found):
            found.append(place)
    return found


def scene(all_sprites, width, height, side, count, seed):
    """Returns an 8-bit image with `count` hands of this size, or as many as there is room for, and their joints in
    pixels."""
    chance = np.random.default_rng(seed)
    image = background(width, height, chance)
    hands = []
    for place in places(width, height, side, count, chance):
        sprite = all_sprites[chance.integers(len(all_sprites))].resized(side)
        middle = (sprite.joints.min(0) + sprite.joints.max(0)) / 2
        left, top = np.round(place - middle).astype(int)
        hands.append(add(image, sprite, left, top))
    return finished(image, chance), hands


def write_ppm(path, image):
    with open(path, "wb") as file:
        file.write(b"P6\n%d %d\n255\n" % (image.shape[1], image.shape[0]))
        file.write(image.tobytes())
