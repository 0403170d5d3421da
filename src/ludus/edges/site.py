"""`Site`: the files of a web client, read once and served from memory.

Its page is served at every address that the client has. All else lies under `/static/VERSION/`, where the version is a hash of
all files: browsers keep them for good, and ask for none of them again until one has changed.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from collections.abc import Sequence
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

PLACEHOLDER = "VERSION"
"""What stands for the version in index.html."""

FOR_GOOD = "public, max-age=31536000, immutable"

TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}
"""Types of files that not every system knows."""


class Site:
    """A web client: its folder of files, and the addresses that open its page."""

    def __init__(self, folder: Path, pages: Sequence[str]) -> None:
        files = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
        contents = {name: path.read_bytes() for name, path in files.items()}
        self.version = hashlib.sha256(b"".join(name.encode() + body for name, body in contents.items())).hexdigest()[:12]
        index = contents.pop("index.html").replace(PLACEHOLDER.encode(), self.version.encode())
        self._pages = tuple(pages)
        self._index = _File("index.html", index, "no-cache")
        self._files = {name: _File(name, body, FOR_GOOD) for name, body in contents.items()}

    def routes(self) -> list[Route]:
        """The page at each of its addresses, and every file under the version; under an older version nothing is found."""
        return [
            *(Route(page, self._index.serve) for page in self._pages),
            *(Route(f"/static/{self.version}/{name}", file.serve) for name, file in self._files.items()),
            *(Route(f"/{name}", self._files[name].serve) for name in ("icon.svg",) if name in self._files),
        ]


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
