"""What goes wrong."""

from __future__ import annotations


class TegataError(Exception):
    """Something that cannot be done: what is wrong and what to do about it.

    `file` is the file that is at fault and `place` where in it, where that is known.
    """

    def __init__(self, message: str, file: str = "", place: str = "") -> None:
        super().__init__(message)
        self.file = file
        self.place = place


class InvalidArgumentError(TegataError, ValueError):
    """An argument, option or picture is not possible, or a model is another one than is needed."""


class MissingError(TegataError, FileNotFoundError):
    """There is no such file, or a model has no gestures."""

    def __str__(self) -> str:
        return str(self.args[0])


class UnreadableError(TegataError, OSError):
    """A file cannot be read, or is damaged."""

    def __str__(self) -> str:
        return str(self.args[0])


class NotPermittedError(TegataError, PermissionError):
    """This user may not read the file."""

    def __str__(self) -> str:
        return str(self.args[0])


class OutOfMemoryError(TegataError, MemoryError):
    """There is not enough memory."""


class UnavailableError(TegataError, RuntimeError):
    """The processor lacks what is needed, or a tracker was made before the process was forked."""


# By status.
ERRORS: dict[int, type[TegataError]] = {
    2: UnreadableError, 3: InvalidArgumentError, 5: MissingError, 7: NotPermittedError, 8: OutOfMemoryError, 9: UnavailableError,
}
