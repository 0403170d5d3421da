"""States: plain Python calculates as compiled code does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.rules import State, count_bits, lowest_bit
from ludus.rules.state import PlainState, copy_of

FIELDS = State(cells=("i1", (2, 3)), total="u8", turn="i1")


@given(st.binary(min_size=FIELDS.dtype.itemsize, max_size=FIELDS.dtype.itemsize))
def test_a_state_is_its_bytes(saved):
    state = FIELDS.from_bytes(saved)
    assert state.tobytes() == saved
    assert copy_of(state).tobytes() == saved


def test_a_copy_is_independent():
    state = FIELDS.blank()
    other = copy_of(state)
    other["turn"] = 1
    assert (int(state["turn"]), int(other["turn"])) == (0, 1)


def test_numbers_in_a_plain_state_do_not_wrap_round_at_the_width_of_their_field():
    state = PlainState(FIELDS.blank())
    state.cells[1, 2] = 100
    assert state.cells[1, 2] + 100 == 200
    assert state.cells[1][2] * 100 == 10_000
    state.total = 2**63
    assert state.total + 2**63 == 2**64


def test_a_number_that_does_not_fit_is_refused_when_it_is_stored():
    state = PlainState(FIELDS.blank())
    with pytest.raises(OverflowError):
        state.cells[0, 0] = 200


def test_a_missing_field_is_named_along_with_those_that_exist():
    state = PlainState(FIELDS.blank())
    with pytest.raises(AttributeError, match="the state has no field 'trun'; its fields are cells, total, turn"):
        state.trun = 1
    with pytest.raises(AttributeError, match="no field 'trun'"):
        _ = state.trun


@given(st.integers(1, 2**64 - 1))
def test_bits_are_counted_and_found(value):
    ones = [place for place in range(64) if value >> place & 1]
    assert count_bits(value) == len(ones)
    assert lowest_bit(value) == ones[0]
