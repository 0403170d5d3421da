"""Nothing in the package depends on one kind of machine (B3)."""

import ast
from pathlib import Path

import ludus

UNIX_ONLY = {"curses", "fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "termios", "tty"}
UNIX_CALLS = {"fork", "forkpty", "getuid", "geteuid", "setsid", "mkfifo", "chroot", "SIGKILL", "SIGUSR1", "AF_UNIX"}


ONE_SYSTEM = {"cli/tournament/sandbox.py", "cli/composition/keeper.py", "clients/terminal/guard.py"}
"""Files that may use what only one kind of system has: nobody else does, and elsewhere they do without, or say so."""


def portable_files() -> list[Path]:
    """Every file that must run everywhere."""
    root = Path(ludus.__file__).parent
    return [path for path in root.rglob("*.py") if path.relative_to(root).as_posix() not in ONE_SYSTEM]


def can_do_without(node: ast.AST) -> set[ast.AST]:
    """The imports that are tried, with another way for machines where they fail."""
    if not isinstance(node, ast.Try) or not any(getattr(each.type, "id", "") == "ImportError" for each in node.handlers):
        return set()
    return {each for each in node.body if isinstance(each, ast.Import)}


def test_no_module_is_imported_and_no_call_made_that_only_unix_has():  # B3
    for path in portable_files():
        nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
        tried = {each for node in nodes for each in can_do_without(node)}
        for node in nodes:
            if node in tried:
                continue
            if isinstance(node, ast.Import):
                assert not UNIX_ONLY & {name.name.partition(".")[0] for name in node.names}, path
            elif isinstance(node, ast.ImportFrom):
                assert (node.module or "").partition(".")[0] not in UNIX_ONLY, path
            elif isinstance(node, ast.Attribute):
                assert node.attr not in UNIX_CALLS, path


def test_text_files_are_opened_with_an_encoding():  # B3
    for path in Path(ludus.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                named = {keyword.arg for keyword in node.keywords}
                if node.func.attr == "read_text":
                    assert node.args or "encoding" in named, path
                if node.func.attr == "write_text":
                    assert len(node.args) == 2 or "encoding" in named, path
