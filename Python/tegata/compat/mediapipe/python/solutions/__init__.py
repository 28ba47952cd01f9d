"""Drawing and the names of landmarks in the older interface."""

from . import drawing_styles, drawing_utils, hands, hands_connections


def __getattr__(name: str) -> object:
    raise AttributeError(f"{__name__} has no attribute {name!r}; Tegata has MediaPipe's tasks for hands only")
