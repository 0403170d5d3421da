"""Compiled code called without a detour: for a program that plays move after move, the usual call costs more than the rule.

                    ns a call, about
    the usual way          200        the compiler looks at the kind of every argument first
    direct                 100        the machine code for arguments of known kinds
    as_builtin              35        a built-in function of Python itself, for whole numbers

`as_builtin` is for CPython; elsewhere it is the same as `direct`.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

KINDS = {"number": types.int64, "words": types.Array(types.int64, 1, "C")}
"""What an argument may be: a whole number, or an array of them."""

METH_FASTCALL = 0x80  # Python hands over the address of its arguments, and how many there are


def direct(function: Any, arguments: str) -> Callable[..., int]:
    """The machine code of a compiled function, whose arguments are each a `number` or an array of `words`."""
    signature = tuple(KINDS[word] for word in arguments.split())
    prompt = numba.njit(cache=True, error_model="numpy")(function.py_func)  # keeping the lock is quicker than giving it away
    prompt.compile(signature)
    return prompt.overloads[signature].entry_point  # type: ignore[no-any-return]


class _MethodDefinition(ctypes.Structure):
    """Python's `PyMethodDef`."""

    _fields_ = (("name", ctypes.c_char_p), ("code", ctypes.c_void_p), ("flags", ctypes.c_int), ("says", ctypes.c_char_p))


def as_builtin(wrapper: Callable[[int, int, int], int], kept: list[Any]) -> Callable[..., int] | None:
    """A built-in function made of a wrapper `(module, arguments, count)`, which uses `integer_at`, `bytearray_at` and `boxed`.

    None where this Python does not work that way. What must live as long as the function is added to `kept`.
    """
    if sys.implementation.name != "cpython":
        return None
    code = numba.cfunc(types.intp(types.intp, types.intp, types.intp), cache=True, error_model="numpy")(wrapper)
    definition = _MethodDefinition(b"step", code.address, METH_FASTCALL, None)
    kept += [code, definition]
    make = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)(
        ("PyCFunction_NewEx", ctypes.pythonapi)
    )
    return make(ctypes.addressof(definition), None, None)  # type: ignore[no-any-return]


@intrinsic  # type: ignore[untyped-decorator]
def integer_at(typing_context: Any, arguments: Any, index: Any) -> Any:  # noqa: ARG001  as the compiler calls it
    """The whole number that is an argument of a built-in function; -1 where it is none of 64 bits."""

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:  # noqa: ARG001
        python, word = context.get_python_api(builder), ir.IntType(64)
        place = builder.add(given[0], builder.mul(given[1], ir.Constant(word, 8)))
        number = python.long_as_longlong(builder.load(builder.inttoptr(place, python.pyobj.as_pointer())))
        with cgutils.if_unlikely(builder, builder.icmp_signed("==", number, ir.Constant(word, -1))):
            python.err_clear()  # too large a number: Python would raise, where the move is only illegal
        return number

    return types.int64(types.intp, types.intp), generate


@intrinsic  # type: ignore[untyped-decorator]
def bytearray_at(typing_context: Any, arguments: Any, index: Any) -> Any:  # noqa: ARG001
    """The address of the bytes of a `bytearray` that is an argument of a built-in function."""

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:  # noqa: ARG001
        python, word = context.get_python_api(builder), ir.IntType(64)
        place = builder.add(given[0], builder.mul(given[1], ir.Constant(word, 8)))
        thing = builder.load(builder.inttoptr(place, python.pyobj.as_pointer()))
        kind = ir.FunctionType(ir.IntType(8).as_pointer(), [python.pyobj])
        bytes_of = cgutils.get_or_insert_function(builder.module, kind, "PyByteArray_AsString")
        return builder.ptrtoint(builder.call(bytes_of, [thing]), word)

    return types.int64(types.intp, types.intp), generate


@intrinsic  # type: ignore[untyped-decorator]
def boxed(typing_context: Any, number: Any) -> Any:  # noqa: ARG001
    """A number as an object of Python, for a built-in function to return."""

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:  # noqa: ARG001
        return builder.ptrtoint(context.get_python_api(builder).long_from_longlong(given[0]), ir.IntType(64))

    return types.intp(types.int64), generate
