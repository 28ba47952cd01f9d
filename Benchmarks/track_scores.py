"""Tracks of hands in rendered clips next to the truth (clips.py)."""

import itertools
import json

import numpy as np

# A result is a hand if the mean distance of its landmarks is at most this share of the hand's size.
MATCH = 0.35
# A result this far from its hand is wrong.
WRONG = 0.2
# A hand that was outside the image for this many seconds may get another ID.
NEW_AFTER = 0.5


def read_track(text):
    """Returns the objects of a track's lines."""
    return [json.loads(line) for line in text.splitlines()]


def points(hand, truth):
    return np.array([[point["x"] * truth["width"], point["y"] * truth["height"]] for point in hand["landmarks"]])


def side(hand):
    return hand["handedness"]["categoryName"].lower()


def matches(record, hands, truth):
    """Returns the result and the error, as a share of the hand's size, of each true hand that has a result."""
    cost = [
        [np.hypot(*(points(result, truth) - hand["points"]).T).mean() / hand["size"] for result in record["hands"]]
        for hand in hands
    ]
    best, found = 0.0, {}
    for chosen in itertools.product([None, *range(len(record["hands"]))], repeat=len(hands)):
        used = [index for index in chosen if index is not None]
        pairs = [(number, index) for number, index in enumerate(chosen) if index is not None]
        if len(set(used)) < len(used) or any(cost[number][index] > MATCH for number, index in pairs):
            continue
        total = sum(cost[number][index] - MATCH for number, index in pairs)
        if total < best:
            best, found = total, {number: (index, cost[number][index]) for number, index in pairs}
    return found


class Scores:
    """What is wrong with a track, and the error of each hand that was found in view, by frame and hand."""

    COUNTS = ("frames in view", "swaps", "ID changes", "flips", "wrong side", "gaps", "gap frames", "extra hands")

    def __init__(self, truth, track):
        if len(track) != len(truth["frames"]):
            raise SystemExit(f"the track has {len(track)} frames, the clip {len(truth['frames'])}")
        self.counts = dict.fromkeys(self.COUNTS, 0)
        self.errors = {}
        # The result of each true hand in each frame.
        self.found = []
        # Whether something is wrong in each frame.
        self.wrong = np.zeros(len(track), bool)
        owner, last, gone, missing = {}, {}, {}, set()
        for frame, (record, told) in enumerate(zip(track, truth["frames"])):
            found = matches(record, told["hands"], truth)
            self.found.append({number: record["hands"][index] for number, (index, _) in found.items()})
            self.count(frame, "extra hands", len(record["hands"]) - len(found))
            for number, hand in enumerate(told["hands"]):
                gone[number] = gone.get(number, 0) + 1 if hand["inside"] == 0 else 0
                if gone[number] > NEW_AFTER * truth["fps"]:
                    last.pop(number, None)
                self.counts["frames in view"] += hand["inView"]
                if number in found:
                    index, error = found[number]
                    self.wrong[frame] |= error > WRONG
                    missing.discard(number)
                    if hand["inView"]:
                        self.errors[frame, number] = error
                    # Whose hand a result is, is beyond doubt only if the hand is in view and the result fits.
                    if hand["inView"] and error <= WRONG:
                        result = record["hands"][index]
                        identifier, now = result["id"], side(result)
                        self.count(frame, "swaps", owner.get(identifier, number) != number)
                        owner[identifier] = number
                        before = last.get(number, (identifier, now))
                        self.count(frame, "ID changes", before[0] != identifier)
                        self.count(frame, "flips", before[1] != now)
                        self.count(frame, "wrong side", now != hand["side"])
                        last[number] = identifier, now
                elif hand["inView"]:
                    self.count(frame, "gap frames", 1)
                    self.count(frame, "gaps", number not in missing)
                    missing.add(number)
                else:
                    missing.discard(number)
                    self.wrong[frame] |= hand["inside"] > 0.3

    def count(self, frame, kind, number):
        self.counts[kind] += int(number)
        self.wrong[frame] |= number > 0
