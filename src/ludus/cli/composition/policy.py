"""The policy that a server's options ask for: a file, then the environment, then options; the last one wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ludus.cli.composition.options import ServerOptions
from ludus.server.policy import Policy
from ludus.server.policy_reader import read_policy

FEWEST_NEWCOMERS = 60
"""New guests and accounts from one address at once, however few connections it may have: people come back as new guests."""

FEWEST_NEWCOMERS_PER_MINUTE = 12


def policy_of(options: ServerOptions, environment: Mapping[str, str]) -> Policy:
    """Every number that an operator may change; raises `LudusError` for what cannot be meant."""
    policy = read_policy(options.config, environment, options.settings)
    connections, accounts, matches = policy.connections, policy.accounts, policy.matches
    if options.move_seconds is not None:
        matches = replace(matches, move_seconds=options.move_seconds)
    if options.patience is not None:
        matches = replace(matches, illegal_moves=options.patience)
    if options.connections is not None:
        connections = replace(connections, total=options.connections)
    if (most := options.per_address) is not None:
        connections = replace(connections, per_address=most)
        accounts = replace(
            accounts,
            newcomers_at_once=max(FEWEST_NEWCOMERS, most),
            newcomer_seconds=60.0 / max(FEWEST_NEWCOMERS_PER_MINUTE, most),
        )
    return replace(policy, connections=connections, accounts=accounts, matches=matches)
