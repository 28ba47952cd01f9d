"""MediaPipe's Python interface for hands, over Tegata's library."""

from .tasks import python as tasks
from .tasks.python.vision.core.image import Image, ImageFormat

__version__ = "1.2.2"
