"""Accounts to test."""

from __future__ import annotations

import random

import pytest

from ludus.server.accounts.accounts import Accounts


@pytest.fixture
def accounts():
    return Accounts([], [], random.Random(1).randbytes, operator="let-me-run-this")
