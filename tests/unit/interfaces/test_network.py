"""`playtree host` and `playtree join` as real processes, and their messages."""

import json
import re
import signal
import subprocess
import sys
from contextlib import contextmanager

import pytest

PATIENCE_SECONDS = 120


@contextmanager
def program(*arguments: object):
    """`playtree` with these arguments as a process of its own."""
    words = [sys.executable, "-m", "playtree", *map(str, arguments)]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def port_of(line: str) -> str:
    found = re.search(r"127\.0\.0\.1:(\d+)$", line.strip())
    assert found, line
    return found[1]


def test_two_agents_play_under_our_manager_as_three_processes(tmp_path):
    log, moves = tmp_path / "results.txt", tmp_path / "moves.txt"
    options = ("--port", 0, "--games", 3, "--log", log, "--moves", moves)
    with program("host", "breakthrough", *options) as host:
        assert host.stdout is not None
        port = port_of(host.stdout.readline())
        with program("join", "127.0.0.1", port, "--seed", 1, "--recipe", "random", "--json") as one:
            assert "player 1 of 2" in host.stdout.readline()
            with program("join", "127.0.0.1", port, "--seed", 2, "--recipe", "random") as two:
                said, _ = two.communicate(timeout=PATIENCE_SECONDS)
                answer, _ = one.communicate(timeout=PATIENCE_SECONDS)
                assert host.wait(PATIENCE_SECONDS) == one.returncode == two.returncode == 0
    assert "3 games played" in said
    found = json.loads(answer)
    assert (found["player"], found["players"], found["unfinished"]) == (1, ["white", "black"], 0)
    lines = [line.split() for line in log.read_text().splitlines()]
    assert [[int(score) for score in words[3:]] for words in lines] == found["scores"]
    played = moves.read_text().splitlines()
    assert [index for index, line in enumerate(played) if line == "reset"][-1] == len(played) - 1
    assert len(played) == sum(int(words[1]) for words in lines) + 3
    assert all(re.fullmatch(r"\d+ \d+ \d+ \d+|reset", line) for line in played)


def test_ctrl_c_ends_a_manager_and_what_was_played_is_told():
    with program("host", "ticTacToe", "--port", 0, "--json") as host:
        assert host.stderr is not None
        port_of(host.stderr.readline())
        host.send_signal(signal.SIGINT)
        out, err = host.communicate(timeout=PATIENCE_SECONDS)
    assert host.returncode == 130
    assert json.loads(out) == {"game": "ticTacToe", "games": []}
    assert err == ""


@pytest.mark.parametrize(
    "arguments, says",
    [
        ("host nogame --port 0", "playtree: unknown game 'nogame'; expected"),
        ("host ticTacToe --port 99999", "playtree: port is 99999; expected 0 to 65535"),
        (
            "host hex --port 0 --limit vertices=9",
            "playtree: hex.rbg:7:36: the board has too many vertices; the limit is 9",
        ),
        ("host ticTacToe --port 0 --games 0", "playtree: games is 0; expected a number above 0"),
        ("host ticTacToe --port 0 --address nowhere.invalid", "playtree: nowhere.invalid: "),
        ("join 127.0.0.1 0", "playtree: port is 0; expected 1 to 65535"),
        ("join 127.0.0.1 1", "playtree: manager 127.0.0.1:1: Connection refused; expected a manager"),
        ("join 127.0.0.1 1 --buffer -1", "playtree: buffer is -1; expected 0 or more"),
    ],
)
def test_what_is_wrong_is_one_line(run, arguments, says):
    ran = run(*arguments.split())
    assert ran.code == 2
    assert ran.err.startswith(says)
    assert ran.err.count("\n") == 1
