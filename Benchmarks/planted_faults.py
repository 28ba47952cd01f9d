"""Faults that are planted into the lines of a track, and how many of them a report finds.

A fault is planted only where the track agrees with the truth for half a second around it (track_scores.py). Plants are
objects with kind, first and last frame, and the IDs of the hands:

- swap: two hands exchange their IDs, for a stretch or until the end; near each other, if they are anywhere
- loss: a hand is missing for 0.3 to 1 s
- flip: a hand has the other side for 0.3 to 1 s
- jump: a hand is somewhere else for one frame
- stretch: a bone of a finger is 2.5 times as long for 0.3 to 1 s; the networks' bones vary by a factor of up to 2
"""

import copy

import numpy as np

STRETCH = 2.5
KINDS = ("swap", "loss", "flip", "jump", "stretch")
# A report may place a fault this many seconds beside its true place.
TOLERANCE = 0.5
OTHER_SIDE = {"Left": (0, "Right"), "Right": (1, "Left")}


def each_hand(track, first, last, identifiers):
    for record in track[first : last + 1]:
        for hand in record["hands"]:
            if hand["id"] in identifiers:
                yield hand


def are_apart(hands):
    """Whether two hands are farther from each other than the length of one."""
    right, left = (np.mean(hand["points"], 0) for hand in hands)
    return bool(np.hypot(*(right - left)) > hands[0]["size"])


def plant(kind, track, truth, scores, seed):
    """Returns a copy of a track with a fault, and the fault; or None if there is no place for it."""
    chance = np.random.default_rng([KINDS.index(kind), *seed])
    fps, count = truth["fps"], len(track)
    around = round(TOLERANCE * fps)
    length = 1 if kind == "jump" else round(fps * chance.uniform(0.3, 1))
    starts = chance.permutation(np.arange(around, max(around, count - length - around))).tolist()
    if kind == "swap":
        starts.sort(key=lambda frame: are_apart(truth["frames"][frame]["hands"]))
    for first in starts:
        last = first + length - 1
        near = range(first - around, last + around + 1)
        hands = [scores.found[frame] for frame in near]
        numbers = [n for n in (0, 1) if all(truth["frames"][frame]["hands"][n]["inView"] for frame in near)]
        numbers = [n for n in numbers if len({found[n]["id"] if n in found else None for found in hands}) == 1]
        if not scores.wrong[near].any() and len(numbers) >= 1 + (kind == "swap"):
            break
    else:
        return None
    if kind != "swap":
        numbers = [int(chance.choice(numbers))]
    identifiers = [scores.found[first][n]["id"] for n in numbers]
    track = copy.deepcopy(track)
    if kind == "swap":
        stretch = chance.random() < 0.5
        for hand in each_hand(track, first, last if stretch else count - 1, identifiers):
            hand["id"] = sum(identifiers) - hand["id"]
        # If the hands keep each other's IDs, only the exchange is a fault.
        last = last if stretch else first
    elif kind == "loss":
        for record in track[first : last + 1]:
            record["hands"] = [hand for hand in record["hands"] if hand["id"] not in identifiers]
    elif kind == "flip":
        for hand in each_hand(track, first, last, identifiers):
            told = hand["handedness"]
            told["index"], told["categoryName"] = OTHER_SIDE[told["categoryName"]]
            told["displayName"] = told["categoryName"]
    elif kind == "jump":
        angle = chance.uniform(0, 2 * np.pi)
        away = 0.6 * truth["frames"][first]["hands"][numbers[0]]["size"]
        for hand in each_hand(track, first, last, identifiers):
            for point in hand["landmarks"]:
                point["x"] += away * np.cos(angle) / truth["width"]
                point["y"] += away * np.sin(angle) / truth["height"]
    else:
        # The first bone of a finger grows, and the other two move along.
        base = int(chance.choice([5, 9, 13, 17]))
        for hand in each_hand(track, first, last, identifiers):
            for kind_of_points in ("landmarks", "worldLandmarks"):
                places = hand[kind_of_points]
                bone = {axis: places[base + 1][axis] - places[base][axis] for axis in "xyz"}
                for point in places[base + 1 : base + 4]:
                    for axis in "xyz":
                        point[axis] += (STRETCH - 1) * bone[axis]
    return track, {"kind": kind, "first": first, "last": last, "ids": identifiers}


def is_found(fault, reported, fps):
    """Whether a reported fault has the kind of a planted one, and begins or ends where the planted one does."""
    reach = TOLERANCE * fps
    return any(
        each["kind"] == fault["kind"]
        and any(abs(a - b) <= reach for a in (each["first"], each["last"]) for b in (fault["first"], fault["last"]))
        for each in reported
    )


def false_alarms(reported, scores, fps):
    """Returns the reported faults where nothing is wrong with the track."""
    reach = round(TOLERANCE * fps)
    parts = [(each, slice(max(0, each["first"] - reach), each["last"] + reach + 1)) for each in reported]
    return [each for each, part in parts if not scores.wrong[part].any()]
