"""Problems as gRPC status codes."""

from __future__ import annotations

import grpc

from ludus.wire.error_sentences import CODES, Kind
from ludus.wire.messages import Problem

STATUSES = {
    Kind.NO_GAME: grpc.StatusCode.NOT_FOUND,
    Kind.NO_WORKER: grpc.StatusCode.UNAVAILABLE,
    Kind.NOT_NOW: grpc.StatusCode.UNAVAILABLE,
    Kind.STOPPING: grpc.StatusCode.UNAVAILABLE,
    Kind.TOO_FAST: grpc.StatusCode.RESOURCE_EXHAUSTED,
    Kind.TOO_LONG: grpc.StatusCode.RESOURCE_EXHAUSTED,
    Kind.WRONG_TOKEN: grpc.StatusCode.UNAUTHENTICATED,
    Kind.LOGIN_FIRST: grpc.StatusCode.UNAUTHENTICATED,
    Kind.NOT_ALLOWED: grpc.StatusCode.PERMISSION_DENIED,
    Kind.NOT_POSSIBLE: grpc.StatusCode.FAILED_PRECONDITION,
    Kind.GAME_OVER: grpc.StatusCode.FAILED_PRECONDITION,
}
"""The status of a problem; any other kind is the client's mistake, INVALID_ARGUMENT."""


def status_of(problem: Problem) -> tuple[grpc.StatusCode, str]:
    """The status code and the sentence of a problem."""
    sentence = problem.sentence.replace("GAMES lists them", "AnalysisService.Games lists them")
    return STATUSES.get(CODES[problem.code], grpc.StatusCode.INVALID_ARGUMENT), sentence
