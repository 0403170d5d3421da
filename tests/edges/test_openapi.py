"""The OpenAPI document says what there is, and nothing else."""

from __future__ import annotations

import re

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance, status_code_conformance
from tests.edges.frames import frames, get, get_json

from ludus.edges import analysis
from ludus.edges.api import ENDPOINTS
from ludus.edges.openapi import document
from ludus.wire import messages


def test_the_server_serves_the_document(server):
    served = get_json(server.web_port, "/openapi.json")
    assert served == document()
    assert served["openapi"] == "3.1.0"


def test_every_reference_in_the_document_leads_somewhere():
    schemas = document()["components"]["schemas"]
    references = set(_references(document()))
    assert references
    assert {reference.removeprefix("#/components/schemas/") for reference in references} <= schemas.keys()


def _references(part: object):
    if isinstance(part, dict):
        for key, value in part.items():
            if key == "$ref":
                yield value
            yield from _references(value)
    elif isinstance(part, list):
        for value in part:
            yield from _references(value)


def test_every_path_is_described_and_every_described_path_is_there(server):
    paths = document()["paths"]
    assert {endpoint.path for endpoint in ENDPOINTS} | {analysis.PATH} == {path for path in paths if path.startswith("/api/")}
    for path, ways in paths.items():
        (way,) = ways
        status, _, _ = get(server.web_port, re.sub(r"{\w+}", "nowhere", path), way.upper())
        assert str(status) in ways[way]["responses"], path


def test_every_message_of_the_protocol_has_its_schema():  # T15
    schemas = document()["components"]["schemas"]
    every = {*messages.AnyRequest.__args__, *messages.AnyReply.__args__}
    assert {message.__name__ for message in every} <= schemas.keys()


@schemathesis.openapi.from_dict(document()).parametrize()
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
def test_whatever_is_asked_is_answered_as_described(case, server):  # security
    case.call_and_validate(
        base_url=f"http://127.0.0.1:{server.web_port}",
        checks=[not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance],
    )


def test_a_websocket_that_is_described_can_be_opened(server):
    with frames(server.web_port) as somebody:
        assert somebody.hear("welcome")["version"] == 1
