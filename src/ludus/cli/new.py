"""`ludus new`: a game file to start from."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from ludus.rules.errors import LudusError

STARTER = Path(__file__).parent.parent / "rules" / "starter.py"
"""The game that is copied."""


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The game's name, such as 'Fox and Geese'.")],
    folder: Annotated[Path, typer.Option("--in", metavar="FOLDER", help="Folder to write the file to.")] = Path(),
) -> None:
    """Write a small, commented game file for you to change; it already passes `ludus check`."""
    words = re.findall(r"[A-Za-z0-9]+", name)
    if not words or not words[0][0].isalpha():
        raise LudusError(f"{name!r} is not a name for a game; it must begin with a letter")
    if name.endswith(".py") or "/" in name or "\\" in name:
        raise LudusError(f"{name!r} is a file; give the game's name, such as 'Fox and Geese', and the folder with --in")
    path = folder / f"{'_'.join(words).lower()}.py"
    title = name if " " in name or name[0].isupper() else " ".join(word.capitalize() for word in words)
    text = STARTER.read_text("utf-8").replace("Hexapawn", title)
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise LudusError(f"{path} already exists; choose another name or folder") from None
    except OSError as error:
        raise LudusError(f"{path} cannot be written: {error.strerror}") from None
    typer.echo(f"Wrote {path}, a small but complete game. Change it step by step.")
    typer.echo(f"  ludus check {_as_file(path)}    says what is wrong with it")
    typer.echo(f"  ludus play {_as_file(path)}     lets you play it")


def _as_file(path: Path) -> str:
    return str(path) if path.parent != Path() else f"./{path}"
