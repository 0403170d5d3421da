"""gRPC for users: the original service, the fuller one, reflection, health, and every kind of bad input."""

from __future__ import annotations

import subprocess
import sys
import time

import grpc
import pytest
from google.protobuf import descriptor_pool, message_factory
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase

from ludus.edges.grpc.channel import Channel
from ludus.edges.grpc.schema import FILES, PROTO, services
from ludus.edges.grpc.users import address_in, bearer
from ludus.rules.errors import LudusError

GENERATED = """
import sys, grpc, minimax_pb2, minimax_pb2_grpc
with grpc.insecure_channel(sys.argv[1]) as channel:
    user = minimax_pb2_grpc.UserServiceStub(channel)
    answer = user.DoWork(minimax_pb2.DoWorkRequest(state=sys.argv[2].encode(), timeLimitMillis=500), timeout=30)
    print(answer.move.decode())
"""


def do_work(channel: Channel, state: bytes, millis: int = 500) -> bytes:
    return channel.call("UserService", "DoWork", 30, state=state, timeLimitMillis=millis).move


def test_a_client_generated_from_the_proto_alone_gets_the_next_state(speaker, tmp_path):  # M7
    command = [sys.executable, "-m", "grpc_tools.protoc", f"-I{PROTO}", f"--python_out={tmp_path}"]
    subprocess.run([*command, f"--grpc_python_out={tmp_path}", "minimax.proto"], check=True)
    asked = [sys.executable, "-c", GENERATED, f"127.0.0.1:{speaker.grpc_port}", "tic-tac-toe\nx.o......"]
    done = subprocess.run(asked, cwd=tmp_path, check=True, capture_output=True, text=True)
    assert done.stdout == "tic-tac-toe\nx.o...x..\n"


def test_the_services_have_their_original_shape():  # M7
    shapes = {
        name: {
            method.name: [
                [(field.name, field.number, field.type, field.is_repeated) for field in kind.fields]
                for kind in (method.input_type, method.output_type)
            ]
            for method in services()[name].methods
        }
        for name in ("UserService", "SlaveService")
    }
    text, number, message = 12, 4, 11  # bytes, uint64, message
    assert shapes["UserService"] == {
        "DoWork": [[("state", 1, text, False), ("timeLimitMillis", 2, number, False)], [("move", 1, text, False)]]
    }
    assert shapes["SlaveService"] == {
        "GetWork": [[("result", 1, message, True)], [("state", 1, text, True), ("timeLimitMillis", 2, number, False)]]
    }
    result = services()["SlaveService"].methods_by_name["GetWork"].input_type.fields_by_name["result"].message_type
    assert [(field.name, field.number, field.type) for field in result.fields] == [
        ("state", 1, text),
        ("value", 2, 5),  # int32
        ("numStatesAnalyzed", 3, 3),  # int64
    ]
    assert {service.full_name for service in services().values()} >= {"UserService", "SlaveService"}


def test_somebody_who_knows_no_proto_finds_and_calls_the_service_by_reflection(speaker):  # M7
    with grpc.insecure_channel(f"127.0.0.1:{speaker.grpc_port}") as channel:
        database = ProtoReflectionDescriptorDatabase(channel)
        assert {"UserService", "ludus.v1.AnalysisService", "grpc.health.v1.Health"} <= set(database.get_services())
        pool = descriptor_pool.DescriptorPool(database)
        method = pool.FindServiceByName("UserService").methods_by_name["DoWork"]
        asked, answered = map(message_factory.GetMessageClass, (method.input_type, method.output_type))
        call = channel.unary_unary("/UserService/DoWork", asked.SerializeToString, answered.FromString)
        assert call(asked(state=b"tic-tac-toe\nxx.oo....")).move == b"tic-tac-toe\nxxxoo...."


def test_the_health_of_each_service_can_be_asked(speaker):
    with grpc.insecure_channel(f"127.0.0.1:{speaker.grpc_port}") as channel:
        health = health_pb2_grpc.HealthStub(channel)
        for name in ("", "UserService", "ludus.v1.AnalysisService"):
            assert health.Check(health_pb2.HealthCheckRequest(service=name)).status == health_pb2.HealthCheckResponse.SERVING


def test_the_reference_position_has_one_move(channel):  # M10
    game, after = do_work(channel, b"connect-four\n4453556", 3000).split(b"\n")
    assert (game, sorted(after)) == (b"connect-four", sorted(b"4453556" + b"7"))


def test_a_name_alone_means_the_usual_start(channel):
    assert do_work(channel, b"tic-tac-toe").startswith(b"tic-tac-toe\n")


@pytest.mark.parametrize(
    ("state", "millis", "code", "says"),
    [
        (b"nine-mens-morris\n", 500, grpc.StatusCode.NOT_FOUND, "There is no game called nine-mens-morris"),
        (b"tic-tac-toe\nzzz", 500, grpc.StatusCode.INVALID_ARGUMENT, "'z', is not one of"),
        (b"\xff\xfe", 500, grpc.StatusCode.INVALID_ARGUMENT, "must be UTF-8"),
        (b"", 500, grpc.StatusCode.INVALID_ARGUMENT, "must begin with the game's name"),
        (b"tic-tac-toe\nxxxoo....", 500, grpc.StatusCode.FAILED_PRECONDITION, "The game is over: X wins"),
        (b"tic-tac-toe\n", 5, grpc.StatusCode.INVALID_ARGUMENT, "from 0.1 to 10, or 0 for the usual time, not 0.005"),
        (b"tic-tac-toe\n", 2**63, grpc.StatusCode.INVALID_ARGUMENT, "seconds must be"),
        (b"tic-tac-toe\n" + b"x" * 3000, 500, grpc.StatusCode.INVALID_ARGUMENT, "at most 2000"),
        (b"x" * 100_000, 500, grpc.StatusCode.RESOURCE_EXHAUSTED, "larger than max"),
    ],
)
def test_bad_input_is_a_status_with_a_sentence_and_the_service_goes_on(speaker, channel, state, millis, code, says):  # M3
    with grpc.insecure_channel(f"127.0.0.1:{speaker.grpc_port}") as raw:
        asked = services()["UserService"].methods_by_name["DoWork"].input_type
        request = message_factory.GetMessageClass(asked)(state=state, timeLimitMillis=millis)
        with pytest.raises(grpc.RpcError) as refused:
            raw.unary_unary("/UserService/DoWork", lambda each: each.SerializeToString())(request, timeout=30)
    assert refused.value.code() is code
    assert says in refused.value.details()
    assert do_work(channel, b"tic-tac-toe\nxx.oo....") == b"tic-tac-toe\nxxxoo...."


def test_bytes_that_are_no_message_are_refused(speaker):
    with grpc.insecure_channel(f"127.0.0.1:{speaker.grpc_port}") as raw, pytest.raises(grpc.RpcError) as refused:
        raw.unary_unary("/UserService/DoWork")(b"\xff\xff\xff", timeout=30)
    assert refused.value.code() is grpc.StatusCode.INVALID_ARGUMENT


def test_the_fuller_service_tells_estimate_progress_and_decision(channel):  # E2, M7
    asked = {"game": "othello", "seconds": 0.6, "progress": 0.1}
    events = list(channel.stream("AnalysisService", "Analyse", 30, **asked))
    kinds = [event.WhichOneof("event") for event in events]
    assert (kinds[0], kinds[-1]) == ("estimate", "decision")
    assert set(kinds[1:-1]) == {"progress"}
    told = events[1].progress
    assert (told.depth > 0, told.positions > 0, told.positions_per_second > 0, bool(told.line)) == (True,) * 4
    assert events[-1].decision.workers == 1
    (ended,) = channel.stream("AnalysisService", "Analyse", 30, game="tic-tac-toe", position="xxxoo....")
    assert (ended.good_game.result, ended.good_game.winner) == ("X wins", 1)
    with pytest.raises(LudusError, match="no encoding called morse"):
        list(channel.stream("AnalysisService", "Analyse", 30, game="tic-tac-toe", encoding="morse"))


def test_a_call_that_is_given_up_frees_its_place(speaker, channel):
    events = channel.stream("AnalysisService", "Analyse", 30, game="othello", seconds=10.0)
    next(events)
    events.close()
    began = time.monotonic()
    list(channel.stream("AnalysisService", "Analyse", 30, game="othello", seconds=0.5))
    assert time.monotonic() - began < 2.5
    assert speaker.process.poll() is None


def test_games_and_workers_are_listed(channel):  # E1, E4
    assert "connect-four" in channel.call("AnalysisService", "Games", 10).game
    (only,) = channel.call("AnalysisService", "Workers", 10).worker
    assert only.name == "this machine"
    with pytest.raises(LudusError, match="no encoding"):
        channel.call("AnalysisService", "Games", 10, encoding="morse")


def test_who_calls_is_read_from_the_peer_and_the_metadata():
    assert address_in("ipv4:10.0.0.7:5000") == "10.0.0.7"
    assert address_in("ipv6:%5B::1%5D:5000") == "::1"
    assert bearer({"authorization": "Bearer abc"}) == "abc"
    assert bearer({"authorization": "Basic abc"}) == bearer({}) == ""


def test_the_files_of_the_schema_are_all_there_are():
    assert {path.name for path in PROTO.iterdir()} == set(FILES)
