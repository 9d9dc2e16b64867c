"""The program as a whole: help, version, one line for what is wrong, exit codes."""

import os
import shlex
import subprocess
import sys

import pytest

from playtree.interfaces.cli.program import COMMANDS
from playtree.search.versus.design_files import design_toml
from playtree.search.versus.recipes import AGENTS


def playtree(*arguments: str, **options) -> subprocess.CompletedProcess[str]:
    """Run the real program."""
    return subprocess.run([sys.executable, "-m", "playtree", *arguments], text=True, check=False, **options)


def test_without_a_command_help_is_shown(run):
    ran = run()
    assert ran.code == 0
    assert all(f"  {name} " in ran.out for name in COMMANDS)
    assert ran == run("--help")


def test_the_version_is_shown(run):
    ran = run("--version")
    assert ran.code == 0
    assert ran.out.startswith("playtree")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_an_example_and_offers_json(run, command):
    ran = run(command, "--help")
    assert ran.code == 0
    assert f"  playtree {command}" in ran.out
    actions = {"rbg": "perft", "experiment": "report"}
    assert "--json" in (run(command, actions[command], "--help").out if command in actions else ran.out)


def test_an_unknown_command_is_an_error(run):
    ran = run("slove")
    assert ran.code == 2
    assert "invalid choice: 'slove'" in ran.err


@pytest.mark.parametrize(
    "arguments, says",
    [
        ("solve random:1 --seconds -1", "playtree: budget seconds is -1; expected a number above 0"),
        ("solve random:1 --iterations 0", "playtree: budget iterations is 0; expected a number above 0"),
        ("solve random:1 --recipe nope", "playtree: unknown recipe 'nope'; expected one of: uct, "),
        ("solve random:1 --recipe=", "playtree: unknown recipe ''; expected one of: uct, "),
        (
            "solve random:1 --recipe many.txt",
            "playtree: many.txt: the name ends with '.txt'; expected a name that `playt",
        ),
        ("solve random:1 --recipe nowhere.text", "playtree: nowhere.text: the name ends with '.text'; expected a name"),
        ("solve random:1 --recipe nowhere/mine", "playtree: nowhere/mine: the name ends with ''; expected a name that"),
        ("solve random:1 --recipe .", "playtree: .: found a folder; expected a name that `playtree recipes` lists, or"),
        ("solve random:1 --recipe klein-depthblock-1.8", "playtree: unknown recipe 'klein-depthblock-1.8'; expected"),
        ("solve random:1 --recipe agent.toml", "playtree: agent.toml: found an agent, which is for playtree play, mat"),
        ("solve random:1 --recipe nrpa --with selection=uct", "playtree: 'selection=uct': search nrpa has no compo"),
        ("solve random:1 --recipe uct --with allocation=restarts", "playtree: allocation restarts: nodes is 0; expec"),
        ("solve random:1 --policy nope", "playtree: game samegame has no policy 'nope'; it has: random, "),
        ("solve random:1 --out ''", "playtree: found an empty name; expected the name of a file"),
        ("solve random:1 --threads 0", "playtree: threads is 0; expected at least 1"),
        ("solve random:1 --size 15", "playtree: size: found '15'; expected COLUMNSxROWS such as 15x15"),
        ("solve nowhere.txt", "playtree: nowhere.txt: found no file 'nowhere.txt'; expected FILE, "),
        ("solve short.txt", "playtree: short.txt:2: row has 2 cells; expected 3"),
        ("solve many.txt", "playtree: many.txt:1: 'j' is a colour too many; expected 9 at most"),
        ("solve .", "playtree: .: cannot be read (Is a directory); expected a readable file"),
        ("show binary.txt", "playtree: binary.txt:1: found bytes that are not UTF-8; expected UTF-8 text"),
        ("play -", "playtree: found '-' as BOARD; expected another form"),
        ("show", "playtree: found neither BOARD nor --solution FILE"),
        ("show random:1 --step 3", "playtree: found --step without --solution FILE"),
        ("boards nope", "playtree: unknown board set 'nope'; expected one of mini20, "),
        ("recipes nope", "playtree: unknown recipe 'nope'"),
        ("recipes ''", "playtree: unknown recipe ''; expected one of: uct, "),
        ("recipes --agents ''", "playtree: unknown agent ''; expected one of: "),
        ("generate --colours 10", "playtree: found 10 colours; expected 1..9"),
        ("generate --count 0", "playtree: count is 0; expected at least 1"),
        ("generate --out nowhere/boards.txt", "playtree: nowhere/boards.txt: could not be saved (No such file or dir"),
        ("speed samegame --seconds 0", "playtree: seconds is 0; expected a number above 0"),
        ("speed samegame --threads 0", "playtree: threads is 0; expected at least 1"),
        ("speed ticTacToe", "playtree: ticTacToe: found 2 players, cross, nought; expected a game of one player ("),
        ("play ticTacToe --out game.json", "playtree: ticTacToe: found --out; expected it with a puzzle"),
        ("join localhost 1 --recipe rollup-raw --threads 2", "playtree: threads: found 2 threads on a tree that is"),
        ("join localhost 1 --limit nothing=1", "playtree: unknown limit 'nothing'"),
        ("play mini20:1 --think-on", "playtree: found --think-on without --against; expected an opponent"),
        (
            "complexity random:1 --instances 4",
            "playtree: random:1: found --estimate or --instances; expected them with",
        ),
        ("complexity random:1 --estimate game-tree", "playtree: random:1: found --estimate or --instances; expected"),
        ("reproduce klein-6.3 --boards 0", "playtree: boards is 0; expected at least 1"),
        ("reproduce --into nowhere.md", "playtree: nowhere.md: No such file or directory; expected a page of Markdown"),
        ("verify nowhere.json", "playtree: nowhere.json: cannot be read (No such file or directory)"),
    ],
)
def test_wrong_input_is_one_clear_line_and_exit_code_2(run, tmp_path, arguments, says):
    (tmp_path / "short.txt").write_text("123\n12\n")
    (tmp_path / "many.txt").write_text("abcdefghij\n")
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "agent.toml").write_text(design_toml(AGENTS["semisplit-nodal"].design))
    ran = run(*shlex.split(arguments))
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith(says)
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments, says",
    [
        ("solve", "the following arguments are required: BOARD"),
        ("solve random:1 --seconds soon", "argument --seconds: found 'soon'; expected a number"),
        ("solve random:1 --seconds inf", "argument --seconds: found 'inf'; expected a number"),
        ("solve random:1 --iterations 1.5", "argument --iterations: found '1.5'; expected a whole number"),
        ("solve random:1 --seed -1", "argument --seed: found '-1'; expected a whole number, 0 or more"),
        ("solve random:1 --seconds 1 --ru 1", "not allowed with argument"),
        ("generate --kind odd", "invalid choice: 'odd'"),
    ],
)
def test_a_wrong_option_shows_the_usage(run, arguments, says):
    ran = run(*arguments.split())
    assert ran.code == 2
    assert ran.err.startswith("usage: playtree ")
    assert says in ran.err


@pytest.mark.parametrize("command", ["--help", "boards", "generate", "--version"])
def test_light_commands_do_not_load_the_compiler(command):
    code = f"import sys; from playtree.interfaces.cli import main\ntry: main([{command!r}])\nexcept SystemExit: pass\n"
    ran = playtree_code(code + "print('loaded:', sorted({'numba', 'llvmlite'} & set(sys.modules)))")
    assert ran.stdout.endswith("loaded: []\n")


def playtree_code(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)


def test_a_full_disk_behind_standard_output_is_one_line():
    with open("/dev/full", "w") as full:  # noqa: PTH123
        ran = playtree("generate", stdout=full, stderr=subprocess.PIPE)
    assert ran.returncode == 2
    assert ran.stderr == "playtree: output: could not be written (No space left on device); expected a writable place\n"


def test_a_reader_that_goes_away_is_no_error():
    reading, writing = os.pipe()
    os.close(reading)
    ran = playtree("boards", stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert ran.returncode == 141
    assert ran.stderr == ""


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_closed_streams_are_no_error(closed):
    command = f'"{sys.executable}" -m playtree play random:1 --size 4x4 {closed}'
    ran = subprocess.run(["sh", "-c", command], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_name_that_the_terminal_cannot_show_is_escaped(tmp_path):
    name = os.fsdecode(b"board-\xff.txt")
    (tmp_path / name).write_text("11\n")
    ran = playtree("show", name, cwd=tmp_path, capture_output=True)
    assert ran.returncode == 0
    assert r"board-\udcff.txt: samegame, 2 x 1, 1 colours" in ran.stdout
