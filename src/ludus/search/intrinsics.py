"""What a search needs below the level of Python: the next record in memory, and words at an address.

The stop flag is read atomically, so that the compiler cannot move the read out of a loop. Table entries are plain words of 64
bits; the table itself detects when two threads have torn an entry apart.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


@intrinsic  # type: ignore[untyped-decorator]
def next_record(typing_context: Any, record: Any) -> Any:
    """The record that comes after this one in memory."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        byte = ir.IntType(8).as_pointer()
        after = builder.gep(builder.bitcast(arguments[0], byte), [ir.Constant(ir.IntType(64), record.size)])
        return builder.bitcast(after, arguments[0].type)

    return record(record), generate


@intrinsic  # type: ignore[untyped-decorator]
def address_of(typing_context: Any, record: Any) -> Any:
    """The address of a record."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ptrtoint(arguments[0], ir.IntType(64))

    return types.int64(record), generate


@intrinsic  # type: ignore[untyped-decorator]
def record_size(typing_context: Any, record: Any) -> Any:
    """The size of a record in bytes."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return ir.Constant(ir.IntType(64), record.size)

    return types.int64(record), generate


def _word(builder: Any, address: Any) -> Any:
    return builder.inttoptr(address, ir.IntType(64).as_pointer())


@intrinsic  # type: ignore[untyped-decorator]
def load_word(typing_context: Any, address: Any) -> Any:
    """The word of 64 bits at an address."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(_word(builder, arguments[0]), align=1)

    return types.uint64(types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def store_word(typing_context: Any, address: Any, value: Any) -> Any:
    """Write a word of 64 bits to an address."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store(arguments[1], _word(builder, arguments[0]), align=8)
        return context.get_dummy_value()

    return types.none(types.int64, types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def load_flag(typing_context: Any, address: Any) -> Any:
    """A word at an address that another thread may change at any moment."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load_atomic(_word(builder, arguments[0]), "monotonic", 8)

    return types.int64(types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def prefetch(typing_context: Any, address: Any) -> Any:
    """Start fetching memory that will be read soon."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        function = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
        read_and_keep = [ir.Constant(number, 0), ir.Constant(number, 3), ir.Constant(number, 1)]
        builder.call(function, [builder.inttoptr(arguments[0], byte), *read_and_keep])
        return context.get_dummy_value()

    return types.none(types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def call_at(typing_context: Any, function: Any, argument: Any) -> Any:
    """Call the C function at an address with a pointer and the number 1; such as the locks of Python's own threads."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [pointer, number]).as_pointer()
        called = builder.inttoptr(arguments[0], kind)
        builder.call(called, [builder.inttoptr(arguments[1], pointer), ir.Constant(number, 1)])
        return context.get_dummy_value()

    return types.none(types.int64, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def call_with(typing_context: Any, function: Any, first: Any, second: Any, third: Any, fourth: Any) -> Any:
    """Call the C function at an address with four words, of which it takes as many as it wants; returns its `int`."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word, number = ir.IntType(64), ir.IntType(32)
        called = builder.inttoptr(arguments[0], ir.FunctionType(number, [word] * 4).as_pointer())
        return builder.sext(builder.call(called, arguments[1:]), word)

    return types.int64(*[types.int64] * 5), generate
