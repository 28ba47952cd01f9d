"""Views of rendered hands through known cameras, with the joints in metres."""

import multiprocessing
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tools" / "make" / "goldens"))

import render_hand

# The focal length of the camera, in pixels.
FOCAL_LENGTH = 1000
# The side of the drawn image; hands are in the middle.
SIDE = 256
DISTANCES = (0.35, 0.6, 1.0, 2.0)
ANGLES = (0, 25, 50)


def view(path, number, distance, angle):
    """Draws a hand and stores the image, its focal length and the joints in metres in camera coordinates."""
    chance = np.random.default_rng(number)
    render_hand.CAMERA_DISTANCE = distance * 100
    tilt = chance.uniform(0, 2 * np.pi)
    poses = sorted(render_hand.POSES)
    hand = render_hand.Hand(
        pose=poses[number % len(poses)],
        hand=("left", "right")[number % 2],
        rotation=chance.uniform(-60, 60),
        yaw=angle * np.cos(tilt) + (180 if number % 4 == 3 else 0),
        pitch=angle * np.sin(tilt),
        scale=0.55,
        tone=sorted(render_hand.SKIN_TONES)[number % len(render_hand.SKIN_TONES)],
        seed=number,
    )
    image = render_hand.render([hand], SIDE, SIDE, "blurred", number)
    joints = (hand.joints_camera * (1, -1, -1) + (0, 0, distance * 100)) / 100
    np.savez(path, image=image, focal=render_hand.CAMERA_DISTANCE / hand.pixel, joints=joints, side=hand.side)


def views(folder, per_kind):
    """Returns distance, angle and the drawn view; drawn views are kept in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    kinds = [(distance, angle) for distance in DISTANCES for angle in ANGLES]
    jobs = [
        (folder / f"{number}.npz", number, *kind)
        for number, kind in enumerate(kind for _ in range(per_kind) for kind in kinds)
    ]
    missing = [job for job in jobs if not job[0].exists()]
    with multiprocessing.Pool() as pool:
        results = [pool.apply_async(view, job) for job in missing]
        for done, result in enumerate(results, 1):
            result.get()
            print(f"\rdrawing view {done} of {len(missing)}", end="", file=sys.stderr, flush=True)
    if missing:
        print(file=sys.stderr)
    return [(distance, angle, np.load(path)) for path, _, distance, angle in jobs]
