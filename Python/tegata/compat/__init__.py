"""Runs programs written for `mediapipe` unchanged:

    python -m tegata.compat PROGRAM …        python -m tegata.compat -m MODULE …

or, in a program, before anything of `mediapipe` is imported:

    import tegata.compat

    tegata.compat.install()

MediaPipe's options have no number of threads. Set it with `tegata.compat.set_threads(N)` or the environment variable
TEGATA_THREADS.

No package of that name is installed; imports of `mediapipe` load `tegata.compat.mediapipe`.
"""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Sequence
from types import ModuleType

from .._library import library
from ._missing import REASON

_NAME = "mediapipe"


class _Loader(importlib.abc.Loader):
    """Loads a module of this package under its other name, as the same object."""

    def __init__(self, own: str) -> None:
        self._own = own

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        module = importlib.import_module(self._own)
        self._spec = module.__spec__
        # Modules imported with it get both names too. A later import by the other name would otherwise overwrite the
        # package's attribute of that name.
        prefix = f"{__name__}.{_NAME}."
        for own in [name for name in sys.modules if name.startswith(prefix)]:
            sys.modules.setdefault(own[len(__name__) + 1 :], sys.modules[own])
        return module

    def exec_module(self, module: ModuleType) -> None:
        # The module was already executed. Keep its own spec, because another name does not change its origin.
        module.__spec__ = self._spec


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != _NAME and not fullname.startswith(f"{_NAME}."):
            return None
        own = f"{__name__}.{fullname}"
        try:
            found = importlib.util.find_spec(own)
        except ModuleNotFoundError:
            found = None
        if found is None:
            raise ModuleNotFoundError(f"No module named {fullname!r}: {REASON}", name=fullname)
        return importlib.machinery.ModuleSpec(
            fullname, _Loader(own), is_package=found.submodule_search_locations is not None
        )


def set_threads(count: int | None) -> None:
    """Sets the number of threads for each task created from now on. With None, $TEGATA_THREADS and the processors
    decide."""
    if count is not None and not 1 <= count <= 64:
        raise ValueError(f"{count} threads were requested; use 1 to 64")
    library().tegata_set_threads(count or 0)


def install() -> None:
    """Makes `import mediapipe` import this package's modules from now on."""
    if any(name == _NAME or name.startswith(f"{_NAME}.") for name in sys.modules):
        if not getattr(sys.modules.get(_NAME), "__name__", "").startswith(__name__):
            raise ImportError("mediapipe is already imported; call tegata.compat.install() before importing it")
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())
