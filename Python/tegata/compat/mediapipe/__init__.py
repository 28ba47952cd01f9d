"""MediaPipe's Python interface for hands, over Tegata's library."""

import importlib as _importlib
from typing import Any as _Any

from .._missing import missing as _missing
from .tasks import python as tasks
from .tasks.python.vision.core.image import Image, ImageFormat

__version__ = "1.2.2"


def __getattr__(name: str) -> _Any:
    # The older interface, imported on first use.
    if name == "solutions":
        return _importlib.import_module(".python.solutions", __name__)
    if name in ("framework", "python"):
        return _importlib.import_module(f".{name}", __name__)
    return _missing(__name__)(name)
