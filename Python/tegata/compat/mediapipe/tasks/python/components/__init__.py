"""The parts of options and results."""

from . import containers, processors
