"""Who computes for a server: its cluster, if it has one, helpers that join by gRPC, and this machine."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ludus.cli.composition.options import ServerOptions
from ludus.cli.terminal.cluster_hosts import watched_hosts
from ludus.edges.operator import operator_file
from ludus.server.analysis.analyst import PositionAnalyst
from ludus.server.analysis.computation import Computation, local_analyst
from ludus.server.analysis.network import HelperNetwork
from ludus.server.compilation import Compilations
from ludus.server.policy import Policy

if TYPE_CHECKING:
    from ludus.cluster.cluster import Cluster

TOKEN = "LUDUS_WORKER_TOKEN"  # noqa: S105  # its name
"""The environment variable for a token that the operator has chosen."""


@dataclass(frozen=True, slots=True)
class Computers:
    """The computation of a server, and the network of helpers with the token they need."""

    computation: Computation
    network: HelperNetwork
    token: str
    token_file: Path | None
    cluster: Cluster | None

    def close(self) -> None:
        """Leave the cluster."""
        if self.cluster is not None:
            self.cluster.close()


def computers_for(options: ServerOptions, policy: Policy, compilations: Compilations) -> Computers:
    """Put together who computes; a cluster that is not there yet is waited for in the background."""
    cluster = _cluster(options.cluster, policy.analysis.megabytes) if options.cluster else None
    local = local_analyst(policy.analysis, compilations)
    network = HelperNetwork(policy.analysis.lost_seconds, local if policy.analysis.local else None)
    remote: tuple[PositionAnalyst, ...] = (network,) if options.grpc else ()
    if cluster is not None:
        from ludus.cluster.analyst import ClusterAnalyst

        remote = (ClusterAnalyst(cluster), *remote)
    token, file = _token(options) if options.grpc else ("", None)
    return Computers(Computation.of(policy, remote, local, compilations), network, token, file, cluster)


def _cluster(address: str, megabytes: int) -> Cluster:
    """The machines of a cluster, which may come and go while the server runs."""
    hosts = watched_hosts(address)
    from ludus.cluster.cluster import Cluster

    return Cluster(hosts, megabytes=megabytes)


def _token(options: ServerOptions) -> tuple[str, Path | None]:
    """The token that helpers must show: the operator's choice, or one that is kept in a file beside the store."""
    chosen = os.environ.get(TOKEN)
    if chosen:
        return chosen, None
    operator = operator_file(options.store)
    token = secrets.token_urlsafe(24)
    if operator is None:
        return token, None
    file = operator.with_suffix(".workers")
    if file.exists():
        return file.read_text("utf-8").strip(), file
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as written:
        written.write(f"{token}\n")
    return token, file
