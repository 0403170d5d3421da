"""How everything looks: dark, light, for people who confuse red and green, and without colours.

Nothing is told by colour alone: the square under the cursor, those that may come next and those already chosen have marks, and
the pieces of team 2 are written in capitals.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ludus.clients.terminal.canvas import TextStyle

LEVELS = (0, 95, 135, 175, 215, 255)
"""The six brightnesses of which the palette of 256 colours is made."""

BLACK, WHITE = 16, 231


class Theme(NamedTuple):
    """A style for each thing that is drawn, and the grounds of squares."""

    name: str
    text: TextStyle
    faint: TextStyle
    strong: TextStyle
    bar: TextStyle
    chosen: TextStyle
    alarm: TextStyle
    light: int
    dark: int
    plain: tuple[int, int]
    """Two that are nearly alike, so that neighbours can be told apart."""
    special: int
    last: int
    next: int
    entered: int
    cursor: int
    inks: tuple[int, int]
    """What is written on squares: usual, and faint."""
    teams: tuple[int, ...] = ()
    """The colours of teams, where those of the game are not used."""


DARK = Theme(
    "dark",
    text=TextStyle(252, 234),
    faint=TextStyle(245, 234),
    strong=TextStyle(252, 234, bold=True),
    bar=TextStyle(231, 24, bold=True),
    chosen=TextStyle(231, 31, bold=True),
    alarm=TextStyle(216, 234, bold=True),
    light=241,
    dark=237,
    plain=(238, 236),
    special=54,
    last=23,
    next=28,
    entered=94,
    cursor=32,
    inks=(252, 247),
)
LIGHT = Theme(
    "light",
    text=TextStyle(235, 231),
    faint=TextStyle(243, 231),
    strong=TextStyle(235, 231, bold=True),
    bar=TextStyle(231, 25, bold=True),
    chosen=TextStyle(231, 32, bold=True),
    alarm=TextStyle(124, 231, bold=True),
    light=254,
    dark=250,
    plain=(254, 252),
    special=183,
    last=152,
    next=150,
    entered=222,
    cursor=117,
    inks=(BLACK, 240),
)
COLOUR_BLIND = DARK._replace(
    name="colour-blind",
    chosen=TextStyle(231, 25, bold=True),
    alarm=TextStyle(220, 234, bold=True),
    special=60,
    last=239,
    next=25,
    entered=130,
    cursor=67,
    teams=(208, 75, 220, 231, 140, 37, 250, 95),
)
_PLAIN = TextStyle()
MONO = Theme(
    "mono", _PLAIN, _PLAIN, TextStyle(bold=True), TextStyle(reverse=True), TextStyle(reverse=True), TextStyle(bold=True),
    -1, -1, (-1, -1), -1, -1, -1, -1, -1, (-1, -1),
)  # fmt: skip
"""No colours: for NO_COLOR and terminals that have none."""

THEMES = {theme.name: theme for theme in (DARK, LIGHT, COLOUR_BLIND, MONO)}


def theme_for(wanted: str, environment: Mapping[str, str]) -> Theme:
    """The theme that was asked for, or the one that suits the terminal."""
    if wanted:
        return THEMES[wanted]
    if environment.get("NO_COLOR") or environment.get("TERM", "") in ("dumb", "vt100", "vt220"):
        return MONO
    ground = environment.get("COLORFGBG", "").rpartition(";")[2]
    return LIGHT if ground in ("7", "15") else DARK


def after(theme: Theme) -> Theme:
    """The next theme."""
    names = list(THEMES)
    return THEMES[names[(names.index(theme.name) + 1) % len(names)]]


def piece_style(theme: Theme, team: int, colour: str) -> TextStyle:
    """How a piece of a team is written: on its colour, in black or white, whichever can be read."""
    if theme is MONO:
        return TextStyle(bold=True, reverse=team % 2 == 0)
    if team == 0:
        return TextStyle(BLACK, 250, bold=True)
    ground = theme.teams[(team - 1) % len(theme.teams)] if theme.teams else nearest_colour(colour)
    return TextStyle(BLACK if _brightness(ground) > 110 else WHITE, ground, bold=True)


def nearest_colour(colour: str) -> int:
    """The colour of the palette that is nearest to one written as #rrggbb; grey if it is not written so."""
    try:
        red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    except ValueError:
        return 245
    places = [min(range(6), key=lambda level, part=part: abs(LEVELS[level] - part)) for part in (red, green, blue)]  # type: ignore[misc]
    return 16 + 36 * places[0] + 6 * places[1] + places[2]


def _brightness(colour: int) -> float:
    if colour >= 232:
        return 8 + 10 * (colour - 232)
    red, green, blue = (LEVELS[(colour - 16) // step % 6] for step in (36, 6, 1))
    return 0.299 * red + 0.587 * green + 0.114 * blue
