"""`python -m ludus` is the command `ludus`."""

from ludus.cli.main import main

main()
