"""The program `ludus`, and `python -m ludus`: `join` should be there at once, and does without what the other commands load."""

from __future__ import annotations

import sys


def main() -> None:
    """Run a command."""
    if sys.argv[1:2] == ["join"]:
        # msgspec would load it if it could, and does without it as well: a fifth of the time until the first screen.
        sys.modules.setdefault("typing_extensions", None)  # type: ignore[arg-type]
        from ludus.cli.join import join

        sys.exit(join(sys.argv[2:]))
    from ludus.cli.terminal.entry import main as run_command

    run_command()


if __name__ == "__main__":
    main()
