"""Drawing and the names of landmarks in the older interface."""

from . import drawing_styles, drawing_utils, hands, hands_connections
