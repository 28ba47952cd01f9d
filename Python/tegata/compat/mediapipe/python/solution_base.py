"""What solutions have in common."""

from __future__ import annotations

from typing import Any, Sequence


class SolutionOutputs:
    """What a solution has found in one picture, under the names of its streams; nothing where a stream has nothing."""

    def __init__(self, **streams: Any) -> None:
        self.__dict__.update(streams)

    @property
    def _fields(self) -> Sequence[str]:
        return tuple(self.__dict__)


class SolutionBase:
    """Something that is open until it is closed."""

    _is_open = True

    def close(self) -> None:
        """Ends it. It cannot be used any more then, nor be closed again."""
        if not self._is_open: raise ValueError("Closing SolutionBase._graph which is already None")
        self._is_open = False

    def reset(self) -> None:
        """Forgets what it knows of the video."""

    def _check(self) -> None:
        if not self._is_open: raise ValueError("_graph is None in SolutionBase")

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
