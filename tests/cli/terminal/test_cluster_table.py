"""`ludus cluster status`: a table of machines, once into a pipe, again and again in a terminal."""

from __future__ import annotations

import sys

from ludus.cli.terminal.cluster_table import HOME, show_cluster
from ludus.cluster.hosts import Host
from ludus.cluster.status import ClusterStatus, MemberStatus, write_status


class TwoHosts:
    """One machine that searches, and one that does nothing."""

    def all(self) -> list[Host]:
        """Both."""
        return [Host("aaaaaaaa", "10.0.0.1", 4), Host("bbbbbbbb", "10.0.0.2", 1)]

    def published(self) -> list[bytes]:
        """What a server says."""
        busy = MemberStatus(
            "Othello", "k@aaaaaaaa", 4, True, 8_000_000.0, 12_345_678, "a position, 14 moves ahead", 1000, 500, 250
        )
        gone = MemberStatus("Othello", "k@bbbbbbbb", 1, False, 0.0, 0)
        return [write_status(ClusterStatus("server-17", [busy, gone], 2, 1.125))]


TABLE = """\
machine          cores  game     positions/s  searched    told   of use  does
10.0.0.1 aaaaaa  4      Othello  8,000,000    12,345,678  1,000  50%     a position, 14 moves ahead
10.0.0.2 bbbbbb  1                                                       idle
2 machines, 5 cores
server-17: 2 questions waiting; estimates are 1.12 times what searches take
"""


def test_into_a_pipe_it_is_printed_once(capsys):
    show_cluster(TwoHosts(), once=False)
    assert capsys.readouterr().out == TABLE


def test_in_a_terminal_it_is_drawn_again_until_ctrl_c(capsys, monkeypatch):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    naps = []

    def sleep(seconds: float) -> None:
        naps.append(seconds)
        if len(naps) == 3:
            raise KeyboardInterrupt

    show_cluster(TwoHosts(), once=False, sleep=sleep)
    assert capsys.readouterr().out.count(HOME + TABLE) == 3
    show_cluster(TwoHosts(), once=True, sleep=sleep)
    assert capsys.readouterr().out == TABLE
