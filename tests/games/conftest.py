"""Rules that several tests of Yahtzee ask for."""

import pytest


@pytest.fixture(scope="session")
def two(rulebook):
    """The rules for two players."""
    return rulebook("yahtzee")


@pytest.fixture(scope="session")
def alone(rulebook):
    """The rules for one player."""
    return rulebook("yahtzee", players=1)
