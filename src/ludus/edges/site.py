"""`Site`: the files of a web client, read once and served from memory.

Its page is served at every address that the client has. All else lies under `/static/VERSION/`, where the version is a hash of
all files: browsers keep them for good, and ask for none of them again until one has changed. The page names the modules that are
needed to play, so that a browser asks for all of them at once instead of finding them one import after the other.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

PLACEHOLDER = "VERSION"
"""What stands for the version in index.html."""

MODULES = b"<!-- modules -->"
"""What stands for the modules that are loaded with the page."""

IMPORT = re.compile(rb'(?:^import\b.*?|^export\b.*?\bfrom) ?"(\./[^"]+|\.\./[^"]+)"', re.MULTILINE)

FOR_GOOD = "public, max-age=31536000, immutable"

TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}
"""Types of files that not every system knows."""


class Site:
    """A web client: its folder of files, and the addresses that open its page."""

    def __init__(self, folder: Path, pages: Sequence[str], first: Sequence[str] = ()) -> None:
        files = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
        contents = {name: path.read_bytes() for name, path in files.items()}
        self.version = hashlib.sha256(b"".join(name.encode() + body for name, body in contents.items())).hexdigest()[:12]
        links = [f'<link rel="modulepreload" href="/static/{PLACEHOLDER}/{name}">' for name in _imported(contents, first)]
        index = contents.pop("index.html").replace(MODULES, "\n  ".join(links).encode())
        index = index.replace(PLACEHOLDER.encode(), self.version.encode())
        self._pages = tuple(pages)
        self._index = _File("index.html", index, "no-cache")
        self._files = {name: _File(name, body, FOR_GOOD) for name, body in contents.items()}

    def routes(self) -> list[Route]:
        """The page at each of its addresses, and every file under the version; under an older version nothing is found."""
        return [
            Route(f"/static/{self.version}/{{name:path}}", self._serve),
            *(Route(page, self._index.serve) for page in self._pages),
            *(Route(f"/{name}", self._files[name].serve) for name in ("icon.svg",) if name in self._files),
        ]

    async def _serve(self, request: Request) -> Response:
        file = self._files.get(request.path_params["name"])
        if file is None:
            raise HTTPException(404)
        return await file.serve(request)


def _imported(contents: Mapping[str, bytes], first: Sequence[str]) -> list[str]:
    """These modules, and all that they import, each once."""
    found: list[str] = []
    waiting = list(reversed(first))
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.append(name)
        here = PurePosixPath(name).parent
        for (path,) in reversed([match.groups() for match in IMPORT.finditer(contents[name])]):
            waiting.append(_resolved(here / path.decode()))
    return found


def _resolved(path: PurePosixPath) -> str:
    parts: list[str] = []
    for part in path.parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)


class _File:
    """One file, also packed."""

    def __init__(self, name: str, body: bytes, caching: str) -> None:
        kind = TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        self._plain, self._packed = body, gzip.compress(body, 9, mtime=0)
        self._headers = {"Cache-Control": caching, "Vary": "Accept-Encoding", "Content-Type": kind}
        if kind.startswith("text/"):
            self._headers["Content-Type"] += "; charset=utf-8"

    async def serve(self, request: Request) -> Response:
        """Answer with the file, packed for whoever can unpack it."""
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self._packed, headers={**self._headers, "Content-Encoding": "gzip"})
        return Response(self._plain, headers=self._headers)
