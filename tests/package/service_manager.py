"""A service manager in miniature: reads a unit of systemd, starts what it says, and starts it again whenever it ends."""

from __future__ import annotations

import configparser
import signal
import subprocess
import threading
from pathlib import Path

UNIT = Path(__file__).parents[2] / "deploy" / "ludus.service"


def words_of_the_unit(unit: Path = UNIT) -> list[str]:
    """The command of a unit, in words."""
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(unit, "utf-8")
    assert parser["Service"]["Restart"] == "always"
    return parser["Service"]["ExecStart"].split()


class Service:
    """A command that is kept running, as `Restart=always` keeps it."""

    def __init__(self, words: list[str], folder: Path, environment: dict[str, str]) -> None:
        self._words, self._folder, self._environment = words, folder, environment
        self._wanted, self.starts = True, 0
        self._log = (folder / "service.log").open("a", encoding="utf-8")
        self._begin()
        self._keeper = threading.Thread(target=self._keep)
        self._keeper.start()

    def _begin(self) -> None:
        self.starts += 1
        self.process = subprocess.Popen(
            self._words, cwd=self._folder, env=self._environment, stdout=self._log, stderr=subprocess.STDOUT
        )

    def _keep(self) -> None:
        while self._wanted:
            self.process.wait()
            if self._wanted:
                self._begin()

    def kill(self) -> None:
        """End the process without a warning; it is started again."""
        self.process.kill()

    def stop(self) -> int:
        """Stop for good, as `systemctl stop` does: SIGTERM and, if games are on, another; its exit status."""
        self._wanted = False
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(2)
        except subprocess.TimeoutExpired:
            self.process.send_signal(signal.SIGTERM)
            status = self.process.wait(30)
        self._keeper.join()
        self._log.close()
        return status

    @property
    def log(self) -> str:
        """Everything that was said and logged."""
        return (self._folder / "service.log").read_text("utf-8")
