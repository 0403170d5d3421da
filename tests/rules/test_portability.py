"""Nothing in the package depends on one kind of machine (B3)."""

import ast
from pathlib import Path

import ludus

UNIX_ONLY = {"curses", "fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "termios", "tty"}
UNIX_CALLS = {"fork", "forkpty", "getuid", "geteuid", "setsid", "mkfifo", "chroot", "SIGKILL", "SIGUSR1", "AF_UNIX"}


def can_do_without(node: ast.AST) -> set[ast.AST]:
    """The imports that are tried, with another way for machines where they fail."""
    if not isinstance(node, ast.Try) or not any(getattr(each.type, "id", "") == "ImportError" for each in node.handlers):
        return set()
    return {each for each in node.body if isinstance(each, ast.Import)}


def test_no_module_is_imported_and_no_call_made_that_only_unix_has():  # B3
    for path in Path(ludus.__file__).parent.rglob("*.py"):
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
