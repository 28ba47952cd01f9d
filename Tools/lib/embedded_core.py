"""Compiles the core, and the modules above it, as Embedded Swift, and links programs with it for arm64 Linux."""

import hashlib
import json
import os
import platform
import subprocess
import sys
import threading
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / ".build" / "embedded"
ON_ARM = platform.machine() == "aarch64"
ARM_COMPILER = "gcc" if ON_ARM else "aarch64-linux-gnu-gcc"
ARM_OBJDUMP = "objdump" if ON_ARM else "aarch64-linux-gnu-objdump"


@dataclass(frozen=True)
class Platform:
    """The platform to compile for."""

    # The folder of the objects.
    name: str
    triple: str
    # For targets whose optimisation Package.swift does not set.
    optimization: str = "-O"
    flags: tuple = ()
    # Other platforms, whose modules are used if a function of the module's name returns true.
    others: tuple = ()
    # The only kernel modules that compile for the platform; if empty, all levels do.
    levels: tuple = ()
    # Whether the linker optimises all modules except the kernels together.
    links_whole: bool = False

    def __str__(self):
        return self.triple

    @property
    def folder(self):
        return WORK / self.name

    def place(self, module):
        """Returns the platform that a module is compiled for."""
        return next((other for other, takes in self.others if takes(module)), self)


# No C library; the linker may add one.
ARM = Platform("aarch64-none-none-elf", "aarch64-none-none-elf")
RISCV = Platform(
    "riscv64-none-none-eabi", "riscv64-none-none-eabi", flags=("-Xcc", "-march=rv64gc", "-Xcc", "-mabi=lp64d")
)

ARMV7 = Platform(
    "armv7-none-none-eabi",
    "armv7-none-none-eabi",
    flags=("-Xcc", "-mcpu=cortex-a7", "-Xcc", "-mfpu=neon-vfpv4", "-Xcc", "-mfloat-abi=hard"),
)

# The kernel levels need additional flags.
WASM_FEATURES = ("-msimd128", "-mbulk-memory", "-mnontrapping-fptoint", "-msign-ext")
WASM = Platform(
    "wasm32-unknown-none-wasm",
    "wasm32-unknown-none-wasm",
    "-Osize",
    (*(word for feature in WASM_FEATURES for word in ("-Xcc", feature)), "-Xfrontend", "-disable-stack-protector"),
    levels=("TegataKernelsBaseline", "TegataKernelsRelaxed"),
    links_whole=True,
)


class CommandError(Exception):
    """An error that ends a tool with one line."""


def run(command, what):
    """Returns the standard output of a command; `what` is the message if it fails."""
    try:
        result = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    except OSError as error:
        raise CommandError(f"{what} ({command[0]}: {error.strerror})") from error
    if result.returncode != 0:
        sys.stderr.write(result.stdout + result.stderr)
        # A negative status is the signal that ended the program.
        raise CommandError(f"{what} ({command[0]} ended with status {result.returncode})")
    return result.stdout


@cache
def package_targets():
    """Returns the targets of the package by name, lower ones first."""
    # Use a separate folder, because a build locks the default one.
    command = ["swift", "package", "--package-path", ROOT, "--scratch-path", WORK.parent / "manifest", "dump-package"]
    listed = json.loads(run(command, "cannot read Package.swift"))
    return {target["name"]: target for target in listed["targets"]}


def targets_below(top):
    """Returns the target and its dependencies, lowest first, without system libraries."""
    targets = package_targets()
    needed, waiting = set(), [top]
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += [next(iter(dependency.values()))[0] for dependency in targets[name]["dependencies"]]
    return [target for name, target in targets.items() if name in needed and target["type"] == "regular"]


def swift_files(folder):
    for path, _, names in os.walk(folder, followlinks=True):
        yield from sorted(Path(path) / name for name in names if name.endswith(".swift"))


# Several threads may need the same module.
compiling = defaultdict(threading.Lock)
# Limits the compilers that run at the same time; threads that wait for modules below do not count.
compilers = threading.Semaphore(os.cpu_count() or 1)


def compile_module(name, files, where, below, headers, flags=()):
    """Returns the object of one module, given the objects below it and the folders of all C headers. It compiles
    only if one of its inputs has changed."""
    with compiling[where.folder / name]:
        return compile_module_alone(name, files, where, below, headers, flags)


def compile_module_alone(name, files, where, below, headers, flags):
    folder = where.folder
    command = ["swiftc", "-target", where.triple, "-enable-experimental-feature", "Embedded", "-wmo"]
    command += ["-swift-version", "6", "-package-name", "tegata", "-parse-as-library", "-module-name", name]
    # Search the modules for the bare processor last, because they have the same names.
    places = [folder, *(other.folder for other, _ in reversed(where.others)), *headers]
    command += [*(word for place in places for word in ("-I", place)), where.optimization, *where.flags]
    if where.links_whole and not is_level(name):
        # Do not inline here, because the linker knows better which functions deserve a copy.
        command += ["-lto=llvm-full", "-Xllvm", "-sil-disable-pass=inline"]
        command += ["-Xllvm", "-sil-disable-pass=closure-specialize"]
    if not is_level(name) and not any("@_cdecl" in file.read_text() for file in files):
        # Modules that C calls contain the machine code of everything they use, including from this module, so a second
        # copy would be useless.
        command += ["-Xfrontend", "-emit-empty-object-file"]
    command += [*flags, "-emit-module", "-emit-module-path", folder / f"{name}.swiftmodule"]
    command += ["-c", "-o", folder / f"{name}.o", *files]

    inputs = hashlib.sha256(repr(command).encode() + run(["swiftc", "--version"], "swiftc does not answer").encode())
    header_files = [file for path in headers for file in sorted(path.iterdir())]
    for path in [*files, *header_files, *(object.with_suffix(".inputs") for object in below)]:
        inputs.update(path.read_bytes())
    stamp = folder / f"{name}.inputs"
    if not stamp.exists() or stamp.read_text() != inputs.hexdigest():
        stamp.unlink(missing_ok=True)
        with compilers:
            run(command, f"{name} does not compile as Embedded Swift for {where}")
        stamp.write_text(inputs.hexdigest())
    return folder / f"{name}.o"


def is_level(name):
    """Whether a module contains the kernels of a level or their common code, which do not depend on a system."""
    return name.startswith("TegataKernels") or name == "TegataKernelABI"


def empty_file():
    """Returns a source file for modules of other processors, which only have to exist."""
    file = WORK / "Empty.swift"
    if not file.exists():
        file.write_text("")
    return file


def compile_core(where, top="TegataHands"):
    """Returns the objects of the core, or of another target and its dependencies, and the folders of the C headers."""
    headers, waiting = {}, {}
    targets = targets_below(top)
    # Each module waits for the modules below it, which were submitted earlier.
    with ThreadPoolExecutor(len(targets)) as executor:
        for target in targets:
            name, folder = target["name"], ROOT / target["path"]
            files = list(swift_files(folder))
            if not files:
                headers[name] = folder / "include"  # A C target consists of its headers.
                continue
            kinds = [setting["kind"] for setting in target["settings"]]
            flags = [flag for kind in kinds if "unsafeFlags" in kind for flag in kind["unsafeFlags"]["_0"]]
            flags += [f"-D{kind['define']['_0']}" for kind in kinds if "define" in kind]
            place = where.place(name)
            place.folder.mkdir(parents=True, exist_ok=True)
            if place.levels and "LANES_" in "".join(flags) and name not in place.levels:
                files = [empty_file()]
            if place is not where:
                (where.folder / f"{name}.swiftmodule").unlink(missing_ok=True)
            below = [other["name"] for other in targets_below(name)]
            waiting[name] = executor.submit(
                lambda name, files, place, objects, headers, flags: compile_module(
                    name, files, place, [each.result() for each in objects], headers, flags
                ),
                name,
                files,
                place,
                [waiting[other] for other in below if other in waiting],
                [headers[other] for other in below if other in headers],
                flags,
            )
        objects = [each.result() for each in waiting.values()]
    return objects, list(headers.values())


def resource_folder():
    """Returns the toolchain's folder of compiler resources."""
    target = json.loads(run(["swiftc", "-print-target-info"], "swiftc does not answer"))
    return Path(target["paths"]["runtimeResourcePath"])


def unicode_tables(where):
    """Returns the toolchain's library with the Unicode tables, which String uses."""
    return resource_folder() / "embedded" / where.triple / "libswiftUnicodeDataTables.a"


def link_program(folder, name, objects, headers):
    """Links a program for arm64 Linux from the Swift files and main.c in a folder. The core needs memory, memcpy and
    similar functions, and mathematics from the C library; String needs the toolchain's Unicode tables. (GNU ld rejects
    -static, because it treats weak protected metadata as shared.)"""
    objects = [*objects, compile_module(name, list(swift_files(folder)), ARM, objects, headers)]
    program = ARM.folder / name.lower()
    run(
        [ARM_COMPILER, "-static-pie", "-Wall", "-Wextra", "-Werror", "-O", "-o", program]
        + [folder / "main.c", *objects, unicode_tables(ARM), "-lm"],
        f"{name} for Embedded Swift does not link",
    )
    return program
