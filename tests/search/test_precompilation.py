"""Games compiled in a process of their own, within limits."""

from __future__ import annotations

import subprocess
import sys

import pytest

from ludus.games import find_game
from ludus.rules.errors import LudusError
from ludus.search import precompilation
from ludus.search.precompilation import PATIENCE, PLAYER, RULES, CompileError, CompileLimits, Precompilation, is_compiled


@pytest.fixture
def cold(tmp_path, monkeypatch):
    """An empty cache."""
    monkeypatch.setenv("LUDUS_CACHE", str(tmp_path))
    return find_game("tic-tac-toe")


def test_a_compilation_that_takes_too_long_is_ended(cold, monkeypatch):  # security
    if sys.platform != "win32":
        monkeypatch.setattr(precompilation, "PATIENCE", 1000)  # it is its processor time that ends it
    with pytest.raises(CompileError, match=r"compiling Tic-tac-toe took longer than 0\.3 seconds"):
        Precompilation(cold, (RULES,), CompileLimits(seconds=0.3)).wait()
    assert not is_compiled(cold, RULES)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit of processor time there")
def test_a_compilation_may_wait_longer_than_it_may_take(cold, monkeypatch):  # security
    stopped = Precompilation(cold, (RULES,), CompileLimits(seconds=60))
    assert stopped._alarm.interval == PATIENCE * 60 > 60  # a busy machine is not the game's fault
    stopped.stop()
    monkeypatch.setattr(precompilation, "PATIENCE", 0.001)  # a process that waits for ever takes no processor time
    with pytest.raises(CompileError, match=r"took longer than 60 seconds"):
        Precompilation(cold, (RULES,), CompileLimits(seconds=60)).wait()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux limits the memory of a process this way")
def test_a_compilation_that_takes_too_much_memory_is_ended(cold):  # security
    with pytest.raises(CompileError):
        Precompilation(cold, (RULES,), CompileLimits(seconds=60, megabytes=300)).wait()
    assert not is_compiled(cold, RULES)


def test_what_cannot_be_compiled_is_said_in_the_authors_words(cold, tmp_path):
    file = tmp_path / "gone.py"
    file.write_text(cold.path.read_text("utf-8"), "utf-8")
    from ludus.rules.gamefile import read_game_file

    game = read_game_file(file)
    file.unlink()
    with pytest.raises(LudusError, match=r"gone\.py: the file cannot be read"):
        Precompilation(game, (RULES,)).wait()


def test_whoever_waits_needs_no_compiler():
    code = "import sys, ludus.search.precompilation as p\nfrom ludus.games import find_game\n"
    code += "p.is_compiled(find_game('othello'), 'player')\nassert 'numba' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.slow
def test_what_was_compiled_apart_is_there_for_everybody(cold):
    compilation = Precompilation(cold, (RULES, PLAYER))
    compilation.wait()
    assert is_compiled(cold, RULES)
    assert is_compiled(cold, PLAYER)
    functions, expected, _ = compilation.progress
    assert 20 < functions <= expected
