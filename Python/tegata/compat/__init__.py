"""Programs that were written for `mediapipe`, unchanged:

    python -m tegata.compat PROGRAM …        python -m tegata.compat -m MODULE …

or, in a program, before anything of `mediapipe` is imported:

    import tegata.compat

    tegata.compat.install()

MediaPipe's options have no number of threads: `tegata.compat.set_threads(N)`, or the environment variable TEGATA_THREADS, sets it.

Nothing of that name is installed anywhere; what is imported under it is `tegata.compat.mediapipe`.
"""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys
from types import ModuleType
from typing import Sequence

from .._library import library

_NAME = "mediapipe"


class _Loader(importlib.abc.Loader):
    """Gives a module under its other name what it has under its own."""

    def __init__(self, own: str) -> None:
        self._own = own

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        module = importlib.import_module(self._own)
        self._spec = module.__spec__
        # What came with it has both names too. Imported by the other one later, it would take the place of what its package calls so.
        prefix = f"{__name__}.{_NAME}."
        for own in [name for name in sys.modules if name.startswith(prefix)]: sys.modules.setdefault(own[len(__name__) + 1 :], sys.modules[own])
        return module

    def exec_module(self, module: ModuleType) -> None:
        # It has been executed; that it is found under another name does not change where it is from.
        module.__spec__ = self._spec


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != _NAME and not fullname.startswith(f"{_NAME}."): return None
        own = f"{__name__}.{fullname}"
        try: found = importlib.util.find_spec(own)
        except ModuleNotFoundError: found = None
        if found is None: return None
        return importlib.machinery.ModuleSpec(fullname, _Loader(own), is_package=found.submodule_search_locations is not None)


def set_threads(count: int | None) -> None:
    """Sets how many threads compute for each task that is made from now on; None leaves it to $TEGATA_THREADS and the processors."""
    if count is not None and not 1 <= count <= 64: raise ValueError(f"{count} threads are asked for; 1 to 64 are possible")
    library().tegata_set_threads(count or 0)


def install() -> None:
    """From now on, `import mediapipe` imports what is here."""
    if any(name == _NAME or name.startswith(f"{_NAME}.") for name in sys.modules):
        if not getattr(sys.modules.get(_NAME), "__name__", "").startswith(__name__):
            raise ImportError("mediapipe has been imported already; call tegata.compat.install() before")
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path): sys.meta_path.insert(0, _Finder())
