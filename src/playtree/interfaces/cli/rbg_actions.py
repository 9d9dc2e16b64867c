"""What `playtree rbg` can do with a game: each action gives a text, and the same as data."""

import argparse
import time
from collections.abc import Callable
from typing import Any

from playtree.errors import InputError
from playtree.games.boardgames import load_game, rules_path
from playtree.interfaces.cli.output import counted
from playtree.rbg import (
    Description,
    Interpreter,
    Limits,
    draw,
    game_info,
    long_move_text,
    low_level,
    move_text,
    position_after,
    read_file,
    to_dot,
)
from playtree.rbg.compiled_game import CompiledGame, compile_game, program_of
from playtree.rbg.players import CompiledPlayer, InterpretedPlayer, Player
from playtree.rbg.speed import measure

LARGEST_DEPTH = 100

Answer = tuple[str, dict[str, Any]]


def compiled(limits: Limits, arguments: argparse.Namespace, split: str = "Mod") -> CompiledGame:
    path = rules_path(arguments.file)
    return compile_game(read_file(path, limits), path.name, limits, split)


def chosen_player(limits: Limits, arguments: argparse.Namespace) -> tuple[Player, Description]:
    """How the game is played: compiled, unless asked otherwise."""
    if arguments.interpreted:
        automaton = load_game(arguments.file, limits)
        return InterpretedPlayer(Interpreter(automaton, limits)), automaton.description
    game = compiled(limits, arguments)
    return CompiledPlayer(game), game.automaton.description


def check(limits: Limits, arguments: argparse.Namespace) -> Answer:
    automaton = load_game(arguments.file, limits)
    game = automaton.description
    notes = [str(note) for note in game.notes]
    size = f"{counted(len(game.board), 'vertex', 'vertices')}, {counted(len(automaton.modifiers), 'modifier')}"
    return "\n".join((*notes, f"{game.file}: no errors; {size}")), {"file": game.file, "notes": notes}


def info(limits: Limits, arguments: argparse.Namespace) -> Answer:
    facts = game_info(load_game(arguments.file, limits))
    return str(facts), facts.to_dict()


def expand(limits: Limits, arguments: argparse.Namespace) -> Answer:
    text = low_level(load_game(arguments.file, limits).form).rstrip()
    return text, {"rules": text}


def dot(limits: Limits, arguments: argparse.Namespace) -> Answer:
    text = to_dot(load_game(arguments.file, limits)).rstrip()
    return text, {"dot": text}


def ir(limits: Limits, arguments: argparse.Namespace) -> Answer:
    path = rules_path(arguments.file)
    _, program = program_of(read_file(path, limits), path.name, limits, arguments.split)
    return program.text, {"ir": program.text}


def draw_board(limits: Limits, arguments: argparse.Namespace) -> Answer:
    automaton = load_game(arguments.file, limits)
    position = position_after(Interpreter(automaton, limits), moves_in(arguments.after))
    text = draw(automaton.description, position.world.pieces)
    names = automaton.description.pieces
    return text, {"board": text, "pieces": [names[piece] for piece in position.world.pieces]}


def list_moves(limits: Limits, arguments: argparse.Namespace) -> Answer:
    player, game = chosen_player(limits, arguments)
    position = position_after(player, moves_in(arguments.after))
    moves, scores = player.moves(position), player.scores(position)
    names = game.players
    data = {"moves": [move_text(move) for move in moves], "is_over": not moves}
    if not moves:
        ends = ", ".join(f"{name} {score}" for name, score in zip(names, scores, strict=True))
        return f"the game is over: {ends}", {**data, "player": None, "scores": dict(zip(names, scores, strict=True))}
    mover = names[player.mover(position) - 1]
    lines = [f"{move_text(move):<24}{long_move_text(move)}" for move in moves]
    return "\n".join((f"{mover} has {counted(len(moves), 'move')}", *lines)), {**data, "player": mover}


def count_leaves(limits: Limits, arguments: argparse.Namespace) -> Answer:
    if not 1 <= arguments.depth <= LARGEST_DEPTH:
        raise InputError(f"depth is {arguments.depth}; expected 1 to {LARGEST_DEPTH}")
    player, _ = chosen_player(limits, arguments)
    position = position_after(player, moves_in(arguments.after))
    begin = time.perf_counter()
    if arguments.divide:
        parts = {
            move_text(move): player.perft(player.apply(position, move), arguments.depth - 1)
            for move in player.moves(position)
        }
        lines = [f"{move:<24}{leaves}" for move, leaves in parts.items()]
        total = sum(parts.values())
        seconds = time.perf_counter() - begin
        return "\n".join((*lines, f"{'all':<24}{total}")), {"leaves": total, "divide": parts, "seconds": seconds}
    by_depth = [player.perft(position, depth) for depth in range(1, arguments.depth + 1)]
    seconds = time.perf_counter() - begin
    text = "\n".join(f"{depth:>3}  {leaves}" for depth, leaves in enumerate(by_depth, 1))
    return text, {"leaves": by_depth[-1], "by_depth": by_depth, "seconds": seconds}


def time_plays(limits: Limits, arguments: argparse.Namespace) -> Answer:
    speed = measure(compiled(limits, arguments, arguments.split), arguments.design, arguments.seconds, arguments.seed)
    rows = {
        "states": f"{speed.states_per_second:,.0f} a second",
        "playouts": f"{speed.playouts_per_second:,.0f} a second",
        "mean length": f"{speed.mean_length:.1f} moves, of {speed.playouts:,} playouts",
        "design": f"{speed.design}, split {speed.split}",
        "compiled": f"{'loaded from the cache' if speed.was_cached else 'compiled'} in {speed.compile_seconds:.3f} s",
    }
    return "\n".join(f"{name:<14}{text}" for name, text in rows.items()), speed.to_dict()


def moves_in(text: str) -> list[str]:
    return [move for move in text.split(";") if move.strip()]


ACTIONS: dict[str, tuple[Callable[[Limits, argparse.Namespace], Answer], str]] = {
    "check": (check, "read the rules and say what is wrong"),
    "info": (info, "board, players, pieces, variables, straightness, size of the automaton"),
    "expand": (expand, "the rules without macros, the board as a graph"),
    "dot": (dot, "the automaton as a drawing for Graphviz"),
    "ir": (ir, "the compiled game as LLVM IR"),
    "draw": (draw_board, "the board"),
    "moves": (list_moves, "the legal moves, or the scores if the game is over"),
    "perft": (count_leaves, "the number of sequences of moves, by length"),
    "speed": (time_plays, "random playouts and states a second"),
}
