"""What tasks look at, and how."""

from . import image, image_processing_options, vision_task_running_mode
