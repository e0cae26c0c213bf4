"""Mail made to harm, by kinds; each module registers its own."""

from . import bodies, channels, headers, mailboxes, marks, pictures, records, structure  # noqa: F401
from .registry import ATTACKS, Attack  # noqa: F401
