"""Classes and their scores."""

from __future__ import annotations

import dataclasses
from typing import Any


@dataclasses.dataclass
class Category:
    """A class: the handedness or the gesture of a hand."""

    index: int | None = None
    score: float | None = None
    display_name: str | None = None
    category_name: str | None = None


def _list(native: Any, count: int) -> list[list[Category]]:
    """Returns the classes of each hand from the library's result."""
    return [
        [_category(native[hand].categories[place]) for place in range(native[hand].categories_count)]
        for hand in range(count)
    ]


def _category(native: Any) -> Category:
    # A classifier without labels has empty names.
    display_name, name = (text.decode() if text else None for text in (native.display_name, native.category_name))
    return Category(native.index, native.score, display_name, name)
