"""`Policy`: every number an operator may want to change, with its default and the reason for it.

Each can be set in a TOML file, by an environment variable or by an option of `ludus serve`; `policy_reader.py` reads them:

    [matches]                                   LUDUS_MATCHES_FINISHED_SECONDS=60
    finished_seconds = 60                       ludus serve --set matches.finished_seconds=60

`docs/server.md` lists them from here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ludus.wire.limits import LONGEST_LINE, MOST_ERRORS

MOST = 10**9


def setting(default: float, says: str, *, least: float = 0, most: float = MOST) -> Any:
    """One number: its default, what it means and why, and the range in which the server still works."""
    return field(default=default, metadata={"says": says, "least": least, "most": most})


@dataclass(frozen=True, slots=True)
class ConnectionPolicy:
    """What one connection, one address, and all of them together may ask for."""

    total: int = setting(20_000, "Connections at once. Each is an open file, so the system's limit counts, too.", least=1)
    per_address: int = setting(
        200, "Connections from one address, or from one /64 network of IPv6. A class behind one router fits.", least=1
    )
    reserved: int = setting(20, "Connections kept free for this machine itself: its operator and its health checks.")
    handshake_seconds: float = setting(5.0, "Seconds to agree on TLS before the connection is closed.", least=0.1)
    idle_seconds: float = setting(3600.0, "Seconds a silent connection is kept.", least=1)
    message_seconds: float = setting(30.0, "Seconds from a message's first byte to its last.", least=0.1)
    messages_at_once: int = setting(200, "Messages taken from a connection at once. Later ones wait; none is lost.", least=1)
    messages_per_second: float = setting(100.0, "Messages taken from a connection per second after that.", least=0.1)
    turn_seconds: float = setting(
        0.003, "Seconds for which messages are handled before new ones are looked at; what is left waits in turns.", least=0.0001
    )
    busy_share: float = setting(
        0.15,
        "Share of the time that one network may use for long while others are there; beyond it, its messages rest between turns.",
        least=0.01,
        most=1,
    )
    errors: int = setting(MOST_ERRORS, "Unreadable messages before a connection is closed.", least=1)
    unread_bytes: int = setting(
        1 << 20, "Bytes a client may leave unread before it is cut off: the others must not wait for it.", least=4096
    )
    unread_seconds: float = setting(
        10.0, "Seconds for which a client may read nothing of an HTTP answer before it is cut off.", least=0.1
    )
    greeting_seconds: float = setting(
        1.5, "Seconds of silence after which a TCP client is taken to speak the line protocol.", least=0.01
    )
    closing_seconds: float = setting(
        5.0, "Seconds a connection that ends has left to be answered and to read the rest.", least=0.1
    )
    refused_at_once: int = setting(
        200, "Connections beyond the limits that are told so at the same time. The rest are just closed.", least=0
    )
    frame_bytes: int = setting(
        16 * LONGEST_LINE, "Longest WebSocket frame that is read at all; a longer one ends the connection.", least=4096
    )
    ping_seconds: float = setting(20.0, "Seconds between two pings on a WebSocket, and to answer one.", least=0.1)
    keepalive_seconds: int = setting(60, "Seconds of silence before TCP checks that the other machine is still there.", least=1)
    http_at_once: int = setting(200, "HTTP requests from one network at once. Opening the page takes about ten.", least=1)
    http_per_second: float = setting(50.0, "HTTP requests from one network per second after that.", least=0.1)
    http_networks: int = setting(20_000, "Networks whose HTTP requests are counted, most recent first.", least=1)
    http_seconds: float = setting(
        30.0, "Seconds an HTTP request may take; the first about a game may have to compile it.", least=1
    )
    metrics_seconds: float = setting(
        10.0, "Seconds between two readings of the figures in /metrics: looking more often tells nothing about single moves."
    )
    http_waiting: int = setting(1_000, "HTTP requests that may wait for an answer at once.", least=1)


@dataclass(frozen=True, slots=True)
class AccountPolicy:
    """How often passwords may be wrong, how often somebody may be new, and how long a login lasts."""

    guesses_at_once: int = setting(5, "Wrong passwords for one account from one network before it has to wait.", least=1)
    guess_seconds: float = setting(60.0, "Seconds until one more of these is allowed.", least=0.001)
    network_guesses_at_once: int = setting(30, "Wrong passwords from one network for any account.", least=1)
    network_guess_seconds: float = setting(10.0, "Seconds until one more of these is allowed.", least=0.001)
    stranger_guesses_at_once: int = setting(10, "Wrong passwords for one account from networks its owner never used.", least=1)
    stranger_guess_seconds: float = setting(30.0, "Seconds until one more of these is allowed.", least=0.001)
    strangers_waiting: int = setting(
        1_000, "Networks that may queue to try one account's password while others guess it.", least=1
    )
    stranger_turn_seconds: float = setting(60.0, "Seconds for which a turn in that queue is kept.", least=1)
    known_networks: int = setting(
        20,
        "Networks kept per account from which its owner has logged in: guessing from elsewhere cannot shut those out.",
        least=1,
    )
    newcomers_at_once: int = setting(
        200, "New accounts and guests from one network at once: a class that comes in together fits.", least=1
    )
    newcomer_seconds: float = setting(0.3, "Seconds until one more of these is allowed.", least=0.001)
    remembered: int = setting(20_000, "Addresses and accounts whose attempts are remembered, of each kind.", least=1)
    login_seconds: float = setting(30 * 86400.0, "Seconds the token of an account is good for after its last use.", least=1)
    guest_seconds: float = setting(86400.0, "Seconds the token of a guest is good for after its last use.", least=1)
    tokens: int = setting(20, "Tokens per player. One more login drops the token that was not used for longest.", least=1)
    password_threads: int = setting(2, "Threads that check passwords. Each check takes 64 MB for a moment.", least=1, most=64)
    passwords_waiting: int = setting(32, "Passwords that may wait to be checked; one more is refused.", least=1)


@dataclass(frozen=True, slots=True)
class MatchPolicy:
    """How long matches are kept, how large they get, and what may be said in them."""

    move_seconds: float = setting(
        180.0, "Seconds for a move when everybody is seated for one game; 0 for no limit.", most=1_000_000
    )
    illegal_moves: int = setting(3, "Illegal moves before a program forfeits. People may try as often as they like.", least=1)
    players: int = setting(16, "Players in one match, unless the game has more seats.", least=2)
    per_player: int = setting(8, "Matches a player may have open or be playing at once.", least=1)
    per_network: int = setting(
        1, "Players from one network in a rated match of the lobby. One person with two seats sees more than the others.", least=1
    )
    finished_seconds: float = setting(600.0, "Seconds a finished match stays in memory, for a rematch and a last word.")
    finished: int = setting(1_000, "Finished matches that stay in memory. Others are read from the store when asked for.")
    seat_seconds: float = setting(60.0, "Seconds an absent player keeps a seat in a match that has not begun.")
    abandoned_seconds: float = setting(
        7 * 86400.0, "Seconds without an event after which a match without a clock and without players ends."
    )
    guests_abandoned_seconds: float = setting(3600.0, "The same where no player has an account: guests seldom come back.")
    remarks: int = setting(
        1_000, "Events beside the game (chat, offers, refused moves, coming and going) kept per match.", least=10
    )
    player_chat_share: float = setting(0.8, "Share of these open to the players' chat; the rest is for seats and offers.", most=1)
    watcher_chat_share: float = setting(0.4, "Share of these open to the watchers' chat.", most=1)
    listed: int = setting(200, "Matches or players in one list. Nobody reads a longer one, and everybody pays for it.", least=1)
    words: int = setting(10, "Words to other players and challenges that a player may send at once.", least=1)
    word_seconds: float = setting(2.0, "Seconds until one more of these is allowed.", least=0.001)
    absent_seconds: float = setting(
        30.0, "Seconds after which the turn of a player who has gone passes to a team-mate who is there."
    )
    waiting_seconds: float = setting(
        3.0, "Seconds after which somebody who was seated for one game is told that others are still missing.", least=0.1
    )
    warning_seconds: float = setting(20.0, "Seconds before a clock runs out at which people at a terminal are warned.", least=1)
    recent: int = setting(10, "Recent matches listed with a player's statistics.")
    archived: int = setting(50, "Finished matches in one list of the archive.", least=1)


@dataclass(frozen=True, slots=True)
class TournamentPolicy:
    """How many tournaments there may be, and how long they are kept in memory."""

    at_once: int = setting(1_000, "Tournaments that may be open or played at once.", least=1)
    per_network: int = setting(
        1,
        "Players from one network who may enter a tournament by themselves; organisers may enter anybody. One person with two "
        "seats sees more than the others.",
        least=1,
    )
    finished: int = setting(100, "Finished tournaments that stay in memory. Others are read from the store when asked for.")


@dataclass(frozen=True, slots=True)
class QueuePolicy:
    """Whom the queue pairs: the longer somebody waits, the less the ratings matter."""

    rating_gap: float = setting(200.0, "Difference of ratings at which two are paired at once.")
    gap_per_second: float = setting(20.0, "Rating by which this difference grows for each second somebody waits.")
    fresh_seconds: float = setting(
        60.0, "Seconds somebody waits for a new opponent who is still playing, before meeting an old one again."
    )


@dataclass(frozen=True, slots=True)
class ComputerPolicy:
    """What the computer players may use."""

    megabytes: int = setting(
        16, "Megabytes of search table per computer player: enough for a second of thought.", least=1, most=16 * LONGEST_LINE
    )
    clock_share: float = setting(0.2, "Share of its remaining time the computer uses for one move at most.", least=0.001, most=1)
    engines: int = setting(32, "Search engines kept in memory. Each game with each choice of options needs its own.", least=1)
    at_once: int = setting(0, "Computer players that think at once; 0 for one less than there are cores.", most=1024)
    patience_seconds: float = setting(
        0.5, "Seconds a move may wait for its turn before longer thoughts are cut short for it.", least=0.01, most=60
    )
    shortest_seconds: float = setting(
        0.02, "Seconds the computer thinks at least, however many wait; less only if its clock is about to run out.", most=1
    )
    waiting: int = setting(100_000, "Moves that may wait for a computer player at once.", least=1)


@dataclass(frozen=True, slots=True)
class AnalysisPolicy:
    """What may be asked about positions, by whom, and with how much of this machine it is answered."""

    threads: int = setting(0, "Threads of one analysis on this machine; 0 for one per core.", most=1024)
    megabytes: int = setting(64, "Megabytes of search table per analysis.", least=1, most=16 * LONGEST_LINE)
    engines: int = setting(8, "Search engines kept in memory for analyses.", least=1)
    at_once: int = setting(8, "Game types that are analysed side by side. Requests for one come one after the other.", least=1)
    local: int = setting(1, "Whether this machine computes itself; 0 leaves it to helpers and the cluster alone.", most=1)
    seconds: float = setting(60.0, "Longest time limit of somebody with an account.", least=0.1)
    guest_seconds: float = setting(10.0, "Longest time limit of everybody else.", least=0.1)
    per_account: int = setting(8, "Requests that somebody with an account may have waiting or running at once.", least=1)
    per_guest: int = setting(3, "The same for guests, and for each network of those who have not logged in.", least=1)
    waiting: int = setting(500, "Requests that may wait at once, of all together.", least=1)
    lost_seconds: float = setting(10.0, "Seconds without a word after which a helper is taken for dead.", least=0.1)


@dataclass(frozen=True, slots=True)
class CompilationPolicy:
    """What compiling games with unusual options may cost, so that nobody's wishes stop the others."""

    at_start: int = setting(
        1, "Whether the games are compiled and loaded when the server starts, so that the first match begins at once.", most=1
    )
    processes: int = setting(1, "Games that are compiled at once, each in a process of its own.", least=1, most=64)
    seconds: float = setting(
        120.0, "Seconds of processor time a compilation may take (on Windows, in all); a large game needs about 30.", least=1
    )
    megabytes: int = setting(
        4096, "Megabytes of address space a compilation may use, on Linux; it needs about 300, and reserves more.", least=0
    )
    variants: int = setting(
        16, "Games with unusual options that stay loaded when nobody plays them; those unused for longest go.", least=1
    )


@dataclass(frozen=True, slots=True)
class RequestPolicy:
    """How many requests may wait, and for what."""

    held: int = setting(300, "Requests of one connection that may wait for an earlier one to finish.", least=1)
    answer_players: int = setting(5_000, "Players whose answers are kept in memory, most recent first.", least=1)
    compilations_waiting: int = setting(1_000, "Requests that may wait for a game to be compiled.", least=1)
    reads_waiting: int = setting(1_000, "Requests that may wait for the store.", least=1)
    housekeeping_seconds: float = setting(10.0, "Seconds between two looks for abandoned matches and expired logins.", least=0.1)


@dataclass(frozen=True, slots=True)
class StorePolicy:
    """How the store is written and kept small."""

    answers: int = setting(
        200, "Answers kept per player, so that a request sent again after a reconnect is not done twice.", least=1
    )
    answer_seconds: float = setting(86400.0, "Seconds an answer is kept.", least=1)
    heartbeat_seconds: float = setting(
        1.0, "Seconds between two signs of life on disk. After a crash no clock has lost more.", least=0.05
    )
    commit_gap_seconds: float = setting(0.01, "Seconds between the starts of two commits. Under load more moves share one.")
    tidy_seconds: float = setting(3600.0, "Seconds between two removals of old answers.", least=1)
    busy_seconds: float = setting(10.0, "Seconds to wait for another program that is using the SQLite file.")
    outage_seconds: float = setting(
        60.0, "Seconds to wait for a PostgreSQL that is away. Nothing is acknowledged meanwhile; after that the server ends."
    )
    pause_seconds: float = setting(
        1.0,
        "Seconds after which a commit that is not done is called a pause: everybody is told, and all clocks stop.",
        least=0.05,
    )
    slow_seconds: float = setting(0.5, "Seconds after which a commit is called slow, in the log and in the metrics.", least=0.001)
    waiting_changes: int = setting(
        10_000, "Changes that may wait for the store during a pause; what comes then is refused.", least=1
    )
    lock_seconds: int = setting(2, "Seconds to wait for PostgreSQL to notice that the server before this one has ended.", least=1)
    journal_bytes: int = setting(8 << 20, "Size to which SQLite's journal is cut back after a large commit.", least=0)


@dataclass(frozen=True, slots=True)
class Policy:
    """Every number an operator may want to change, by section."""

    connections: ConnectionPolicy = field(default_factory=ConnectionPolicy)
    accounts: AccountPolicy = field(default_factory=AccountPolicy)
    matches: MatchPolicy = field(default_factory=MatchPolicy)
    tournaments: TournamentPolicy = field(default_factory=TournamentPolicy)
    queue: QueuePolicy = field(default_factory=QueuePolicy)
    computers: ComputerPolicy = field(default_factory=ComputerPolicy)
    analysis: AnalysisPolicy = field(default_factory=AnalysisPolicy)
    compilation: CompilationPolicy = field(default_factory=CompilationPolicy)
    requests: RequestPolicy = field(default_factory=RequestPolicy)
    store: StorePolicy = field(default_factory=StorePolicy)
