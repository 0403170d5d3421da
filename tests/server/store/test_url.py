"""No part of a store's password is ever shown, whatever characters it has."""

from __future__ import annotations

import re

import pytest
from tests.commands import run

from ludus.edges.operator import operator_file
from ludus.server.store.address import open_store
from ludus.server.store.errors import StoreError
from ludus.server.store.url import read_url, without_password

PASSWORDS = [
    "s3cret",
    "s3c@s3cret",
    "s3c/s3cret",
    "s3c:s3cret",
    "s3c?s3cret",
    "s3c#s3cret",
    "@s3cret@",
    "s3c%40s3cret",
    "s3c s3cret",
    "s3c[s3cret",
]


@pytest.mark.parametrize("password", PASSWORDS)
def test_a_password_of_any_characters_is_read_and_never_shown(password):  # security
    url = f"postgresql://ann:{password}@127.0.0.1:1/games?connect_timeout=1"
    read = read_url(url)
    assert (read.username, read.password, read.host, read.port, read.database) == (
        "ann",
        password.replace("%40", "@"),
        "127.0.0.1",
        1,
        "games",
    )
    assert without_password(url) == "postgresql://ann:***@127.0.0.1:1/games?connect_timeout=1"
    with pytest.raises(StoreError, match=r"ann:\*\*\*@127.0.0.1:1/games") as refused:
        open_store(url)
    assert "s3c" not in str(refused.value)
    assert re.fullmatch(r"games-[0-9a-f]{8}\.operator", operator_file(url).name)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://127.0.0.1:1/games?user=ann&password=s3cret",
        "postgresql://ann:s3c@s3cret@127.0.0.1:port/games",
        "postgresql:/ann:s3c@s3cret@127.0.0.1/games",
        "postgresql:ann:s3cret",
        "ann:s3c@s3cret@127.0.0.1/games",
        "mysql://ann:s3c@s3cret@127.0.0.1/games",
    ],
)
def test_an_address_that_cannot_be_used_is_refused_without_its_password(url, tmp_path, monkeypatch):  # security
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StoreError) as refused:
        open_store(url)
    assert "s3c" not in str(refused.value)


def test_ludus_admin_does_not_repeat_the_password(tmp_path):  # security
    done = run("admin", "players", "--store", "postgresql://ann:s3c@s3cret@127.0.0.1/games", folder=tmp_path, merged=True)
    assert done.returncode == 1
    assert done.stdout == "ludus: no server is running that keeps its games in postgresql://ann:***@127.0.0.1/games\n"
