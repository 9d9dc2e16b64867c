"""Plays in processes of their own. A worker dies with its master, however that ends, and leaves Ctrl-C to it."""

import gc
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any

from playtree.compiled.raised import said_once
from playtree.errors import GameError, PlaytreeError
from playtree.matches.clock import Clock
from playtree.matches.play import PlayRecord, play_once, seats_of
from playtree.matches.players import USUAL, Habits, Player, player_from_recipe
from playtree.matches.sources import GameSource
from playtree.search.versus.budget import MoveBudget


@dataclass(frozen=True)
class Task:
    """One play. source: of the game. recipes: of the two sides. odds: of the first."""

    source: GameSource
    recipes: tuple[str, str]
    thinking: MoveBudget | None
    clock: Clock | None
    seed: int
    number: int
    habits: Habits = USUAL
    odds: float = 1.0


class Playing:
    """Plays tasks, and keeps the players of a game for its next task."""

    def __init__(self) -> None:
        self._key: tuple[Any, ...] = ()
        self._players: dict[tuple[int, int], Player] = {}

    def play(self, task: Task) -> PlayRecord:
        key = (task.source, task.recipes, task.habits)
        if key != self._key:
            game = task.source.load()
            self._game, self._key, self._players = game, key, {}
            gc.collect()  # trees are large, and few objects
        seats = seats_of(len(self._game.players), task.number)
        players = [self._player(task, side, seats[:seat].count(side)) for seat, side in enumerate(seats)]
        return play_once(
            *(self._game, players, task.thinking),
            clock=task.clock,
            odds=task.odds,
            seed=task.seed,
            number=task.number,
        )

    def _player(self, task: Task, side: int, place: int) -> Player:
        """The player of a side at the first, second, ... of its seats, whichever that is: a tree takes memory."""
        if (side, place) not in self._players:
            self._players[side, place] = player_from_recipe(task.recipes[side], self._game, task.habits)
        return self._players[side, place]


def played(tasks: Iterable[Task], processes: int) -> Iterator[PlayRecord]:
    """The records of the tasks, as they come, from so many processes. The first task is played before others start.

    So a search that is not compiled yet is compiled once. A task is asked for when a process is free to play it.
    """
    left = iter(tasks)
    workers: dict[Connection, Worker] = {}
    try:
        following = next(left, None)
        while following or workers:
            wanted = processes if any(worker.has_played for worker in workers.values()) else 1
            while following and len(workers) < wanted:
                worker = Worker()
                workers[worker.line] = worker
                worker.start(following)
                following = next(left, None)
            for line in wait(list(workers)):
                worker = workers[line]  # type: ignore[index]
                yield worker.result()
                if following:
                    worker.start(following)
                    following = next(left, None)
                else:
                    worker.end()
                    del workers[worker.line]
    finally:
        for worker in workers.values():
            worker.end()


class Worker:
    """A process that plays one task after the other."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.line, far = context.Pipe()
        self._process = context.Process(target=serve, args=(far, os.getpid()), daemon=True)
        self._process.start()
        far.close()
        self.has_played = False
        self._task: Task | None = None

    def start(self, task: Task) -> None:
        self._task = task
        self.line.send(task)

    def result(self) -> PlayRecord:
        """What became of the task; an error of the worker is raised here."""
        assert self._task is not None
        try:
            found = self.line.recv()
        except (EOFError, ConnectionError):
            self._process.join(5)
            where = f"{self._task.source.file}: play {self._task.number}"
            raise GameError(f"{where}: the process ended with {self._process.exitcode}; expected a result") from None
        if isinstance(found, GameError):
            raise found
        self.has_played = True
        return found

    def end(self) -> None:
        self.line.close()
        self._process.terminate()
        self._process.join()


def serve(line: Connection, master: int) -> None:
    """What a worker does until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_die_with, args=(master,), daemon=True).start()
    playing = Playing()
    with said_once():
        while True:
            try:
                task = line.recv()
                line.send(_outcome(playing, task))
            except (EOFError, OSError):
                return


def _outcome(playing: Playing, task: Task) -> PlayRecord | GameError:
    try:
        return playing.play(task)
    except PlaytreeError as error:
        return GameError(str(error))
    except Exception as error:  # said by the master, in one line
        return GameError(f"{task.source.file}: play {task.number}: {type(error).__name__}: {error}; expected a play")


def _die_with(master: int) -> None:
    while os.getppid() == master:
        time.sleep(0.5)
    os._exit(1)
