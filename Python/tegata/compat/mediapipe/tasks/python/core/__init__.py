"""The parts that all tasks share."""

from . import base_options
