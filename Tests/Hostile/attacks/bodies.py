"""Transfer encodings, charsets, HTML and packed files beyond any sense."""

import struct

from .builders import MIXED, PLAIN, attachment
from .registry import case


@case("base64 with junk behind each octet", "base64-junk", 10_000_000, covers=("base64",))
def _(n):
    return (b"Content-Type: application/octet-stream\nContent-Transfer-Encoding: base64\n\n"
            + b"A!" * n)


@case("base64 of padding", "base64-padding", 20_000_000, covers=("base64",))
def _(n): return b"Content-Type: image/png\nContent-Transfer-Encoding: base64\n\n" + b"=" * n


@case("base64, padding and junk in turn", "base64-junk", 4_000_000, covers=("base64",))
def _(n): return b"Content-Type: image/png\nContent-Transfer-Encoding: base64\n\n" + b"AA==\n" * n + b"!"


@case("soft breaks alone", "quoted-printable-escape", 10_000_000, covers=("quoted-printable",))
def _(n): return b"Content-Transfer-Encoding: quoted-printable\n\n" + b"=\n" * n + b"=X"


@case("equals signs and blanks", "quoted-printable-escape", 200_000, covers=("quoted-printable",))
def _(n): return b"Content-Transfer-Encoding: quoted-printable\n\n" + (b"=" + b" " * 99) * n


@case("20 MB of blanks", "quoted-printable-escape", 20_000_000, covers=("quoted-printable",))
def _(n): return b"Content-Transfer-Encoding: quoted-printable\n\n=X" + b" " * n


@case("uuencode, short lines that claim 45", "uuencode-damaged", 4_000_000, covers=("uuencode",))
def _(n): return b"Content-Transfer-Encoding: x-uuencode\n\nbegin 644 x\n" + b"M\n" * n


@case("uuencoded files", "part-limit", 200_000, covers=("uuencode",))
def _(n): return PLAIN + b"begin 644 x\n#0V%T\nend\n" * n


@case("begin lines alone", "long-line", 1_000_000)
def _(n): return PLAIN + b"begin 644 x\n" * n + b"x" * 1_000


@case("yEnc files", "part-limit", 200_000)
def _(n): return PLAIN + b"=ybegin line=1 size=1 name=a\nx\n=yend size=1\n" * n


@case("charset that shifts each octet", "invalid-text", 5_000_000, covers=("charset",))
def _(n): return b"Content-Type: text/plain; charset=iso-2022-jp\n\n" + b"\x1b$B\xff" * (n // 4)


@case("octets that no charset has", "invalid-text", 10_000_000, covers=("charset",))
def _(n): return b"Content-Type: text/plain; charset=gb18030\n\n" + b"\xff" * n


@case("UTF-7 that opens and opens", "invalid-text", 5_000_000, covers=("charset",))
def _(n): return b"Content-Type: text/plain; charset=utf-7\n\n" + b"+-\xff" * (n // 3) + b"+A" * (n // 3)


@case("format=flowed, every line flows", "long-line", 5_000_000, covers=("flowed",))
def _(n): return b"Content-Type: text/plain; format=flowed\n\n" + b"> \n" * (n // 2) + b"a \n" * n + \
    b"x" * 1_000


@case("20 MB of quote marks", "long-line", 20_000_000, covers=("flowed",))
def _(n): return b"Content-Type: text/plain; format=flowed\n\n" + b">" * n


def html(name, unit, size, covers=("html", "html-lines")):
    @case(name, "long-line", size, covers=covers)
    def _(n):
        return b"Content-Type: text/html\n\n" + unit * n


html("HTML: open tags", b"<a ", 6_000_000)
html("HTML: open comments", b"<!--", 5_000_000)
html("HTML: open attributes", b"<a b='", 3_000_000)
html("HTML: open scripts", b"<script>", 2_000_000)
html("HTML: references", b"&amp;&#x1F600;&", 1_200_000)
html("HTML: cid", b"cid:", 5_000_000)
html("import codes that open", b"[[wit:1:", 2_000_000, ("import-code",))


def tnef(attributes):
    octets = b"\x78\x9f\x3e\x22\x01\x00"
    for level, tag, data in attributes:
        octets += struct.pack("<BII", level, tag, len(data)) + data \
            + struct.pack("<H", sum(data) & 0xFFFF)
    return MIXED + attachment(octets, b"application/ms-tnef", b"winmail.dat") + b"--b--\n"


@case("TNEF of a million attributes", "tnef-checksum", 1_000_000, covers=("tnef",))
def _(n):
    octets = b"\x78\x9f\x3e\x22\x01\x00" + struct.pack("<BIIH", 1, 0x00069003, 0, 1) * n
    return MIXED + attachment(octets, b"application/ms-tnef", b"winmail.dat") + b"--b--\n"


@case("TNEF of a million attachments", "part-limit", 1_000_000, covers=("tnef",))
def _(n):
    octets = b"\x78\x9f\x3e\x22\x01\x00" + struct.pack("<BIIH", 2, 0x00069002, 0, 0) * n
    return MIXED + attachment(octets, b"application/ms-tnef", b"winmail.dat") + b"--b--\n"


@case("TNEF: lists of a million properties", "tnef-damaged", 1_000_000, covers=("tnef",))
def _(n):
    data = struct.pack("<I", n + 1) + struct.pack("<II", 0x10000003, 1) * n
    return tnef([(1, 0x00069003, data)])


@case("TNEF: compressed RTF that grows", "tnef-damaged", 4_000_000, covers=("rtf", "tnef"))
def _(n):
    # References of 17 octets each to what stands already.
    rtf = b"\x00" + b"{\\rtf1 a" + b"\xff" + b"\x0c\xff" * 8
    body = b"\x00{\\rtf1 a" + (b"\xff" + b"\x00\xff" * 8) * (n // 17)
    head = struct.pack("<IIII", len(body) + 12, 2**31 - 1, 0x75465A4C, 0)
    value = head + body
    data = struct.pack("<I", 1) + struct.pack("<II", 0x10090102, 1) + struct.pack("<I", len(value)) \
        + value + b"\0" * (-len(value) % 4)
    return tnef([(1, 0x00069003, data)])
