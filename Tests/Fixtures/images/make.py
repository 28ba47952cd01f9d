#!/usr/bin/env python3
"""Writes the odd but valid pictures of this folder, expected.json with what Pillow decodes them to, and mediapipe.json
with what MediaPipe does.

    pip install pillow numpy mediapipe==1.2.2
    Tests/Fixtures/images/make.py

The SHA-256 are those of the RGB bytes of `ImageOps.exif_transpose(image).convert("RGB")`, and of the JPEG files' pixels
in `mediapipe.Image`, which has no arithmetic coding, long EXIF data or missing tables; damaged.json has the same for
damaged files. Pictures that are in the folder already and are not written here (JPEG files that Pillow cannot write)
are only decoded.
"""

import hashlib
import io
import json
import random
import struct
import tempfile
import zlib
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps

FOLDER = Path(__file__).resolve().parent
ADAM7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}


def scene(width, height, channels=3, seed=1):
    """A smooth picture with some noise, as 8-bit samples."""
    noise = np.random.default_rng(seed)
    y, x = np.mgrid[0:height, 0:width]
    planes = [
        127 + 90 * np.sin(x / (5.0 + 3 * c) + c) * np.cos(y / (7.0 - c) + 2 * c) + noise.normal(0, 12, (height, width))
        for c in range(channels)
    ]
    return np.clip(np.stack(planes, axis=2), 0, 255).astype(np.uint8)


# PNG, by hand: Pillow writes only some of its kinds.


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def packed_rows(samples, depth):
    """The samples (height × width × channels) as rows of bytes."""
    height = samples.shape[0]
    flat = samples.reshape(height, -1)
    if depth == 16:
        return [row.astype(">u2").tobytes() for row in flat]
    if depth == 8:
        return [row.astype(np.uint8).tobytes() for row in flat]
    bits = ((flat[..., None] >> np.arange(depth - 1, -1, -1)) & 1).reshape(height, -1).astype(np.uint8)
    return [row.tobytes() for row in np.packbits(bits, axis=1)]


def paeth(a, b, c):
    p = a + b - c
    return min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]


def filtered(rows, step, first=0):
    """The rows with every kind of filter in turn."""
    out, above = b"", bytes(len(rows[0]))
    for number, row in enumerate(rows):
        kind = (number + first) % 5
        left = bytes(step) + row
        corner = bytes(step) + above
        predicted = [
            (
                0
                if kind == 0
                else (
                    left[i]
                    if kind == 1
                    else (
                        above[i]
                        if kind == 2
                        else (left[i] + above[i]) // 2
                        if kind == 3
                        else paeth(left[i], above[i], corner[i])
                    )
                )
            )
            for i in range(len(row))
        ]
        out += bytes([kind]) + bytes((value - guess) & 255 for value, guess in zip(row, predicted))
        above = row
    return out


def png(samples, depth, colour, interlaced=False, before=b"", between=b"", after=b"", data_chunk=1 << 30):
    height, width = samples.shape[:2]
    step = max(1, CHANNELS[colour] * depth // 8)
    if interlaced:
        passes = [samples[top::down, left::right] for left, top, right, down in ADAM7]
        raw = b"".join(filtered(packed_rows(part, depth), step, 1) for part in passes if part.size)
    else:
        raw = filtered(packed_rows(samples, depth), step)
    packed = zlib.compress(raw, 9)
    data = b"".join(chunk(b"IDAT", packed[at : at + data_chunk]) for at in range(0, len(packed), data_chunk))
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, int(interlaced)))
    return b"\x89PNG\r\n\x1a\n" + header + before + data + between + chunk(b"IEND", b"") + after


def png_files():
    for colour, depths in {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}.items():
        for depth in depths:
            samples = scene(21, 13, CHANNELS[colour], seed=depth).astype(np.uint16)
            samples = samples * 257 - (samples & 3) if depth == 16 else samples >> (8 - depth)
            if (colour, depth) == (0, 16):
                samples >>= (np.arange(21, dtype=np.uint16) % 9)[None, :, None]
            palette = b""
            if colour == 3:
                # One entry fewer than there are indexes, where the file may say so.
                entries = scene(1 << depth, 1, 3, seed=9)[0, : max(2, (1 << depth) - 1)]
                palette = chunk(b"PLTE", entries.tobytes()) + chunk(b"tRNS", b"\x00\x80")
            for interlaced in (False, True):
                name = f"png-type{colour}-{depth}bit{'-interlaced' if interlaced else ''}.png"
                yield name, png(samples, depth, colour, interlaced, palette)
    colourful = scene(19, 11)
    gray = scene(19, 11, 1)
    yield "png-1x1.png", png(scene(1, 1), 8, 2)
    yield "png-1x1-interlaced.png", png(scene(1, 1, 1) >> 7, 1, 0, True)
    yield "png-2x3-interlaced.png", png(scene(2, 3), 8, 2, True)
    yield "png-12000-wide.png", png(np.repeat(scene(1500, 2), 8, axis=1), 8, 2)
    yield "png-12000-high.png", png(np.repeat(scene(1, 1500), 8, axis=0), 8, 2)
    yield "png-gray-transparent-value.png", png(gray, 8, 0, before=chunk(b"tRNS", struct.pack(">H", gray[3, 3, 0])))
    yield (
        "png-colour-transparent-value.png",
        png(colourful, 8, 2, before=chunk(b"tRNS", struct.pack(">3H", *colourful[3, 3]))),
    )
    profile = zlib.compress(bytes(200))
    looks = chunk(b"gAMA", struct.pack(">I", 20000)) + chunk(b"sBIT", b"\5\6\5")
    looks += chunk(b"cHRM", struct.pack(">8I", 31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000))
    looks += chunk(b"iCCP", b"profile\0\0" + profile) + chunk(b"bKGD", bytes(6)) + chunk(b"pHYs", bytes(9))
    yield "png-gamma-and-profile.png", png(colourful, 8, 2, before=looks, between=chunk(b"tEXt", b"Comment\0text"))
    yield "png-srgb.png", png(colourful, 8, 2, before=chunk(b"sRGB", b"\0") + chunk(b"gAMA", struct.pack(">I", 45455)))
    orientation = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x01\0\0\0\0\0\0"
    yield "png-own-chunks.png", png(colourful, 8, 2, before=chunk(b"eXIf", orientation) + chunk(b"prVt", b"mine"))
    for number in (5, 6):
        # Behind the marker, the length and the mark of a JPEG segment.
        yield f"png-exif-{number}.png", png(colourful, 8, 2, before=chunk(b"eXIf", exif(number, big=number == 6)[10:]))
    yield "png-exif-gray.png", png(gray, 8, 0, before=chunk(b"eXIf", exif(8, big=True)[10:]))
    yield "png-exif-behind.png", png(colourful, 8, 2, between=chunk(b"eXIf", exif(6, big=True)[10:]), data_chunk=99)
    yield "png-many-data-chunks.png", png(colourful, 8, 2, data_chunk=7)
    yield "png-bytes-behind-the-end.png", png(colourful, 8, 2, after=b"more bytes")
    yield "png-alpha-zero.png", png(np.dstack([colourful, np.zeros((11, 19), np.uint8)]), 8, 6)


# JPEG


def saved(array, mode="RGB", **options):
    stream = io.BytesIO()
    image = Image.frombytes(mode, array.shape[1::-1], array.tobytes())
    image.save(stream, "JPEG", **options)
    return stream.getvalue()


def segments(file):
    """The marker segments before the compressed data, and the rest from the start of scan on."""
    found, at = [], 2
    while file[at + 1] != 0xDA:
        length = struct.unpack(">H", file[at + 2 : at + 4])[0]
        found.append(file[at : at + 2 + length])
        at += 2 + length
    return found, file[at:]


def with_segments(file, change):
    parts, rest = segments(file)
    return file[:2] + b"".join(change(parts)) + rest


def exif(orientation, big, kind=3):
    order = ">" if big else "<"
    value = struct.pack(order + ("HH" if kind == 3 else "I"), *((orientation, 0) if kind == 3 else (orientation,)))
    entries = struct.pack(order + "HHII", 0x0100, 4, 1, 7) + struct.pack(order + "HHI", 0x0112, kind, 1) + value
    data = (b"MM\0*" if big else b"II*\0") + struct.pack(order + "IH", 8, 2) + entries + bytes(4)
    return b"\xff\xe1" + struct.pack(">H", 8 + len(data)) + b"Exif\0\0" + data


def jpeg_files():
    colourful, gray, ink = scene(37, 21), scene(37, 21, 1), scene(37, 21, 4)
    for sampling in ("4:4:4", "4:2:2", "4:2:0"):
        for progressive in (False, True):
            name = f"jpeg-{sampling.replace(':', '')}{'-progressive' if progressive else ''}.jpg"
            yield name, saved(colourful, subsampling=sampling, progressive=progressive, quality=80)
    yield "jpeg-gray.jpg", saved(gray, "L")
    yield "jpeg-gray-progressive.jpg", saved(gray, "L", progressive=True)
    yield "jpeg-quality-1.jpg", saved(colourful, quality=1)
    yield "jpeg-quality-100.jpg", saved(colourful, quality=100, subsampling="4:4:4")
    yield "jpeg-optimised.jpg", saved(colourful, optimize=True)
    yield "jpeg-restart-blocks.jpg", saved(colourful, restart_marker_blocks=2)
    yield "jpeg-restart-rows-progressive.jpg", saved(colourful, restart_marker_rows=1, progressive=True)
    yield "jpeg-stored-as-rgb.jpg", saved(colourful, keep_rgb=True)
    yield "jpeg-1x1.jpg", saved(scene(1, 1))
    yield "jpeg-1x1-gray.jpg", saved(scene(1, 1, 1), "L")
    yield "jpeg-12000-wide.jpg", saved(np.repeat(scene(1500, 3), 8, axis=1), quality=30)
    for progressive in (False, True):
        name = f"jpeg-cmyk{'-progressive' if progressive else ''}.jpg"
        yield name, saved(ink, "CMYK", progressive=progressive, quality=90)
    cmyk = saved(ink, "CMYK", quality=90)
    is_adobe = lambda part: part[:7] == b"\xff\xee\x00\x0eAdo"
    yield "jpeg-cmyk-without-adobe.jpg", with_segments(cmyk, lambda parts: [p for p in parts if not is_adobe(p)])
    yield "jpeg-ycck.jpg", with_segments(cmyk, lambda parts: [p[:-1] + b"\2" if is_adobe(p) else p for p in parts])
    plain = saved(colourful, quality=70)
    yield "jpeg-without-tables.jpg", with_segments(plain, lambda parts: [p for p in parts if p[1] != 0xC4])
    yield "jpeg-without-jfif.jpg", with_segments(plain, lambda parts: [p for p in parts if p[1] != 0xE0])
    yield "jpeg-fill-bytes.jpg", with_segments(plain, lambda parts: [b"\xff\xff" + p for p in parts])
    comment = b"\xff\xfe\x00\x0bcomments!"
    yield "jpeg-comments.jpg", with_segments(plain, lambda parts: [comment, *parts[:1], comment, comment, *parts[1:]])
    yield "jpeg-bytes-behind-the-end.jpg", plain + b"more bytes\xff\xd8\xff"
    for orientation in range(1, 9):
        segment = exif(orientation, big=orientation % 2 == 0)
        yield f"jpeg-exif-{orientation}.jpg", with_segments(plain, lambda parts: [segment, *parts[1:]])
    yield "jpeg-exif-after-jfif.jpg", with_segments(plain, lambda parts: [parts[0], exif(6, True), *parts[1:]])
    yield "jpeg-exif-long.jpg", with_segments(plain, lambda parts: [exif(8, False, kind=4), *parts[1:]])
    yield "jpeg-exif-out-of-range.jpg", with_segments(plain, lambda parts: [exif(9, True), *parts[1:]])
    yield "jpeg-exif-gray.jpg", with_segments(saved(gray, "L"), lambda parts: [exif(5, True), *parts[1:]])
    yield "jpeg-exif-cmyk.jpg", with_segments(cmyk, lambda parts: [exif(7, False), *parts])


# PPM and its kin


def anymap_files():
    colourful, gray = scene(9, 5), scene(9, 5, 1)
    bits = gray[..., 0] > 127
    text = lambda values: "\n".join(" ".join(str(v) for v in row.flatten()) for row in values).encode()
    yield (
        "pnm-text-bits.pbm",
        b"P1\n# a comment\n9 5\n" + "\n".join("".join(str(int(b)) for b in r) for r in bits).encode(),
    )
    yield "pnm-text-gray.pgm", b"P2 9 # in between\n5\n100 " + text(gray // 3)
    yield "pnm-text-colour.ppm", b"P3\r\n9 5\r\n255\r\n" + text(colourful) + b"\n# the end"
    yield "pnm-bits.pbm", b"P4 9 5\n" + np.packbits(bits, axis=1).tobytes()
    yield "pnm-gray.pgm", b"P5\n9 5\n255\n" + gray.tobytes()
    yield "pnm-gray-15.pgm", b"P5\n9 5\n15\n" + (gray >> 4).tobytes()
    yield "pnm-gray-100-overrun.pgm", b"P5\n9 5\n100\n" + (gray // 2).tobytes()
    yield "pnm-colour.ppm", b"P6\n9 5\n255\n" + colourful.tobytes()
    yield "pnm-colour-200.ppm", b"P6\t9\n5 200 " + (colourful // 2).tobytes()
    yield "pnm-colour-1023.ppm", b"P6\n9 5\n1023\n" + (colourful.astype(">u2") * 4 + 2).astype(">u2").tobytes()
    yield "pnm-colour-65535.ppm", b"P6\n9 5\n65535\n" + (colourful.astype(">u2") * 257 - 9).astype(">u2").tobytes()


def main():
    written = set()
    for name, file in [*png_files(), *jpeg_files(), *anymap_files()]:
        (FOLDER / name).write_bytes(file)
        written.add(name)
    expected = {}
    for path in sorted(FOLDER.iterdir()):
        if path.suffix not in (".png", ".jpg", ".pbm", ".pgm", ".ppm"):
            continue
        with Image.open(path) as opened:
            image = ImageOps.exif_transpose(opened)
            if image.mode.startswith("I;16"):
                # Pillow would make all values above 255 white.
                image = Image.fromarray((np.asarray(image) >> 8).astype(np.uint8))
            rgb = image.convert("RGB")
        expected[path.name] = [*rgb.size, hashlib.sha256(rgb.tobytes()).hexdigest()]
        print(f"{'written' if path.name in written else 'kept':8}{path.name}")
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in expected.items())
    (FOLDER / "expected.json").write_text("{\n" + lines + "\n}\n")
    write_mediapipe()


def write_mediapipe():
    import mediapipe

    lines = []
    for path in sorted(FOLDER.glob("jpeg-*.jpg")):
        if any(part in path.name for part in ("arithmetic", "exif-long", "without-tables")):
            continue
        image = mediapipe.Image.create_from_file(str(path))
        digest = hashlib.sha256(np.ascontiguousarray(image.numpy_view()).tobytes()).hexdigest()
        lines.append(
            f"{json.dumps(path.name)}: {json.dumps([str(image.width), str(image.height), str(image.channels), digest])}"
        )
    (FOLDER / "mediapipe.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")
    write_damaged(mediapipe)


def write_damaged(mediapipe):
    """What MediaPipe makes of files with one other byte in their data, or with less of it. Progressive files are left
    out:
    where their last segment is damaged, MediaPipe shows what happened to be in memory."""
    chance, answers = random.Random(1), []
    files = (
        "jpeg-420.jpg",
        "jpeg-444.jpg",
        "jpeg-restart-blocks.jpg",
        "jpeg-gray.jpg",
        "jpeg-optimised.jpg",
        "jpeg-quality-100.jpg",
    )
    for number in range(240):
        name = files[number % len(files)]
        file = bytearray((FOLDER / name).read_bytes())
        place = chance.randrange(file.index(b"\xff\xda") + 14, len(file) - 2)
        # A byte, or none: then the file ends there.
        byte = None if number % 4 == 3 else chance.choice((0, 0xD9, 0xFF, chance.randrange(256)))
        if byte is None:
            file[place:] = b"\xff\xd9" if number % 8 == 3 else b""
        else:
            file[place] = byte
        with tempfile.NamedTemporaryFile(suffix=".jpg") as damaged:
            damaged.write(file)
            damaged.flush()
            try:
                # The view needs the image.
                image = mediapipe.Image.create_from_file(damaged.name)
                digest = hashlib.sha256(np.ascontiguousarray(image.numpy_view()).tobytes()).hexdigest()
            except RuntimeError:
                digest = ""
        answers.append(json.dumps([name, place, -1 if byte is None else byte, number % 8 == 3, digest]))
    (FOLDER / "damaged.json").write_text("[\n" + ",\n".join(answers) + "\n]\n")


if __name__ == "__main__":
    main()
