"""A PostgreSQL of one's own: started in an empty folder, reached through a socket there, gone afterwards."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

USER = "ludus"


def binaries() -> Path | None:
    """The folder with `initdb` and `pg_ctl`, or None where PostgreSQL is not installed."""
    found = shutil.which("initdb")
    folders = [Path(found).parent] if found else sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return next((folder for folder in reversed(folders) if (folder / "pg_ctl").exists()), None)


@contextmanager
def running_postgres(folder: Path) -> Iterator[str]:
    """The address of a database on a server that runs meanwhile; fsync is on, as it is for people."""
    home = Path(tempfile.mkdtemp(prefix="ludus-pg-"))  # short: the path of a socket has at most 107 characters
    program = _someone_else(home) if os.name == "posix" and os.geteuid() == 0 else {}

    def run(*words: str) -> None:
        done = subprocess.run(
            words,
            cwd=home,
            env={**os.environ, "LC_ALL": "C"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            check=False,
            **program,
        )
        assert done.returncode == 0, done.stderr.decode()

    try:
        run(str(folder / "initdb"), "-D", "data", "-U", USER, "--auth=trust", "--encoding=UTF8", "--no-sync")
        settings = f"-k {home} -c listen_addresses='' -c shared_buffers=16MB -c max_connections=40"
        run(str(folder / "pg_ctl"), "-D", "data", "-w", "-l", "log", "-o", settings, "start")
        try:
            yield f"postgresql://{USER}@/postgres?host={home}"
        finally:
            run(str(folder / "pg_ctl"), "-D", "data", "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(home, ignore_errors=True)


def pg_ctl(address: str, *words: str) -> None:
    """Stop or start the server behind such an address."""
    home, folder = Path(address.partition("host=")[2]), binaries()
    assert folder
    program: dict[str, Any] = _someone_else(home) if os.name == "posix" and os.geteuid() == 0 else {}
    settings = f"-k {home} -c listen_addresses='' -c shared_buffers=16MB -c max_connections=40"
    more = ["-o", settings] if "start" in words else []
    done = subprocess.run(
        [str(folder / "pg_ctl"), "-D", "data", "-w", "-l", "log", *more, *words],
        cwd=home,
        env={**os.environ, "LC_ALL": "C"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
        **program,
    )
    assert done.returncode == 0, (home / "log").read_text()


def _someone_else(home: Path) -> dict[str, object]:
    """PostgreSQL refuses to run as root: give the folder to a user with fewer rights, and run as that user."""
    import pwd

    names = {entry.pw_name for entry in pwd.getpwall()}
    user = next(name for name in ("postgres", "nobody") if name in names)
    entry = pwd.getpwnam(user)
    os.chown(home, entry.pw_uid, entry.pw_gid)
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
