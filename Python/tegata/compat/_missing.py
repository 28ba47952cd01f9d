"""The error for names of tasks other than the hand tasks."""

from __future__ import annotations

from typing import Callable

REASON = "Tegata has MediaPipe's tasks for hands only"


def missing(module: str) -> Callable[[str], object]:
    """Returns the `__getattr__` of a module."""

    def get(name: str) -> object:
        raise AttributeError(f"{module} has no attribute {name!r}; {REASON}")

    return get
