"""Finds and downloads models."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from pathlib import Path

from ._errors import MissingError, UnreadableError

_HERE = Path(__file__).resolve().parent


def folders() -> list[Path]:
    """Returns the directories that are searched for models, in this order.

    - Only `$TEGATA_MODELS`, if this variable is set.
    - Otherwise, the directory `tegata` in `$XDG_DATA_HOME`, `~/.local/share`, `share` of the Python environment,
      `/usr/local/share` and `/usr/share`, then `Models` of a checkout that the package runs from.
    """
    given = os.environ.get("TEGATA_MODELS")
    if given:
        return [Path(given)]
    data = os.environ.get("XDG_DATA_HOME")
    # Relative paths are ignored, as the XDG specification requires.
    places = [Path(data)] if data and os.path.isabs(data) else []
    # Some users have no home directory.
    try:
        places.append(Path.home() / ".local" / "share")
    except RuntimeError:
        pass
    # An installed package brings the models of its checkout along.
    places += [Path(sys.prefix) / "share", Path("/usr/local/share"), Path("/usr/share")]
    checkout = _HERE.parents[1]
    return [
        *(place / "tegata" for place in dict.fromkeys(places)),
        *([checkout / "Models"] if (checkout / "Package.swift").is_file() else []),
    ]


def find(name: str = "hand_landmarker.task") -> str:
    """Returns the path of a model in these directories."""
    return _found(name, folders())


def located(path: str) -> str:
    """Returns a path. A name without a directory is searched for in the current directory, then as by `find`."""
    return path if not path or os.path.dirname(path) else _found(path, [Path(), *folders()])


def _found(name: str, places: list[Path]) -> str:
    for place in places:
        if (place / name).exists():
            return str(place / name)
    listed = ", ".join("the current directory" if place == Path() else str(place) for place in places)
    published = any(model["name"] == name for model in _manifest())
    remedy = "give its path, or run: python -m tegata fetch" + (f" {name}" if published else "")
    raise MissingError(f"{name}: not found in {listed}; {remedy}", name)


def fetch(name: str = "hand_landmarker.task", folder: str | os.PathLike[str] | None = None) -> str:
    """Downloads a model from its publisher, and returns its path.

    - `name` ("hand_landmarker.task"): the name of a published model. `hand_landmarker_lite.task` is assembled from the
      published lite networks.
    - `folder` (the first model directory that belongs to the user): the directory to write to.

    The download must have the published SHA-256. A model that is already there is not downloaded again; without
    `folder`, this applies to all model directories."""
    model = _model(name)
    if present := _present(model, [Path(folder)] if folder is not None else folders()):
        return present
    path = (Path(folder) if folder is not None else _own_folder()) / name
    data = _content(model)
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        # The names of parts include directories.
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            partial.write_bytes(data)
            os.replace(partial, path)
        finally:
            partial.unlink(missing_ok=True)
    except OSError as error:
        raise UnreadableError(
            f"{path}: cannot be written ({error.strerror}); choose another directory", str(path)
        ) from None
    return str(path)


def _is_installed(name: str) -> bool:
    """Returns whether `fetch` need not download a model."""
    return _present(_model(name), folders()) is not None


def _present(model: dict, places: list[Path]) -> str | None:
    """Returns the path of a model; None if it is missing, or if the first file of its name has other bytes."""
    for path in (place / model["name"] for place in places):
        if path.is_file():
            return str(path) if hashlib.sha256(path.read_bytes()).hexdigest() == model["sha256"] else None
    return None


def _own_folder() -> Path:
    """Returns the directory for this user's models."""
    if os.environ.get("TEGATA_MODELS"):
        return folders()[0]
    place = next((place for place in folders() if not str(place).startswith("/usr/")), None)
    if place is None:
        raise MissingError("there is no user directory for models; pass folder")
    return place


def _model(name: str) -> dict:
    for model in _manifest():
        if model["name"] == name and any("address" in source or "assemble" in source for source in model["sources"]):
            return model
    raise MissingError(f"{name}: no published model has this name; check the name", name)


def _content(model: dict) -> bytes:
    """Returns the bytes of a model, which is published as a whole or assembled from published parts."""
    address = next((source["address"] for source in model["sources"] if "address" in source), None)
    data = (
        _downloaded(address, model["size"])
        if address is not None
        else _assembled(next(source["assemble"] for source in model["sources"] if "assemble" in source))
    )
    if hashlib.sha256(data).hexdigest() != model["sha256"]:
        raise UnreadableError(
            f"{address or model['name']}: the download is not the published model; try again later", model["name"]
        )
    return data


def _downloaded(address: str, size: int) -> bytes:
    # Imported here, because nothing else in the package uses the network.
    from http.client import HTTPException
    from urllib.request import urlopen

    try:
        with urlopen(address, timeout=60) as answer:
            return answer.read(size + 1)
    # Includes the protocol's errors for responses that end too soon.
    except (OSError, HTTPException) as error:
        raise UnreadableError(
            f"{address}: cannot be downloaded ({error}); check the network, or copy the model from another machine",
            address,
        ) from None


def _assembled(recipe: dict) -> bytes:
    """Returns a bundle of unchanged parts. The same parts always give the same bytes."""
    import io
    import zipfile
    from datetime import datetime

    output = io.BytesIO()
    with zipfile.ZipFile(output, "w", zipfile.ZIP_STORED) as archive:
        for name, part in recipe["members"].items():
            entry = zipfile.ZipInfo(name, datetime.fromisoformat(recipe["modified"]).timetuple()[:6])
            entry.create_system, entry.external_attr = 3, 0o600 << 16
            archive.writestr(entry, _content(_model(part)))
    return output.getvalue()


def _manifest() -> list[dict]:
    packed = _HERE / "_models.json"
    text = packed if packed.is_file() else _HERE.parents[1] / "Models" / "manifest.json"
    return json.loads(text.read_text())["models"]
