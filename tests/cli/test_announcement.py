"""What a server says when it is ready can be typed where it says so."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ludus.cli.composition.announcement import program


@pytest.fixture
def place(tmp_path, monkeypatch):
    """An environment in a folder of its own, which is not active."""
    folder = tmp_path / ".venv" / "bin"
    folder.mkdir(parents=True)
    (folder / "ludus").touch(mode=0o755)
    monkeypatch.setattr(sys, "executable", str(folder / "python"))
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.mark.skipif(sys.platform == "win32", reason="programs are called otherwise there")
def test_the_program_is_named_by_its_path_unless_its_environment_is_active(place, monkeypatch):
    assert program() == str(Path(".venv", "bin", "ludus"))
    monkeypatch.chdir("/usr")
    assert program() == str(place / "ludus")
    monkeypatch.setenv("PATH", str(place))
    assert program() == "ludus"
    (place / "ludus").unlink()
    assert program() == f"{place / 'python'} -m ludus"
