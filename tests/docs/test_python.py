"""What the page about the library shows is what Python answers."""

from __future__ import annotations

import doctest
import re
import warnings
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "python.md").read_text("utf-8")


def test_the_script_runs_and_is_short(capsys):
    script = re.search(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[1]
    assert len(script.splitlines()) <= 25
    assert f"```python\n{script}```" in (ROOT / "README.md").read_text("utf-8")
    exec(compile(script, "python.md", "exec"), {})  # noqa: S102  our own page
    said = capsys.readouterr().out
    assert "  . . . . . . .\n  . . . o . . .\n  . . x x . . .\n  1 2 3 4 5 6 7\n" in said
    assert "\n'9' is not a move; moves look like 1" in said
    assert "\n3. " in said
    assert said.splitlines()[-1] in ("Red wins", "Yellow wins", "The board is full: a draw")


def test_python_answers_as_the_page_shows():
    session = "\n".join(re.findall(r"^```pycon\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
    example = doctest.DocTestParser().get_doctest(session, {}, "python.md", None, 0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what other libraries warn of
        assert doctest.DocTestRunner().run(example) == (0, len(example.examples))
