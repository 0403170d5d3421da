"""Chance that can be checked: it follows from a seed, whose hash is published before the game.

    when it is made    commitment(seed)                the hash binds the server: it cannot choose another seed later
    before the game    words of the players            the server cannot have known them: it cannot have chosen the dice either
    in the game        draw(key, 0, 6, None)           the first throw of a die, draw(key, 1, ...) the second
    afterwards         the seed                        anybody can compute the same

The key is mix(seed, words): the seed itself where nobody has given a word; otherwise the SHA-256, in hexadecimal digits, of the
seed and, line by line in the order in which they came, each player's name, a space and the word.

A draw is the HMAC-SHA256 of the draw's number, as decimal digits, under the key, as text; read as one big number, and the rest
after division by how many outcomes there are. The highest numbers, which would make the first outcomes likelier, do not count:
then comes the HMAC of `number/1`, `number/2` and so on.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from itertools import accumulate

from ludus.rules.errors import LudusError

NUMBERS = 1 << 256
"""The number of values that an HMAC-SHA256 can have."""


def commitment(seed: str) -> str:
    """The hash of a seed: it tells nothing about the seed, and fits no other."""
    return hashlib.sha256(seed.encode()).hexdigest()


def mix(seed: str, words: Sequence[tuple[str, str]]) -> str:
    """What chance is drawn from: the seed, and the words that players have added to it."""
    if not words:
        return seed
    lines = [seed, *(f"{player} {word}" for player, word in words)]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def draw(key: str, number: int, count: int, weights: Sequence[int] | None) -> int:
    """What chance decides: one of `count` outcomes, all equally likely or as the weights say.

    `number` counts the draws of a match, from 0.
    """
    if weights is None:
        if count < 1:
            raise LudusError(f"chance cannot choose one of {count}")
        return _below(key, number, count)
    total = sum(weights)
    if len(weights) != count or total < 1 or min(weights) < 0:
        raise LudusError(f"chance needs {count} weights, none below 0 and not all 0, not {list(weights)}")
    drawn = _below(key, number, total)
    return next(outcome for outcome, end in enumerate(accumulate(weights)) if drawn < end)


def _below(key: str, number: int, end: int) -> int:
    """A number from 0 to below `end`, each exactly as likely as any other."""
    fair = NUMBERS - NUMBERS % end
    words, attempt = str(number), 0
    while (drawn := int.from_bytes(hmac.digest(key.encode(), words.encode(), "sha256"), "big")) >= fair:
        attempt += 1
        words = f"{number}/{attempt}"
    return drawn % end
