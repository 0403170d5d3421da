"""Words that people bring along from other servers, and the commands they stand for."""

from __future__ import annotations

ALIASES = {
    **dict.fromkeys(("undo", "takeback"), "OFFER undo"),
    "draw": "OFFER draw",
    **dict.fromkeys(("rematch", "again"), "OFFER rematch"),
    **dict.fromkeys(("exit", "bye", "logoff"), "QUIT"),
    **dict.fromkeys(("observe", "spectate"), "WATCH"),
    "unobserve": "GAME QUIT",
    **dict.fromkeys(("say", "kibitz", "whisper"), "CHAT"),
    "ptell": "CHAT to=team",
    "match": "CHALLENGE",
    **dict.fromkeys(("surrender", "concede"), "RESIGN"),
    **dict.fromkeys(("board", "refresh"), "DIAGRAM"),
    **dict.fromkeys(("who", "users"), "PLAYERS"),
    **dict.fromkeys(("finger", "stats"), "STATISTICS"),
    **dict.fromkeys(("commands", "?"), "HELP"),
    "sought": "MATCHES",
    "rules": "DESCRIBE",
}
"""Each word, and what is read in its place; what comes after the word stays."""
