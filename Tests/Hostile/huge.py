"""Messages of more than a gigabyte, from a file, a pipe and an mbox, whole and in pieces."""

import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

from attacks.builders import MIXED, lines
from running import in_child


def write_huge(path, escaped):
    """A message with an attachment of 1 GB in base64, in an mbox with lines to unescape if so."""
    block = lines(random.Random(1).randbytes(57 * 20_000)) + b"\n"
    with open(path, "wb") as file:
        if escaped:
            file.write(b"From a Fri Nov 20 10:00:00 2026\n")
        file.write(b"Subject: huge\n" + MIXED + b"--b\n\n")
        file.write(b">From here\n" if escaped else b"text\n")
        file.write(b"--b\nContent-Type: application/octet-stream; name=a.bin\n"
                   b"Content-Transfer-Encoding: base64\n\n")
        for _ in range((1 << 30) // (57 * 20_000)):
            file.write(block)
        file.write(b"--b--\n")


def write_pieces(path, is_folder):
    """A message with an attachment of 300 MB in pieces of 5 MB, one of 100 MB among them, shuffled;
    in an mbox or in a folder."""
    rest = (b"Subject: huge\n" + MIXED + b"--b\nContent-Type: application/octet-stream; name=a.bin\n"
            b"Content-Transfer-Encoding: base64\n\n"
            + (lines(random.Random(1).randbytes(57 * 20_000)) + b"\n") * 195 + b"--b--\n")
    pieces = []
    while rest:
        size = 100_000_000 if len(pieces) == 20 else 5_000_000
        cut = rest.rfind(b"\n", 0, size) + 1
        pieces.append(rest[:cut])
        rest = rest[cut:]
    order = list(enumerate(pieces, 1))
    random.Random(2).shuffle(order)
    if is_folder:
        path.mkdir()
    for place, (number, piece) in enumerate(order):
        head = (b"Subject: outer\nContent-Type: message/partial; id=a; number=%d; total=%d\n\n"
                % (number, len(pieces)))
        if is_folder:
            (path / f"{place:03}.eml").write_bytes(head + piece)
        else:
            with open(path, "ab") as file:
                file.write(b"From a Fri Nov 20 10:00:00 2026\n" + head + piece + b"\n")


def size(path):
    files = path.iterdir() if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files)


def huge(program, ways):
    """Prints and judges the huge messages; how many are wrong."""
    failed = 0
    print(f"{'message of 1.4 GB, or of 300 MB in pieces':42} {'s':>6} {'MB/s':>6} {'MB':>5}  decoded")
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR", "/var/tmp")) as folder:
        for number, way in enumerate((
                "file", "pipe", "mbox", "mbox through a pipe", "file, import", "pieces, mbox",
                "pieces, mbox through a pipe", "pieces, folder", "pieces, mbox, import")):
            if ways and not any(word in way for word in ways):
                continue
            path = pathlib.Path(folder, f"huge-{number}")
            in_pieces = "pieces" in way
            in_child(lambda: write_pieces(path, "folder" in way) if in_pieces
                     else write_huge(path, "mbox" in way))
            verb = ["import", "--catalog", f"{folder}/c.sqlite"] if "import" in way else ["inspect"]
            command = [program, *verb, "--json", "--limit", "decoded=2G"]
            command.append("-" if "pipe" in way else str(path))
            start = time.monotonic()
            feed = subprocess.Popen(["cat", path], stdout=subprocess.PIPE) if "pipe" in way else None
            process = subprocess.Popen(command, stdin=feed and feed.stdout, stdout=subprocess.PIPE)
            output = process.stdout.read()
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            seconds = time.monotonic() - start
            memory = usage.ru_maxrss / (1024 if sys.platform == "linux" else 1 << 20)
            # The last message is the one that was put together.
            report = json.loads(output.splitlines()[-1])
            decoded = max((part["bytes"] for part in report.get("parts", [])), default=0)
            due = 57 * 20_000 * (195 if in_pieces else (1 << 30) // (57 * 20_000))
            wrong = memory > 200 or (verb[0] == "inspect" and decoded != due)
            failed += wrong
            rate = size(path) / 1e6 / seconds
            print(f"{way:42} {seconds:6.2f} {rate:6.0f} {memory:5.0f}  {decoded:,}"
                  + ("   WRONG" if wrong else ""), flush=True)
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
    return failed
