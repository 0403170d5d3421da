"""Which browser the tests of the web client use: the system's Chromium, or one that Playwright has installed.

    python -m tests.browser     find one, or install one where that is possible, and say which

Where there is none, those tests are skipped and say so.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

WITHOUT = "no Chromium here: the tests of the web client are skipped; `python -m tests.browser` installs one"


def find_browser() -> str | None:
    """The path of a Chromium, if there is one."""
    for name in NAMES:
        if found := shutil.which(name):
            return found
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def install_browser() -> str | None:
    """Install one: from the system's packages where we may, otherwise with Playwright."""
    ways = [["apt-get", "install", "-y", "-q", "chromium"], [sys.executable, "-m", "playwright", "install", "chromium"]]
    for way in ways:
        if shutil.which(way[0]):
            subprocess.run(way, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=600)
            if found := find_browser():
                return found
    return None


if __name__ == "__main__":
    browser = find_browser() or install_browser()
    print(f"browser tests use {browser}" if browser else WITHOUT)
