"""What tests of the package share: wheels, and environments in which they are installed."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest
from tests.server.conftest import postgres

__all__ = ["postgres"]

ROOT = Path(__file__).parents[2]


def build_wheel(sources: Path, folder: Path) -> Path:
    """The wheel of these sources."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=sources, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


def install(wheel: Path, home: Path) -> Path:
    """A new environment that holds the wheel and sees the packages it needs, but not the sources; its Python."""
    venv.create(home, with_pip=False, symlinks=os.name != "nt")
    place = sysconfig.get_path("purelib", "venv", {"base": str(home), "platbase": str(home)})
    with zipfile.ZipFile(wheel) as archive:  # which is all that installing a wheel without compiled code means
        archive.extractall(place)
    (Path(place) / "needed.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    return home / ("Scripts" if os.name == "nt" else "bin") / "python"


def clean_environment(**more: str) -> dict[str, str]:
    """The environment, without what would let a Python find the sources."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")} | more


@pytest.fixture(scope="session")
def wheel(tmp_path_factory) -> Path:
    """The wheel of these sources."""
    return build_wheel(ROOT, tmp_path_factory.mktemp("wheel"))
