"""The commands that write: what is there before, what is run, and what is run after an accident."""

import collections
import json
import os
import pathlib
import shutil
import sqlite3

import state

ROOT = pathlib.Path(__file__).resolve().parents[2]
PHOTOS = ROOT / "Fixtures" / "photos"

Operation = collections.namedtuple("Operation", "name prepare command again statuses settle")
Operation.__doc__ = """again: what a person runs after an accident, for a scene; None for nothing,
where the work is done. statuses: how a run may end that nothing befell, and one after it. settle:
what is run before states are compared."""

OPERATIONS = []


def operation(name, *command, again=None, statuses=(0,), settle=None):
    """Registers a command with what prepares its scene."""
    def register(prepare):
        OPERATIONS.append(
            Operation(name, prepare, list(command), again or (lambda scene: list(command)),
                      set(statuses), settle))
        return prepare
    return register


def photos(scene, *names):
    for name in names:
        shutil.copyfile(PHOTOS / name, scene.root / "photos" / name)


def cataloged(scene, *names):
    photos(scene, *names)
    scene.run("catalog", "--quiet", "photos")


@operation("first catalog", "catalog", "photos")
def _(scene):
    photos(scene, "cat.jpg", "boat.jpg", "bird.jpg")
    shutil.rmtree(scene.root / "catalog")


@operation("rescan", "catalog", "photos")
def _(scene):
    cataloged(scene, "cat.jpg", "boat.jpg", "bird.jpg", "bridge.jpg")
    at = scene.root / "photos"
    scene.run("edit", "photos/cat.jpg", "--name", "Mine")
    (at / "boat.jpg").rename(at / "moved.jpg")
    (at / "bird.jpg").unlink()
    photos(scene, "whale.jpg")
    # Another program gives a photo another name.
    shutil.copyfile(scene.shared / "retagged-cat.jpg", at / "cat.jpg")


@operation("first import", "import", "mail.eml", "--into", "pictures")
def _(scene):
    shutil.copyfile(scene.shared / "mail.eml", scene.root / "mail.eml")
    shutil.rmtree(scene.root / "catalog")


@operation("import", "import", "mail.eml", "--into", "pictures")
def _(scene):
    cataloged(scene, "cat.jpg", "bridge.jpg")
    scene.run("edit", "photos/cat.jpg", "--name", "Mine")
    shutil.copyfile(scene.shared / "mail.eml", scene.root / "mail.eml")


@operation("edit --write-metadata", "edit", "photos/cat.jpg", "photos/boat.jpg", "--name", "New",
           "--keyword", "+seen", "--write-metadata")
def _(scene):
    cataloged(scene, "cat.jpg", "boat.jpg", "bird.jpg")


@operation("edit --write-sidecar", "edit", "photos/cat.jpg", "photos/boat.jpg", "--name", "New",
           "--keyword", "+seen", "--write-sidecar")
def _(scene):
    photos(scene, "cat.jpg", "boat.jpg")
    shutil.copyfile(scene.shared / "cat.jpg.xmp", scene.root / "photos" / "cat.jpg.xmp")
    scene.run("catalog", "--quiet", "photos")


# The number of the edit that is undone.
EDIT = 0


# A scan has the catalog note what the files say again, where a run could not.
@operation("undo", "undo", again=lambda scene: ["undo", str(EDIT)], settle=["catalog", "photos"])
def _(scene):
    global EDIT
    cataloged(scene, "cat.jpg", "boat.jpg")
    scene.run("edit", "photos/cat.jpg", "photos/boat.jpg", "--name", "New", "--write-metadata",
              "--write-sidecar")
    changes = scene.run("undo", "--list", "--json").splitlines()
    EDIT = max(json.loads(line)["number"] for line in changes)


def share_again(scene):
    whole = (scene.root / "out" / "mail.eml").exists()
    return None if whole else SHARE


SHARE = ["share", "photos/cat.jpg", "photos/boat.jpg", "--to", "ann@example.org", "--from",
         "me@example.org", "--output", "out/mail.eml"]


@operation("share to a file", *SHARE, again=share_again)
def _(scene):
    cataloged(scene, "cat.jpg", "boat.jpg")


SEND = ["share", "photos/cat.jpg", "--to", "ann@example.org", "--send"]


def send_again(scene):
    with state.opened(scene.catalog) as db:
        waiting, = db.execute("SELECT count(*) FROM outbox").fetchone()
    return None if waiting else SEND


# Nobody answers at the port: the mail waits, and the run ends with 1.
@operation("share to the outbox", *SEND, again=send_again, statuses=(0, 1))
def _(scene):
    cataloged(scene, "cat.jpg")
    (scene.root / "settings.toml").write_text(
        '[accounts.home]\naddress = "me@example.org"\nuser = "me"\n'
        'password-environment = "WIT_TEST_PASSWORD"\nsmtp = "smtps://127.0.0.1:1"\n')


@operation("fetch", "fetch", "--into", "pictures")
def _(scene):
    servers = json.loads((scene.shared / "servers.json").read_text())
    (scene.root / "settings.toml").write_text(
        '[accounts.home]\naddress = "faults@localhost"\nuser = "faults"\n'
        f'password-environment = "WIT_TEST_PASSWORD"\nca-file = "{servers["authority"]}"\n'
        f'imap = "imap://{servers["host"]}:{servers["imap"]}"\n')
    cataloged(scene, "bridge.jpg")


def backup_again(scene):
    whole = (scene.root / "out" / "copy.sqlite").exists()
    return None if whole else BACKUP


BACKUP = ["check", "--backup", "out/copy.sqlite"]


@operation("backup", *BACKUP, again=backup_again)
def _(scene):
    cataloged(scene, "cat.jpg", "boat.jpg")


@operation("repair", "check", "--repair")
def _(scene):
    cataloged(scene, "cat.jpg", "boat.jpg")
    with sqlite3.connect(scene.catalog) as db:
        db.execute("DROP INDEX photo_by_tile")
        db.execute("UPDATE photo SET missing = 1")
    db.close()


@operation("upgrade", "find", "roof")
def _(scene):
    photos(scene, "cat.jpg", "bird.jpg")
    script = (pathlib.Path(__file__).parent / "catalog-5.sql").read_text()
    with sqlite3.connect(scene.catalog) as db:
        db.executescript(script.replace("@PHOTOS@", str(scene.root / "photos")))
        db.execute("PRAGMA journal_mode = WAL")
    db.close()


def make_shared(scene):
    """What several scenes need, made once: a mail, a photo that another program wrote, a sidecar."""
    cataloged(scene, "cat.jpg", "flowers.jpg")
    scene.run("edit", "photos/cat.jpg", "--name", "Minka", "--write-metadata", "--write-sidecar")
    at = scene.root / "photos"
    scene.run("share", "photos/cat.jpg", "photos/flowers.jpg", "--to", "faults@localhost",
              "--from", "anna@example.org", "--output", "out/mail.eml")
    shutil.copyfile(scene.root / "out" / "mail.eml", scene.shared / "mail.eml")
    shutil.copyfile(at / "cat.jpg", scene.shared / "retagged-cat.jpg")
    shutil.copyfile(at / "cat.jpg.xmp", scene.shared / "cat.jpg.xmp")


def deliver(shared, servers):
    """Puts the mail into the mailbox that is fetched from."""
    (shared / "servers.json").write_text(json.dumps(servers))
    home = pathlib.Path(servers["home"])
    maildir = home / "faults" / "Maildir"
    for part in ("tmp", "new", "cur"):
        (maildir / part).mkdir(parents=True, exist_ok=True)
    shutil.copyfile(shared / "mail.eml", maildir / "new" / "1700000000.faults.localhost")
    owner = home.stat()
    for folder, _, files in os.walk(home / "faults"):
        for path in [folder, *(os.path.join(folder, name) for name in files)]:
            os.chown(path, owner.st_uid, owner.st_gid)
