"""The cache folders: used ones stay, old ones are removed, and processes do not get in each other's way."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from ludus.rules.compiled.cache import LONGEST_UNUSED, MOST_FOLDERS, SAFE_FOR, STAMP, CacheFolder, cache_folder, prune

NOW = time.time()


@pytest.fixture
def folders(tmp_path, monkeypatch):
    """An empty cache."""
    monkeypatch.setenv("LUDUS_CACHE", str(tmp_path))
    path = tmp_path / "kernels"
    path.mkdir()
    return path


def make(folders, name, unused):
    """A folder that was last used `unused` seconds ago."""
    path = folders / name
    path.mkdir()
    (path / "game.py").write_text("GAME = None\n")
    (path / STAMP).touch()
    os.utime(path / STAMP, (NOW - unused, NOW - unused))
    return path


def names(folders):
    return sorted(path.name for path in folders.iterdir())


def test_a_folder_that_cannot_be_written_is_done_without(tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("LUDUS_CACHE", str(blocked))
    assert cache_folder().is_dir()
    assert cache_folder() == cache_folder()


def test_a_folder_that_nobody_has_used_for_a_month_is_removed(folders):
    make(folders, "old", LONGEST_UNUSED + 60)
    make(folders, "young", LONGEST_UNUSED - 60)
    prune(folders, now=NOW)
    assert names(folders) == ["young"]


def test_of_too_many_folders_those_unused_for_longest_are_removed(folders):
    for number in range(MOST_FOLDERS + 3):
        make(folders, f"game-{number:03}", SAFE_FOR + 60 + number)
    prune(folders, now=NOW)
    assert names(folders) == [f"game-{number:03}" for number in range(MOST_FOLDERS)]


def test_a_folder_used_today_stays_however_many_there_are(folders):
    for number in range(MOST_FOLDERS + 3):
        make(folders, f"game-{number:03}", number)
    prune(folders, now=NOW)
    assert len(names(folders)) == MOST_FOLDERS + 3


def test_opening_a_folder_touches_it_and_a_new_one_prunes_the_rest(folders):
    make(folders, "mine", LONGEST_UNUSED + 60)
    make(folders, "old", LONGEST_UNUSED + 60)
    mine = CacheFolder("mine")
    assert (mine.path / STAMP).stat().st_mtime > NOW - 60
    assert names(folders) == ["mine", "old"]
    CacheFolder("new")
    assert names(folders) == ["mine", "new"]


def test_a_folder_without_a_stamp_counts_from_its_own_date(folders):
    (folders / "ancient").mkdir()
    os.utime(folders / "ancient", (NOW - LONGEST_UNUSED - 60,) * 2)
    (folders / "recent").mkdir()
    prune(folders, now=NOW)
    assert names(folders) == ["recent"]


def test_what_an_interrupted_process_has_left_behind_is_removed(folders):
    make(folders, ".removed-old", 0)
    prune(folders, now=NOW)
    assert names(folders) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps open folders by itself")
def test_a_folder_in_use_is_never_removed(folders):
    used = CacheFolder("used")
    prune(folders, now=NOW + 10 * LONGEST_UNUSED)
    assert names(folders) == ["used"]
    del used
    prune(folders, now=NOW + 10 * LONGEST_UNUSED)
    assert names(folders) == []


USE = """
import sys, time
from ludus.rules.compiled.cache import CacheFolder
folder = CacheFolder("used")
print("open", flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps open folders by itself")
def test_a_folder_that_another_process_uses_is_never_removed(folders):
    with subprocess.Popen([sys.executable, "-c", USE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout.readline() == "open\n"
        prune(folders, now=NOW + 10 * LONGEST_UNUSED)
        assert names(folders) == ["used"]
        other.communicate()
    prune(folders, now=NOW + 10 * LONGEST_UNUSED)
    assert names(folders) == []


MANY = """
import os, time
from pathlib import Path
from ludus.rules.compiled.cache import LONGEST_UNUSED, CacheFolder, prune
folders = Path(os.environ["LUDUS_CACHE"]) / "kernels"
for number in range(300):
    folder = CacheFolder(f"game-{number % 7}")
    folder.write("game.py", "GAME = None\\n")
    assert (folder.path / "game.py").read_text() == "GAME = None\\n"
    prune(folders, now=time.time() + 10 * LONGEST_UNUSED)
    assert (folder.path / "game.py").exists()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps open folders by itself")
def test_processes_that_use_and_prune_at_once_do_not_get_in_each_others_way(folders):
    running = [subprocess.Popen([sys.executable, "-c", MANY], stderr=subprocess.PIPE, text=True) for _ in range(4)]
    for process in running:
        _, errors = process.communicate(timeout=120)
        assert process.returncode == 0, errors
