"""Builds the WebAssembly modules for browsers, one for each kernel level."""

import re
from pathlib import Path

from device_compiler import kernels_first
from embedded_core import ROOT, WASM, WASM_FEATURES, WORK, CommandError, compile_core, resource_folder, run

SOURCES = ROOT / "Sources" / "Bindings" / "Freestanding"
HEADER = ROOT / "Sources" / "Bindings" / "CTegataWeb" / "include"
# Replaces the Unicode tables that Swift's strings need, as in device programs.
SHARED_C = [SOURCES / "shared" / "unicode.c"]
# The kernels of each level.
KERNELS = {"simd128": "TegataKernelsBaseline", "relaxed": "TegataKernelsRelaxed"}
# The C library and the compiler's library, with their Debian packages.
LIBRARIES = (
    ("wasi-libc", "wasm32-wasi/libc.a"),
    ("libclang-rt-19-dev-wasm32", "llvm-19/lib/clang/19/lib/wasi/libclang_rt.builtins-wasm32.a"),
)
STACK = 256 << 10
# Addresses have 32 bits. Half of the address space is enough for an image of 500 megapixels.
MEMORY = 2 << 30


def tool(name):
    """A tool of Swift's toolchain."""
    return resource_folder().parents[1] / "bin" / name


def library(package, path):
    """Returns a file of one of Debian's WebAssembly packages."""
    file = Path("/usr/lib") / path
    if not file.is_file():
        raise CommandError(f"{file} is missing; install {package}")
    return file


def compile_c(level, folder, files):
    """Returns the objects of C files for a level."""
    objects = []
    for file in files:
        objects.append(folder / f"{file.stem}.c.o")
        run(
            [tool("clang"), f"--target={WASM.triple}", "-Os", "-std=gnu11", *WASM_FEATURES]
            + ["-Wall", "-Wextra", "-Werror", "-ffreestanding", "-ffunction-sections", "-fno-builtin-malloc"]
            + [f"-DRELAXED={int(level == 'relaxed')}", "-I", HEADER, "-c", "-o", objects[-1], file],
            f"{file.name} does not compile for {WASM}",
        )
    return objects


def stubs_of_other_kernels(level, objects, folder):
    """Returns a C file that replaces the kernels of the other levels, which are never called."""
    others = [module for name, module in KERNELS.items() if name != level]
    listing = run([tool("llvm-nm"), "--undefined-only", "--format=just-symbols", *objects], "cannot list the modules")
    names = {word for word in listing.split() for module in others if f"{len(module)}{module}" in word}
    file = folder / "others.c"
    file.write_text(
        "".join(
            f'void other{number}(void) __asm__("{name}");\nvoid other{number}(void) {{ __builtin_trap(); }}\n'
            for number, name in enumerate(sorted(names))
        )
    )
    return file


def build_module(level, objects, file):
    """Links a level's module from the objects of the core; it imports nothing."""
    folder = WORK / f"wasm-{level}"
    folder.mkdir(parents=True, exist_ok=True)
    others = [module for name, module in KERNELS.items() if name != level]
    linked = kernels_first([object for object in objects if object.stem not in others])
    libraries = [library(*where) for where in LIBRARIES]
    files = [SOURCES / "browser-module.c", *SHARED_C, stubs_of_other_kernels(level, linked, folder)]
    places = folder / "map"
    run(
        [
            tool("wasm-ld"),
            f"--Map={places}",
            "--no-entry",
            "--gc-sections",
            "-O2",
            "--lto-O2",
            "--strip-all",
            "--compress-relocations",
        ]
        + ["-mllvm", "-enable-merge-functions", "--stack-first", "-z", f"stack-size={STACK}", f"--max-memory={MEMORY}"]
        + ["--wrap=posix_memalign"]
        + [*linked, *compile_c(level, folder, files), *libraries, "-o", file],
        f"the module of level {level} does not link",
    )
    forget_hashes(file, places)


def forget_hashes(file, places):
    """Overwrites the hashes of Swift's modules with zeros, because they depend on paths. `places` is the linker's map,
    which knows addresses in memory."""

    def encoded(number, limit):
        """Returns a number as WebAssembly writes it, in groups of 7 bits; the last one is below the limit."""
        groups = []
        while number >= limit:
            groups.append(number & 127 | 128)
            number >>= 7
        return bytes([*groups, number])

    found = re.search(r"^ *(\w+) +\w+ +(\w+) \.swift_modhash$", places.read_text(), re.MULTILINE)
    assert found
    address, count = int(found[1], 16), int(found[2], 16)
    module = bytearray(file.read_bytes())
    # A segment of data begins with its kind, the instruction that returns its address, and its size.
    beginning = b"\0\x41" + encoded(address, 64) + b"\x0b" + encoded(count, 128)
    if module.count(beginning) != 1:
        raise CommandError(f"{file}: the hashes of modules are not found")
    start = module.index(beginning) + len(beginning)
    module[start : start + count] = bytes(count)
    file.write_bytes(module)


def build_modules(folder):
    """Builds the modules of all levels into a folder."""
    objects, _ = compile_core(WASM, "TegataWeb")
    for level in KERNELS:
        build_module(level, objects, folder / f"tegata-{level}.wasm")
