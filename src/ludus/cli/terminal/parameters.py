"""Commands whose parameters are the fields of an options class, so that each option is written once."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import MISSING, Field, fields
from typing import Any, TypeVar, get_type_hints

Options = TypeVar("Options")


def takes(options: type[Options]) -> Callable[[Callable[[Options], None]], Callable[..., None]]:
    """Turn a function of an options object into a command for Typer, with a parameter for each field of the class."""

    def command_of(run: Callable[[Options], None]) -> Callable[..., None]:
        def command(**given: Any) -> None:
            run(options(**given))

        kinds = get_type_hints(options, include_extras=True)
        parameters = [
            inspect.Parameter(each.name, inspect.Parameter.KEYWORD_ONLY, default=_default(each), annotation=kinds[each.name])
            for each in fields(options)  # type: ignore[arg-type]  # a dataclass
        ]
        command.__name__, command.__doc__ = run.__name__, run.__doc__
        command.__annotations__ = kinds
        command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        return command

    return command_of


def _default(each: Field[Any]) -> Any:
    return each.default if each.default_factory is MISSING else each.default_factory()
