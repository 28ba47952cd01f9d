"""How answers are chosen."""

from . import classifier_options
from .classifier_options import ClassifierOptions
