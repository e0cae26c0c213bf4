"""Runs the built program and measures it: processor time and peak memory of all that it started."""

import dataclasses
import json
import math
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]


@dataclasses.dataclass
class Run:
    """What a run took and left."""
    seconds: float
    # User and system, with all children that were waited for.
    processor: float
    megabytes: float
    # The exit status; None where it took too long and was killed.
    status: int | None
    output: bytes
    errors: str

    @property
    def codes(self):
        """The codes of all findings that a report in JSON Lines names."""
        codes = set()
        for line in self.output.splitlines():
            codes |= {finding["code"] for finding in json.loads(line).get("findings", [])}
        return codes


def environment(folder):
    """One in which nothing of the person's own is read or written."""
    return dict(os.environ, XDG_CONFIG_HOME=str(folder / "config"), LC_ALL="C.UTF-8",
                XDG_DATA_HOME=str(folder / "data"), TZ="UTC")


def run(command, folder, most=None):
    """Runs a command in a folder; each of its processes ends after so many seconds of processor time,
    all of it after twenty times as long."""
    def limit():
        if most is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(most), math.ceil(most)))
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.monotonic()
        process = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL,
                                   stdout=out, stderr=err, cwd=folder, start_new_session=True,
                                   env=environment(folder), preexec_fn=limit)
        in_time = True
        while most is not None:
            done = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG)
            if done is not None:
                break
            if time.monotonic() - start > 20 * most:
                os.killpg(process.pid, signal.SIGKILL)
                in_time = False
                break
            time.sleep(0.002)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        processor = usage.ru_utime + usage.ru_stime
        if process.returncode in (-signal.SIGXCPU, -signal.SIGKILL) and processor >= 0.9 * (most or 0):
            in_time = False
        seconds = time.monotonic() - start
        out.seek(0)
        err.seek(0)
        return Run(seconds, processor,
                   usage.ru_maxrss / (1024 if sys.platform == "linux" else 1 << 20),
                   process.returncode if in_time else None, out.read(),
                   err.read().decode("utf-8", "replace"))


def in_child(work):
    """Does something in a process of its own: a child's peak memory is never below its parent's."""
    if (child := os.fork()) == 0:
        status = 1
        try:
            work()
            status = 0
        finally:
            os._exit(status)
    if os.waitpid(child, 0)[1]:
        raise RuntimeError("what should be measured could not be made")
