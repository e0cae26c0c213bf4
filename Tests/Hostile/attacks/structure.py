"""Parts, nesting and boundaries beyond any sense."""

from .builders import MIXED
from .registry import case


@case("a million parts", "part-limit", 1_000_000)
def _(n): return MIXED + b"--b\n\nx\n" * n


@case("nesting, one boundary", "depth-limit", 50_000)
def _(n): return (MIXED + b"--b\n") * n


@case("nesting, many boundaries", "depth-limit", 50_000)
def _(n):
    return b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (i, i)
                    for i in range(n))


@case("messages in messages", "depth-limit", 50_000)
def _(n): return b"Content-Type: message/rfc822\n\n" * n


@case("encoded messages in messages", "depth-limit", 50_000)
def _(n):
    return (b"Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\n") * n


@case("100 boundaries, a flood of near misses", "part-limit", 20_000)
def _(n):
    names = [b"a" * 900 + b"%03d" % i for i in range(95)]
    heads = b"".join(b"Content-Type: multipart/mixed; boundary=" + name + b"\n\n--" + name + b"\n"
                     for name in names)
    return heads + b"\n" + (b"--" + b"a" * 900 + b"xyz\n") * n + b"--" + names[0] + b"\n" + \
        (b"\nx\n--" + names[0] + b"\n") * 1_000


@case("a boundary of 900 KB", "missing-boundary", 900_000)
def _(n):
    name = b"a" * n
    return b"Content-Type: multipart/mixed; boundary=" + name + b"\n\n" + (b"--" + name + b"\n") * 20


@case("boundary prefixes", "boundary-not-found", 4_000_000)
def _(n): return MIXED + b"--bx\n" * n


@case("20 MB of hyphens", "boundary-not-found", 20_000_000)
def _(n): return MIXED + b"-" * n


@case("20 MB of lines of hyphens", "boundary-not-found", 7_000_000)
def _(n): return MIXED + b"--\n" * n


@case("digest of a million", "part-limit", 1_000_000)
def _(n): return b"Content-Type: multipart/digest; boundary=b\n\n" + b"--b\n\n\nx\n" * n
