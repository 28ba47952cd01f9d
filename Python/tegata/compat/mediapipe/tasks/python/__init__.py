"""MediaPipe's tasks for hands."""

from . import components, core, vision
from .core.base_options import BaseOptions


def __getattr__(name: str) -> object:
    raise AttributeError(f"{__name__} has no attribute {name!r}; Tegata has MediaPipe's tasks for hands only")
