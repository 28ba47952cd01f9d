"""The input of tasks, and the options for processing it."""

from . import image, image_processing_options, vision_task_running_mode
