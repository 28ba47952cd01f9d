"""The location of the model."""

from __future__ import annotations

import dataclasses
import enum

from ...... import models
from ......_library import text
from ....._native import BaseOptions as _Native


@dataclasses.dataclass
class BaseOptions:
    """The bundle, as a path or as bytes, which take precedence, and the requested delegate. The CPU always does the
    work."""

    class Delegate(enum.IntEnum):
        DEFAULT = 0
        CPU = 1
        GPU = 2

    model_asset_path: str | None = None
    model_asset_buffer: bytes | None = None
    delegate: Delegate | None = None

    def _native(self) -> _Native:
        native = _Native(file_descriptor=-1, host_environment=3, host_system=1)
        if self.model_asset_path:
            native.model_asset_path = text(models.located(self.model_asset_path).encode("utf-8"))
        if self.model_asset_buffer:
            native.model_asset_buffer = self.model_asset_buffer
            native.model_asset_buffer_count = len(self.model_asset_buffer)
        native.delegate = self.Delegate.CPU if self.delegate is None else int(self.delegate)
        return native
