"""Shares, codes and pictures that an import looks for."""

import struct

from .builders import MIXED, PLAIN, attachment, code, jpeg, payload, picture, png
from .registry import case


@case("import code, a decompression bomb", "import-code-too-long", 50_000_000,
      covers=("import-code",))
def _(n): return PLAIN + code(b'{"p":[{"n":"' + b"a" * n + b'"}]}')


@case("import codes, 5,000 of them", "import-code-count", 5_000, covers=("import-code",))
def _(n): return PLAIN + b"".join(code(b'{"p":[{"n":"%d"}]}' % i) for i in range(n))


@case("import codes, 1,000 bombs", ("import-code-too-long", "import-code-count"), 2_000,
      covers=("import-code",))
def _(n):
    return PLAIN + b"".join(code(b'{"p":[{"n":"%d%s"}]}' % (i, b"a" * 100_000)) for i in range(n))


@case("payload of 17 MB", "payload-refused", 17 << 20, covers=("payload",))
def _(n): return payload(b'"photos": [], "x": "' + b"a" * n + b'"')


@case("payload, brackets", "payload-refused", 10_000_000, covers=("payload",))
def _(n): return payload(b'"photos": ' + b"[" * n)


@case("payload, a million photos", ("payload-refused", "payload-photo-count"), 1_000_000,
      covers=("payload",))
def _(n): return payload(b'"photos": [' + b"{}," * n + b"{}]")


@case("PNG of 64 M pixels", "picture-large", 8_000, covers=("png",))
def _(n): return picture(png(8_000, n), b"image/png", b"bomb.png")


@case("JPEG of 64 M pixels", "picture-large", 8_000, covers=("jpeg",))
def _(n): return picture(jpeg(8_000, n), b"image/jpeg", b"bomb.jpg")


@case("PNG of 4 G pixels by its header", "picture-too-large", 1, covers=("png",))
def _(n): return picture(png(65_000, 1).replace(struct.pack(">II", 65_000, 1),
                                               struct.pack(">II", 65_000, 65_000)),
                         b"image/png", b"bomb.png")


@case("JPEG of 4 G pixels by its header", "picture-too-large", 1, covers=("jpeg",))
def _(n): return picture(jpeg(8, 8).replace(struct.pack(">HH", 8, 8), b"\xfd\xe8\xfd\xe8"),
                         b"image/jpeg", b"bomb.jpg")


@case("1,000 pictures that are none", "picture-unreadable", 990)
def _(n): return MIXED + attachment(b"x" * 1_000, b"image/jpeg", b"x.jpg") * n + b"--b--\n"
