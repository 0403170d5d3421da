"""Keys in, characters out: nothing that is typed, sent or shown can do anything but be read."""

from __future__ import annotations

import pyte
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.clients.terminal.canvas import Canvas, TextStyle, clean, repaint, shortened, width_of, wrapped
from ludus.clients.terminal.keyboard import Click, KeyPress, KeyReader, Pasted
from ludus.clients.terminal.theme import THEMES, piece_style, theme_for


@pytest.mark.parametrize(
    ("sent", "means"),
    [
        (b"a", [KeyPress("a")]),
        ("ö日".encode(), [KeyPress("ö"), KeyPress("日")]),
        (b"\x1b[A\x1bOB\x1b[3~\x1b[Z", [KeyPress("up"), KeyPress("down"), KeyPress("delete"), KeyPress("backtab")]),
        (b"\x03\r\x7f\t", [KeyPress("ctrl-c"), KeyPress("enter"), KeyPress("backspace"), KeyPress("tab")]),
        (b"\x1b[<0;5;7M\x1b[<0;5;7m\x1b[<64;1;1M", [Click(4, 6, "left"), Click(0, 0, "wheel up")]),
        (b"\x1b[200~two\nlines\x1b[A\x1b[201~", [Pasted("two\nlines\x1b[A")]),
        (b"\x00\x01\xff\xfe", []),
    ],
)
def test_what_keys_mean_however_their_bytes_are_cut(sent, means):
    for cut in range(len(sent) + 1):
        reader = KeyReader()
        assert [*reader.feed(sent[:cut]), *reader.feed(sent[cut:])] == means


def test_an_escape_alone_is_the_key():
    reader = KeyReader()
    assert reader.feed(b"\x1b") == []
    assert reader.waits
    assert reader.flush() == [KeyPress("escape")]


@given(st.binary(max_size=40))
@settings(max_examples=100, deadline=None)
def test_no_bytes_upset_the_keyboard(data):
    reader = KeyReader()
    reader.feed(data)
    reader.flush()


@given(st.text(max_size=30), st.integers(0, 12))
@settings(max_examples=200, deadline=None)
def test_whatever_is_written_stays_in_its_place(text, width):
    canvas = Canvas(12, 2)
    canvas.put(3, 0, text, width=width)
    shown = "".join(character for character, _ in canvas.rows[0])
    assert len(canvas.rows[0]) == 12
    assert all(character.isprintable() for character in shown)
    assert width_of(shortened(text, width)) <= width
    assert all(width_of(line) <= 12 for line in wrapped(text, 12))


@pytest.mark.parametrize("nasty", ["\x1b[2J", "\x9b31m", "a\u202eb", "\u200b\u2066x", "\x07\x08\r\n", "\ufeff", "\U000e0041"])
def test_no_control_character_and_no_mark_of_direction_is_shown(nasty):
    assert clean(f"ann{nasty}") in {"ann", "ann[2J", "ann31m", "annab", "annx"}


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 3), st.text("ab日é ", max_size=8)), max_size=6))
@settings(max_examples=60, deadline=None)
def test_a_terminal_that_is_repainted_shows_the_new_canvas(writings):
    screen = pyte.Screen(10, 4)
    stream, old = pyte.Stream(screen), None
    for x, y, text in writings:
        new = Canvas(10, 4)
        if old:
            new.rows = [list(row) for row in old.rows]
        for column in range(10):  # a wide character that is overwritten in part is a matter of the terminal
            if new.rows[y][column][0] == "" or width_of(new.rows[y][column][0]) == 2:
                new.rows[y] = [(" ", TextStyle())] * 10
                break
        new.put(x, y, text)
        stream.feed(repaint(old, new))
        assert [line.rstrip() for line in screen.display] == [line.rstrip() for line in new.text().split("\n")]
        old = new


def test_the_theme_suits_the_terminal():
    assert theme_for("", {"COLORFGBG": "0;15"}).name == "light"
    assert theme_for("", {"COLORFGBG": "15;0"}).name == "dark"
    assert theme_for("", {"NO_COLOR": "1"}).name == "mono"
    assert theme_for("colour-blind", {"NO_COLOR": "1"}).name == "colour-blind"
    for theme in THEMES.values():
        assert piece_style(theme, 1, "#d4523a") != piece_style(theme, 2, "#f4c14a")
