"""The search does today what it did yesterday; `make golden` rewrites its signatures."""

from __future__ import annotations

from pathlib import Path

from ludus.games import all_games
from ludus.rules.rulebook import Rulebook
from ludus.search.signature import signature

SIGNATURES = Path(__file__).parents[1] / "golden" / "signatures.tsv"


def test_the_search_looks_at_as_many_positions_as_recorded(rewrite_golden):
    lines = ["game\tdepth\tpositions\tvalue"]
    for file in all_games():
        if file.game.acts is None:
            made = signature(Rulebook(file))
            lines.append(f"{file.game.slug}\t{made.depth}\t{made.nodes}\t{made.value}")
    text = "\n".join(lines) + "\n"
    if rewrite_golden:
        SIGNATURES.write_text(text, "utf-8")
    assert SIGNATURES.read_text("utf-8") == text
