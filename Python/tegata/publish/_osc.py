"""OSC bundles for music and visual programs."""

from __future__ import annotations

import re
import socket
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

from pythonosc.osc_bundle_builder import IMMEDIATELY, OscBundleBuilder
from pythonosc.osc_message_builder import OscMessageBuilder

from .._errors import InvalidArgumentError
from .._results import Hand
from . import Frame

LANDMARKS = (
    "wrist",
    *(
        f"{finger}_{joint}"
        for finger, joints in [
            ("thumb", ("cmc", "mcp", "ip", "tip")),
            *((name, ("mcp", "pip", "dip", "tip")) for name in ("index", "middle", "ring", "pinky")),
        ]
        for joint in joints
    ),
)

# The values of a landmark, and of a hand.
_POINT_VALUES = ("x", "y", "z", "wx", "wy", "wz")
_HAND_VALUES = ("id", "side", "score", "presence", "gesture", "hand")
_PLACES = re.compile(r"\{(\w+)\}")


class Bundles(ABC):
    """Sends one OSC bundle per frame to an address, HOST:PORT, over UDP."""

    def __init__(self, address: str) -> None:
        host, _, port = address.rpartition(":")
        if not host or not port.isdigit() or not 0 < int(port) < 65536:
            raise InvalidArgumentError(f"{address}: not an OSC destination; use HOST:PORT, such as 127.0.0.1:9000")
        try:
            family, kind, protocol, _, self._place = socket.getaddrinfo(
                host.strip("[]"), int(port), type=socket.SOCK_DGRAM
            )[0]
        except OSError as error:
            raise InvalidArgumentError(f"{host}: cannot be found ({error.strerror}); check the name") from None
        self._socket = socket.socket(family, kind, protocol)
        self._socket.setblocking(False)

    @abstractmethod
    def messages(self, frame: Frame) -> Iterator[tuple[str, list[Any]]]:
        """Yields the addresses and values of a frame's messages."""

    def send(self, frame: Frame) -> None:
        # The bundle is for immediate playback; the time in the messages is the frame's time.
        bundle = OscBundleBuilder(IMMEDIATELY)
        messages = list(self.messages(frame))
        if not messages:
            return
        for address, values in messages:
            message = OscMessageBuilder(address)
            for value in values:
                message.add_arg(value)
            bundle.add_content(message.build())
        # Nobody listens, or the network is congested: drop the frame instead of waiting.
        try:
            self._socket.sendto(bundle.build().dgram, self._place)
        except OSError:
            pass

    def close(self) -> None:
        self._socket.close()


class OSC(Bundles):
    """Sends `/tegata/frame` with the time and the number of hands, and for each hand `/tegata/hand/N/info` and
    `/tegata/hand/N/landmarks`. Templates replace these messages: an address and values, with names in braces."""

    def __init__(self, address: str, templates: list[str]) -> None:
        self._templates = [_checked(text) for text in templates]
        super().__init__(address)

    def messages(self, frame: Frame) -> Iterator[tuple[str, list[Any]]]:
        hands = list(frame.result)
        if not self._templates:
            if frame.json:
                yield "/tegata/frame", [int(frame.result.milliseconds or 0), len(hands)]
            for event in frame.result.events:
                yield "/tegata/event", [event.hand_id, event.kind, event.name, event.duration_ms]
        for number, hand in enumerate(hands):
            if not self._templates:
                info = [
                    hand.id or 0,
                    hand.handedness,
                    float(hand.handedness_score),
                    float(hand.presence),
                    hand.gesture or "",
                ]
                yield f"/tegata/hand/{number}/info", info
                yield f"/tegata/hand/{number}/landmarks", [float(value) for value in hand.landmarks.ravel()]
                if hand.joints is not None:
                    yield f"/tegata/hand/{number}/joints", [float(value) for value in hand.joints.angles[:, :2].ravel()]
            for words, is_of_points in self._templates:
                for landmark in range(21) if is_of_points else [0]:
                    values = _values(number, hand, landmark)
                    address = _PLACES.sub(lambda place: str(values[place[1]]), words[0])
                    yield address, [values[word[1:-1]] if _PLACES.fullmatch(word) else word for word in words[1:]]


def _values(number: int, hand: Hand, landmark: int) -> dict[str, Any]:
    place, world = hand.landmarks[landmark], hand.world_landmarks[landmark]
    return {
        "hand": number,
        "id": hand.id or 0,
        "side": hand.handedness.lower(),
        "score": float(hand.handedness_score),
        "presence": float(hand.presence),
        "gesture": hand.gesture or "",
        "landmark": landmark,
        "name": LANDMARKS[landmark],
        **dict(zip(_POINT_VALUES, (float(value) for value in (*place, *world)))),
    }


def _checked(template: str) -> tuple[list[str], bool]:
    """Returns the words of a template, and whether there is a message for each landmark."""
    words = template.split()
    if not words or not words[0].startswith("/"):
        raise InvalidArgumentError(f"the message {template!r} does not begin with an address, as in /hand/{{x}}")
    names = set(_PLACES.findall(template))
    of_points = {"landmark", "name", *_POINT_VALUES}
    if unknown := names - of_points - set(_HAND_VALUES):
        known = ", ".join([*_HAND_VALUES, "landmark", "name", *_POINT_VALUES])
        raise InvalidArgumentError(f"the message {template!r} has {{{min(unknown)}}}; there are {known}")
    return words, bool(names & of_points)
