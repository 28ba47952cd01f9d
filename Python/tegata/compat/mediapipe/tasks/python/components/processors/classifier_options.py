"""The classes that a classifier may return."""

from __future__ import annotations

import dataclasses
from ctypes import c_char_p

from ......._library import text
from ......_native import ClassifierOptions as _Native


@dataclasses.dataclass
class ClassifierOptions:
    """The classes that a classifier may return."""

    display_names_locale: str | None = None
    max_results: int | None = None
    score_threshold: float | None = None
    category_allowlist: list[str] | None = None
    category_denylist: list[str] | None = None

    def _native(self) -> _Native:
        native = _Native(
            max_results=-1 if self.max_results is None else self.max_results, score_threshold=self.score_threshold or 0
        )
        if self.display_names_locale is not None:
            native.display_names_locale = text(self.display_names_locale.encode())
        for names, field in (
            (self.category_allowlist, "category_allowlist"),
            (self.category_denylist, "category_denylist"),
        ):
            if not names:
                continue
            setattr(native, field, (c_char_p * len(names))(*(text(name.encode()) for name in names)))
            setattr(native, f"{field}_count", len(names))
        return native
