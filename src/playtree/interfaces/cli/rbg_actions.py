"""What `playtree rbg` can do with a game: each action gives a text, and the same as data."""

import argparse
import time
from collections.abc import Callable
from typing import Any

from playtree.errors import InputError
from playtree.interfaces.cli.output import counted
from playtree.rbg import (
    Automaton,
    Interpreter,
    Limits,
    divide,
    draw,
    game_info,
    long_move_text,
    low_level,
    move_text,
    perft,
    position_after,
    to_dot,
)

LARGEST_DEPTH = 100

Answer = tuple[str, dict[str, Any]]


def check(automaton: Automaton, limits: Limits, arguments: argparse.Namespace) -> Answer:
    game = automaton.description
    notes = [str(note) for note in game.notes]
    size = f"{counted(len(game.board), 'vertex', 'vertices')}, {counted(len(automaton.modifiers), 'modifier')}"
    return "\n".join((*notes, f"{game.file}: no errors; {size}")), {"file": game.file, "notes": notes}


def info(automaton: Automaton, limits: Limits, arguments: argparse.Namespace) -> Answer:
    facts = game_info(automaton)
    return str(facts), facts.to_dict()


def expand(automaton: Automaton, limits: Limits, arguments: argparse.Namespace) -> Answer:
    text = low_level(automaton.form).rstrip()
    return text, {"rules": text}


def dot(automaton: Automaton, limits: Limits, arguments: argparse.Namespace) -> Answer:
    text = to_dot(automaton).rstrip()
    return text, {"dot": text}


def draw_board(automaton: Automaton, limits: Limits, arguments: argparse.Namespace) -> Answer:
    position = position_after(Interpreter(automaton, limits), moves_in(arguments.after))
    text = draw(automaton.description, position.world.pieces)
    names = automaton.description.pieces
    return text, {"board": text, "pieces": [names[piece] for piece in position.world.pieces]}


def list_moves(automaton: Automaton, limits: Limits, arguments: argparse.Namespace) -> Answer:
    player = Interpreter(automaton, limits)
    position = position_after(player, moves_in(arguments.after))
    moves, scores = player.moves(position), player.scores(position)
    names = automaton.description.players
    data = {"moves": [move_text(move) for move in moves], "is_over": not moves}
    if not moves:
        ends = ", ".join(f"{name} {score}" for name, score in zip(names, scores, strict=True))
        return f"the game is over: {ends}", {**data, "player": None, "scores": dict(zip(names, scores, strict=True))}
    mover = names[position.player - 1]
    lines = [f"{move_text(move):<24}{long_move_text(move)}" for move in moves]
    return "\n".join((f"{mover} has {counted(len(moves), 'move')}", *lines)), {**data, "player": mover}


def count_leaves(automaton: Automaton, limits: Limits, arguments: argparse.Namespace) -> Answer:
    if not 1 <= arguments.depth <= LARGEST_DEPTH:
        raise InputError(f"depth is {arguments.depth}; expected 1 to {LARGEST_DEPTH}")
    player = Interpreter(automaton, limits)
    position = position_after(player, moves_in(arguments.after))
    begin = time.perf_counter()
    if arguments.divide:
        parts = {move_text(move): leaves for move, leaves in divide(player, position, arguments.depth).items()}
        lines = [f"{move:<24}{leaves}" for move, leaves in parts.items()]
        total = sum(parts.values())
        seconds = time.perf_counter() - begin
        return "\n".join((*lines, f"{'all':<24}{total}")), {"leaves": total, "divide": parts, "seconds": seconds}
    by_depth = [perft(player, position, depth) for depth in range(1, arguments.depth + 1)]
    seconds = time.perf_counter() - begin
    text = "\n".join(f"{depth:>3}  {leaves}" for depth, leaves in enumerate(by_depth, 1))
    return text, {"leaves": by_depth[-1], "by_depth": by_depth, "seconds": seconds}


def moves_in(text: str) -> list[str]:
    return [move for move in text.split(";") if move.strip()]


ACTIONS: dict[str, tuple[Callable[[Automaton, Limits, argparse.Namespace], Answer], str]] = {
    "check": (check, "read the rules and say what is wrong"),
    "info": (info, "board, players, pieces, variables, straightness, size of the automaton"),
    "expand": (expand, "the rules without macros, the board as a graph"),
    "dot": (dot, "the automaton as a drawing for Graphviz"),
    "draw": (draw_board, "the board"),
    "moves": (list_moves, "the legal moves, or the scores if the game is over"),
    "perft": (count_leaves, "the number of sequences of moves, by length"),
}
