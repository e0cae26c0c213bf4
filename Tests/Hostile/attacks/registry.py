"""The attacks by name. Each builds a mail, or a picture to be mailed, of a size that may be doubled."""

import dataclasses
import typing

BOTH = ("inspect", "import")


@dataclasses.dataclass(frozen=True)
class Attack:
    """What a stranger may send."""
    name: str
    # Makes the octets of a mail, or of a picture, of a size in units of its own.
    build: typing.Callable[[int], bytes]
    # The largest size that is tried.
    size: int
    # The code that a finding must have, or several of which one is due.
    findings: tuple = ()
    verbs: tuple = BOTH
    # The fuzz targets whose parser is met.
    covers: tuple = ()
    # The media type and the file name of a picture; None for a mail.
    picture: tuple | None = None
    # Whether it is one of those that `hostile` gives at full size.
    is_full: bool = False

    def mail(self, size):
        """The mail of a size, a picture as its attachment."""
        from .builders import picture
        octets = self.build(size)
        return picture(octets, *self.picture) if self.picture else octets


ATTACKS: dict[str, Attack] = {}


def register(attack):
    if attack.name in ATTACKS:
        raise ValueError(f"there are two attacks of the name {attack.name}")
    ATTACKS[attack.name] = attack


def case(name, finding, size, verbs=BOTH, covers=("message",)):
    """Registers a builder of a mail that `hostile` gives at full size, with the finding that is due."""
    def take(build):
        due = (finding,) if isinstance(finding, str) else finding
        register(Attack(name, build, size, due, verbs, covers, is_full=True))
        return build
    return take


def mail(name, size, covers=("message",), verbs=BOTH):
    """Registers a builder of a mail whose cost must grow with its size alone."""
    def take(build):
        register(Attack(name, build, size, (), verbs, covers))
        return build
    return take


def photo(name, size, kind, file, covers=(), verbs=("read", "import", "share")):
    """Registers a builder of a picture whose cost must grow with its size alone."""
    def take(build):
        register(Attack(name, build, size, (), verbs, covers + ("photo",),
                        (kind.encode(), file.encode())))
        return build
    return take
