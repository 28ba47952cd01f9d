"""Options for processing an image."""

from __future__ import annotations

import dataclasses

from ......_native import ImageProcessingOptions as _Native
from ......_native import whole
from ...components.containers.rect import RectF


@dataclasses.dataclass
class ImageProcessingOptions:
    """The clockwise rotation that makes the image upright, in degrees. The tasks for hands accept no region."""

    region_of_interest: RectF | None = None
    rotation_degrees: int = 0

    def _native(self) -> _Native:
        native = _Native(rotation_degrees=whole(self.rotation_degrees))
        if self.region_of_interest is not None:
            native.has_region_of_interest = 1
            for side in ("left", "top", "bottom", "right"):
                setattr(native, side, getattr(self.region_of_interest, side))
        return native
