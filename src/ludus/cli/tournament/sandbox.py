"""Running a program that nobody trusts: a folder of its own, limits, and on Linux no network and no other's files.

    process = start(["python", "bot.py"], Confinement(folder=..., memory=1024, ...))

This file is also the small program that sits between us and the other (`python sandbox.py CONFINEMENT COMMAND ...`): it limits
itself and then becomes the program. It imports nothing of ours, so that it starts quickly.

    ours ── pipes ──► A  waits ──► B  first process of its namespace ──► C  the program, and whatever it starts
                                   when B ends, so does everything that C has started

| | Linux with namespaces | Linux without, macOS | Windows |
|---|---|---|---|
| processor time, size of files, open files | limited | limited | no |
| memory | limited for each process | Linux only | no |
| network, other processes | out of reach | no | no |
| files of the tournament and of the other players | hidden | no | no |
| writing outside its own folder | forbidden | no | no |
| number of processes | limited, unless you are root | no | no |
| what it leaves running | ended | ended, unless it hides in a session of its own | no |

Nowhere covered: reading other files that you may read yourself, and filling the disk slowly in its own folder.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

MEGABYTE = 1 << 20
LARGEST_FILE = 16 * MEGABYTE
MOST_FILES = 128
MOST_PROCESSES = 64
CANNOT_START = 127
"""The exit code when there is no such program, as in a shell."""

_NEW = {"mount": 0x00020000, "uts": 0x04000000, "ipc": 0x08000000, "user": 0x10000000, "pid": 0x20000000, "network": 0x40000000}
_MS_BIND, _MS_REC, _MS_PRIVATE = 0x1000, 0x4000, 0x40000
_AT_FDCWD, _AT_RECURSIVE, _RDONLY, _MOUNT_SETATTR = -100, 0x8000, 0x1, 442
_PR_SET_PDEATHSIG, _PR_SET_SECUREBITS, _PR_SET_NO_NEW_PRIVS = 1, 28, 38
_NO_ROOT = 0b11  # root has no powers, and cannot get them back


@dataclass(frozen=True)
class Confinement:
    """What a program may do. Limits are for each of its processes; 0 for none."""

    folder: str
    """The only folder it may write to, and where it runs."""
    hidden: tuple[str, ...] = ()
    """Files and folders that it does not see; if its own is inside one of them, it still sees that."""
    cpu: int = 60
    """Seconds of processor time."""
    memory: int = 1024
    """Megabytes."""
    namespaces: bool = True
    """Whether to use what only Linux has."""
    trusted: bool = False
    """Whether it is the caller's own program: it may do what they may do, and only ends when we do."""


def start(command: Sequence[str], confinement: Confinement) -> subprocess.Popen[bytes]:
    """Start a program, with pipes to and from it; raises `OSError` where even that is impossible."""
    words = [known_program(command[0]), *command[1:]]
    if os.name == "posix":
        words = [sys.executable, "-I", "-S", __file__, json.dumps(asdict(confinement)), *words]
    return subprocess.Popen(  # noqa: S603
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=confinement.folder,
        env=_environment(confinement),
        start_new_session=True,
    )


def end(process: subprocess.Popen[bytes]) -> None:
    """End a program and everything it has started, as far as that can be found."""
    if os.name == "posix":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    with suppress(ProcessLookupError):
        process.kill()
    process.wait()


def known_program(word: str) -> str:
    """The program itself; `python` and `python3` mean the one that runs us, wherever the path would lead."""
    return sys.executable if word in ("python", "python3") else word


def supports_namespaces(folder: Path) -> bool:
    """Whether this system lets us hide the network and other files from a program."""
    if sys.platform != "linux":
        return False
    with start([sys.executable, "-I", "-S", "-c", "pass"], Confinement(str(folder), (str(folder.parent),))) as process:
        try:
            _, said = process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            end(process)
            return False
        return process.returncode == 0 and not said


def _environment(confinement: Confinement) -> dict[str, str]:
    """As little as programs need: nothing of ours is told, and Python does not wait with what it prints."""
    python = {"PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1"}
    if confinement.trusted:
        return {**os.environ, **python}
    folder = confinement.folder
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "SYSTEMROOT", "PATHEXT") if name in os.environ}
    return {**kept, "HOME": folder, "TMPDIR": folder, "PYTHONDONTWRITEBYTECODE": "1", **python}


# The small program


def main(arguments: Sequence[str]) -> int:
    """Limit ourselves, then become the program, or wait for it."""
    confinement = Confinement(**json.loads(arguments[0]))
    if sys.platform == "linux":
        _call("prctl", _PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)  # nothing outlives whoever has started us
    if not confinement.trusted:
        limit(confinement)
    if confinement.trusted or not confinement.namespaces or sys.platform != "linux":
        return _become(arguments[1:])
    try:
        enter_namespaces(confinement)
    except OSError as error:
        sys.stderr.write(f"this system does not let us hide the network and other files: {error}\n")
        return CANNOT_START
    child = os.fork()
    return _wait_for(child) if child else _first_process(arguments[1:])


def limit(confinement: Confinement) -> None:
    """Set the limits that every process inherits."""
    import resource

    wanted = {"CORE": 0, "FSIZE": LARGEST_FILE, "NOFILE": MOST_FILES}
    if confinement.cpu:
        wanted["CPU"] = confinement.cpu
    if confinement.memory and sys.platform == "linux":
        wanted["AS"] = confinement.memory * MEGABYTE
    if confinement.namespaces and sys.platform == "linux":
        wanted["NPROC"] = MOST_PROCESSES  # counted in the namespace; without one it would count all that the user runs
    for name, most in wanted.items():
        with suppress(ValueError, OSError):
            resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (most, most + (name == "CPU")))


def enter_namespaces(confinement: Confinement) -> None:
    """Leave the network and the sight of other processes and files behind; raises `OSError` where that is not allowed."""
    user, group = os.getuid(), os.getgid()
    _call("unshare", sum(_NEW.values()))
    own = os.open(confinement.folder, os.O_RDONLY | os.O_DIRECTORY)  # still to be found when its path is hidden
    Path("/proc/self/setgroups").write_text("deny", "ascii")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1", "ascii")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1", "ascii")
    _call("mount", b"none", b"/", None, _MS_REC | _MS_PRIVATE, None)
    _set_read_only(b"/", True, _AT_RECURSIVE)
    for path in confinement.hidden:
        if Path(path).is_dir():
            _call("mount", b"none", path.encode(), b"tmpfs", 0, b"size=1m")
        elif Path(path).exists():
            _call("mount", b"/dev/null", path.encode(), None, _MS_BIND, None)
    with suppress(FileExistsError):
        os.makedirs(confinement.folder)  # inside what was hidden just now  # noqa: PTH103
    _call("mount", f"/proc/self/fd/{own}".encode(), confinement.folder.encode(), None, _MS_BIND, None)
    for path in confinement.hidden:
        if Path(path).is_dir():
            _set_read_only(path.encode(), True, 0)
    _set_read_only(confinement.folder.encode(), False, 0)
    os.chdir(confinement.folder)
    os.close(own)


def _first_process(command: Sequence[str]) -> int:
    """What the namespace begins with: start the program and wait for it; when we end, everything in it does."""
    _call("prctl", _PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    with suppress(OSError):
        _call("mount", b"proc", b"/proc", b"proc", 0, None)
    _call("prctl", _PR_SET_SECUREBITS, _NO_ROOT, 0, 0, 0)
    _call("prctl", _PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    child = os.fork()
    return _wait_for(child) if child else _become(command)


def _wait_for(child: int) -> int:
    """Wait for a child, and for whatever was left to us meanwhile; the exit code is the child's."""
    for stream in (0, 1, 2):
        os.close(stream)  # only the program holds the pipes
    while True:
        ended, status = os.wait()
        if ended == child:
            code = os.waitstatus_to_exitcode(status)
            return 128 - code if code < 0 else code


def _become(command: Sequence[str]) -> int:
    try:
        os.execvp(command[0], list(command))  # noqa: S606
    except OSError as error:
        sys.stderr.write(f"{command[0]} cannot be started: {error.strerror}\n")
        return CANNOT_START


def _set_read_only(path: bytes, wanted: bool, flags: int) -> None:
    """Forbid writing below a path, or allow it; kernels before 5.12 cannot, and go without."""
    attributes = (ctypes.c_uint64 * 4)(*((_RDONLY, 0, 0, 0) if wanted else (0, _RDONLY, 0, 0)))
    with suppress(OSError):
        _call("syscall", _MOUNT_SETATTR, _AT_FDCWD, path, flags, ctypes.byref(attributes), ctypes.sizeof(attributes))


def _call(name: str, *arguments: Any) -> None:
    """Call the C library."""
    library = ctypes.CDLL(None, use_errno=True)
    if getattr(library, name)(*(ctypes.c_long(each) if isinstance(each, int) else each for each in arguments)) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")


if __name__ == "__main__":
    code = main(sys.argv[1:])
    os._exit(code)
