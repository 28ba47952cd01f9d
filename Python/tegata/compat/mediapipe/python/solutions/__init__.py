"""Drawing and the names of points as the older interface has them."""

from . import drawing_styles, drawing_utils, hands, hands_connections
