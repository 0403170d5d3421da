"""What the pages for authors show works, and where they point to something is there."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from ludus.games import GAMES
from ludus.rules.gamefile import read_game_file
from ludus.rules.kit import check_game

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
CONTRACT = (DOCS / "contract.md").read_text("utf-8")
GOOFSPIEL = "\n\n".join(re.findall(r"^```python\n# goofspiel\.py\n(.*?)^```$", CONTRACT, re.MULTILINE | re.DOTALL))
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.glob("*.md")), *sorted(DOCS.glob("games/*.md"))]


def broken_promises(path: Path, source: str) -> list[str]:
    path.write_text(source, "utf-8")
    return [report.name for report in check_game(read_game_file(path), positions=100) if report.problems]


def test_the_example_keeps_every_promise(tmp_path):  # B1
    assert broken_promises(tmp_path / "goofspiel.py", GOOFSPIEL) == []


def test_the_check_notices_a_bid_that_shows(tmp_path):
    shown = GOOFSPIEL.replace('    private=("bids",),\n', "")
    assert broken_promises(tmp_path / "goofspiel.py", shown) == ["hidden stays hidden"]


def test_python_answers_as_the_page_shows():
    session = "\n".join(re.findall(r"^```pycon\n(.*?)^```$", CONTRACT, re.MULTILINE | re.DOTALL))
    example = doctest.DocTestParser().get_doctest(session, {}, "contract.md", None, 0)
    assert doctest.DocTestRunner().run(example) == (0, len(example.examples))


@pytest.mark.parametrize("page", PAGES, ids=[page.relative_to(ROOT).as_posix() for page in PAGES])
def test_every_link_leads_somewhere(page):
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
        path, _, heading = target.partition("#")
        place = (page.parent / path).resolve() if path else page
        assert place.exists() or place.stem in GAMES, target
        if heading:
            headings = re.findall(r"^#+ (.+)$", place.read_text("utf-8"), re.MULTILINE)
            assert heading in {re.sub(r"[^\w -]", "", words.lower()).replace(" ", "-") for words in headings}, target


def test_the_index_lists_every_page():
    listed = set(re.findall(r"\]\(([\w/]+\.md)\)", (DOCS / "README.md").read_text("utf-8")))
    pages = {page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")}
    assert {page for page in pages if not page.startswith("decisions/")} - {"README.md"} <= listed
