"""The state of a game: one record of fixed size.

    State(cells=("i1", (3, 3)), turn="i1")      each field has a name, a NumPy type and, if it is a table, a shape

Copying is assignment, equality and hashing are over the bytes, saving is `tobytes()`.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from ludus.rules.errors import GameFileError

if TYPE_CHECKING:  # NumPy takes longer to import than all game files together; listing games does not need it
    import numpy as np

StateRecord: TypeAlias = "np.void"
"""One state in memory: a NumPy record whose fields an author named in `State(...)`."""


FieldType: TypeAlias = str | tuple[str, int | tuple[int, ...]]

NUMBERS = frozenset({"i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"})
"""The types a field may have: whole numbers, signed or unsigned, of 1, 2, 4 or 8 bytes."""


class State:
    """The fields of a game's state. `turn` is required: the seat to move, counted from 0."""

    def __init__(self, **fields: FieldType) -> None:
        self.shapes: dict[str, tuple[int, ...]] = {}
        if "turn" not in fields:
            raise GameFileError('State(...) needs the field turn="i1": the seat to move, counted from 0')
        for name, kind in fields.items():
            number, *shape = kind if isinstance(kind, tuple) else (kind,)
            if not isinstance(number, str) or number not in NUMBERS or len(shape) > 1 or name.startswith("_"):
                raise GameFileError(f'State(...): {name}={kind!r} is not a field; write "i1", "i8", "u8" or ("i1", (8, 8))')
            sides = shape[0] if shape else ()
            self.shapes[name] = sides if isinstance(sides, tuple) else (sides,)
        self.kinds = {name: kind[0] if isinstance(kind, tuple) else kind for name, kind in fields.items()}
        """What each field counts in, such as `i1`."""
        self.fields: tuple[str, ...] = tuple(fields)

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """The fields as NumPy knows them."""
        import numpy as np

        return np.dtype([(name, self.kinds[name], self.shapes[name]) for name in self.fields], align=True)

    def blank(self) -> StateRecord:
        """A new state in which every number is 0."""
        return self.from_bytes(bytes(self.dtype.itemsize))

    def from_bytes(self, saved: bytes) -> StateRecord:
        """The state that `tobytes()` wrote."""
        import numpy as np

        return np.frombuffer(bytearray(saved), self.dtype)[0]  # type: ignore[no-any-return]


def copy_of(record: StateRecord) -> StateRecord:
    """An independent copy of a state; copied as bytes, because NumPy leaves out the gaps between fields."""
    import numpy as np

    return np.frombuffer(bytearray(record.tobytes()), record.dtype)[0]  # type: ignore[no-any-return]


def copy_into(target: Any, source: Any) -> None:
    """Make one state equal to another, inside rules and kernels."""
    for name in source._record.dtype.names:
        target._record[name] = source._record[name]


class PlainState:
    """A state as plain Python sees it: every number is an `int`, as in compiled code.

    NumPy's own scalars keep the width of their field, so 100 + 100 in an `i1` overflows; compiled rules widen to 64 bits first.
    This view removes the difference, and refuses to store what does not fit.
    """

    __slots__ = ("_record",)
    _record: StateRecord

    def __init__(self, record: StateRecord) -> None:
        object.__setattr__(self, "_record", record)

    def __getattr__(self, name: str) -> Any:
        try:
            return _plain(self._record[name])
        except (ValueError, KeyError):
            names = ", ".join(self._record.dtype.names or ())
            raise AttributeError(f"the state has no field {name!r}; its fields are {names}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in (self._record.dtype.names or ()):
            names = ", ".join(self._record.dtype.names or ())
            raise AttributeError(f"the state has no field {name!r}; its fields are {names}")
        self._record[name] = value


class PlainTable:
    """A table inside a plain state: indexing gives `int`, or a smaller table."""

    __slots__ = ("_array",)

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self._array = array

    def __getitem__(self, index: Any) -> Any:
        return _plain(self._array[index])

    def __setitem__(self, index: Any, value: Any) -> None:
        self._array[index] = value._array if isinstance(value, PlainTable) else value

    def __len__(self) -> int:
        return len(self._array)

    def __eq__(self, other: object) -> Any:
        return self._array == (other._array if isinstance(other, PlainTable) else other)

    __hash__ = None  # type: ignore[assignment]  # a table can change

    def __iter__(self) -> Any:
        return (_plain(value) for value in self._array)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._array, name)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        return self._array.astype(dtype or self._array.dtype, copy=bool(copy))


def _plain(value: Any) -> Any:
    return PlainTable(value) if value.ndim else value.item()
