"""Shares that claim what is not there, at every channel and against each other."""

import json
import random
import uuid

from .builders import (HTML, PLAIN, TEXT, attachment, code, jpeg, linked_data, mixed, share,
                       text_part)
from .registry import mail


def identifier(random_numbers):
    return str(uuid.UUID(int=random_numbers.getrandbits(128), version=4))


@mail("records: perceptual hashes", 9_900, ("payload", "share"))
def _(n):
    numbers = random.Random(1)
    return share([{"id": identifier(numbers), "name": f"Photo {i}", "attachment": {
        "fileName": f"{i}.jpg", "sha256": f"{numbers.getrandbits(256):064x}",
        "perceptualHash": f"{numbers.getrandbits(64):016x}"}} for i in range(n)])


@mail("records: hashes that are near each other", 9_900, ("payload", "share"))
def _(n):
    numbers = random.Random(2)
    return share([{"id": identifier(numbers), "name": f"Photo {i}", "attachment": {
        "perceptualHash": f"{1 << numbers.randrange(64) | 1 << numbers.randrange(64):016x}"}}
        for i in range(n)])


@mail("records: one id for all", 9_900, ("payload", "share"))
def _(n):
    same = identifier(random.Random(3))
    return share([{"id": same, "name": f"Photo {i}", "caption": "a" * 40} for i in range(n)])


@mail("records: one file name, many pictures", 900, ("share",))
def _(n):
    return share([{"name": f"Photo {i}", "attachment": {"fileName": "photo.jpg"}}
                  for i in range(n * 10)],
                 *(attachment(jpeg(16 + i % 64, 16 + i // 64), b"image/jpeg", b"photo.jpg")
                   for i in range(n)))


@mail("records: points", 9_900, ("payload",))
def _(n):
    numbers = random.Random(4)
    return share([{"name": f"Photo {i}", "taken": {"local": "2024-05-01T10:22:33"}, "location": {
        "latitude": numbers.uniform(-80, 80), "longitude": numbers.uniform(-179, 179)}}
        for i in range(n)])


@mail("records: every channel says others", 4_000, ("share", "linked-data", "import-code"))
def _(n):
    names = [f"Photo {i}" for i in range(n)]
    return share([{"name": name} for name in names],
                 text_part(code(json.dumps({"p": [{"n": "c" + n} for n in names]}).encode())
                           + "".join(f"Name: t{n}\nFile: {n}.jpg\n\n" for n in names).encode()),
                 text_part(linked_data([{"@type": "Photograph", "name": "l" + n} for n in names]),
                           b"text/html"),
                 *(attachment(jpeg(), b"image/jpeg", b"Photo %d.jpg" % i) for i in range(min(n, 90))))


@mail("records: keywords", 200_000, ("payload", "write"))
def _(n): return share([{"name": "x", "keywords": [f"k{i}" for i in range(n)]}])


@mail("records: people and regions", 60_000, ("payload", "write"))
def _(n):
    shape = {"type": "rectangle", "x": 0.1, "y": 0.1, "width": 0.2, "height": 0.2}
    return share([{"name": "x", "people": [f"p{i}" for i in range(n)],
                   "regions": [{"name": f"p{i}", "kind": "face", "shape": shape} for i in range(n)]}])


@mail("records: corners of a polygon", 500_000, ("payload", "write"))
def _(n):
    return share([{"name": "x", "regions": [{"shape": {
        "type": "polygon", "points": [[i % 100 / 100, i % 97 / 100] for i in range(n)]}}]}])


@mail("records: unknown members", 100_000, ("payload",))
def _(n): return share([{"name": "x", **{f"m{i}": i for i in range(n)}}])


@mail("records: unknown members of one hash", 100_000, ("payload",))
def _(n): return share([{"name": "x", **{f"m{i}": {f"m{i}": [i]} for i in range(n)}}])


@mail("records: long numbers", 2_000_000, ("payload",))
def _(n):
    text = json.dumps({"format": "whatisthat.share", "version": 1, "photos": [
        {"name": "x", "location": {"latitude": 0, "longitude": 1}}]})
    text = text.replace('"latitude": 0', '"latitude": 0.' + "1" * (n // 2)) \
        .replace('"longitude": 1', '"longitude": 1' + "0" * (n // 2) + "e-" + str(n // 2))
    return mixed(attachment(text.encode(), b"application/vnd.whatisthat.share+json",
                            b"photos.wit.json"))


@mail("records: many payloads", 900, ("payload", "share"))
def _(n):
    text = b'{"format": "whatisthat.share", "version": 1, "photos": [%s]}'
    return mixed(*(attachment(text % b",".join(b'{"name": "%d-%d"}' % (i, j) for j in range(20)),
                              b"application/vnd.whatisthat.share+json", b"photos.wit.json")
                   for i in range(n)))


@mail("channels: labelled stories", 100_000, ("labelled",))
def _(n): return TEXT + b"".join(b"Name: a%d\nCaption: b\nFile: %d.jpg\n\n" % (i, i) for i in range(n))


@mail("channels: one label without end", 400_000, ("labelled",))
def _(n): return TEXT + b"Name: a\n" + b"Caption: b\n" * n


@mail("channels: quotes within quotes", 400_000, ("labelled", "flowed"))
def _(n): return TEXT + (b"> " * 400 + b"Name: a\n") * (n // 800)


@mail("channels: stories for pictures that are there", 900, ("labelled", "share"))
def _(n):
    return mixed(text_part(b"".join(b"Name: a%d\nFile: %d.jpg\n\n" % (i, i) for i in range(n * 10))),
                 *(attachment(jpeg(16 + i % 64, 16 + i // 64), b"image/jpeg", b"%d.jpg" % i)
                   for i in range(n)))


@mail("channels: scripts of linked data", 50_000, ("linked-data",))
def _(n):
    return HTML + b'<script type="application/ld+json">{"@type": "Photograph", "name": "a"}</script>' * n


@mail("channels: nodes of linked data", 50_000, ("linked-data",))
def _(n): return HTML + linked_data([{"@type": "Photograph", "name": f"a{i}"} for i in range(n)])


@mail("channels: linked data within linked data", 200_000, ("linked-data",))
def _(n):
    return (HTML + b'<script type="application/ld+json">' + b'{"@graph":[' * n + b"</script>")


@mail("channels: import codes of many photos", 5_000, ("import-code",))
def _(n):
    return PLAIN + b"".join(
        code(json.dumps({"p": [{"n": f"{i}-{j}"} for j in range(n // 20)]}).encode())
        for i in range(20))


@mail("channels: an import code cut into quotes", 300_000, ("import-code",))
def _(n):
    numbers = random.Random(5)
    whole = code(json.dumps({"p": [{"n": "%x" % numbers.getrandbits(64)} for _ in range(n // 30)]})
                 .encode())
    return PLAIN + b"".join(b"> " * (i % 50) + line + b"\n" for i, line in enumerate(whole.split(b"\n")))


@mail("channels: maps that are linked", 100_000, ("html-lines", "html"))
def _(n):
    return HTML + b"".join(
        b'<a href="https://www.openstreetmap.org/?mlat=%d.5&amp;mlon=8.4">x</a>' % (i % 80)
        for i in range(n))


@mail("channels: images that are elsewhere", 200_000, ("html",))
def _(n):
    return mixed(text_part(b"".join(b'<img src="cid:%d@x" alt="a%d">' % (i, i) for i in range(n)),
                           b"text/html"),
                 *(attachment(jpeg(16 + i, 16), b"image/jpeg", b"%d.jpg" % i,
                              b"Content-ID: <%d@x>\n" % i) for i in range(200)))


@mail("channels: pages with tables in tables", 300_000, ("html", "html-lines"))
def _(n): return HTML + b"<table><tr><td>" * n + b"x"


@mail("codings: RTF of groups", 2_000_000, ("rtf", "tnef"))
def _(n):
    from .bodies import tnef
    import struct
    text = b"{\\rtf1\\ansi\\fromhtml1 " + b"{\\*\\htmltag64 <p>}" * (n // 40) + b"{" * (n // 2)
    body = b"".join(b"\0" + text[i:i + 8] for i in range(0, len(text), 8))
    value = struct.pack("<IIII", len(body) + 12, len(text), 0x75465A4C, 0) + body
    data = struct.pack("<I", 1) + struct.pack("<II", 0x10090102, 1) + struct.pack("<I", len(value)) \
        + value + b"\0" * (-len(value) % 4)
    return tnef([(1, 0x00069003, data)])
