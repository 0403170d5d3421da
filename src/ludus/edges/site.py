"""`Site`: the files of a web client, read once and served from memory.

Its page is served at every address that the client has. All else lies under `/static/VERSION/`, where the version is a hash of
all files: browsers keep them for good, and ask for none of them again until one has changed. The main module and all that it
imports are one file (`bundle.py`), so that a browser asks once for everything that is needed to play, and comments are left out
(`strip.py`). What the page has to know from the start stands in it.
"""

from __future__ import annotations

import gzip
import hashlib
import html
import mimetypes
from collections.abc import Mapping, Sequence
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludus.edges.bundle import bundled
from ludus.edges.strip import strip_module, strip_style

PLACEHOLDER = "VERSION"
"""What stands for the version in index.html."""

MAIN = "main.js"
"""The module that the page loads."""

FOR_GOOD = "public, max-age=31536000, immutable"

TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}
"""Types of files that not every system knows."""


def served(contents: Mapping[str, bytes]) -> dict[str, bytes]:
    """These files as browsers get them."""
    modules = {name: strip_module(name, body.decode()) for name, body in contents.items() if name.endswith(".js")}
    styles = {name: strip_style(body.decode()) for name, body in contents.items() if name.endswith(".css")}
    others = {name: body for name, body in contents.items() if name not in modules}
    return others | {name: text.encode() for name, text in (bundled(modules, MAIN) | styles).items()}


class Site:
    """A web client: its folder of files, the addresses that open its page, and what its page says in place of some words."""

    def __init__(self, folder: Path, pages: Sequence[str], said: Mapping[str, str]) -> None:
        files = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
        contents = {name: path.read_bytes() for name, path in files.items()}
        self.version = hashlib.sha256(b"".join(name.encode() + body for name, body in contents.items())).hexdigest()[:12]
        contents = served(contents)
        index = contents.pop("index.html").decode().replace(PLACEHOLDER, self.version)
        for word, text in said.items():
            index = index.replace(word, html.escape(text))
        self._pages = tuple(pages)
        self._index = _File("index.html", index.encode(), "no-cache")
        self._files = {name: _File(name, body, FOR_GOOD) for name, body in contents.items()}

    def routes(self) -> list[Route]:
        """The page at each of its addresses, and every file under the version; under an older version nothing is found."""
        return [
            Route(f"/static/{self.version}/{{name:path}}", self._serve),
            *(Route(page, self._index.serve) for page in self._pages),
            *(Route(f"/{name}", self._files[name].serve) for name in ("icon.svg",) if name in self._files),
        ]

    async def missing(self, request: Request) -> Response:
        """The page where there is none, which it says itself."""
        response = await self._index.serve(request)
        response.status_code = 404
        return response

    async def _serve(self, request: Request) -> Response:
        file = self._files.get(request.path_params["name"])
        if file is None:
            raise HTTPException(404)
        return await file.serve(request)


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
