"""`ludus arena --cluster`: a match whose games are played on a cluster, a pair on each core, and told in their order."""

from __future__ import annotations

from ludus.rules.errors import LudusError
from ludus.rules.gamefile import GameFile
from ludus.rules.rulebook import Rulebook
from ludus.search.arena.contest import Games
from ludus.search.arena.settings import Setting


def contest_on_cluster(address: str, file: GameFile, a: Setting, b: Setting, *, games: int, seed: int, opening: int) -> Games:
    """Play a match pair by pair, with all machines of a cluster; the same seed gives the same games as on this machine."""
    from ludus.cluster.cluster import Cluster
    from ludus.cluster.ray_hosts import RayHosts

    rulebook = Rulebook(file)
    cluster = Cluster(RayHosts(address))
    try:
        cluster.prepare(rulebook)
        for pair in cluster.play(rulebook, a, b, games=games, seed=seed, opening=opening):
            if pair.wrong:
                raise LudusError(pair.wrong)
            yield from pair.games
    finally:
        cluster.close()
