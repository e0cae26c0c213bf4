"""Runs a program under strace: to learn which calls it makes on files of ours, and to make one of
them fail or the program end there."""

import collections
import os
import re
import subprocess
import tempfile

# What changes files, and openat; unlink and the like under each name that a C library uses.
CHANGING = ("write", "pwrite64", "writev", "pwritev", "fsync", "fdatasync", "rename", "renameat",
            "renameat2", "link", "linkat", "unlink", "unlinkat", "ftruncate", "mkdir", "rmdir")
FAULTS = ("KILL", "ENOSPC", "EIO")
SECONDS = 60

Point = collections.namedtuple("Point", "call number paths")
Point.__doc__ = """The number-th call of a name within a thread; where paths are given, of those calls
alone that are about them."""

Ended = collections.namedtuple("Ended", "status struck output")


def strace(more, command, environment, folder, log):
    """Runs a command under strace; answers its exit status and all that it said."""
    words = ["strace", "-f", "--seccomp-bpf", "-qq", "-y", "-s", "0", "-o", log] + more
    try:
        done = subprocess.run(words + ["--"] + command, env=environment, cwd=folder,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=SECONDS)
    except subprocess.TimeoutExpired as late:
        return "hangs", (late.stdout or b"").decode(errors="replace")
    return done.returncode, done.stdout.decode(errors="replace")


def calls(log):
    """The calls in a log, in the order of their beginning: thread, name, the rest of the line."""
    with open(log, errors="replace") as lines:
        for line in lines:
            match = re.match(r"(\d+) +([a-z0-9_]+)\((.*)", line)
            if match:
                yield match.groups()


def ours(rest, root):
    """The paths below a folder that a call is about."""
    found = re.findall(r'[<"](' + re.escape(root) + r'[^>"]*)[>"]', rest)
    named = re.match(r'[^<]*<(' + re.escape(root) + r'[^>]*)>, "([^"/][^"]*)"', rest)
    return found + ([named[1] + "/" + named[2]] if named else [])


def points(command, environment, folder, root, restore):
    """Where a run may be struck: each call that changes files of ours or opens them.

    strace counts the calls of one name within each thread. Loading libraries opens many files, so
    calls of openat are counted twice: those about paths that are the same in each run by
    themselves, the others where their number is beyond what loading takes. restore puts the folder
    back in between."""
    found = []
    with tempfile.NamedTemporaryFile() as log:
        status, said = strace(["-e", "trace=openat," + ",".join(CHANGING)], command, environment,
                              folder, log.name)
        counts = collections.Counter()
        fixed, others, loading = set(), [], {}
        main = None
        for thread, name, rest in calls(log.name):
            main = main or thread
            counts[thread, name] += 1
            number = counts[thread, name]
            paths = ours(rest, root)
            if not paths:
                if thread == main:
                    loading[name] = number
                continue
            if name != "openat":
                found.append((name, number))
            elif ".wit-" in rest:
                others.append(number)
            else:
                fixed.add(paths[-1])
    found += [("openat", number) for number in others if number > loading.get("openat", 0)]
    steps = [Point(name, number, ()) for name, number in sorted(set(found))]
    if fixed:
        named = tuple(sorted(fixed))
        restore()
        with tempfile.NamedTemporaryFile() as log:
            strace([word for path in named for word in ("-P", path)] + ["-e", "trace=openat"],
                   command, environment, folder, log.name)
            counts = collections.Counter(thread for thread, name, _ in calls(log.name))
        steps += [Point("openat", number + 1, named)
                  for number in range(max(counts.values(), default=0))]
    return status, said, steps


def struck(point, fault, command, environment, folder):
    """Runs a command with one call struck."""
    kind = "signal=KILL" if fault == "KILL" else "error=" + fault
    more = [word for path in point.paths for word in ("-P", path)]
    more += ["-e", "trace=" + point.call, "-e", f"inject={point.call}:{kind}:when={point.number}"]
    with tempfile.NamedTemporaryFile() as log:
        status, said = strace(more, command, environment, folder, log.name)
        if fault == "KILL":
            return Ended(status, status == -9, said)
        with open(log.name, errors="replace") as lines:
            return Ended(status, any("(INJECTED)" in line for line in lines), said)


def plain(command, environment, folder):
    """Runs a command as it is."""
    try:
        done = subprocess.run(command, env=environment, cwd=folder, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS)
    except subprocess.TimeoutExpired as late:
        return "hangs", (late.stdout or b"").decode(errors="replace")
    return done.returncode, done.stdout.decode(errors="replace")


def environment(more):
    """An environment in which nothing of the person's own has a say."""
    kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
    return dict(kept, LC_ALL="C.UTF-8", NO_COLOR="1", **more)
