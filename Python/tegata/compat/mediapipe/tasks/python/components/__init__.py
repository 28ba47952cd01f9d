"""What options and results are made of."""

from . import containers, processors
