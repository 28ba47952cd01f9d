"""The common part of solutions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class SolutionOutputs:
    """The results of a solution for one image, under the names of its streams; None for a stream without a result."""

    def __init__(self, **streams: Any) -> None:
        self.__dict__.update(streams)

    @property
    def _fields(self) -> Sequence[str]:
        return tuple(self.__dict__)


class SolutionBase:
    """A solution, which is open until it is closed."""

    _is_open = True

    def close(self) -> None:
        """Closes the solution. It can then be neither used nor closed again."""
        if not self._is_open:
            raise ValueError("Closing SolutionBase._graph which is already None")
        self._is_open = False

    def reset(self) -> None:
        """Ends the video."""

    def _check(self) -> None:
        if not self._is_open:
            raise ValueError("_graph is None in SolutionBase")

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
