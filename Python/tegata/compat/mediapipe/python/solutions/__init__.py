"""Drawing and the names of landmarks in the older interface."""

from ...._missing import missing as _missing
from . import drawing_styles, drawing_utils, hands, hands_connections

__getattr__ = _missing(__name__)
