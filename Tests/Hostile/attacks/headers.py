"""Header fields beyond any sense."""

import random

from .builders import MIXED, PLAIN
from .registry import case


@case("20 MB without a line break", "long-line", 20_000_000)
def _(n): return PLAIN + b"a" * n


@case("a header field of 20 MB", "header-limit", 20_000_000)
def _(n): return b"Subject: " + b"a" * n


@case("a million folded lines", "header-limit", 1_000_000)
def _(n): return b"Subject: x\n" + b" folded\n" * n + b"\nx"


@case("100,000 segments, shuffled", ("parameter-limit", "header-limit"), 100_000,
      covers=("parameters",))
def _(n):
    order = list(range(n))
    random.Random(1).shuffle(order)
    return b"Content-Type: text/plain" + b"".join(b";\n name*%d*=%%41" % i for i in order) + b"\n\n"


@case("50,000 segments within 1 MB", "parameter-limit", 50_000, covers=("parameters",))
def _(n):
    return b"Content-Type: text/plain" + b"".join(b";\n n*%d=x" % i for i in reversed(range(n))) \
        + b"\n\n"


@case("huge indices of segments", ("malformed-parameter", "parameter-limit"), 20_000,
      covers=("parameters",))
def _(n):
    return b"Content-Type: text/plain" + b"".join(b";\n name*%d=x" % (2**63 - 1 - i)
                                                  for i in range(n)) + b"\n\n"


@case("indices beyond any number", "parameter-limit", 10_000, covers=("parameters",))
def _(n): return b"Content-Type: text/plain" + b";\n name*" + b"9" * 40 + b"=x;\n a=b" * n + b"\n\n"


@case("200,000 encoded words", "header-limit", 200_000, covers=("words",))
def _(n): return b"Subject:" + b"\n =?utf-8?B?w6Q=?=" * n + b"\n\nx"


@case("30,000 encoded words, all charsets new", ("duplicate-field", "header-limit"), 30_000,
      covers=("words",))
def _(n):
    return b"Subject:" + b"".join(b"\n =?x-%d?B?w6Q=?=" % i for i in range(n)) + \
        b"\nSubject: again\n\nx"


@case("10 MB of =?", "header-limit", 5_000_000, covers=("words",))
def _(n): return b"Subject: " + b"=?" * n + b"\n\nx"


@case("1 MB of =?a?b?", "duplicate-field", 160_000, covers=("words",))
def _(n): return b"Subject: " + b"=?a?b?" * n + b"\nSubject: y\n\nx"


@case("duplicate headers", "duplicate-field", 90_000)
def _(n): return b"Subject: x\n" * n + b"\nx"


@case("a million headers of one octet", "header-limit", 1_000_000)
def _(n): return b"a:\n" * n + b"\nx"


@case("lines that are no field", ("defect-limit", "header-limit"), 500_000)
def _(n): return b"A: b\njunk\n" * n


@case("comments in addresses", "duplicate-field", 250_000, covers=("addresses",))
def _(n): return b"From: " + b"(a)," * n + b" a@b.example\nFrom: c@d\n\nx"


@case("deep parentheses", "duplicate-field", 1_000_000, covers=("addresses",))
def _(n): return b"From: " + b"(" * n + b"\nFrom: a@b\n\nx"


@case("quotes in addresses", "duplicate-field", 500_000, covers=("addresses",))
def _(n): return b"From: " + b'"\\' * n + b"\nFrom: a@b\n\nx"


@case("groups and routes", "duplicate-field", 150_000, covers=("addresses",))
def _(n): return b"To: " + b"<@a:;:@b" * (n // 2) + b"\nDate: x\nDate: y\n\nx"


@case("100,000 recipients", "header-limit", 100_000, covers=("addresses",))
def _(n): return b"To: " + b"a b <c@d.example>, " * n + b"\nFrom: a@b\nFrom: a@b\n\nx"


@case("references without end", "duplicate-field", 90_000)
def _(n): return b"References: " + b"<a@b> (((" * n + b"\nFrom: a@b\nFrom: a@b\n\nx"


@case("file names that lead elsewhere", "unsafe-file-name", 200)
def _(n):
    names = [b"../../../../etc/passwd", b"C:\\x\\..\\boot.ini", "\u202egpj.exe".encode(), b".."]
    return MIXED + b"".join(
        b'--b\nContent-Type: image/jpeg\nContent-Disposition: attachment; filename="'
        + names[i % 4] + b'"\n\nx\n' for i in range(n)) + b"--b--\n"


@case("a date of comments", "duplicate-field", 400_000, covers=("date",))
def _(n): return b"Date: Fri, 20 Nov 2026 " + b"(" * n + b" 10:00:00 +0000\nFrom: a@b\nFrom: a@b\n\nx"


@case("a date of digits", "duplicate-field", 900_000, covers=("date",))
def _(n): return b"Date: Fri, " + b"9" * n + b" Nov 2026 10:00:00 +0000\nFrom: a@b\nFrom: a@b\n\nx"
