"""The conformance kit as pytest tests."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import ludus
from ludus.rules import starter

test_tic_tac_toe = ludus.conformance("tic-tac-toe", positions=100)


def test_a_broken_promise_is_a_failed_test(tmp_path):
    source = Path(starter.__file__).read_text("utf-8")
    (tmp_path / "mygame.py").write_text(source.replace("not_your_pawn, not_a_pawn_move)", "not_your_pawn)"), "utf-8")
    (tmp_path / "test_mygame.py").write_text(
        "import ludus\n\ntest_my_game = ludus.conformance('mygame.py', positions=60)\n", "utf-8"
    )
    asked = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "test_mygame.py"]
    done = subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1, done.stdout
    assert "FAILED test_mygame.py::test_my_game[every refusal has a reason]" in done.stdout
