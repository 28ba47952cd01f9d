"""Classes and how sure a classifier is."""

from __future__ import annotations

import dataclasses
from typing import Any


@dataclasses.dataclass
class Category:
    """A class: which hand it is, or what it shows."""

    index: int | None = None
    score: float | None = None
    display_name: str | None = None
    category_name: str | None = None


def _list(native: Any, count: int) -> list[list[Category]]:
    """Of each hand, as the library has it."""
    return [[_category(native[hand].categories[place]) for place in range(native[hand].categories_count)] for hand in range(count)]


def _category(native: Any) -> Category:
    # A classifier without labels has empty names.
    display_name, name = (text.decode() if text else None for text in (native.display_name, native.category_name))
    return Category(native.index, native.score, display_name, name)
