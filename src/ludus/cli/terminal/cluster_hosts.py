"""The machines of a cluster, watched by a process of their own, for whoever must go on when the cluster is lost."""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING

from ludus.rules.errors import LudusError

if TYPE_CHECKING:
    from ludus.cluster.hosts_process import HostsProcess
    from ludus.cluster.ray_hosts import RayHosts


def watched_hosts(address: str) -> HostsProcess:
    """The machines of the cluster at an address, as soon as there are any; raises `LudusError` without Ray."""
    if find_spec("ray") is None or find_spec("zmq") is None:
        raise LudusError("a cluster needs Ray: pip install 'ludus[cluster]'")
    from ludus.cluster.hosts_process import HostsProcess

    return HostsProcess(partial(_ray_hosts, address))


def _ray_hosts(address: str) -> RayHosts:
    from ludus.cluster.ray_hosts import RayHosts

    return RayHosts(address)
