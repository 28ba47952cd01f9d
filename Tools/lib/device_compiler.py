"""Builds the device program with Debian's cross compilers; shared by Tools/build/device and Tools/check/device."""

import hashlib
import platform
import shutil
from dataclasses import dataclass, replace
from pathlib import Path

from embedded_core import (
    ARM,
    ARMV7,
    RISCV,
    ROOT,
    WORK,
    CommandError,
    Platform,
    compile_core,
    compile_module,
    is_level,
    resource_folder,
    run,
    swift_files,
    targets_below,
)

SOURCES = ROOT / "Sources" / "Bindings" / "Freestanding"
# The folder with the header of the firmware library.
LIBRARY_HEADER = ROOT / "Sources" / "Bindings" / "CTegataDevice" / "include"
# Headers of libc that device code uses.
HEADERS = (
    "dirent dlfcn errno fcntl poll pthread semaphore signal spawn stdio stdlib string sys/file sys/mman sys/resource"
    " sys/socket sys/stat sys/statvfs sys/time sys/types sys/uio sys/wait time unistd".split()
)


@dataclass(frozen=True)
class Device:
    """A target machine."""

    name: str
    # The prefix of Debian's tools.
    gnu: str
    # The same machine without an operating system.
    bare: Platform
    # Whether programs use musl as their C library, instead of glibc.
    has_musl: bool = False

    @property
    def is_native(self):
        return platform.machine() == self.gnu.split("-")[0]

    @property
    def debian(self):
        """Returns Debian's name of the architecture."""
        return {"arm": "armhf", "aarch64": "arm64", "x86_64": "amd64"}.get(self.gnu.split("-")[0], self.name)

    @property
    def musl(self):
        """Returns Debian's name of the same machine with musl."""
        return self.gnu.replace("-gnu", "-musl")

    @property
    def compiler(self):
        return "gcc" if self.is_native else f"{self.gnu}-gcc"

    def tool(self, name):
        return name if self.is_native else f"{self.gnu}-{name}"

    @property
    def emulator(self):
        return [] if self.is_native else [f"qemu-{self.gnu.split('-')[0]}-static"]


X86 = Platform("x86_64-unknown-none-elf", "x86_64-unknown-none-elf")
DEVICES = {
    device.name: device
    for device in [
        Device("arm64", "aarch64-linux-gnu", ARM),
        Device("x86-64", "x86_64-linux-gnu", X86),
        Device("riscv64", "riscv64-linux-gnu", RISCV),
        Device("armv7", "arm-linux-gnueabihf", ARMV7),
        Device("arm64-musl", "aarch64-linux-gnu", ARM, has_musl=True),
        Device("x86-64-musl", "x86_64-linux-gnu", X86, has_musl=True),
    ]
}


def header_folders(device):
    """Returns the folders of the C library's headers, and of the system's headers."""
    places = [Path("/usr") / device.gnu / "include", Path("/usr/include") / device.gnu]
    musl = [Path("/usr/include") / device.musl]
    system = [place for place in places if (place / "asm").is_dir()]
    library = [place for place in (musl if device.has_musl else places) if (place / "bits").is_dir()]
    if not library or not system:
        name = device.musl if device.has_musl else device.gnu
        raise CommandError(f"no headers of {name}: install Debian's packages for it (Tools/build/device --help)")
    return [library[0], system[0], Path("/usr/include")]


def platform_with_library(device, folder=None, flags=()):
    """Returns the platform for the modules: a machine whose C library Swift sees as the module Glibc."""
    module = WORK / f"{device.name}-headers"
    module.mkdir(parents=True, exist_ok=True)
    (module / "module.modulemap").write_text('module Glibc [system] { header "library.h" export * }\n')
    (module / "library.h").write_text("".join(f"#include <{name}.h>\n" for name in HEADERS))
    flags = [
        *flags,
        "-Xfrontend",
        "-clang-target",
        "-Xfrontend",
        f"{device.gnu.split('-')[0]}-unknown-linux-{device.gnu.rsplit('-', 1)[1]}",
    ]
    flags += ["-Xcc", "-nostdinc"]
    folders = [resource_folder() / "clang" / "include", *header_folders(device)]
    flags += [word for folder in folders for word in ("-Xcc", "-isystem", "-Xcc", folder)]
    if device.has_musl:
        flags += ["-Xcc", "-D_GNU_SOURCE"]
    flags += ["-I", module, "-Xfrontend", "-disable-stack-protector", *device.bare.flags]
    flags = tuple(map(str, flags))
    return Platform(folder or f"{device.name}-linux", device.bare.triple, "-Osize", flags, ((device.bare, is_level),))


def shared_headers(where):
    """Returns a folder with headers that Debian installs per architecture although they are the same on all."""
    folder = where / "headers"
    folder.mkdir(parents=True, exist_ok=True)
    for name, package in [("zconf.h", "zlib1g-dev"), ("jconfig.h", "libjpeg-dev")]:
        places = [Path("/usr/include") / name, *Path("/usr/include").glob(f"*-linux-gnu*/{name}")]
        found = next((place for place in places if place.is_file()), None)
        if found is None:
            raise CommandError(f"{name} is missing; install {package}")
        shutil.copyfile(found, folder / name)
    return folder


def platform_with_files(device):
    """Returns the platform for modules that also read image files, and the folder of their headers. The device
    program compiles the same modules without this, to save memory and code."""
    place = f"{device.name}-c-library"
    headers = shared_headers(WORK / place)
    flags = ["-D", "C_LIBRARY", "-Xcc", "-isystem", "-Xcc", headers, "-I", ROOT / "Sources" / "Base" / "CZlib"]
    return platform_with_library(device, place, flags), headers


def hardening(device, flags):
    """Returns the flags with which C code ends the process instead of writing beyond a buffer. Without a system,
    nothing could report that, and musl lacks the functions that check."""
    if "-ffreestanding" in flags:
        return []
    checks = [] if device.has_musl else ["-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=3"]
    return ["-DNDEBUG", "-fstack-protector-strong", *checks]


def compile_c(device, where, files, includes, flags=()):
    """Returns the objects of C files; the linker removes functions that a program does not reach."""
    objects = []
    for file in [*files, *sorted((SOURCES / "shared").glob("*.c"))]:
        objects.append(where.folder / f"{file.parent.name}-{file.stem}.c.o")
        command = [device.compiler, "-O2", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-ffunction-sections"]
        command += hardening(device, flags)
        # Clang's attributes for Swift, which GCC does not know.
        command += ["-D_Nonnull=", "-D_Nullable=", *flags]
        if device.has_musl:
            own = run([device.compiler, "-print-file-name=include"], "no headers of the compiler").strip()
            command += [
                "-nostdinc",
                *(word for folder in (own, *header_folders(device)) for word in ("-isystem", folder)),
            ]
        command += [word for folder in includes for word in ("-I", folder)]
        run([*command, "-c", "-o", objects[-1], file], f"{file.name} does not compile for {device.name}")
    return objects


def kernels_first(objects):
    """Sorts the objects: the linker keeps the first copy of a function, and the kernels contain the fast ones."""
    return sorted(objects, key=lambda object: not object.stem.startswith("TegataKernels"))


def library_without_frames(device):
    """Returns the folder of a C library without the code to unwind its stack, which nothing uses."""
    folder = WORK / f"{device.name}-library"
    folder.mkdir(parents=True, exist_ok=True)
    original = Path(run([device.compiler, "-print-file-name=libc.a"], "no C library").strip())
    copy, stamp, partial = folder / "libc.a", folder / "original.sha256", folder / "libc.a.new"
    # Compare contents, because timestamps do not help: a package that is installed later has files with older dates.
    digest = hashlib.sha256(original.read_bytes()).hexdigest()
    if not copy.exists() or not stamp.exists() or stamp.read_text() != digest:
        stamp.unlink(missing_ok=True)
        run(
            [
                device.tool("objcopy"),
                "--remove-section=.eh_frame",
                "--remove-section=.rela.eh_frame",
                original,
                partial,
            ],
            "cannot make a smaller C library",
        )
        partial.replace(copy)
        stamp.write_text(digest)
    return folder


def libraries(device):
    """Returns the linker's arguments for the C library: those before the objects, and those after them."""
    if not device.has_musl:
        return ["-L", library_without_frames(device)], ["-lm"]
    folder = Path("/usr/lib") / device.musl
    return (
        ["-nostdlib", folder / "crt1.o", folder / "crti.o", "-L", folder],
        ["-Wl,--start-group", "-lc", "-lgcc", "-Wl,--end-group", folder / "crtn.o"],
    )


def link(device, where, program, objects, folders, flags=(), symbols=(), more_files=()):
    """Links a stripped program from the modules' objects and from the C files in folders and in modules with C code."""
    targets = [ROOT / target["path"] for target in targets_below("TegataDevice")]
    # The other C targets are only headers for Swift.
    sources = [folder for folder in targets if folder.name in ("CTegataSystem", "CTegataCapture")]
    files = [file for folder in [*sources, *folders] for file in sorted(folder.glob("*.c"))] + [*more_files]
    includes = [folder / "include" for folder in targets if (folder / "include").is_dir()]
    # Remove the modules' hashes, because they depend on paths.
    for object in objects:
        run([device.tool("objcopy"), "--remove-section=.swift_modhash", object], f"cannot strip {object.name}")
    objects = [*kernels_first(objects), *compile_c(device, where, files, includes, flags)]
    swift = resource_folder().parents[1] / "bin"
    # The toolchain's linker merges functions with identical code, and handles weak protected metadata correctly.
    command = [device.compiler, f"-B{swift}", "-fuse-ld=lld", "-static", "-Wl,--gc-sections,--icf=all"]
    first, last = libraries(device)
    command += [*first, "-Wl,--wrap=posix_memalign,--wrap=malloc"]
    # Link without relaxing first, because shortened calls change the sizes of functions.
    for flags in (["-Wl,--no-relax"], []):
        run([*command, *flags, "-o", f"{program}.full", *objects, *symbols, *last], f"{program.name} does not link")
        if flags:
            check_kernels(device, f"{program}.full")
    # Strip compiler comments and linker warnings, which the device does not need.
    unneeded = ["--remove-section=.comment", "--remove-section=.gnu.warning.*"]
    run([device.tool("strip"), *unneeded, "-o", program, f"{program}.full"], "cannot strip the program")
    return program


def leave_out_precisions(device, objects):
    """Returns the objects without the half-precision and 8-bit kernels, and the linker's arguments instead. A
    program that rejects the option never calls them."""
    endings = ("Float16", "Int8")
    others = [object for object in objects if object.stem.startswith("TegataKernels") and object.stem.endswith(endings)]
    listing = run([device.tool("nm"), "--undefined-only", *objects], "cannot list the modules")
    names = {word for word in listing.split() for object in others if f"{len(object.stem)}{object.stem}" in word}
    return [object for object in objects if object not in others], [f"-Wl,--defsym={name}=abort" for name in names]


def debian_archive(device, name, package):
    """Returns a static library from Debian for this architecture; a foreign one is fetched without installing it."""
    folders = [Path("/usr/lib"), WORK / f"{device.name}-packages" / "usr" / "lib"]
    found = next((folder / device.gnu / name for folder in folders if (folder / device.gnu / name).is_file()), None)
    if found:
        return found
    run(
        [ROOT / "Tools" / "build" / "packaging" / "fetch-foreign", device.debian, package, folders[1].parents[1]],
        f"cannot fetch {package}",
    )
    return folders[1] / device.gnu / name


def compile_program(where, folder, *modules):
    """Returns the objects of a device program, and the folders of the C headers. Only the module with the entry points,
    whose files are in the folder, contains machine code, because it contains that of everything it uses."""
    objects, headers = [], []
    for module in ("TegataDevice", *modules):
        more_objects, more_headers = compile_core(where, module)
        objects, headers = (list(dict.fromkeys(each)) for each in (objects + more_objects, headers + more_headers))
    files = [file for name in (folder, "tegata-device") for file in swift_files(SOURCES / name)]
    flags = ["-Xfrontend", "-function-sections"]
    return [*objects, compile_module(f"Device_{folder}", files, where, objects, headers, flags)], headers


def build_with_jpeg(device):
    """Builds the program that also reads cameras with compressed frames."""
    if device.has_musl:
        raise CommandError("libjpeg is not available for musl; leave out --jpeg")
    where, headers = platform_with_files(device)
    objects, _ = compile_program(where, "jpeg", "TegataMotionJPEG")
    place = replace(where, name=f"{where.name}/jpeg")
    place.folder.mkdir(exist_ok=True)
    codecs = ROOT / "Sources" / "Media" / "CTegataImageCodecs"
    # GCC wrongly warns that constant variables could change across longjmp.
    flags = ("-DTEGATA_LINKED_LIBRARIES", "-Wno-clobbered", "-I", headers, "-I", codecs / "include")
    libraries = [
        debian_archive(device, *names) for names in (("libjpeg.a", "libjpeg62-turbo-dev"), ("libz.a", "zlib1g-dev"))
    ]
    return link(
        device,
        place,
        place.folder / "tegata-device",
        objects,
        [SOURCES / "tegata-device"],
        flags,
        libraries,
        [codecs / "JPEG.c"],
    )


def build(device, is_small=False):
    """Returns the stripped program. The small one has an entry point that does not reach gesture recognition, and
    supports only single precision."""
    where = platform_with_library(device)
    objects, _ = compile_program(where, "plain")
    if not is_small:
        return link(device, where, where.folder / "tegata-device", objects, [SOURCES / "tegata-device"])
    objects, symbols = leave_out_precisions(device, objects)
    place = replace(where, name=f"{where.name}/small")
    place.folder.mkdir(exist_ok=True)
    return link(
        device, place, place.folder / "tegata-device", objects, [SOURCES / "tegata-device"], ["-DSMALL"], symbols
    )


def build_camera(device, has_jpeg=False):
    """Returns the program with a camera that follows a script, from the modules of the program with or without JPEG."""
    where, libraries = platform_with_library(device), []
    if has_jpeg:
        where, libraries = platform_with_files(device)[0], [debian_archive(device, "libz.a", "zlib1g-dev")]
    objects, headers = compile_program(where, "plain")
    for name, folder in (
        ("CameraTestSupport", ROOT / "Tests" / "Support" / "CameraTestSupport"),
        ("ScriptedCamera", SOURCES / "camera"),
    ):
        objects.append(compile_module(name, list(swift_files(folder)), where, objects, headers))
    folder = where.folder / "camera"
    folder.mkdir(exist_ok=True)
    place = replace(where, name=f"{where.name}/camera")
    folders = [SOURCES / "tegata-device", SOURCES / "camera"]
    return link(device, place, folder / "camera", objects, folders, ("-DHAS_CAMERA",), libraries)


def functions(device, file):
    """Returns the size of each function of an object or program that another copy may replace."""
    listing = run([device.tool("nm"), "--print-size", "--defined-only", file], f"cannot list {file}")
    words = (line.split() for line in listing.splitlines())
    return {name: int(size, 16) for _, size, kind, name in (w for w in words if len(w) == 4) if kind in "tTwW"}


def check_kernels(device, program):
    """Checks that every kernel function in the program is the copy compiled with the kernels' options."""
    linked = functions(device, program)
    count = 0
    for object in sorted(device.bare.folder.glob("TegataKernels*.o")):
        own = functions(device, object)
        others = [name for name in own if f"{len(object.stem)}{object.stem}" in name and name in linked]
        wrong = [name for name in others if linked[name] != own[name]]
        if wrong:
            raise CommandError(f"{program} has another copy of {wrong[0]} than {object.name}")
        count += len(others)
    if count == 0:
        raise CommandError(f"{program} has no functions of the kernels")


# The symbols that the firmware library may use from the C and the compiler's libraries, in addition to the user's
# callbacks.
LIBRARY_SYMBOLS = set(
    "memcpy memmove memset memcmp strlen exp tanh sin cos atan2 sqrt sqrtf atan2f sinf cosf __ashlti3".split()
)
# For processors whose base instructions do not round, or do not fuse a multiplication with an addition.
ROUNDING_SYMBOLS = set("ceil ceilf floor floorf round fma".split())


def build_library(device):
    """Returns the static library for C without an operating system."""
    bare = device.bare
    objects, _ = compile_core(bare, "TegataDeviceLibrary")
    files = sorted((SOURCES / "library").glob("*.c"))
    glue = compile_c(device, bare, files, [LIBRARY_HEADER], ("-ffreestanding", "-fno-builtin-malloc"))
    names = [word for word in run([device.tool("nm"), "--defined-only", *glue], "cannot list the glue").split()]
    public = sorted({name for name in names if name.startswith("tegata_device_")})
    whole, library = bare.folder / "tegata-device.o", bare.folder / "libtegata-device.a"
    run(
        [device.tool("ld"), "-r", "--gc-sections", *(word for name in public for word in ("-u", name))]
        + ["-o", whole, *kernels_first(objects), *glue],
        "the library does not link",
    )
    keep = [f"--keep-global-symbol={name}" for name in public if not name.startswith("tegata_device_swift")]
    # The modules' hashes depend on paths.
    hidden = [*keep, "--remove-section=.swift_modhash"]
    run([device.tool("objcopy"), *hidden, whole], "cannot hide the library's own names")
    library.unlink(missing_ok=True)
    run([device.tool("ar"), "rcs", library, whole], "cannot make the library")
    wanted = set(run([device.tool("nm"), "--undefined-only", "--format=posix", whole], "cannot list it").split()[::2])
    allowed = LIBRARY_SYMBOLS if device.name == "arm64" else LIBRARY_SYMBOLS | ROUNDING_SYMBOLS
    # Division, conversion and copying functions of the 32-bit ARM ABI, which every compiler's library provides.
    if device.bare == ARMV7:
        allowed = allowed | {name for name in wanted if name.startswith("__aeabi_")}
    if wanted - allowed:
        raise CommandError(f"the library wants {', '.join(sorted(wanted - allowed))} of the C library")
    return library
