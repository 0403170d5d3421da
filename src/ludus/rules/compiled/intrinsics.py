"""Single machine instructions and shared rules, taught to Numba. Imported only when something is compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload, register_jitable

from ludus.rules.rule import count_bits, lowest_bit
from ludus.rules.shared_rules import SHARED_RULES
from ludus.rules.state import copy_into

for _shared in SHARED_RULES:
    register_jitable(_shared)


@intrinsic  # type: ignore[untyped-decorator]
def _population(typing_context: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.cast(builder, builder.ctpop(arguments[0]), value, types.int64)

    return types.int64(value), generate


@intrinsic  # type: ignore[untyped-decorator]
def _trailing_zeros(typing_context: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        zeros = builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))
        return context.cast(builder, zeros, value, types.int64)

    return types.int64(value), generate


@overload(count_bits, strict=False)  # type: ignore[untyped-decorator]
def _count_bits(value: Any) -> Callable[[Any], Any] | None:
    return (lambda value: _population(value)) if isinstance(value, types.Integer) else None


@overload(lowest_bit, strict=False)  # type: ignore[untyped-decorator]
def _lowest_bit(value: Any) -> Callable[[Any], Any] | None:
    return (lambda value: _trailing_zeros(value)) if isinstance(value, types.Integer) else None


@intrinsic  # type: ignore[untyped-decorator]
def _copy_bytes(typing_context: Any, target: Any, source: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        cgutils.raw_memcpy(builder, arguments[0], arguments[1], cgutils.intp_t(target.size), 1)
        return context.get_dummy_value()

    return types.none(target, source), generate


@overload(copy_into, strict=False)  # type: ignore[untyped-decorator]
def _copy_into(target: Any, source: Any) -> Callable[[Any, Any], Any] | None:
    # If whole records are assigned, the compiler handles each byte separately: 12 s for a board of 100 x 100.
    alike = isinstance(target, types.Record) and target == source
    return (lambda target, source: _copy_bytes(target, source)) if alike else None


@intrinsic  # type: ignore[untyped-decorator]
def record_at(typing_context: Any, address: Any, kind: Any) -> Any:
    """The record of this kind that lies at an address."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(kind.dtype))

    return kind.dtype(address, kind), generate
