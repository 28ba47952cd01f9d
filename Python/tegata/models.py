"""Where models are, and how to get them."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

from ._errors import MissingError, UnreadableError

_HERE = Path(__file__).resolve().parent


def folders() -> list[Path]:
    """Where models are looked for, in this order."""
    given = os.environ.get("TEGATA_MODELS")
    if given: return [Path(given)]
    data = os.environ.get("XDG_DATA_HOME")
    # Relative ones do not count.
    places = [Path(data)] if data and os.path.isabs(data) else []
    # Not everybody has a home.
    try: places.append(Path.home() / ".local" / "share")
    except RuntimeError: pass
    places += [Path("/usr/local/share"), Path("/usr/share")]
    checkout = _HERE.parents[1]
    return [*(place / "tegata" for place in dict.fromkeys(places)), *([checkout / "Models"] if (checkout / "Package.swift").is_file() else [])]


def find(name: str = "hand_landmarker.task") -> str:
    """The path of a model."""
    for folder in folders():
        if (folder / name).is_file(): return str(folder / name)
    places = ", ".join(str(folder) for folder in folders())
    raise MissingError(f"{name}: not in {places}; name its path, or get it: python -m tegata fetch {name}", name)


def fetch(name: str = "hand_landmarker.task", folder: str | os.PathLike[str] | None = None) -> str:
    """Gets a model from where its maker publishes it, into the first of the folders that belong to the user, and returns its path.

    What comes must have the published SHA-256. A model that is there already is not fetched again."""
    model = _model(name)
    target = Path(folder) if folder is not None else _own_folder()
    path = target / name
    if path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == model["sha256"]: return str(path)
    data = _content(model)
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        # Parts have names with folders.
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            partial.write_bytes(data)
            os.replace(partial, path)
        finally: partial.unlink(missing_ok=True)
    except OSError as error:
        raise UnreadableError(f"{path}: cannot be written ({error.strerror}); name another folder", str(path)) from None
    return str(path)


def _own_folder() -> Path:
    """Where models of this user go."""
    if os.environ.get("TEGATA_MODELS"): return folders()[0]
    place = next((place for place in folders() if not str(place).startswith("/usr/")), None)
    if place is None: raise MissingError("there is no folder of your own for models; name one")
    return place


def _model(name: str) -> dict:
    for model in _manifest():
        if model["name"] == name and any("address" in source or "assemble" in source for source in model["sources"]): return model
    raise MissingError(f"{name}: nobody publishes a model of that name", name)


def _content(model: dict) -> bytes:
    """What a model consists of: published as a whole, or put together from parts that are."""
    address = next((source["address"] for source in model["sources"] if "address" in source), None)
    data = _downloaded(address, model["size"]) if address is not None else _assembled(next(
        source["assemble"] for source in model["sources"] if "assemble" in source))
    if hashlib.sha256(data).hexdigest() != model["sha256"]:
        raise UnreadableError(f"{address or model['name']}: what came is not the published model; try again later", model["name"])
    return data


def _downloaded(address: str, size: int) -> bytes:
    # Nothing else here uses the network.
    from http.client import HTTPException
    from urllib.request import urlopen

    try:
        with urlopen(address, timeout=60) as answer: return answer.read(size + 1)
    # Also what the protocol says of answers that end too soon.
    except (OSError, HTTPException) as error:
        raise UnreadableError(f"{address}: cannot be fetched ({error}); is there a network? A model may also be copied from elsewhere", address) from None


def _assembled(recipe: dict) -> bytes:
    """A bundle of parts as they are; the same parts always give the same bytes."""
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
