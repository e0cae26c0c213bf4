"""What attacks are built of: parts of mails, shares in each channel, small pictures."""

import base64
import binascii
import json
import struct
import zlib

MIXED = b"Content-Type: multipart/mixed; boundary=b\n\n"
PLAIN = b"Subject: x\n\n"
TEXT = b"Subject: x\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n"
HTML = b"Subject: x\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n"


def lines(octets, width=76):
    coded = base64.b64encode(octets)
    return b"\n".join(coded[i:i + width] for i in range(0, len(coded), width))


def attachment(octets, kind, name, more=b""):
    return (b"--b\nContent-Type: " + kind + b'; name="' + name + b'"\n' + more
            + b"Content-Transfer-Encoding: base64\n\n" + lines(octets) + b"\n")


def picture(octets, kind, name):
    return MIXED + attachment(octets, kind, name) + b"--b--\n"


def mixed(*parts):
    return MIXED + b"".join(parts) + b"--b--\n"


def text_part(text, kind=b"text/plain"):
    return (b"--b\nContent-Type: " + kind + b"; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n"
            + text + b"\n")


# The channels of a share

def payload(members):
    text = b'{"format": "whatisthat.share", "version": 1, ' + members + b"}"
    return MIXED + attachment(text, b"application/vnd.whatisthat.share+json", b"photos.wit.json") \
        + b"--b--\n"


def share(photos, *parts):
    """A payload of photos, given as values, with further parts beside it."""
    text = json.dumps({"format": "whatisthat.share", "version": 1, "photos": photos},
                      ensure_ascii=False).encode()
    return mixed(
        attachment(text, b"application/vnd.whatisthat.share+json", b"photos.wit.json"), *parts)


def url64(octets):
    return base64.urlsafe_b64encode(octets).rstrip(b"=")


def code(octets):
    pack = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = pack.compress(octets) + pack.flush()
    body = url64(struct.pack(">I", binascii.crc32(packed)) + packed)
    return b"[[wit:1:\n" + b"\n".join(body[i:i + 60] for i in range(0, len(body), 60)) + b"\n:wit]]\n"


def linked_data(nodes):
    text = json.dumps({"@context": "https://schema.org", "@graph": nodes}, ensure_ascii=False)
    return (b'<html><body><script type="application/ld+json">'
            + text.replace("<", "\\u003c").encode() + b"</script><p>Hello</p></body></html>")


# Small pictures, and large ones in few octets

def png_chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", binascii.crc32(kind + data))


def png(width, height, bits=8, more=b""):
    pack = zlib.compressobj(9)
    row = b"\0" * (1 + (width * bits + 7) // 8)
    data = b"".join(pack.compress(row) for _ in range(height)) + pack.flush()
    head = struct.pack(">IIBBBBB", width, height, bits, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", head) + more + png_chunk(b"IDAT", data) \
        + png_chunk(b"IEND", b"")


def segment(mark, data):
    return struct.pack(">BBH", 0xFF, mark, len(data) + 2) + data


def jpeg_head(width, height, frame=0xC0):
    """Grey, each block one bit for the mean and one for the end, up to the scans."""
    table = bytes([1] + [0] * 15 + [0])
    return segment(0xDB, b"\0" + b"\1" * 64) \
        + segment(frame, struct.pack(">BHHB", 8, height, width, 1) + b"\1\x11\0") \
        + segment(0xC4, b"\0" + table) + segment(0xC4, b"\x10" + table)


def jpeg(width=16, height=16, more=b""):
    blocks = ((width + 7) // 8) * ((height + 7) // 8)
    return b"\xff\xd8" + more + jpeg_head(width, height) \
        + segment(0xDA, b"\1\1\0\0\x3f\0") + b"\0" * ((blocks * 2 + 7) // 8) + b"\xff\xd9"


def webp(width, height):
    """Lossless and of one colour: no octet for any pixel, however many there are."""
    bits = 0
    at = 0
    for value, count in ((0x2F, 8), (width - 1, 14), (height - 1, 14), (0, 1), (0, 3), (0, 1), (0, 1),
                         (0, 1), *(((1, 1), (0, 1), (0, 1), (0, 1)) * 5)):
        bits |= value << at
        at += count
    data = bits.to_bytes((at + 7) // 8, "little") + b"\0"
    data += b"\0" * (len(data) % 2)
    body = b"WEBPVP8L" + struct.pack("<I", len(data)) + data
    return b"RIFF" + struct.pack("<I", len(body)) + body


def xmp_packet(properties, attributes=""):
    return ('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF '
            'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" '
            'xmlns:dc="http://purl.org/dc/elements/1.1/" '
            f'{attributes}>{properties}</rdf:Description></rdf:RDF></x:xmpmeta>').encode()


def with_xmp(packet):
    """A JPEG with a packet of any length: what is over 64 KB goes into extended segments."""
    if len(packet) < 65_000:
        return jpeg(more=segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + packet))
    guid = b"0123456789ABCDEF0123456789ABCDEF"
    note = xmp_packet("", 'xmlns:xmpNote="http://ns.adobe.com/xmp/note/" '
                          f'xmpNote:HasExtendedXMP="{guid.decode()}"')
    more = segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + note)
    for at in range(0, len(packet), 65_000):
        more += segment(0xE1, b"http://ns.adobe.com/xmp/extension/\0" + guid
                        + struct.pack(">II", len(packet), at) + packet[at:at + 65_000])
    return jpeg(more=more)


def keywords(words):
    items = "".join(f"<rdf:li>{word}</rdf:li>" for word in words)
    return f"<dc:subject><rdf:Bag>{items}</rdf:Bag></dc:subject>"


def tiff(entries, data=b"", count=None):
    """A TIFF block of one directory; an entry is (tag, type, count, value)."""
    head = b"II*\0" + struct.pack("<I", 8)
    body = struct.pack("<H", len(entries) if count is None else count)
    for tag, kind, number, value in entries:
        body += struct.pack("<HHII", tag, kind, number, value)
    return head + body + struct.pack("<I", 0) + data


def exif(block):
    return jpeg(more=segment(0xE1, b"Exif\0\0" + block))


def box(name, *parts):
    body = b"".join(parts)
    return struct.pack(">I4s", len(body) + 8, name) + body
