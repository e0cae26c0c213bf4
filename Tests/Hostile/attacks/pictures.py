"""Pictures that are small as files and long to decode, and photos whose metadata has no end."""

import struct
import zlib

from .builders import (attachment, box, exif, jpeg, jpeg_head, keywords, mixed, png, png_chunk, segment,
                       tiff, webp, with_xmp, xmp_packet)
from .marks import iptc
from .registry import mail, photo

# Many pixels

@mail("decoding: WebPs of 256 M pixels", 40, ("share",), ("import",))
def _(n):
    return mixed(*(attachment(webp(16_000 - i, 16_000), b"image/webp", b"%d.webp" % i)
                   for i in range(n)))


@mail("decoding: PNGs of 60 M pixels", 40, ("share",), ("import",))
def _(n):
    one = png(8_000, 7_500, 1)
    return mixed(*(attachment(one[:-12] + png_chunk(b"tEXt", b"a\0%d" % i) + one[-12:], b"image/png",
                              b"%d.png" % i) for i in range(n)))


@mail("decoding: PNG of 16 bits, M pixels", 256, ("share",), ("import",))
def _(n):
    return mixed(attachment(png(16_000, n * 62, 16), b"image/png", b"deep.png"))


def progressive(width, height, scans):
    """A JPEG of many scans, each of which passes over all of the picture in a few dozen octets."""
    blocks = ((width + 7) // 8) * ((height + 7) // 8)
    # AC table: one code of one bit, for a run of 2^14 blocks and more without a coefficient.
    table = segment(0xC4, b"\x10" + bytes([1] + [0] * 15 + [0xE0]))
    first = segment(0xDA, b"\1\1\0\0\0\0") + b"\0" * ((blocks + 7) // 8)
    bits, left = "", blocks
    while left > 0:
        bits += "0" + format(max(0, min(left, 32_767) - 16_384), "014b")
        left -= max(16_384, min(left, 32_767))
    bits += "1" * (-len(bits) % 8)
    data = int(bits, 2).to_bytes(len(bits) // 8, "big").replace(b"\xff", b"\xff\0")
    scan = segment(0xDA, b"\1\1\0\1\x3f\0") + data
    return b"\xff\xd8" + jpeg_head(width, height, 0xC2) + table + first + scan * scans + b"\xff\xd9"


@photo("decoding: scans of a progressive JPEG", 4_000, "image/jpeg", "scans.jpg", ("jpeg",),
       ("import", "share"))
def _(n): return progressive(4_000, 4_000, n)


@mail("decoding: progressive JPEGs of 120 M pixels", 24, ("share",), ("import",))
def _(n):
    return mixed(*(attachment(progressive(12_000 - 8 * i, 10_000, 1), b"image/jpeg", b"%d.jpg" % i)
                   for i in range(n)))


@mail("decoding: JPEG of 500 M pixels", 31_000, ("share",), ("import",))
def _(n): return mixed(attachment(progressive(16_000, n, 1), b"image/jpeg", b"a.jpg"))


@mail("decoding: a thousand small pictures", 990, ("share",))
def _(n):
    return mixed(*(attachment(jpeg(16 + i % 64, 16 + i // 64), b"image/jpeg", b"%d.jpg" % i)
                   for i in range(n)))


@photo("decoding: frames of a GIF", 20_000, "image/gif", "frames.gif", ("gif",), ("import", "share"))
def _(n):
    head = b"GIF89a" + struct.pack("<HHBBB", 4_000, 4_000, 0x80, 0, 0) + b"\0\0\0\xff\xff\xff"
    frame = b"\x21\xf9\4\0\1\0\0\0" + b"\x2c" + struct.pack("<HHHHB", 0, 0, 1, 1, 0) + b"\2\2\x44\1\0"
    return head + frame * n + b";"


@photo("decoding: directories of a TIFF", 30_000, "image/tiff", "pages.tif", ("tiff",),
       ("read", "import", "share"))
def _(n):
    octets = b"II*\0" + struct.pack("<I", 8)
    entries = [(0x100, 3, 1, 8), (0x101, 3, 1, 8), (0x102, 3, 1, 8), (0x103, 3, 1, 1),
               (0x106, 3, 1, 1), (0x111, 4, 1, 8), (0x117, 4, 1, 64)]
    for page in range(n):
        octets += struct.pack("<H", len(entries)) + b"".join(struct.pack("<HHII", *e) for e in entries)
        octets += struct.pack("<I", len(octets) + 4 if page < n - 1 else 0)
    return octets + b"\0" * 64


# XMP

@photo("XMP: attributes", 200_000, "image/jpeg", "a.jpg", ("xmp",))
def _(n): return with_xmp(xmp_packet("", " ".join(f'dc:a{i}="x"' for i in range(n))))


@photo("XMP: namespaces", 200_000, "image/jpeg", "a.jpg", ("xmp",))
def _(n): return with_xmp(xmp_packet("", " ".join(f'xmlns:n{i}="x:{i}"' for i in range(n))))


@photo("XMP: namespaces nested", 200_000, "image/jpeg", "a.jpg", ("xmp",))
def _(n):
    return with_xmp(xmp_packet("".join(f'<n{i}:a xmlns:n{i}="x:{i}">' for i in range(n))))


@photo("XMP: keywords", 200_000, "image/jpeg", "a.jpg", ("xmp",))
def _(n): return with_xmp(xmp_packet(keywords([f"k{i}" for i in range(n)])))


@photo("XMP: keywords that collide folded", 100_000, "image/jpeg", "a.jpg", ("xmp",))
def _(n): return with_xmp(xmp_packet(keywords(["k" + "aá"[i % 2] * (i % 400) for i in range(n)])))


@photo("XMP: trees of keywords", 9_000, "image/jpeg", "a.jpg", ("xmp",))
def _(n):
    items = "".join(f"<rdf:li>{'a|' * 200}{i}</rdf:li>" for i in range(n))
    return with_xmp(xmp_packet(f"<lr:hierarchicalSubject><rdf:Bag>{items}</rdf:Bag>"
                               "</lr:hierarchicalSubject>",
                               'xmlns:lr="http://ns.adobe.com/lightroom/1.0/"'))


@photo("XMP: regions", 20_000, "image/jpeg", "a.jpg", ("xmp", "rewrite"))
def _(n):
    item = ('<rdf:li rdf:parseType="Resource"><r:Name>a{}</r:Name><r:Type>Face</r:Type><r:Area '
            's:x="0.5" s:y="0.5" s:w="0.1" s:h="0.1" s:unit="normalized"/></rdf:li>')
    return with_xmp(xmp_packet(
        '<r:Regions rdf:parseType="Resource"><r:RegionList><rdf:Bag>'
        + "".join(item.format(i) for i in range(n)) + "</rdf:Bag></r:RegionList></r:Regions>",
        'xmlns:r="http://www.metadataworkinggroup.com/schemas/regions/" '
        'xmlns:s="http://ns.adobe.com/xmp/sType/Area#"'))


@photo("XMP: a packet without end", 4_000_000, "image/jpeg", "a.jpg", ("xmp",))
def _(n): return with_xmp(b"<x:xmpmeta xmlns:x='adobe:ns:meta/'>" + b"<a>" * (n // 3))


@photo("XMP: one text", 8_000_000, "image/jpeg", "a.jpg", ("xmp",))
def _(n):
    return with_xmp(xmp_packet('<dc:title><rdf:Alt><rdf:li xml:lang="x-default">'
                               + "&amp;" * (n // 5) + "</rdf:li></rdf:Alt></dc:title>"))


@photo("XMP: extended, piece by piece backwards", 4_000, "image/jpeg", "a.jpg", ("xmp", "jpeg"))
def _(n):
    guid = b"0123456789ABCDEF0123456789ABCDEF"
    note = xmp_packet("", 'xmlns:xmpNote="http://ns.adobe.com/xmp/note/" '
                          f'xmpNote:HasExtendedXMP="{guid.decode()}"')
    pieces = b"".join(segment(0xE1, b"http://ns.adobe.com/xmp/extension/\0" + guid
                              + struct.pack(">II", n * 8, i * 8) + b"<a></a> ") for i in
                      reversed(range(n)))
    return jpeg(more=segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + note) + pieces)


@photo("XMP: a sidecar's packet in PNG", 8_000_000, "image/png", "a.png", ("png", "sidecar"))
def _(n):
    packet = zlib.compress(xmp_packet(keywords(["a" * (n // 10)] * 10)), 9)
    return png(16, 16, more=png_chunk(b"iTXt", b"XML:com.adobe.xmp\0\1\0\0\0" + packet))


# Containers and blocks

@photo("JPEG: segments", 200_000, "image/jpeg", "a.jpg", ("jpeg", "understand"))
def _(n): return jpeg(more=segment(0xE5, b"") * n)


@photo("JPEG: piece 1 of 0 of a profile", 60_000, "image/jpeg", "a.jpg", ("jpeg", "understand"))
def _(n): return jpeg(more=segment(0xE2, b"ICC_PROFILE\0\1\0" + b"x" * min(n, 60_000)))


@photo("JPEG: profile in pieces", 60_000, "image/jpeg", "a.jpg", ("jpeg", "understand"))
def _(n): return jpeg(more=segment(0xE2, b"ICC_PROFILE\0\1\xff" + b"x" * 16) * n)


@photo("JPEG: fill octets", 8_000_000, "image/jpeg", "a.jpg", ("jpeg", "rewrite"))
def _(n): return jpeg(more=b"\xff" * n)


@photo("JPEG: tables between scans", 100_000, "image/jpeg", "a.jpg", ("jpeg", "understand"))
def _(n):
    whole = jpeg()
    return whole[:-2] + segment(0xDB, b"\0" + b"\1" * 64) * n + whole[-2:]


@photo("JPEG: pictures behind the end", 30_000, "image/jpeg", "a.jpg", ("jpeg",))
def _(n): return jpeg() * n


@photo("PNG: chunks", 300_000, "image/png", "a.png", ("png",))
def _(n): return png(16, 16, more=png_chunk(b"teSt", b"") * n)


@photo("PNG: texts", 50_000, "image/png", "a.png", ("png",))
def _(n):
    return png(16, 16, more=b"".join(png_chunk(b"tEXt", b"Keywords\0k%d" % i) for i in range(n)))


@photo("WebP: chunks", 500_000, "image/webp", "a.webp", ("webp",))
def _(n):
    whole = webp(16, 16)
    body = whole[8:] + b"EXIF\0\0\0\0" * n
    return b"RIFF" + struct.pack("<I", len(body)) + body


@photo("EXIF: entries that share their text", 5_000, "image/jpeg", "a.jpg", ("exif",))
def _(n):
    n = min(n, 5_000)
    text = b"x" * 4_000
    return exif(tiff([(0x9000 + i % 0x4000, 2, 4_000, 8) for i in range(n)], text))


@photo("EXIF: a block in TIFF without end", 700_000, "image/tiff", "a.tif", ("tiff",))
def _(n): return tiff([(0x010E + i % 3, 2, 0x10000, 8) for i in range(min(n, 65_000))], b"x" * n)


@photo("IPTC: keywords", 50_000, "image/jpeg", "a.jpg", ("iptc", "photoshop"))
def _(n):
    data = b"8BIM\4\4\0\0" + iptc([(2, 25, b"k%d" % i) for i in range(n)])
    return jpeg(more=b"".join(segment(0xED, b"Photoshop 3.0\0" + data[i:i + 60_000])
                              for i in range(0, len(data), 60_000)))


@photo("Photoshop: resources", 200_000, "image/jpeg", "a.jpg", ("photoshop",))
def _(n):
    data = b"8BIM\4\0\0\0\0\0\0\0" * n
    return jpeg(more=b"".join(segment(0xED, b"Photoshop 3.0\0" + data[i:i + 60_000])
                              for i in range(0, len(data), 60_000)))


def heif(brand, *boxes):
    meta = box(b"meta", bytes(4), box(b"hdlr", struct.pack(">II4s12sB", 0, 0, b"pict", bytes(12), 0)),
               *boxes)
    return box(b"ftyp", brand + b"\0\0\0\0" + b"mif1" + brand) + meta + box(b"mdat", b"x" * 100)


@photo("HEIF: items", 60_000, "image/heic", "a.heic", ("heif",), ("read", "import"))
def _(n):
    n = min(n, 65_000)
    entry = [box(b"infe", struct.pack(">IHH4sB", 2 << 24, i + 1, 0, b"Exif", 0)) for i in range(n)]
    place = b"".join(struct.pack(">HHHII", i + 1, 0, 1, 8, 4) for i in reversed(range(n)))
    return heif(b"heic", box(b"pitm", struct.pack(">IH", 0, n)),
                box(b"iinf", struct.pack(">IH", 0, n), *entry),
                box(b"iloc", struct.pack(">IHH", 0, 0x4400, n), place))


@photo("HEIF: extents", 60_000, "image/heic", "a.heic", ("heif",), ("read", "import"))
def _(n):
    n = min(n, 65_000)
    extents = struct.pack(">II", 8, 64) * n
    return heif(b"heic", box(b"pitm", struct.pack(">IH", 0, 1)),
                box(b"iinf", struct.pack(">IH", 0, 1),
                    box(b"infe", struct.pack(">IHH4sB", 2 << 24, 1, 0, b"Exif", 0))),
                box(b"iloc", struct.pack(">IHH", 0, 0x4400, 1), struct.pack(">HHH", 1, 0, n), extents))


@photo("HEIF: properties and references", 60_000, "image/heic", "a.heic", ("heif",),
       ("read", "import", "share"))
def _(n):
    n = min(n, 60_000)
    return heif(b"heic", box(b"pitm", struct.pack(">IH", 0, 1)),
                box(b"iprp", box(b"ipco", box(b"irot", b"\1") * min(n, 32_000)),
                    box(b"ipma", struct.pack(">II", 1, n), b"".join(
                        struct.pack(">HBH", i + 1, 1, 0x8001) for i in range(n)))),
                box(b"iref", bytes(4), *(box(b"dimg", struct.pack(">HHH", i + 1, 1, i + 2))
                                         for i in range(n))))


@photo("HEIF: boxes within boxes", 200_000, "image/heic", "a.heic", ("heif",), ("read", "import"))
def _(n):
    size = 8 * n
    deep = b"".join(struct.pack(">I4s", size - 8 * i, b"iprp") for i in range(n))
    return heif(b"heic", deep)


@photo("CR3: boxes", 200_000, "image/x-canon-cr3", "a.cr3", ("cr3",), ("read", "import"))
def _(n):
    uuid = bytes.fromhex("85c0b687820f11e08111f4ce462b6a48")
    return box(b"ftyp", b"crx \0\0\0\1crx isom") + box(b"moov", box(b"uuid", uuid, box(b"CMT1", b"") * n))


@photo("JPEG XL: boxes", 200_000, "image/jxl", "a.jxl", ("jxl",), ("read", "import"))
def _(n):
    return b"\0\0\0\x0cJXL \r\n\x87\n" + box(b"ftyp", b"jxl \0\0\0\0jxl ") + box(b"jxlp", b"\0\0\0\0") * n


@photo("RAF: a directory of records", 16_000, "image/x-fuji-raf", "a.raf", ("raf",), ("read", "import"))
def _(n):
    inner = jpeg(more=segment(0xE1, b"Exif\0\0" + tiff([(0x010E, 2, 4, 0)] * 100)))
    head = b"FUJIFILMCCD-RAW 0201FF389501" + b"X-T1".ljust(32, b"\0") + b"0100" + bytes(20)
    records = struct.pack(">I", n) + struct.pack(">HHI", 0x100, 4, 0) * n
    head += struct.pack(">IIIIII", 148, len(inner), 148 + len(inner), len(records), 0, 0)
    return head.ljust(148, b"\0") + inner + records
