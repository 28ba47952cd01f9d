"""What all tasks have."""

from . import base_options
