"""MediaPipe's tasks for hands."""

from . import components, core, vision
from .core.base_options import BaseOptions
