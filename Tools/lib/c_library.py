"""Builds the C library, without Swift's runtime, for a target machine: libtegata.so and libtegata.a.

    python3 Tools/lib/c_library.py TARGET

Tools/build/library calls this. The last line is the output folder.
"""

import re
import sys
from pathlib import Path

from device_compiler import DEVICES, SOURCES, check_kernels, compile_c, kernels_first, platform_with_files
from embedded_core import ROOT, CommandError, compile_core, resource_folder, run, targets_below

HEADER = ROOT / "Sources" / "Bindings" / "CTegataLibrary"
SONAME = "libtegata.so.0"
# C targets that contain code.
C_TARGETS = ("CTegataSystem", "CTegataImageCodecs", "CTegataLibrary")


def exported():
    return sorted(re.findall(r"^ +(\w+);$", (HEADER / "exports.map").read_text(), re.MULTILINE))


def zlib_stub(device, folder, objects):
    """Builds a library with only zlib's name and functions, because this machine's zlib may be for another
    architecture."""
    wanted = run([device.tool("nm"), "--undefined-only", "--format=posix", *objects], "cannot list the modules").split()
    names = sorted(
        {word for word in wanted if re.fullmatch(r"(un)?compress\w*|(de|in)flate\w*|crc32\w*|zlibVersion", word)}
    )
    source, library = folder / "zlib.c", folder / "libz.so.1"
    source.write_text("".join(f"void {name}(void);\nvoid {name}(void) {{}}\n" for name in names))
    command = [device.compiler, "-shared", "-nostdlib", "-fPIC", "-fno-builtin", f"-Wl,-soname,{library.name}"]
    run([*command, "-o", library, source], "zlib's stand-in does not link")
    return library


def build(device):
    """Returns the folder with both forms of the library."""
    folders = [ROOT / target["path"] for target in targets_below("TegataLibrary")]
    where, headers = platform_with_files(device)
    objects, _ = compile_core(where, "TegataLibrary")
    for object in objects:
        run([device.tool("objcopy"), "--remove-section=.swift_modhash", object], f"cannot strip {object.name}")
    sources = [folder for folder in folders if folder.name in C_TARGETS] + [SOURCES / "c-library"]
    files = [file for folder in sources for file in sorted(folder.glob("*.c"))]
    includes = [folder / "include" for folder in folders if (folder / "include").is_dir()]
    includes += [headers, Path("/usr/include/libpng16")]
    objects = kernels_first(objects) + compile_c(device, where, files, includes, ["-fPIC"])

    library, archive = where.folder / SONAME, where.folder / "libtegata.a"
    if not device.has_musl:
        swift = resource_folder().parents[1] / "bin"
        command = [
            device.compiler,
            f"-B{swift}",
            "-fuse-ld=lld",
            "-shared",
            "-Wl,--gc-sections,--icf=all,--no-undefined,--as-needed,--wrap=posix_memalign",
        ]
        command += [f"-Wl,-soname,{SONAME},--version-script={HEADER / 'exports.map'},-z,now"]
        zlib = zlib_stub(device, where.folder, objects)
        # Link without relaxing first, because shortened calls change the sizes of functions.
        for flags in (["-Wl,--no-relax"], []):
            run([*command, *flags, "-o", f"{library}.full", *objects, zlib, "-lm"], f"{SONAME} does not link")
            if flags:
                check_kernels(device, f"{library}.full")
        run(
            [device.tool("strip"), "--remove-section=.comment", "-o", library, f"{library}.full"],
            "cannot strip the library",
        )

    names = exported()
    whole = where.folder / "tegata.o"
    command = [
        device.tool("ld"),
        "-r",
        "--gc-sections",
        "--wrap=posix_memalign",
        *(f"--undefined={name}" for name in names),
    ]
    run([*command, "-o", whole, *objects], "the archive does not link")
    keep = where.folder / "exported"
    keep.write_text("\n".join(names) + "\n")
    run(
        [device.tool("objcopy"), f"--keep-global-symbols={keep}", "--strip-unneeded", whole],
        "cannot hide the library's own names",
    )
    archive.unlink(missing_ok=True)
    run([device.tool("ar"), "rcsD", archive, whole], "cannot make the archive")
    return where.folder


if __name__ == "__main__":
    try:
        print(build(DEVICES[sys.argv[1]]))
    except KeyError as error:
        sys.exit(f"error: there is no target {error.args[0]}; there are {', '.join(DEVICES)}")
    except CommandError as error:
        sys.exit(f"error: {error}")
