"""MediaPipe's tasks for hands."""

from ...._missing import missing as _missing
from . import components, core, vision
from .core.base_options import BaseOptions

__getattr__ = _missing(__name__)
