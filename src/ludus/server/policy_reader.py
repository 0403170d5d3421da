"""Reading the policy: a TOML file, then the environment, then options. The last one to set a number wins.

Mistakes are told with where they were made, what was written there, and what was expected.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import Field, dataclass, fields, replace
from pathlib import Path
from typing import Any

from ludus.nearest import nearest
from ludus.rules.errors import LudusError
from ludus.server.policy import Policy

PREFIX = "LUDUS_"


@dataclass(frozen=True, slots=True)
class PolicySetting:
    """One number of the policy, as operators know it: `matches.players`."""

    section: str
    field: Field[Any]

    @property
    def name(self) -> str:
        """How a file and an option call it."""
        return f"{self.section}.{self.field.name}"

    @property
    def variable(self) -> str:
        """The environment variable that sets it."""
        return f"{PREFIX}{self.section}_{self.field.name}".upper()

    @property
    def says(self) -> str:
        """What it means, and why."""
        return str(self.field.metadata["says"])

    @property
    def is_whole(self) -> bool:
        """Whether only whole numbers make sense."""
        return self.field.type == "int"

    @property
    def expected(self) -> str:
        """The numbers it may have."""
        least, most = self.field.metadata["least"], self.field.metadata["most"]
        return f"a {'whole ' if self.is_whole else ''}number from {least:,.10g} to {most:,.10g}"

    def value(self, said: object, where: str) -> float:
        """What somebody has written, as a number in its range."""
        try:
            number = float(said) if isinstance(said, (int, float, str)) and not isinstance(said, bool) else None
        except ValueError:
            number = None
        least, most = self.field.metadata["least"], self.field.metadata["most"]
        if number is None or not least <= number <= most or (self.is_whole and number != int(number)):
            raise LudusError(f"{where}: {self.name} is {said!r}, but should be {self.expected}")
        return int(number) if self.is_whole else number


def all_settings() -> Iterator[PolicySetting]:
    """Every number of the policy, in order."""
    policy = Policy()
    for section in fields(policy):
        for each in fields(getattr(policy, section.name)):
            yield PolicySetting(section.name, each)


def read_policy(file: Path | None, environment: Mapping[str, str], options: Sequence[str]) -> Policy:
    """The policy as an operator wants it; raises `LudusError` for what cannot be meant."""
    policy = Policy()
    for source in (_from_file(file), _from_environment(environment), _from_options(options)):
        for setting, said, where in source:
            section = replace(getattr(policy, setting.section), **{setting.field.name: setting.value(said, where)})
            policy = replace(policy, **{setting.section: section})
    return policy


Found = Iterator[tuple[PolicySetting, object, str]]


def _from_file(file: Path | None) -> Found:
    if file is None:
        return
    try:
        text = file.read_text("utf-8")
        held = tomllib.loads(text)
    except OSError as error:
        raise LudusError(f"{file} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise LudusError(f"{file} is not TOML: {error}") from None
    for section, values in held.items():
        where = f"{file}, line {_line_of(text, section)}"
        if not isinstance(values, dict):
            raise LudusError(f"{where}: {section} stands outside a section; write it below one, such as [matches]")
        for name, said in values.items():
            where = f"{file}, line {_line_of(text, name, section)}"
            yield _known(f"{section}.{name}", where), said, where


def _line_of(text: str, name: str, section: str = "") -> int:
    """The line in which a name is set, within its section."""
    inside, wanted = not section, re.compile(rf'\s*\[?\s*"?{re.escape(name)}"?\s*[\]=.]')
    for number, line in enumerate(text.splitlines(), start=1):
        if inside and wanted.match(line):
            return number
        if section and line.strip().startswith("["):
            inside = line.strip().strip("[] \t\"'") == section
    return 1


def _from_environment(environment: Mapping[str, str]) -> Found:
    variables = {setting.variable: setting for setting in all_settings()}
    sections = tuple(f"{PREFIX}{section.name.upper()}_" for section in fields(Policy()))
    for variable, said in environment.items():
        if variable in variables:
            yield variables[variable], said, f"environment variable {variable}"
        elif variable.startswith(sections):
            raise LudusError(f"Unknown environment variable {variable}.{_meant(variable, variables)}")


def _from_options(options: Sequence[str]) -> Found:
    for option in options:
        name, equals, said = option.partition("=")
        if not equals:
            raise LudusError(f"--set {option}: write a name and a number, as in --set matches.players=8")
        yield _known(name.strip().replace("-", "_"), f"--set {option}"), said.strip(), f"--set {option}"


def _known(name: str, where: str) -> PolicySetting:
    known = {setting.name: setting for setting in all_settings()}
    if name not in known:
        raise LudusError(f"{where}: unknown setting {name!r}.{_meant(name, known)}")
    return known[name]


def _meant(name: str, known: Mapping[str, PolicySetting]) -> str:
    near = nearest(name, known)
    return f" Did you mean {near}?" if near else " docs/server.md lists them all."


def policy_table() -> str:
    """Every setting as a table in Markdown, for the documentation."""
    lines = ["| setting | default | meaning |", "|---|---|---|"]
    for setting in all_settings():
        lines.append(f"| `{setting.name}` | {setting.field.default:,.10g} | {setting.says} |")
    return "\n".join(lines)
