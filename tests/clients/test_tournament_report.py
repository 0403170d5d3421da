"""The page that a tournament without a server leaves behind, in a browser."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from ludus.cli.main import app

PLAN = """game = "tic-tac-toe"
kind = "knockout"
[[player]]
name = "ann_with_a_longer_name"
engine = "depth=9"
[[player]]
name = "bob"
engine = "depth=9"
"""


@pytest.fixture(scope="module")
def report(tmp_path_factory) -> str:
    """The address of a report: two players who never lose, so that the starting order decides."""
    folder = tmp_path_factory.mktemp("report")
    (folder / "t.toml").write_text(PLAN, "utf-8")
    done = CliRunner().invoke(app, ["tournament", "run", str(folder / "t.toml"), "--games", "1"])
    assert done.exit_code == 0, done.output
    return (folder / "t" / "report.html").as_uri()


@pytest.mark.parametrize("width", [1280, 390])
def test_it_opens_at_its_title_and_fits(chromium, report, width):
    page = chromium.new_page(viewport={"width": width, "height": 700})
    page.goto(report)
    page.get_by_role("button", name="replay").first.wait_for()
    assert page.evaluate("[scrollY, document.documentElement.scrollWidth]") == [0, width]
    replay = page.get_by_role("button", name="replay").first.bounding_box()
    assert replay["x"] + replay["width"] <= width
    assert page.get_by_role("cell", name="a draw").first.bounding_box()["width"] > 150
    page.close()


def test_drawn_games_count_half_in_the_bracket_and_the_table_of_a_knockout_counts_matches(chromium, report):
    page = chromium.new_page()
    page.goto(report)
    lines = page.locator(".meet div").all_inner_texts()
    assert [line.split() for line in lines] == [["ann_with_a_longer_name", "2"], ["bob", "2"]]
    page.get_by_text("the better place in the starting order").wait_for()
    assert page.locator("#table thead").inner_text().split() == ["player", "matches", "won", "lost"]
    page.close()
