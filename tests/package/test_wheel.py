"""The package as people install it: built, and tried where nothing of this repository can be seen."""

from __future__ import annotations

import subprocess
import zipfile
from email import message_from_string

from tests.package.conftest import clean_environment, install


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
    python = install(wheel, home)

    def said(*words: str) -> str:
        ran = subprocess.run(
            [python, *words], cwd=tmp_path, env=clean_environment(), check=True, capture_output=True, text=True, encoding="utf-8"
        )
        return ran.stdout

    assert str(home) in said("-c", "import ludus; print(ludus.__file__)")
    assert "tic-tac-toe" in said("-m", "ludus", "games")
    assert "Bring one of your pieces to the far row." in said("-m", "ludus", "rules", "breakthrough")
