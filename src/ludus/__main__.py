"""`python -m ludus` is the command `ludus`."""

from ludus.cli.terminal.entry import main

main()
