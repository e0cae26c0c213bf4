"""Text that costs more than its octets: runs of combining marks and the like, at every place where
a stranger's text comes in."""

from .builders import (HTML, PLAIN, TEXT, attachment, code, exif, jpeg, keywords, linked_data,
                       mixed, png, png_chunk, segment, share, text_part, tiff, with_xmp,
                       xmp_packet)
from .registry import mail, photo

# One character of each run would be as long as the run. Names say what makes it costly.
RUNS = {
    "marks": "\u0301\u0323",  # Canonical order swaps each two: UAX #15.
    "flags": "\U0001F1E9\U0001F1EA",  # Their pairing depends on how many stand before: UAX #29 GB12.
    "joiners": "\u200d\U0001F469",
    "jamo": "\u1100",
    "virama": "\u0915\u094d",
    "prepends": "\u0600",
    "expanding": "\ufdfa",  # 18 characters in compatibility form.
    "variation": "\u2764\ufe0f\ufe0e",
    "tags": "\U000E0061",
    "sharp": "\u0130\u00df\u1e9e",  # Grow by case mapping.
    "overrides": "\u202e\u2066",
}


def run(kind, n):
    """About n octets."""
    unit = RUNS[kind]
    return "a" + unit * (n // len(unit.encode()))


def marks(n):
    return run("marks", n)


def latin(text):
    return text.encode()


PLACES = {
    "subject": (lambda t: b"Subject: " + latin(t) + b"\n\nx", ("words",)),
    "from": (lambda t: b"From: " + latin(t) + b" <a@example.org>\nSubject: x\n\nx", ("addresses",)),
    "file name": (lambda t: mixed(attachment(jpeg(), b"image/jpeg", latin(t) + b".jpg")),
                  ("parameters",)),
    "Content-ID": (lambda t: mixed(attachment(jpeg(), b"image/jpeg", b"a.jpg",
                                              b"Content-ID: <" + latin(t) + b"@x>\n")), ("message",)),
    "description": (lambda t: mixed(attachment(jpeg(), b"image/jpeg", b"a.jpg",
                                               b"Content-Description: " + latin(t) + b"\n")),
                    ("message",)),
    "line": (lambda t: TEXT + latin(t) + b"\n", ("flowed", "charset")),
    "page": (lambda t: HTML + b"<p title='" + latin(t) + b"'>" + latin(t) + b"</p>", ("html",)),
    "label": (lambda t: mixed(text_part(b"Name: " + latin(t) + b"\nFile: a.jpg\n"),
                              attachment(jpeg(), b"image/jpeg", b"a.jpg")), ("labelled",)),
    "page label": (lambda t: mixed(text_part(b"<div>Name: " + latin(t) + b"</div><div>File: a.jpg</div>",
                                             b"text/html"),
                                   attachment(jpeg(), b"image/jpeg", b"a.jpg")), ("html-lines",)),
    "import code": (lambda t: PLAIN + code(b'{"p":[{"n":"' + latin(t) + b'"}]}'), ("import-code",)),
    "linked data": (lambda t: HTML + linked_data([{"@type": "Photograph", "name": t}]),
                    ("linked-data",)),
    "JSON key": (lambda t: share([{"name": "x", t: 1, t + "b": 2}]), ("payload",)),
    "JSON name": (lambda t: share([{"name": t}]), ("payload", "share")),
    "JSON words": (lambda t: share([{"keywords": [t, t + "b"], "people": [t]}]), ("payload",)),
    "JSON file name": (lambda t: share([{"name": "x", "attachment": {"fileName": t + ".jpg"}}],
                                       attachment(jpeg(), b"image/jpeg", b"a.jpg")), ("share",)),
}

for place, (make, covered) in PLACES.items():
    @mail(f"marks: {place}", 400_000, covered)
    def _(n, make=make): return make(marks(n))


PICTURES = {
    "XMP keyword": (lambda t: with_xmp(xmp_packet(keywords([t]))), ("xmp", "jpeg", "write")),
    "XMP title": (lambda t: with_xmp(xmp_packet(
        f'<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{t}</rdf:li></rdf:Alt></dc:title>')),
        ("xmp",)),
    "EXIF description": (lambda t: exif(tiff([(0x010E, 2, len(t[:15_000].encode()) + 1, 26)],
                                             t[:15_000].encode() + b"\0")), ("exif",)),
    "IPTC keyword": (lambda t: jpeg(more=segment(0xED, b"Photoshop 3.0\x008BIM\4\4\0\0"
                                                 + iptc([(2, 25, t[:15_000].encode())]))),
                     ("iptc", "photoshop")),
}

for place, (make, covered) in PICTURES.items():
    @photo(f"marks: {place}", 400_000, "image/jpeg", "marks.jpg", covered)
    def _(n, make=make): return make(marks(n))


@photo("marks: PNG text", 400_000, "image/png", "marks.png", ("png",))
def _(n):
    text = png_chunk(b"iTXt", b"Title\0\0\0\0\0" + marks(n).encode())
    return png(16, 16, more=text)


@photo("marks: keyword shared", 250_000, "image/jpeg", "marks.jpg", ("rewrite", "builder"))
def _(n): return with_xmp(xmp_packet(keywords([marks(n // 4) + str(i) for i in range(4)])))


def everywhere(text):
    """One mail with a text at every place."""
    name = text.encode()
    record = {"name": text, "caption": text, "keywords": [text], "people": [text], text: 1,
              "attachment": {"fileName": text + ".jpg"}}
    return (b"Subject: " + name + b"\nFrom: " + name + b" <a@example.org>\n"
            + share([record], text_part(b"Name: " + name + b"\nFile: a.jpg\n" + name),
                    text_part(linked_data([{"@type": "Photograph", "name": text}]) + b"<p>" + name,
                              b"text/html"),
                    text_part(code(b'{"p":[{"n":"' + name + b'"}]}')),
                    attachment(with_xmp(xmp_packet(keywords([text]))), b"image/jpeg", name + b".jpg",
                               b"Content-ID: <" + name + b"@x>\n")))


for kind in RUNS:
    if kind != "marks":
        @mail(f"{kind}: everywhere", 200_000, ("message",))
        def _(n, kind=kind): return everywhere(run(kind, n))


def iptc(records):
    """Datasets of a Photoshop resource, with its length before them."""
    import struct
    data = b""
    for record, dataset, octets in records:
        head = struct.pack(">BBB", 0x1C, record, dataset)
        if len(octets) < 0x8000:
            head += struct.pack(">H", len(octets))
        else:
            head += struct.pack(">HI", 0x8004, len(octets))
        data += head + octets
    return struct.pack(">I", len(data)) + data + b"\0" * (len(data) % 2)
