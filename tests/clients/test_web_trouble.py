"""Trouble: the network is cut, the server is killed, and people who mean harm. Nothing is lost, nothing is done twice."""

from __future__ import annotations

import re

import pytest
from tests.clients.proxy import Wire
from tests.server_process import start_server


@pytest.fixture
def wire(server):
    found = Wire(server.web_port)
    yield found
    found.close()


def test_a_cut_in_the_middle_of_a_game_costs_nothing(arrive, wire):  # B18, T16
    person = arrive(wire.port).begin("tic-tac-toe").await_turn()
    person.choose((2, 2))
    person.await_moves(2)
    person.await_turn()
    wire.cut()
    person.page.get_by_text("The connection was lost. Coming back …").wait_for()
    free = person.page.locator(".grid .next").first
    free.click()  # sent when the connection is back, and only once
    wire.mend()
    person.page.get_by_text("You are back. Nothing was lost.").first.wait_for()
    assert len(person.await_moves(4)) == 4


def test_what_happens_while_somebody_is_away_is_told_when_they_are_back(arrive, wire):
    away = arrive(wire.port).begin("tic-tac-toe", "friend")
    friend = arrive().open(away.page.url.removeprefix(away.home))
    friend.page.get_by_role("button", name="Play as O").click()
    away.await_turn().choose((2, 2))
    friend.await_turn()
    wire.cut()
    away.page.get_by_text("The connection was lost").first.wait_for()
    friend.choose((1, 1))
    friend.page.get_by_label("Say something").fill("Still there?")
    friend.page.keyboard.press("Enter")
    friend.page.get_by_text("Still there?").wait_for()
    wire.mend()
    away.page.get_by_text("Still there?").wait_for()
    assert away.await_turn().moves == ["b2", "a1"]
    assert away.page.get_by_text("Still there?").count() == 1


def test_a_server_that_is_killed_and_started_again_goes_on_with_the_game(arrive, tmp_path):  # B17, T10
    with start_server(folder=tmp_path) as first:
        wire = Wire(first.web_port)
        person = arrive(wire.port).begin("tic-tac-toe").await_turn()
        person.choose((2, 2))
        person.await_moves(2)
        before = person.await_turn().moves
        first.kill()
        person.page.get_by_text("The connection was lost").first.wait_for()
    with start_server(folder=tmp_path) as second:
        wire.mend(second.web_port)
        person.page.get_by_text("You are back. Nothing was lost.").first.wait_for()
        assert person.await_turn().moves == before
        person.page.locator(".grid .next").first.click()
        assert person.await_moves(4)[:2] == before
        wire.close()


HARM = "<img src=x onerror=alert(1)>"


def test_names_and_chat_full_of_markup_do_no_harm(arrive):  # B15
    host = arrive().begin("tic-tac-toe", "friend")
    guest = arrive().open(host.page.url.removeprefix(host.home))
    alarms: list[str] = []
    requests: list[str] = []
    for person in (host, guest):
        person.page.on("dialog", lambda dialog: alarms.append(dialog.message))
        person.page.on("request", lambda request: requests.append(request.url))
    guest.page.get_by_role("button", name="Play as O").click()
    host.await_turn()
    for text in (HARM, "<script>alert(2)</script>", "http://evil.example/x", "é" * 300):
        host.page.get_by_label("Say something").fill(text)
        host.page.keyboard.press("Enter")
        guest.page.get_by_text(text, exact=True).wait_for()
    assert guest.page.locator(".chat img, .chat script, .chat a").count() == 0
    assert guest.page.evaluate("document.documentElement.scrollWidth") <= 1280
    assert alarms == []
    assert [url for url in requests if not re.match(r"(http|ws)://127\.0\.0\.1", url)] == []


def test_an_address_full_of_markup_is_shown_as_text(arrive):  # B15
    person = arrive().open("/@%3Cimg%20src=x%20onerror=alert(1)%3E")
    said = person.page.locator("main [role=alert]")
    said.wait_for()
    assert person.page.locator("main img").count() == 0
    assert HARM in said.inner_text()


def test_nothing_comes_from_another_host_and_no_inline_code_may_run(arrive):  # security
    urls: list[str] = []
    person = arrive()
    person.page.on("request", lambda request: urls.append(request.url))
    person.open()
    person.page.locator(".cta .go").wait_for()
    assert urls
    assert all(url.startswith((person.home, person.home.replace("http", "ws"))) for url in urls)
    script = "const s = document.createElement('script'); s.textContent = 'window.harm = 1'; document.body.append(s)"
    with pytest.raises(Exception, match="TrustedScript"):
        person.page.evaluate(f"(() => {{ {script} }})()")
    assert person.page.evaluate("window.harm") is None
    person.errors.clear()
