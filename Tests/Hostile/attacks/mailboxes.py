"""Mailboxes of many messages, and messages in pieces."""

from .builders import PLAIN
from .registry import case


@case("an mbox of empty mails", (), 50_000, covers=("mbox",))
def _(n): return b"From a Fri Nov 20 10:00:00 2026\n\n" * n


def piece(number, id):
    return (b"From a Fri Nov 20 10:00:00 2026\nContent-Type: message/partial; id=%d; number=%d\n\nx\n\n"
            % (id, number))


@case("an mbox of pieces, 1,000 a message", (), 20_000, ("import",), covers=("mbox", "partial"))
def _(n): return b"".join(piece(place % 1_000 + 1, place // 1_000) for place in range(n))


@case("an mbox of whole messages in one piece", (), 20_000, ("import",), covers=("mbox", "partial"))
def _(n): return b"".join(piece(1, place).replace(b"number=1", b"number=1; total=1")
                          for place in range(n))


@case("an mbox of From lines", (), 300_000, covers=("mbox",))
def _(n): return PLAIN.join([b"From a Fri Nov 20 10:00:00 2026\n", b""]) + b"From x\n" * n
