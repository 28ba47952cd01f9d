"""The C library and its structs, whose layout the library describes itself."""

from __future__ import annotations

import ctypes
import os
import threading
from ctypes import POINTER, Structure, byref, c_char_p, c_int32, c_int64, c_size_t, c_void_p
from functools import cache
from pathlib import Path
from typing import Callable

from ._errors import ERRORS, InvalidArgumentError, TegataError

HERE = Path(__file__).resolve().parent


# The library's names for the types of fields.
_TYPES = {
    "f4": ctypes.c_float,
    "i4": ctypes.c_int32,
    "i8": ctypes.c_int64,
    "u4": ctypes.c_uint32,
    "u8": ctypes.c_uint64,
    "text": c_char_p,
    "pointer": c_void_p,
}


def _structs(layout: str) -> dict[str, type[Structure]]:
    """Returns the structs of tegata.h by their names without `tegata_`, as the library describes them. Numbers, strings
    and pointers have their own names; nested structs are whole fields."""
    sizes: dict[str, int] = {}
    fields: dict[str, list[tuple[str, str, int, int]]] = {}
    struct = ""
    for line in layout.splitlines():
        name, *words = line.split(" ")
        if len(words) == 1:
            struct = name
            sizes[struct], fields[struct] = int(words[0]), []
        else:
            fields[struct].append((name, words[0], int(words[1]), int(words[2])))
    made: dict[str, type] = dict(_TYPES)
    for struct, size in sizes.items():
        kind = type(
            struct,
            (Structure,),
            {
                "_fields_": [
                    (name, made[of] * count if count > 1 else made[of]) for name, of, count, _ in fields[struct]
                ]
            },
        )
        if ctypes.sizeof(kind) != size or any(
            getattr(kind, name).offset != place for name, _, _, place in fields[struct]
        ):
            raise ImportError(
                f"the layout of {struct} in libtegata.so differs from the layout in Python; install the library again"
            )
        made[struct] = kind
    return {struct.removeprefix("tegata_"): made[struct] for struct in sizes}


def _places() -> list[Path]:
    given = os.environ.get("TEGATA_LIBRARY")
    # The places in a wheel and in the sources.
    return (
        [Path(given)]
        if given
        else [HERE / "_lib" / "libtegata.so", HERE.parents[1] / ".build" / "library" / "lib" / "libtegata.so"]
    )


class _Library(ctypes.CDLL):
    """The library, with what it says about itself."""

    # The structs of tegata.h by their names without `tegata_`.
    structs: dict[str, type[Structure]]
    # The names of the values of fields, from 0 on.
    choices: dict[str, list[str]]
    # The pairs of landmarks that lines connect.
    bones: tuple[tuple[int, int], ...]


_lock = threading.Lock()
# Otherwise, a forked process could find the lock held forever by a thread that it does not have.
os.register_at_fork(before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release)
_library: _Library | None = None


def library() -> _Library:
    """Returns the library, which is loaded on first use."""
    global _library
    with _lock:
        if _library is None:
            _library = _loaded()
        return _library


@cache
def struct(name: str) -> type[Structure]:
    """Returns a struct of tegata.h by its name without `tegata_`."""
    return library().structs[name]


def _loaded() -> _Library:
    places = _places()
    path = next((path for path in places if path.is_file()), None)
    # A package of the system has the library where linked programs find it.
    name = str(path) if path else "" if os.environ.get("TEGATA_LIBRARY") else "libtegata.so.0"
    try:
        loaded = _Library(name) if name else None
    except OSError as error:
        loaded = None
        if path:
            raise ImportError(
                f"{error}; install Tegata for this kind of machine, which needs glibc 2.34 or newer"
            ) from None
    if loaded is None:
        raise ImportError(
            f"libtegata.so not found ({', '.join(map(str, places))}); run Tools/build/library, or install the package"
        )
    errors = POINTER(c_void_p)
    loaded.tegata_set_threads.restype, loaded.tegata_set_threads.argtypes = None, [c_int32]
    for name in ("tegata_version", "tegata_layout"):
        getattr(loaded, name).restype, getattr(loaded, name).argtypes = c_char_p, []
    described, rest = loaded.tegata_layout().decode().split("\n\n")
    loaded.structs = structs = _structs(described)
    lines = [line.split(" ") for line in rest.splitlines()]
    loaded.choices = {words[1]: words[2:] for words in lines if words[0] == "choice"}
    numbers = next(map(int, words[1:]) for words in lines if words[0] == "bones")
    loaded.bones = tuple(zip(numbers, numbers))
    options = POINTER(structs["options"])
    loaded.tegata_options_init.argtypes = [options, c_size_t]
    loaded.tegata_tracker_create.argtypes = [options, POINTER(c_void_p), errors]
    looking = [c_void_p, POINTER(structs["image"]), POINTER(structs["frame"])]
    loaded.tegata_tracker_track.argtypes = [*looking, c_int64, POINTER(c_void_p), errors]
    for name in ("detect", "palms"):
        getattr(loaded, f"tegata_tracker_{name}").argtypes = [*looking, POINTER(c_void_p), errors]
    loaded.tegata_tracker_reset.argtypes = [c_void_p, errors]
    loaded.tegata_tracker_revised.argtypes = [c_void_p, c_size_t, POINTER(c_void_p), errors]
    for name in ("finish", "report"):
        getattr(loaded, f"tegata_tracker_{name}").argtypes = [c_void_p, POINTER(c_void_p), errors]
    loaded.tegata_image_read.argtypes = [c_char_p, POINTER(c_void_p), errors]
    for name in ("tracker", "error", "result", "palms", "image"):
        getattr(loaded, f"tegata_{name}_free").argtypes = [c_void_p]
        getattr(loaded, f"tegata_{name}_free").restype = None
    loaded.tegata_options_init.restype = None
    return loaded


def text(data: bytes) -> bytes:
    """Returns a string for the library, which would end at its first NUL character."""
    if b"\0" in data:
        raise InvalidArgumentError(f"{data!r} contains a NUL character; remove it")
    return data


def name_text(name: str) -> bytes:
    """Returns a name as a string for the library. Raises TypeError if it is not a str."""
    return _encoded(name, lambda: str.encode(name, "utf-8", "surrogateescape"))


def path_text(path: str | bytes | os.PathLike[str]) -> bytes:
    """Returns a path as a string for the library."""
    return _encoded(path, lambda: os.fsencode(path))


def _encoded(words: object, encode: Callable[[], bytes]) -> bytes:
    try:
        return text(encode())
    except UnicodeEncodeError:
        raise InvalidArgumentError(f"{words!r} contains half of a character; remove it") from None


def call(function: ctypes._CFuncPtr, *arguments: object) -> None:
    """Calls a function that returns a status, and raises the error that it reports."""
    report = c_void_p()
    status = function(*arguments, byref(report))
    if status:
        raise fault(status, report)


def fault(status: int, report: c_void_p) -> TegataError:
    """Returns the error that a function reported with this status, and frees the report."""
    message, file, place = "There is not enough memory.", "", ""
    if report.value:
        said = struct("error").from_address(report.value)
        message, file, place = (text.decode(errors="replace") for text in (said.message, said.file, said.place))
        library().tegata_error_free(report)
    return ERRORS.get(status, TegataError)(message, file, place)
