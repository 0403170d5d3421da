"""The same events make the same match again, whatever was done in it."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from tests.server.playhouse import catalogue, do

from ludus.server.matches import agreements, commands
from ludus.server.matches.events import NOBODY, Made, Terms
from ludus.server.matches.match import Match
from ludus.server.policy import MatchPolicy

START = 1000.0


class MatchesAreMadeAgain(RuleBasedStateMachine):
    """Whatever is done, in whatever order: the events make the same match again."""

    PLAYERS = st.sampled_from(["ann", "bob", "cid", "dan", "eve"])

    @initialize(
        game=st.sampled_from(["tic-tac-toe", "connect-four", "conquest", "yahtzee"]),
        players=st.integers(2, 4),
        seated=st.sampled_from([1, 4, 4, 4]),
        clock=st.sampled_from([(180.0, 0.0, 0.0), (0.0, 300.0, 5.0), (60.0, 100.0, 1.0)]),
    )
    def make(self, game, players, clock, seated):
        """A match that ann has made; mostly all seats are taken."""
        self.now, rules = START, catalogue().prepare(game, {})
        agreed = Terms(game, {}, players, *clock, 0.0, "")
        self.match = Match(rules, Made(number=1, at=START, match="m1", terms=agreed, seed="s", by="ann"))
        for player in ["ann", "bob", "cid", "dan"][:seated]:
            do(commands.sit(self.match, player, NOBODY, START))

    @rule(player=PLAYERS, level=st.sampled_from([0, 0, 0, 1]))
    def sit(self, player, level):
        """Somebody, or the computer, takes a seat."""
        do(commands.sit(self.match, f"computer-{player}" if level else player, NOBODY, self.now, level))

    @rule(chosen=st.integers(0, 10_000), wrong=st.sampled_from([0, 0, 0, 0, 1]))
    def move(self, chosen, wrong):
        """Who is asked answers, now and then with what is no move."""
        match = self.match
        if not match.asked:
            return
        seat = list(match.asked)[chosen % len(match.asked)]
        moves = match.rulebook.moves(match.play.state, seat)
        move = moves[chosen % len(moves)]
        path = [(9, 99)] if wrong else match.path(seat, move)
        program, player = bool(chosen % 2), match.next_player(seat)
        do(commands.move(match, player, path, match.ref(seat), self.now, MatchPolicy(), program=program))

    @rule(player=PLAYERS, what=st.sampled_from(["draw", "undo", "undo", "rematch"]), how=st.integers(0, 5))
    def agree(self, player, what, how):
        """Somebody offers, accepts or declines."""
        command = agreements.decline if how == 0 else agreements.accept if how < 3 else agreements.offer
        do(command(self.match, player, what, self.now))

    @rule(player=PLAYERS, how=st.integers(0, 9))
    def go(self, player, how):
        """Somebody leaves, resigns, or only talks."""
        if how < 2:
            do(commands.leave(self.match, player, self.now))
        elif how == 2:
            do(commands.resign(self.match, player, self.now))
        else:
            do(commands.say(self.match, player, "hm", self.now))

    @rule(seconds=st.sampled_from([0.0, 1.0, 20.0, 50.0, -30.0]), asleep=st.booleans())
    def wait(self, seconds, asleep):
        """Time passes, or the server sleeps; the time of day may be set back."""
        self.now += seconds
        if asleep:
            do(commands.sleep(self.match, seconds, self.now))
        else:
            do(commands.tick(self.match, self.now))

    @invariant()
    def the_events_make_the_same_match(self):
        """What is on disk is enough."""
        if not hasattr(self, "match"):
            return
        live, made = self.match, self.match.log[0]
        again = Match.restored(live.rulebook, made, live.log[1:], None)
        for match in (live, again):
            match.refs = [match.ref(seat) for seat in match.asked]
            match.times = [match.clocks.left(seat, self.now) for seat in range(match.seats)]
        names = ("status", "teams", "levels", "asked", "refs", "times", "answered", "erred", "agreed", "moves_made", "closed")
        for name in names:
            assert getattr(live, name) == getattr(again, name), name
        assert live.play.state.tobytes() == again.play.state.tobytes()
        assert [event.number for event in live.log] == list(range(1, len(live.log) + 1))


TestMatchesAreMadeAgain = MatchesAreMadeAgain.TestCase
TestMatchesAreMadeAgain.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)
