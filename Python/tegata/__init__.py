"""Hands in images, videos and camera streams: landmarks, handedness and gestures.

    import tegata

    with tegata.Tracker("hand_landmarker.task") as tracker:
        result = tracker.detect("photo.jpg")
        print(result.handedness, result.landmarks[:, 8])

    for result in tegata.track("video.mp4", "gesture_recognizer.task", gestures=True):
        print(result.milliseconds, result.ids, result.gestures)

The first use of a name loads the library; importing the package loads almost nothing.
"""

from __future__ import annotations

import importlib

# Type checkers take it for true; the module typing would take most of the time of the import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import draw, models
    from ._errors import TegataError
    from ._networks import Encoding, Network, Networks
    from ._results import (
        BENT_JOINTS,
        HAND_CONNECTIONS,
        ActionEvent,
        Event,
        Hand,
        Joints,
        MetricHand,
        Palms,
        Result,
        Timings,
    )
    from ._tracker import Smoothing, Tracker
    from ._video import track

__all__ = [
    "ActionEvent",
    "BENT_JOINTS",
    "Encoding",
    "Event",
    "HAND_CONNECTIONS",
    "Hand",
    "Joints",
    "MetricHand",
    "Network",
    "Networks",
    "Palms",
    "Result",
    "Smoothing",
    "TegataError",
    "Timings",
    "Tracker",
    "draw",
    "models",
    "track",
    "version",
]

_PLACES = {
    **dict.fromkeys(
        (
            "ActionEvent",
            "BENT_JOINTS",
            "Event",
            "HAND_CONNECTIONS",
            "Hand",
            "Joints",
            "MetricHand",
            "Palms",
            "Result",
            "Timings",
        ),
        "_results",
    ),
    **dict.fromkeys(("Encoding", "Network", "Networks"), "_networks"),
    "Smoothing": "_tracker",
    "Tracker": "_tracker",
    "TegataError": "_errors",
    "track": "_video",
}


def version() -> str:
    """Returns the version of the library."""
    from ._library import library

    return library().tegata_version().decode()


def __getattr__(name: str) -> object:
    if name in ("arrow", "draw", "models"):
        return importlib.import_module(f".{name}", __name__)
    if name == "__version__":
        return version()
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f".{_PLACES[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
