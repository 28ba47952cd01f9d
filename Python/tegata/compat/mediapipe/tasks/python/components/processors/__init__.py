"""Options for choosing results."""

from . import classifier_options
from .classifier_options import ClassifierOptions
