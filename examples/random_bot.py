"""Plays any game by picking a legal move at random: python random_bot.py [GAME [HOST [PORT]]]"""

import json
import random
import socket
import sys

game, host, port = [*sys.argv[1:], *("connect-four", "localhost", "8765")[len(sys.argv) - 1 :]]
connection = socket.create_connection((host, int(port)))


def say(**message):
    """Send one JSON object on a line of its own."""
    connection.sendall(json.dumps(message).encode() + b"\n")


say(type="hello", client="random-bot", kind="program", moves="yes")
say(type="guest")
say(type="seek", game=game)
for line in connection.makefile("r", encoding="utf-8"):
    message = json.loads(line)
    if message["type"] == "ask":
        move = random.choice(message["moves"])
        say(type="move", match=message["match"], ref=message["ref"], squares=move["path"])
    elif message["type"] == "seated" and message["free"]:
        print("waiting for another player", flush=True)
    elif message["type"] in ("ended", "problem"):
        print(message.get("result", "problem:"), message["sentence"])
        break
