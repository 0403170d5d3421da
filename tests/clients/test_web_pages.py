"""The pages around the table: replay, archive, players, games; on a phone, in the dark, and as a screen reader finds them."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.server_process import start_server

from ludus.cli.terminal.local_server import running_server
from ludus.clients.bot import Bot, BotRunner, Engagement
from ludus.clients.connection import ServerConnection, read_address
from ludus.wire.messages import Announce, Appoint, Hello, Login, TournamentJoin, TournamentNew, TournamentStart

PAGES = (
    "/",
    "/new",
    "/watch",
    "/games",
    "/games/conquest",
    "/players",
    "/archive",
    "/tournaments",
    "/settings",
    "/connect",
    "/operator",
)
SERIOUS = ("serious", "critical")


@pytest.fixture(scope="module")
def axe() -> str:
    """The checker of accessibility, as a script."""
    package = pytest.importorskip("axe_playwright_python")
    return next(Path(package.__file__).parent.rglob("axe.min.js")).read_text("utf-8")


def faults(person, axe: str) -> list[str]:
    """What axe finds on the page that is serious, in the light and in the dark."""
    person.page.evaluate(axe)
    found = []
    for colours in ("dark", "light"):
        person.page.emulate_media(color_scheme=colours)
        for each in person.page.evaluate("axe.run(document, { resultTypes: ['violations'] })")["violations"]:
            if each["impact"] in SERIOUS:
                found.append(f"{colours}: {each['id']}: {each['nodes'][0]['html'][:120]}")
    return found


def test_axe_finds_no_serious_fault_on_any_page(arrive, server, axe):  # T16
    person = arrive(bypass_csp=True)
    with running_server(f"sqlite:///{server.store}") as operator:
        tournament = operator.ask(TournamentNew(game="tic-tac-toe", kind="knockout")).tournament
    found = {}
    for page in (*PAGES, f"/t/{tournament}", "/@nobody"):
        person.open(page).page.locator("h1").first.wait_for()
        found[page] = faults(person, axe)
    person.begin("checkers").await_turn().choose((4, 6))
    found["match"] = faults(person, axe)
    person.page.get_by_role("button", name="Sign in").click()
    found["dialog"] = faults(person, axe)
    person.open(f"/m/{person.page.url.rpartition('/')[2]}/review").page.locator(".transport").wait_for()
    found["review"] = faults(person, axe)
    assert {page: serious for page, serious in found.items() if serious} == {}


def test_the_page_of_the_operator_shows_who_computes_and_what_waits(arrive):  # E9
    page = arrive().open("/operator").page
    page.get_by_text("analyses waiting").wait_for()
    page.get_by_text("estimated / actual time").wait_for()
    page.get_by_role("cell", name="this machine").first.wait_for()


def test_a_finished_match_is_replayed_move_by_move(arrive):  # B18
    person = arrive().begin("tic-tac-toe").await_turn()
    assert person.play_at_random(9, seed=5)
    person.page.get_by_role("link", name="Review").click()
    person.page.locator(".transport").wait_for()
    moves = len(person.moves)
    person.page.get_by_text(f"{moves} / {moves}").wait_for()
    person.page.keyboard.press("Home")
    person.page.get_by_text(f"0 / {moves}").wait_for()
    assert person.page.locator(".layer-pieces .piece").count() == 0
    person.page.keyboard.press("ArrowRight")
    person.page.get_by_text(f"1 / {moves}").wait_for()
    assert person.page.locator(".layer-pieces .piece").count() == 1
    with person.page.expect_download() as loading:
        person.page.get_by_role("link", name="Download").click()
    assert '[Game "tic-tac-toe"]' in Path(loading.value.path()).read_text("utf-8")
    person.page.get_by_role("button", name="Play from here").click()
    person.page.locator("form .btn.go.big").click()
    person.await_turn()
    assert person.page.locator(".layer-pieces .piece").count() >= 1
    person.open("/archive?game=tic-tac-toe").page.get_by_role("link", name="Review").first.wait_for()


def test_a_screen_reader_finds_the_board_as_text(arrive):  # T16
    person = arrive().begin("checkers").await_turn()
    grid = person.page.get_by_role("grid")
    assert grid.get_attribute("aria-label") == "Checkers board, 8 by 8"
    labels = [cell.get_attribute("aria-label") for cell in person.page.get_by_role("gridcell").all()]
    assert len(labels) == 64
    assert sum("man, yours" in label for label in labels) == 12
    assert sum("man, Computer" in label for label in labels) == 12
    assert sum("can move" in label for label in labels) == 4
    person.choose((4, 6))
    assert person.cell(4, 6).get_attribute("aria-selected") == "true"
    assert "next square" in person.cell(3, 5).get_attribute("aria-label")
    person.choose((3, 5))
    person.await_moves(2)
    said = person.page.locator("#polite p").all_inner_texts()
    assert any(each.startswith("You: 10-14") for each in said)
    assert any(each.startswith("Computer: ") and each.endswith("Your turn.") for each in said)


@pytest.mark.parametrize("size", [(390, 844), (320, 640)], ids=["phone", "narrow"])
def test_a_phone_shows_everything_without_scrolling_sideways(arrive, size):  # B18
    person = arrive(phone=True)
    person.page.set_viewport_size({"width": size[0], "height": size[1]})
    for page in ("/", "/games", "/new?game=santorini"):
        person.open(page).page.locator("h1").first.wait_for()
        assert person.page.evaluate("document.documentElement.scrollWidth") <= size[0], page
    person.begin("conquest").await_turn()
    assert person.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    person.cell(1, 1).tap()
    person.cell(1, 6).tap()
    assert person.await_moves(1)[0] == "1,1-1,6"


@pytest.mark.parametrize(
    ("address", "sentence", "way"),
    [
        ("/nonsense", "The address may be misspelt.", "Play something instead"),
        ("/@%zz", "The address may be misspelt.", "Play something instead"),
        ("/m/m999", "There is no match m999.", "Play something instead"),
        ("/m/m999/review", "There is no match m999.", "Play something instead"),
        ("/@zzz", "There is no player called zzz.", "Players"),
        ("/games/chess", "There is no game called chess.", "All games"),
        ("/t/t999", "There is no tournament t999.", "All tournaments"),
    ],
)
def test_an_address_that_leads_nowhere_says_so_and_leads_on(arrive, address, sentence, way):  # B18
    page = arrive().open(address).page
    page.get_by_role("heading", name="There is nothing here").wait_for()
    said = page.get_by_role("alert").filter(has_text=sentence)
    assert said.inner_text() == f"{sentence} {way}"
    assert page.locator("main .btn, main .frame, main .chat").count() == 0
    said.get_by_role("link", name=way).click()
    page.locator("h1", has_text="nothing here").wait_for(state="detached")


SLOWLY = """const send = WebSocket.prototype.send
WebSocket.prototype.send = function (text) {
    setTimeout(() => send.call(this, text), text.includes('"type":"new"') ? 4000 : 0)
}"""
"""A connection on which a new game takes time, as when it is compiled first."""


def test_while_a_game_is_made_ready_the_page_says_so(arrive, server):  # B18
    page = arrive().page
    page.add_init_script(SLOWLY)
    page.goto(f"http://127.0.0.1:{server.web_port}/")
    page.get_by_label("Tic-tac-toe").check(force=True)
    page.locator("form .go.big").click()
    status = page.locator("form").get_by_role("status")
    status.get_by_text("Tic-tac-toe is being made ready. The first time takes a moment.").wait_for()
    with running_server(f"sqlite:///{server.store}") as operator:
        operator.ask(Announce(text="Back in five minutes"))
    status.get_by_text("Back in five minutes").wait_for()
    page.wait_for_url("**/m/*")


def test_a_game_that_begins_by_itself_is_shown_on_any_page(arrive, server):  # T5, B18
    person = arrive().open().register("tilda")
    with running_server(f"sqlite:///{server.store}") as operator:
        tournament = operator.ask(TournamentNew(game="tic-tac-toe", kind="round-robin")).tournament
        for name in ("tilda", "computer1"):
            operator.ask(TournamentJoin(tournament=tournament, player=name))
        operator.ask(TournamentStart(tournament=tournament))
    person.page.locator("#band", has_text="Your game has begun.").get_by_role("link", name="Play").click()
    person.page.wait_for_url("**/m/*")
    person.page.locator(".say .what b").wait_for()


def test_an_admin_finds_the_page_of_the_operator_in_the_settings(arrive, server):  # E9
    person = arrive().open().register("root")
    with running_server(f"sqlite:///{server.store}") as operator:
        operator.ask(Appoint(player="root", role="admin"))
    person.open("/settings").page.get_by_role("link", name="How this server is").click()
    person.page.get_by_text("analyses waiting").wait_for()


def test_whoever_is_in_a_game_finds_it_first_on_the_first_page(arrive):  # B18
    anna, ben = arrive().begin("tic-tac-toe", "friend"), arrive()
    address = anna.page.url.removeprefix(anna.home)
    anna.page.locator("a.brand").click()
    anna.page.get_by_role("link", name="Tic-tac-toe waiting for somebody").wait_for()
    ben.open(address).page.get_by_role("button", name="Play as").click()
    ben.page.locator(".say .what b", has_text="thinking").wait_for()
    ben.page.get_by_role("link", name="Watch").first.click()
    ben.page.locator(".live").get_by_text("your game").wait_for()
    assert ben.page.locator(".live .badge").first.inner_text() == "your game"
    mine = anna.page.locator(".hero").get_by_role("link", name="Tic-tac-toe your move")
    mine.wait_for()
    assert mine.bounding_box()["y"] < anna.page.locator("h1").bounding_box()["y"]
    mine.click()
    anna.page.wait_for_url(f"**{address}")
    anna.await_turn()
    stranger = arrive().open()
    stranger.page.locator(".live").first.wait_for()
    assert not stranger.page.get_by_text("Your games").is_visible()
    assert stranger.page.locator(".live .badge:not(:empty)").count() == 0


WIDTHS = (320, 360, 721, 768, 820, 900, 931, 1081)


def test_the_header_fits_at_every_width(arrive):  # B18
    person = arrive().open().register("with_a_long_name_indeed")
    guest = arrive().open()
    for each in (person, guest):
        for width in WIDTHS:
            each.page.set_viewport_size({"width": width, "height": 800})
            assert each.page.evaluate("document.documentElement.scrollWidth") == width
            assert each.page.evaluate("document.querySelector('.top').getBoundingClientRect().right") == width


@pytest.mark.parametrize("size", [(390, 844), (360, 640)], ids=["phone", "small phone"])
def test_a_phone_shows_the_choice_of_opponent_and_play_without_scrolling(arrive, size):  # B18
    page = arrive(phone=True).open().page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.locator(".herocap").wait_for()
    ends = [page.locator(each).bounding_box() for each in ("form .opts", "form .go.big")]
    assert max(box["y"] + box["height"] for box in ends) < page.locator(".tabs").bounding_box()["y"]


FILES = Path(__file__).parents[2] / "src" / "ludus" / "clients" / "web" / "files"


def test_what_a_browser_loads_to_play_is_little_and_asked_for_once(arrive):  # B18
    person = arrive()
    loaded: dict[str, int] = {}
    person.page.on("response", lambda response: loaded.update({response.url.rpartition("/")[2]: len(response.body())}))
    person.open()
    person.page.locator(".cta .go").click()
    person.await_turn()
    code = {name: size for name, size in loaded.items() if name.endswith((".js", ".css"))}
    assert code.keys() == {"theme.js", "style.css", "main.js"}
    assert sum(code.values()) < 200_000


def test_a_page_that_is_opened_before_its_reader_is_known_is_opened_again_for_them(arrive):  # B18
    person = arrive().open().register("nia").open("/settings")
    person.page.get_by_label("New password").wait_for()
    person.open("/@nia").page.get_by_role("button", name="Sign out").wait_for()


def test_all_code_of_the_client_is_small():  # B18
    size = sum(path.stat().st_size for path in FILES.rglob("*") if path.is_file())
    assert size < 223_000, f"{size:,} bytes; it may only shrink. What is sent of it is less than 200 KB: test_bundle.py"


def test_the_client_names_no_game():  # B18
    from ludus.games.finder import GameFinder

    text = "\n".join(path.read_text("utf-8").lower() for path in FILES.rglob("*.js"))
    assert [name for name in GameFinder().games if name in text or name.replace("-", " ") in text] == []


def test_a_players_page_shows_how_the_rating_went(arrive, tmp_path, axe):  # T2, B18
    with start_server("--set", "matches.per_network=2", folder=tmp_path) as server:
        play_rated(server.port, 3)
        person = arrive(server.web_port).open("/@ann")
        chart = person.page.get_by_role("img", name="Rating over the last games: Tic-tac-toe")
        chart.wait_for()
        assert len(chart.locator("polyline").get_attribute("points").split()) == 3
        person.page.get_by_text("3 games").wait_for()
        assert faults(arrive(server.web_port, bypass_csp=True).open("/@ann"), axe) == []


def play_rated(port: int, games: int) -> None:
    """Ann and Bob, who play the first legal move each."""

    class First(Bot):
        async def choose(self, position):
            return position.moves[0]

    def runner(name: str) -> BotRunner:
        entrance = Login(name=name, password="a good password")  # noqa: S106
        connection = ServerConnection(read_address(f"127.0.0.1:{port}"), Hello(kind="program", moves="yes"), entrance)
        return BotRunner(First(), connection, Engagement("tic-tac-toe", games=games))

    async def play() -> None:
        await asyncio.wait_for(asyncio.gather(runner("ann").run(), runner("bob").run()), 60)

    with ThreadPoolExecutor(1) as other:  # the browser has a loop in this thread
        other.submit(asyncio.run, play()).result()


def test_on_a_phone_every_row_with_a_button_shows_it_and_names_stay_whole(arrive):  # B18
    person = arrive().begin("tic-tac-toe").await_turn()
    assert person.play_at_random(9, seed=4)
    person.page.set_viewport_size({"width": 390, "height": 844})
    words, buttons = (person.page.locator(f".say .{part}").bounding_box() for part in ("what", "btns"))
    assert words["width"] > 200
    assert buttons["y"] >= words["y"] + words["height"]
    person.open("/archive")
    review = person.page.get_by_role("link", name="Review").first
    box = review.bounding_box()
    assert box["x"] + box["width"] < 390
    row = person.page.locator("tr", has=review).first
    assert row.locator("td").first.bounding_box()["height"] < 30  # the names side by side


def test_a_long_name_in_a_table_is_not_split(arrive, server):  # B18
    with running_server(f"sqlite:///{server.store}") as operator:
        tournament = operator.ask(TournamentNew(game="tic-tac-toe", kind="swiss")).tournament
        for name in ("computer1", "computer10"):
            operator.ask(TournamentJoin(tournament=tournament, player=name))
        operator.ask(TournamentStart(tournament=tournament))
    page = arrive(phone=True).open(f"/t/{tournament}").page
    names = page.get_by_role("region", name="Table").locator("bdi")
    names.first.wait_for()
    assert max(name.bounding_box()["height"] for name in names.all()) < 30
