"""The OpenAPI document, made from the endpoints and the message types, so that it cannot disagree with them."""

from __future__ import annotations

from typing import Any

import msgspec

from ludus import __version__
from ludus.edges import analysis
from ludus.edges.api import DETAILS, ENDPOINTS, Endpoint, ProblemDetails
from ludus.edges.health import Health
from ludus.wire.messages import Analyse, AnyReply, AnyRequest

REFERENCE = "#/components/schemas/{name}"

WHY = {
    400: "The question cannot be understood.",
    401: "The token is not known.",
    403: "A web page from elsewhere.",
    404: "There is none.",
    409: "Not possible: a record is written when its match is over, a match is shown while its game is played here, and only a \
knockout has a bracket.",
    413: "The body is too long.",
    426: "This path is for WebSocket.",
    429: "Too much at once.",
    503: "The server is stopping, or cannot answer now.",
}

ABOUT = """Play board games here, or watch. Over HTTP you can read what anybody may see without logging in, as the same objects \
that travel over TCP and WebSocket. To play, open a WebSocket at `/ws`: every text frame is one JSON object, a `Request` to the \
server or a `Reply` from it."""


def document() -> dict[str, Any]:
    """The whole document."""
    kinds = [AnyRequest, AnyReply, Health, ProblemDetails, *{endpoint.question for endpoint in ENDPOINTS}]
    (request, reply, *_), schemas = msgspec.json.schema_components(kinds, ref_template=REFERENCE)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Ludus", "version": __version__, "description": ABOUT, "license": {"name": "MIT", "identifier": "MIT"}},
        "paths": {
            **{endpoint.path: {"get": _operation(endpoint, schemas)} for endpoint in ENDPOINTS},
            analysis.PATH: {"post": _analyse(schemas)},
            "/health": {"get": _health()},
            "/metrics": {"get": _plain("metrics", "How the server does, for Prometheus.", "text/plain")},
            "/openapi.json": {"get": _plain("openapi", "This document.", "application/json")},
            "/ws": {"get": _websocket()},
        },
        "components": {
            "schemas": {**schemas, "Request": request, "Reply": reply},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer", "description": "The token of a player."}},
        },
    }


def _operation(endpoint: Endpoint, schemas: dict[str, Any]) -> dict[str, Any]:
    properties = schemas[endpoint.question.__name__]["properties"]
    place = {**dict.fromkeys(endpoint.in_path, "path"), **dict.fromkeys(endpoint.query, "query")}
    parameters = [
        {"name": name, "in": where, "required": where == "path", "schema": _without_default(properties[name])}
        for name, where in place.items()
    ]
    if endpoint.options:
        parameters.append({"name": "options", "in": "query", "style": "form", "explode": True, "schema": properties["options"]})
    if endpoint.media == "application/json":
        content = _json(endpoint.answer.__name__)
    else:
        content = {endpoint.media: {"schema": {"type": "string"}}}
    return {
        "operationId": str(endpoint.question.__struct_config__.tag).replace(" ", "_"),
        "summary": _first_line(endpoint.question),
        "parameters": parameters,
        "responses": {
            "200": {"description": _first_line(endpoint.answer), "content": content},
            **_problems(*endpoint.problems, 429, 503),
        },
    }


def _analyse(schemas: dict[str, Any]) -> dict[str, Any]:
    asked = {**schemas["Analyse"], "title": "Position"}
    asked["properties"] = {name: kind for name, kind in asked["properties"].items() if name not in ("id", "type")}
    asked["required"] = []
    decided = {"anyOf": [{"$ref": REFERENCE.format(name=name)} for name in ("Decision", "GoodGame")]}
    events = "First `estimated`, then `progressed` as often as wanted, then `decision`, `good game` or `problem`."
    return {
        "operationId": "analyse",
        "summary": _first_line(Analyse),
        "description": f"With `Accept: {analysis.EVENTS}`, progress comes as server-sent events. {events}",
        "security": [{}, {"token": []}],
        "requestBody": {"required": True, "content": {"application/json": {"schema": asked}}},
        "responses": {
            "200": {
                "description": "The decision.",
                "content": {"application/json": {"schema": decided}, analysis.EVENTS: {"schema": {"type": "string"}}},
            },
            **_problems(400, 401, 404, 413, 429, 503),
        },
    }


def _health() -> dict[str, Any]:
    return {
        "operationId": "health",
        "summary": "Whether the server lives, and takes new games.",
        "responses": {
            "200": {"description": "It does.", "content": _json("Health")},
            "503": {"description": "It is stopping, or its store has failed.", "content": _json("Health")},
        },
    }


def _plain(name: str, says: str, media: str) -> dict[str, Any]:
    kind = {"type": "object"} if media == "application/json" else {"type": "string"}
    responses = {"200": {"description": says, "content": {media: {"schema": kind}}}, **_problems(429)}
    return {"operationId": name, "summary": says, "responses": responses}


def _websocket() -> dict[str, Any]:
    responses = {"101": {"description": "The WebSocket is open."}, **_problems(403, 426, 429)}
    return {"operationId": "websocket", "summary": "Open a WebSocket, to play.", "responses": responses}


def _problems(*statuses: int) -> dict[str, Any]:
    content = {DETAILS: {"schema": {"$ref": REFERENCE.format(name=ProblemDetails.__name__)}}}
    return {str(status): {"description": WHY[status], "content": content} for status in statuses}


def _json(name: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": REFERENCE.format(name=name)}}}


def _first_line(kind: type[object]) -> str:
    return (kind.__doc__ or "").splitlines()[0]


def _without_default(schema: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in schema.items() if key != "default"}
