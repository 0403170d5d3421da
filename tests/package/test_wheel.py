"""The package as people install it: built, and tried where nothing of this repository can be seen."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from email import message_from_string
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_describes_itself_without_links_that_lead_nowhere(wheel):
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = message_from_string(archive.read(name).decode("utf-8"))
        files = set(archive.namelist())
    assert "](docs/" not in metadata.get_payload()
    assert "Programming Language :: Python :: 3.14" in metadata.get_all("Classifier")
    assert {"ludus/py.typed", "ludus/examples/breakthrough.py", "ludus/clients/web/files/index.html"} <= files
    assert not any(name.startswith("tests/") for name in files)


def test_the_wheel_works_in_a_fresh_environment(wheel, tmp_path):
    """A new environment holds the wheel and sees the packages it needs, but not the sources."""
    home = tmp_path / "fresh"
    venv.create(home, with_pip=False, symlinks=os.name != "nt")
    place = sysconfig.get_path("purelib", "venv", {"base": str(home), "platbase": str(home)})
    with zipfile.ZipFile(wheel) as archive:  # which is all that installing a wheel without compiled code means
        archive.extractall(place)
    (Path(place) / "needed.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    python = home / ("Scripts" if os.name == "nt" else "bin") / "python"

    def said(*words: str) -> str:
        clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        ran = subprocess.run(
            [python, *words], cwd=tmp_path, env=clean, check=True, capture_output=True, text=True, encoding="utf-8"
        )
        return ran.stdout

    assert str(home) in said("-c", "import ludus; print(ludus.__file__)")
    assert "tic-tac-toe" in said("-m", "ludus", "games")
    assert "Bring one of your pieces to the far row." in said("-m", "ludus", "rules", "breakthrough")
