"""The folder that a command works in, put back before each run; and what may be compared of it
afterwards: the catalog's rows, the files, what lies about."""

import collections
import contextlib
import hashlib
import json
import os
import pathlib
import re
import shutil
import sqlite3

import tracing

# What tells by which steps a state was reached: an accident adds steps.
LOGS = {"change", "change_value", "change_proposal", "trash"}
# Numbers and moments, which are others each time.
MASKED = re.compile(r"^(id|change|record_id|inode|modified|at|.*_at|attempts|error.*|answer|state)$")
# A mail's length depends on its random parts.
LENGTHS = {("outbox", "bytes")}
# Each of these is noted again where a command goes on after an accident.
REPEATED = {"written", "offered", "proposal"}
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
NOW = re.compile(r"20(?:2[6-9]|[3-9]\d)-\d\d-\d\dT[0-9:.]+Z")

Look = collections.namedtuple("Look", "rows files")


class Scene:
    """A folder with photos, a catalog, mails: at one path for good, since catalogs hold paths.

    Photos are hard links to those of the template: their inodes, by which a scan knows them, stay.
    The program never writes into a photo that is there; that the template stays as it is, is looked
    at too."""

    def __init__(self, root, wit, shared):
        self.root = pathlib.Path(root) / "scene"
        self.template = pathlib.Path(root) / "template"
        self.wit = str(wit)
        self.shared = shared
        self.begin()

    @property
    def catalog(self):
        return self.root / "catalog" / "catalog.sqlite"

    @property
    def environment(self):
        at = lambda name: str(self.root / name)
        return tracing.environment({
            "HOME": at("home"), "TMPDIR": at("tmp"), "WIT_CATALOG": str(self.catalog),
            "WIT_SETTINGS": at("settings.toml"), "WIT_TEST_PASSWORD": "secret"})

    def begin(self):
        """Makes an empty one."""
        for folder in (self.root, self.template):
            shutil.rmtree(folder, ignore_errors=True)
        for name in ("photos", "home", "tmp", "out", "catalog"):
            (self.root / name).mkdir(parents=True)
        (self.root / "settings.toml").write_text("# None.\n")

    def run(self, *words):
        """Runs the program while the scene is made; it must succeed."""
        status, said = self.plain(words)
        if status != 0:
            raise SystemExit(f"faults: wit {' '.join(words)}: {status}\n{said}")
        return said

    def plain(self, words):
        return tracing.plain([self.wit, *words], self.environment, self.root)

    def keep(self):
        """Takes the scene as what each run begins with."""
        self._copy(self.root, self.template)
        self.kept = self.hashes(self.template)

    def restore(self):
        shutil.rmtree(self.root, ignore_errors=True)
        self._copy(self.template, self.root)

    @staticmethod
    def _copy(source, target):
        shutil.copytree(
            source, target, symlinks=True,
            copy_function=lambda a, b: os.link(a, b) if "/photos/" in a else shutil.copy2(a, b))

    def hashes(self, root=None):
        root = root or self.root
        found = {}
        for path in sorted(root.rglob("*")):
            name = str(path.relative_to(root))
            # What lies in TMPDIR is litter, which is looked for by itself.
            if path.is_file() and not self.isDatabase(path.name) and not name.startswith("tmp/"):
                found[name] = hashlib.sha256(path.read_bytes()).hexdigest()
        return found

    @staticmethod
    def isDatabase(name):
        return ".sqlite" in name

    def litter(self, logs=True):
        """What may not be left once a command has ended of itself.

        logs: whether SQLite's log is among it. Where the disk fails at the very end, the log must
        stay: it holds what is not in the catalog's file yet."""
        unfinished = r"^\.wit-|\.partial-|-journal$" + (r"|-wal$|-shm$" if logs else "")
        return sorted(
            str(path.relative_to(self.root)) for path in self.root.rglob("*")
            if re.search(unfinished, path.name)
            # SQLite's own sorting files lose their names at once, unless that is what fails.
            or self.root / "tmp" in path.parents and not path.name.startswith("etilqs_")
            or path.is_file() and path.stat().st_size == 0
            # The lock of sending, and SQLite's log once it is in the catalog.
            and not re.search("-sending$|-wal$|^etilqs_", path.name))

    def look(self):
        """What can be compared with another run."""
        rows = rows_of(self.catalog) if self.catalog.exists() else None
        return Look(rows, self.hashes())

    def meaning(self, name):
        """What a file says, for one whose bytes are others each time."""
        path = self.root / name
        if path.suffix == ".eml":
            data = path.read_bytes()
            status, said = self.plain(["inspect", "--json", str(path)])
            if status != 0 or not data.endswith(b"--\r\n"):
                return "broken"
            photos = re.findall(r'"name":"[^"]*"', said)
            return json.dumps(sorted(photos))
        status, said = self.plain(["read", "--json", str(path)])
        return mask(said) if status == 0 else "broken"

    def is_sound(self, known=()):
        """Why the catalog is not; None where it is. known: what was found before the accident."""
        status, said = self.plain(["check", "--json"])
        if status not in (0, 1):
            return f"check says {status}: {said.strip()}"
        for line in said.splitlines():
            finding = json.loads(line) if line.startswith("{") else {"severity": "error"}
            if finding["severity"] == "error" and line not in known:
                return "check finds " + line
        return None


def mask(text):
    return NOW.sub("NOW", UUID.sub("UUID", text))


def opened(path):
    """A catalog to read in, with nothing made beside it where no log lies there."""
    log = pathlib.Path(f"{path}-wal")
    mode = "mode=ro" if log.exists() and log.stat().st_size else "immutable=1"
    return contextlib.closing(sqlite3.connect(f"file:{path}?{mode}", uri=True))


def rows_of(path):
    """A catalog's rows by table, without what is another each time."""
    with opened(path) as db:
        db.text_factory = lambda octets: octets.decode(errors="replace")
        schema = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall()
        virtual = [name for name, sql in schema if sql and "VIRTUAL TABLE" in sql.upper()]
        tables = [name for name, _ in schema if name not in LOGS and name not in virtual
                  and not name.startswith("sqlite_")
                  and not any(name.startswith(each + "_") for each in virtual)]
        photos = dict(db.execute(
            "SELECT photo.id, ifnull(min(file.path), 'photo ' || ifnull(hex(fingerprint), name)) "
            "FROM photo LEFT JOIN file ON file.photo = photo.id GROUP BY photo.id".replace(
                "fingerprint", "photo.fingerprint")))
        traits = dict(db.execute("SELECT id, json FROM traits"))
        used = {number for number, in db.execute("SELECT traits FROM photo")}
        found = {}
        for table in tables:
            # A proposal that no file makes any more tells only by which steps a state was reached.
            standing = " WHERE state <> 'withdrawn'" if table == "proposal" else ""
            cursor = db.execute(f'SELECT * FROM "{table}"{standing}')
            names = [column[0] for column in cursor.description]
            rows = [tuple(shown(table, name, value, photos, traits)
                          for name, value in zip(names, row))
                    for row in cursor if table != "traits" or row[0] in used]
            rows = sorted(set(rows) if table in REPEATED else rows, key=repr)
            found[table] = [dict(zip(names, row)) for row in rows]
        return found


def shown(table, name, value, photos, traits):
    if name == "photo" or table in ("photo", "own_place") and name == "id":
        return photos.get(value, value)
    if name == "traits":
        return mask(traits.get(value, ""))
    if name == "restored_by":
        # Whether, not by which change.
        return value and "*"
    if MASKED.match(name) or (table, name) in LENGTHS:
        return "*"
    if isinstance(value, bytes):
        return value.hex()
    return mask(value) if isinstance(value, str) else value


def differences(one, other):
    """The columns and files that differ between two clean runs: other each time, so not compared
    (files: compared by what they say)."""
    columns = set()
    for table, rows in one.rows.items():
        others = other.rows.get(table, [])
        for row, match in zip(rows, others):
            columns |= {(table, name) for name in row if row[name] != match.get(name)}
    files = {name for name in one.files if one.files[name] != other.files.get(name)}
    return columns, files


def brief(rows, others):
    """Rows, without the columns in which they are like the others."""
    if len(rows) != len(others):
        return [[(name, str(value)[-40:]) for name, value in row] for row in rows]
    return [[(name, str(value)[-60:]) for (name, value), other in zip(row, match)
             if (name, value) != other or name in ("path", "id")]
            for row, match in zip(rows, others)]


def unlike(wanted, found, columns, files):
    """What is other in one look than in another; None where nothing is."""
    if wanted.rows and not found.rows:
        return "there is no catalog"
    for table in sorted(wanted.rows or {}):
        plain = lambda look: sorted(
            ([(name, value) for name, value in row.items() if (table, name) not in columns]
             for row in look.rows.get(table, [])), key=repr)
        if plain(wanted) != plain(found):
            less = [row for row in plain(wanted) if row not in plain(found)]
            more = [row for row in plain(found) if row not in plain(wanted)]
            return f"table {table} lacks {brief(less, more)}, has {brief(more, less)}"
    names = set(wanted.files) ^ set(found.files)
    if names:
        return f"files that are in one run alone: {sorted(names)}"
    for name, digest in wanted.files.items():
        if name not in files and found.files[name] != digest:
            return f"{name} has other bytes"
    return None


