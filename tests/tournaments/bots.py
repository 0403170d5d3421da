"""Small programs that play well or badly, as the files of students: each is a whole program."""

from __future__ import annotations

from pathlib import Path

GOOD = """
import json, sys

def say(**message):
    print(json.dumps(message))

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "ask":
        ref = message["ref"]
        say(type="moves")
    elif message["type"] == "move list":
        say(type="move", ref=ref, squares=message["moves"][0]["path"])
"""

BOTS = {
    "good": GOOD,
    "crash": "import sys\nsys.stdin.readline()\nraise ValueError('boom')\n",
    "crash_at_start": "raise SystemExit(3)\n",
    "crash_once": "import os\nif not os.path.exists('been'):\n    open('been', 'w').close()\n    raise SystemExit(4)\n" + GOOD,
    "illegal": """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "ask":
        print(json.dumps({"type": "move", "ref": message["ref"], "squares": [[99, 99]]}))
""",
    "garbage": "import sys\nfor line in sys.stdin:\n    for number in range(60):\n        print('thinking', number)\n",
    "gigabyte": "import sys\nsys.stdin.readline()\nwhile True:\n    sys.stdout.write('x' * 1000000)\n",
    "gigabyte_of_errors": "import sys\nsys.stdin.readline()\nfor _ in range(1000):\n    sys.stderr.write('x' * 1000000)\n",
    "silent": "import sys\nfor line in sys.stdin:\n    pass\n",
    "deaf": "import time\ntime.sleep(1000)\n",
    "stale": """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "ask":
        print(json.dumps({"type": "moves"}))
    elif message["type"] == "move list":
        print(json.dumps({"type": "move", "ref": "0123456789abcdef", "squares": message["moves"][0]["path"]}))
""",
    "resigns": 'import sys\nfor line in sys.stdin:\n    print(\'{"type":"resign"}\')\n',
    "hungry": "import sys\nsys.stdin.readline()\nwhile True:\n    pass\n",
    "greedy": "import sys\nsys.stdin.readline()\nx = bytearray(3 << 30)\n",
    "keeps_questions": "import sys\nlog = open('questions', 'a')\n"
    + GOOD.replace("message = json.loads(line)", "message = json.loads(line); log.write(line); log.flush()"),
    "curious": """
import os, socket
found = []
for path in ("../..", "..", SECRET):
    try:
        found.append(sorted(os.listdir(path)) if os.path.isdir(path) else open(path).read())
    except OSError as error:
        found.append(type(error).__name__)
try:
    socket.create_connection(("127.0.0.1", PORT), 2)
    found.append("network")
except OSError as error:
    found.append("no network")
try:
    open("../elsewhere", "w").close()
    open(SECRET + ".new", "w").close()
    found.append("wrote")
except OSError as error:
    found.append("wrote nothing")
open("found", "w").write(repr(found))
"""
    + GOOD,
}


def write_bot(folder: Path, name: str, **words: object) -> str:
    """Write a program into a folder; its command."""
    text = BOTS[name]
    for word, value in words.items():
        text = text.replace(word, repr(value))
    (folder / f"{name}.py").write_text(text, "utf-8")
    return f"python {name}.py"
