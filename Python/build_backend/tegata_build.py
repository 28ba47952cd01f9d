"""Builds the wheel, with the library that Tools/build/library builds from the sources next to this directory; needs no
other package.

The environment variable TEGATA_LIBRARY names a libtegata.so to use instead. The wheel contains the models of the
checkout, unless the setting "models" is "none" or "separate", as in `pip wheel --config-settings models=none`. With
"separate" it requires the wheel of `build_models_wheel`.
"""

import base64
import hashlib
import json
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
ROOT = HERE.parent
sys.path.insert(0, str(ROOT / "Tools" / "lib"))
from package_version import constant

NAME = "tegata"
MODELS_NAME = "tegata-models"
MODELS = ("gesture_recognizer.task", "hand_landmarker.task", "hand_landmarker_lite.task")
MODELS_NOTICE = """\
hand_landmarker.task, hand_landmarker_lite.task and gesture_recognizer.task are models of MediaPipe.
Copyright 2023 The MediaPipe Authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
They are unchanged, except that hand_landmarker_lite.task combines networks that Google publishes one by one.
"""
EXTRAS = ("arrow", "compat", "daft", "mcap", "mqtt", "osc", "websocket")


class UnsupportedOperation(Exception):
    """A kind of package that this backend cannot build; packaging tools recognise the name."""


def get_requires_for_build_wheel(config_settings=None):
    return []


def get_requires_for_build_editable(config_settings=None):
    return []


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    folder = Path(metadata_directory) / f"{NAME}-{version()}.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(metadata())
    return folder.name


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    library = built_library()
    files = {f"{NAME}/_lib/libtegata.so": library.read_bytes(), f"{NAME}/_models.json": published_models()}
    for path in sorted((HERE / NAME).rglob("*")):
        if path.suffix in (".py", ".typed", ".html"):
            files[str(path.relative_to(HERE))] = path.read_bytes()
    models = (config_settings or {}).get("models", "all")
    if models == "all":
        files |= model_files(NAME)
    description = metadata([f"{MODELS_NAME}>={version()}"] if models == "separate" else [])
    return write_wheel(wheel_directory, NAME, description, files, wheel_platform(library.read_bytes()))


def build_models_wheel(wheel_directory):
    """Builds a wheel that contains only the models, for every kind of machine."""
    description = "\n".join(
        [
            "Metadata-Version: 2.1",
            f"Name: {MODELS_NAME}",
            f"Version: {version()}",
            "Summary: The hand landmarker and gesture recognizer bundles of Google's MediaPipe, for tegata",
            "License: Apache-2.0",
            "Requires-Python: >=3.9",
            "Description-Content-Type: text/markdown",
            "",
            MODELS_NOTICE,
        ]
    )
    return write_wheel(wheel_directory, MODELS_NAME, description, model_files(MODELS_NAME), "any", MODELS_NOTICE)


def model_files(package):
    """Returns the models of the checkout, at paths that lead to share/tegata of the environment, where the package
    searches."""
    folder = ROOT / "Models"
    information = f"{package.replace('-', '_')}-{version()}.data/data/share/{NAME}"
    paths = [folder / name for name in MODELS if (folder / name).is_file()]
    return {f"{information}/{path.name}": path.read_bytes() for path in paths}


def build_sdist(sdist_directory, config_settings=None):
    raise UnsupportedOperation(
        "a source archive would lack the Swift sources next to the package, which the build needs; build a wheel"
        " instead"
    )


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """Builds a wheel that points to the sources. The package finds the library in the output directory of
    Tools/build/library."""
    library = built_library()
    files = {f"{NAME}.pth": f"{HERE}\n".encode()}
    return write_wheel(wheel_directory, NAME, metadata(), files, wheel_platform(library.read_bytes()))


def version():
    return constant("number")


def project_value(name):
    """Returns a value in pyproject.toml as it is written. Python itself can read that file only from version 3.11."""
    found = re.search(rf"^{name} = (.*)$", (HERE / "pyproject.toml").read_text(), re.MULTILINE)
    if found is None:
        raise ValueError(f"pyproject.toml: has no {name}; add it")
    return found[1]


def project_list(name):
    """Returns a list of strings in pyproject.toml."""
    return re.findall(r'"([^"]+)"', project_value(name))


def metadata(more_requirements=()):
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {NAME}",
        f"Version: {version()}",
        "Summary: " + project_value("description").strip('"'),
        "License: Apache-2.0",
        "Requires-Python: " + project_value("requires-python").strip('"'),
        *(f"Requires-Dist: {requirement}" for requirement in [*project_list("dependencies"), *more_requirements]),
        *(
            line
            for extra in EXTRAS
            for line in [
                f"Provides-Extra: {extra}",
                *(
                    f"Requires-Dist: {requirement}; extra == '{extra}'"
                    for requirement in project_list(extra)
                    if requirement != "opencv-python" or not has_opencv()
                ),
            ]
        ),
        "Description-Content-Type: text/markdown",
        "",
        (HERE / "README.md").read_text(),
    ]
    return "\n".join(lines)


def has_opencv():
    """Whether this Python has one of OpenCV's packages; another would overwrite its files."""
    return any((Path(sysconfig.get_path(name)) / "cv2").exists() for name in ("purelib", "platlib"))


def built_library():
    given = os.environ.get("TEGATA_LIBRARY")
    if given:
        return Path(given).resolve()
    done = subprocess.run([ROOT / "Tools" / "build" / "library"], check=True, stdout=subprocess.PIPE, text=True)
    return Path(done.stdout.splitlines()[-1]).resolve()


def published_models():
    """Returns the data that tegata.models needs about models that have an address or are assembled from such models."""
    models = json.loads((ROOT / "Models" / "manifest.json").read_text())["models"]
    kept = []
    for model in models:
        sources = [source for source in model.get("sources", []) if "address" in source or "assemble" in source]
        if sources:
            kept.append({"name": model["name"], "size": model["size"], "sha256": model["sha256"], "sources": sources})
    return json.dumps({"models": kept}, indent=1).encode()


# Kinds of machines by their numbers in ELF files.
MACHINES = {62: "x86_64", 183: "aarch64", 40: "armv7l", 243: "riscv64"}


def wheel_platform(library):
    """Returns the platform tag of machines of the library's kind whose C library has all symbols that the library
    needs."""
    machine = MACHINES[int.from_bytes(library[18:20], "little")]
    versions = [tuple(map(int, found)) for found in re.findall(rb"GLIBC_(\d+)\.(\d+)", library)]
    if not versions:
        return f"musllinux_1_2_{machine}"
    return "manylinux_{}_{}_{}".format(*max(versions), machine)


def write_wheel(folder, package, description, files, tag, notice=None):
    distribution = f"{package.replace('-', '_')}-{version()}"
    information = f"{distribution}.dist-info"
    files = dict(files)
    files[f"{information}/METADATA"] = description.encode()
    purity = str(tag == "any").lower()
    files[f"{information}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: {NAME}\nRoot-Is-Purelib: {purity}\nTag: py3-none-{tag}\n".encode()
    )
    files[f"{information}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    if notice:
        files[f"{information}/NOTICE"] = notice.encode()
    record = "".join(f"{name},sha256={digest(data)},{len(data)}\n" for name, data in files.items())
    files[f"{information}/RECORD"] = f"{record}{information}/RECORD,,\n".encode()
    name = f"{distribution}-py3-none-{tag}.whl"
    # Builds for several machines, which may run at the same time, write the same wheel of models.
    with tempfile.TemporaryDirectory(dir=folder) as work:
        with zipfile.ZipFile(Path(work) / name, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
            for path, data in files.items():
                # A fixed date, so that the same files give the same wheel.
                entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = (0o755 if path.endswith(".so") else 0o644) << 16
                wheel.writestr(entry, data)
        (Path(work) / name).replace(Path(folder) / name)
    return name


def digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
