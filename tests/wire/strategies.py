"""Messages made from their types: whatever may be said, and one sample of each with every way to change it in one place."""

import re
import types
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Literal, get_args, get_origin

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from msgspec import Meta, Struct, structs

from ludus.wire.messages import AnyReply, AnyRequest

REQUESTS = get_args(AnyRequest)
REPLIES = get_args(AnyReply)

UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=40)
"""On a busy machine an example may take its time."""

CHARACTERS = st.one_of(st.sampled_from("=:. ab7-_/'\"\\"), st.characters(exclude_categories=["Cs"]))


@cache
def any_message(message: type[Struct]) -> st.SearchStrategy[Any]:
    """Whatever can be said with this type."""
    fields = structs.fields(message)
    required = {field.name: values(field.type) for field in fields if field.required}
    optional = {field.name: values(field.type) for field in fields if not field.required}
    return st.fixed_dictionaries(required, optional=optional).map(lambda given: message(**given))


def values(kind: Any) -> st.SearchStrategy[Any]:
    """Whatever a field of this kind can hold."""
    if get_origin(kind) is Annotated:
        base, meta = get_args(kind)
        return bounded(base, meta)
    if get_origin(kind) is Literal:
        return st.sampled_from(get_args(kind))
    if get_origin(kind) is list:
        return st.lists(values(get_args(kind)[0]), max_size=3)
    if get_origin(kind) is tuple:
        return st.tuples(*map(values, get_args(kind)))
    if get_origin(kind) is dict:
        return st.dictionaries(*map(values, get_args(kind)), max_size=3)
    if issubclass(kind, Struct):
        return any_message(kind)
    plain = {str: st.text(CHARACTERS), bool: st.booleans(), int: st.integers(-(10**9), 10**9)}
    return plain.get(kind, st.floats(allow_nan=False, allow_infinity=False))


def bounded(base: Any, meta: Meta) -> st.SearchStrategy[Any]:
    """Whatever keeps to these limits."""
    if base is str and meta.pattern and "A-Za-z" in meta.pattern:
        names = st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,23}", fullmatch=True)
        return names if meta.min_length else st.one_of(st.just(""), names)
    if base is str and meta.pattern:
        alone = st.just(" ") if "(?! )" in meta.pattern else st.nothing()
        characters = st.one_of(CHARACTERS.filter(lambda each: re.search(meta.pattern, each)), alone)
        texts = st.text(characters, min_size=meta.min_length or 0, max_size=meta.max_length)
        return texts.filter(lambda text: text == text.strip(" "))
    if base is str:
        return values(str)
    if base is int:
        return st.integers(meta.ge, 10**9 if meta.le is None else meta.le)
    if base is float:
        return st.floats(meta.ge, meta.le)
    if get_origin(base) is list:
        return st.lists(values(get_args(base)[0]), min_size=meta.min_length or 0, max_size=meta.max_length)
    return st.dictionaries(*map(values, get_args(base)), max_size=meta.max_length)


def sample(kind: Any) -> Any:
    """One value of this kind, with something in every place."""
    origin, inside = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return sample(inside[0])
    if origin is Literal:
        return inside[0] or inside[1]
    if origin in (list, tuple):
        return origin(map(sample, inside))
    if origin is dict:
        return {sample(inside[0]): sample(inside[1])}
    if isinstance(kind, type) and issubclass(kind, Struct):
        return kind(**{field.name: sample(field.type) for field in structs.fields(kind)})
    return {str: "some", bool: True, int: 3, float: 2.5}[kind]


def changes(kind: Any, value: Any) -> Iterator[tuple[str, Any]]:
    """Every way to change one place of a value: where (`.board.clocks.move`), and the value with another in that place."""
    origin, inside = get_origin(kind), get_args(kind)
    if origin is Annotated:
        yield from changes(inside[0], value)
    elif origin is Literal:
        yield "", next(choice for choice in inside if choice and choice != value)
    elif origin is list:
        yield from ((where, [other]) for where, other in changes(inside[0], value[0]))
    elif origin is tuple:
        for place, each in enumerate(inside):
            for where, other in changes(each, value[place]):
                yield where, (*value[:place], other, *value[place + 1 :])
    elif origin is dict:
        ((key, held),) = value.items()
        yield from (("", {other: held}) for _, other in changes(inside[0], key))
        yield from (("", {key: other}) for _, other in changes(inside[1], held))
    elif isinstance(value, Struct):
        for field in structs.fields(kind):
            for where, other in changes(field.type, getattr(value, field.name)):
                yield f".{field.name}{where}", structs.replace(value, **{field.name: other})
    else:
        assert not isinstance(kind, types.UnionType)
        yield "", (not value) if kind is bool else value + {str: "thing", int: 1, float: 1}[kind]
