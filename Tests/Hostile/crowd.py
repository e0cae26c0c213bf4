"""Mailboxes of hostile mails among ordinary ones."""

import random
import struct
import zlib

from attacks import ATTACKS
from attacks.builders import attachment, png_chunk

ADDRESS = b"From: %s <%s>\nTo: ben@example.org\nDate: Fri, 20 Nov 2026 10:00:00 +0000\n" \
    b"Message-ID: <%s@example.org>\nMIME-Version: 1.0\n"


def hostile(number, random_numbers):
    """A mail of one of the attacks, of the size that one person would send."""
    attacks = [attack for attack in ATTACKS.values() if "mbox" not in attack.covers]
    attack = attacks[number % len(attacks)]
    # Mostly 10 to 500 KB, a few of some MB.
    wanted = 10_000 * 50 ** random_numbers.random() * (8 if random_numbers.random() < 0.02 else 1)
    size = max(1, attack.size // 64)
    mail = attack.mail(size)
    # What does not grow with its size, as a picture's claim, stays as it is.
    for _ in range(4):
        if wanted / 2 < len(mail) < wanted * 2 or size in (1, attack.size):
            break
        size = min(attack.size, max(1, int(size * wanted / len(mail))))
        mail = attack.mail(size)
    who = ADDRESS % (b"Eve", b"eve@example.org", b"h%d" % number)
    # The attack's own From and Date stand behind, as a second field of the name.
    return attack.name, who + mail


def grey_png(numbers):
    """A small picture unlike any other: 8 × 8 fields of random greys."""
    fields = [[numbers.randrange(256) for _ in range(8)] for _ in range(8)]
    rows = b"".join(b"\0" + bytes(fields[y // 8][x // 8] for x in range(64)) for y in range(64))
    return b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", struct.pack(">IIBBBBB", 64, 64, 8, 0, 0, 0, 0)) \
        + png_chunk(b"IDAT", zlib.compress(rows)) + png_chunk(b"IEND", b"")


def ordinary(number, numbers):
    """A mail with a small picture that no other mail has."""
    who = ADDRESS % (b"Anna", b"anna@example.org", b"o%d" % number)
    return who + b"Subject: Photo %d\nContent-Type: multipart/mixed; boundary=b\n\n" % number \
        + b"--b\nContent-Type: text/plain\n\nHello Ben, look!\n" \
        + attachment(grey_png(numbers), b"image/png", b"photo-%d.png" % number) + b"--b--\n"


def write_maildir(folder, count, ordinaries, seed=1):
    """Fills the `new` of a Maildir; what it holds, in a sentence."""
    for part in ("tmp", "new", "cur"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    random_numbers = random.Random(seed)
    kinds = [True] * count + [False] * ordinaries
    random_numbers.shuffle(kinds)
    bad = good = total = largest = 0
    names = set()
    for place, is_hostile in enumerate(kinds):
        if is_hostile:
            name, mail = hostile(bad, random_numbers)
            names.add(name)
            bad += 1
        else:
            mail = ordinary(good, random_numbers)
            good += 1
        total += len(mail)
        largest = max(largest, len(mail))
        (folder / "new" / f"1700{1_000_000 + place}.{place}.localhost").write_bytes(mail)
    return (f"{bad} hostile mails of {len(names)} kinds among {good} ordinary ones, "
            f"{total / 1e6:.0f} MB, the largest of {largest / 1e6:.1f} MB")
