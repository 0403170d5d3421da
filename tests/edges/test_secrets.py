"""Passwords and tokens are in no log and not in the store, and guessing them is slow for the guesser alone."""

from __future__ import annotations

import re
import sqlite3
import sys
from contextlib import ExitStack, closing

import pytest
from tests.edges.clients import Bot, Telnet
from tests.server_process import start_server

PASSWORD, SECOND, WRONG, GUESS = "correct horse staple", "sesame street 99", "wrong zebra battery", "tokenthatnobodywasgiven"


@pytest.mark.parametrize("form", ["text", "json"])
def test_no_password_and_no_token_is_logged_or_kept(form, tmp_path):
    with start_server("-d", "--log-format", form, folder=tmp_path) as server:
        operator = server.store.with_name(server.store.name + ".operator").read_text("utf-8").split()[-1]
        with Telnet(server.port) as ann, Bot(server.port) as bob, Telnet(server.port) as root:
            ann.say("STYLE draw", f"LOGIN ann {PASSWORD}")
            tokens = [ann.until("LOGIN")[-1].split()[3], bob.come_in().token, operator]
            ann.say(f"PASSWORD {SECOND}", f"LOGIN ann {WRONG}")
            assert ann.until("ERROR")[-1] == "ERROR That is not the password of ann"
            ann.say(f"LOGIN ann \x1b{WRONG}", f"LOGIN name=ann pass={WRONG}", f"RESUME {GUESS}", f"OPERATOR {GUESS}")
            bob.ask("resume", token=tokens[0])
            bob.tell("login", name="bob", password=PASSWORD, more=SECOND, id="wrong")
            assert bob.told("problem")["field"] == "more"
            bob.ask("new", game="tic-tac-toe")
            root.say(f"OPERATOR {operator}", f"RESET ann {PASSWORD}")
            assert root.until("OK")
            assert root.until("OK")
        server.stop()
    assert "receive" in server.log
    for reply in ("Welcome", "LoggedIn", "Seated", "Problem"):
        assert re.search(rf"\banswer\b.*{reply}|{reply}.*\banswer\b", server.log), f"{reply} was answered"
    assert "Traceback" not in server.log
    kept = b"".join(file.read_bytes() for file in [*tmp_path.glob("x.db*"), tmp_path / "debug.log"])
    assert b"$argon2id$" in kept
    for secret in (PASSWORD, SECOND, WRONG, GUESS, *tokens):
        assert secret not in server.log
        assert secret.encode() not in kept
        assert not any(secret in line for line in server.said)


def test_wrong_passwords_are_soon_too_many_but_the_token_and_other_accounts_still_work(tmp_path):
    with (
        start_server(folder=tmp_path) as server,
        Bot(server.port) as owner,
        Bot(server.port) as guesser,
        Bot(server.port) as other,
    ):
        token = owner.ask("login", name="ann", password=PASSWORD)["token"]
        other.ask("login", name="bob", password=SECOND)
        codes = [guesser.ask("login", name="ann", password=f"{WRONG}{number}")["code"] for number in range(8)]
        assert codes == ["wrong password"] * 5 + ["too fast"] * 3
        refused = guesser.ask("login", name="ann", password=WRONG)
        assert re.fullmatch(r"Too many password attempts; try again in [4-6]\d seconds", refused["sentence"])
        assert guesser.ask("login", name="ann", password=PASSWORD)["code"] == "too fast"  # a guess, as far as anybody knows
        with Bot(server.port) as again:
            assert again.ask("resume", token=token)["name"] == "ann"
            assert again.ask("login", name="bob", password=SECOND)["name"] == "bob"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has all addresses from 127.0.0.1 on")
def test_who_guesses_from_elsewhere_does_not_lock_the_owner_out(tmp_path):
    with start_server(folder=tmp_path) as server, Bot(server.port) as owner:
        owner.ask("login", name="ann", password=PASSWORD)
        codes = []
        for place in range(2, 6):
            with Bot(server.port, source=f"127.0.0.{place}") as guesser:
                codes += [guesser.ask("login", name="ann", password=f"{WRONG}{number}")["code"] for number in range(4)]
        assert codes == ["wrong password"] * 10 + ["too fast"] * 6
        with Bot(server.port) as again:
            assert again.ask("login", name="ann", password=PASSWORD)["name"] == "ann"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has all addresses from 127.0.0.1 on")
def test_forty_guessers_after_a_restart_do_not_lock_the_owner_out(tmp_path):  # security
    with start_server(folder=tmp_path) as server, Bot(server.port) as owner:
        owner.ask("login", name="ann", password=PASSWORD)
    with start_server(folder=tmp_path) as server:
        for place in range(2, 42):
            with Bot(server.port, source=f"127.0.0.{place}") as guesser:
                guesser.ask("login", name="ann", password=WRONG)
        for _ in range(13):
            with Bot(server.port) as again:
                assert again.ask("login", name="ann", password=PASSWORD)["name"] == "ann"
        with Bot(server.port, source="127.0.0.99") as new_place:
            told = new_place.ask("login", name="ann", password=PASSWORD)
            assert told["sentence"].startswith("Too many password attempts; try again in ")
            assert new_place.ask("login", name="bob", password=SECOND)["name"] == "bob"  # others do not wait
    assert "somebody guesses a password" in server.log
    assert b"127.0.0" not in b"".join(file.read_bytes() for file in tmp_path.glob("x.db*") if file.suffix != ".operator")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has all addresses from 127.0.0.1 on")
def test_registering_from_many_addresses_holds_up_no_login(tmp_path):  # security
    with start_server(folder=tmp_path) as server, ExitStack() as all_of_them:
        with Bot(server.port) as owner:
            owner.ask("login", name="ann", password=PASSWORD)
        crowd = [
            all_of_them.enter_context(Bot(server.port, source=f"127.0.0.{place}")) for place in range(2, 14) for _ in range(8)
        ]
        for number, newcomer in enumerate(crowd):
            newcomer.tell("login", name=f"new{number}", password=PASSWORD, id="register")
        with Bot(server.port) as again:
            assert again.ask("login", name="ann", password=PASSWORD)["name"] == "ann"
            with closing(sqlite3.connect(server.store)) as looking:
                made = looking.execute("SELECT count(*) FROM accounts").fetchone()[0]
        assert made < 20  # the owner did not wait for those who were there before
        answers = [newcomer._next_that(lambda message: message.get("id") == "register")["type"] for newcomer in crowd]
        assert answers.count("logged in") >= 32  # as many as may wait; the others are told to try again
    assert "too many passwords waiting" in server.log
