"""The exceptions of the package."""

from __future__ import annotations

import importlib
from typing import Any


class TegataError(Exception):
    """The base of all errors of the package. The message states the problem and how to fix it.

    `file` is the file at fault and `place` the position in it; empty if they are not known.
    """

    def __init__(self, message: str, file: str = "", place: str = "") -> None:
        super().__init__(message)
        self.file = file
        self.place = place


class InvalidArgumentError(TegataError, ValueError):
    """An argument, option or image is invalid, or the model is of the wrong kind."""


class MissingError(TegataError, FileNotFoundError):
    """A file was not found, or a model has no gestures."""

    def __str__(self) -> str:
        return str(self.args[0])


class UnreadableError(TegataError, OSError):
    """A file cannot be read or is damaged."""

    def __str__(self) -> str:
        return str(self.args[0])


class NotPermittedError(TegataError, PermissionError):
    """This user may not read the file."""

    def __str__(self) -> str:
        return str(self.args[0])


class OutOfMemoryError(TegataError, MemoryError):
    """There is not enough memory."""


class UnavailableError(TegataError, RuntimeError):
    """The processor lacks a required feature, or a tracker was created before the process was forked."""


class FailedNetworkError(TegataError, RuntimeError):
    """A network that the caller runs did not return numbers."""


def needed(module: str, extra: str = "compat") -> Any:
    """Imports a module of a package that an extra of this package installs."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise
        raise ModuleNotFoundError(
            f'{error.name} is missing; run: pip install "tegata[{extra}]"', name=error.name
        ) from None


# Exceptions by the status of the C library.
ERRORS: dict[int, type[TegataError]] = {
    2: UnreadableError,
    3: InvalidArgumentError,
    5: MissingError,
    7: NotPermittedError,
    8: OutOfMemoryError,
    9: UnavailableError,
    13: FailedNetworkError,
}
