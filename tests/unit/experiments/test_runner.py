"""Running a plan: all of it, once, whoever works on it and whatever breaks."""

import threading
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial

import pytest

from playtree.errors import PlaytreeError
from playtree.experiments.executors import Crew, executor_crew
from playtree.experiments.plan import plan_from_dict
from playtree.experiments.runner import Progress, run_all
from playtree.experiments.store import Store
from playtree.experiments.work import perform

PLAN = {"boards": ["random:1-4"], "size": "4x4", "colours": 2, "runs": 2, "recipes": ["uct"], "budget": {"nodes": 50}}
RUNS = plan_from_dict(PLAN).runs()


def outcome(path):
    """Return what must not depend on how the runs were made."""
    with Store(path) as store:
        return [(found["key"], found["score"], found["moves"], found["nodes"]) for found in store.records()]


@pytest.fixture
def expected():
    done = [(run, perform(run)) for run in RUNS]
    return sorted((run.key, found["score"], found["moves"], found["nodes"]) for run, found in done)


def crews_of(threads):
    @contextmanager
    def crews():
        with ThreadPoolExecutor(threads) as pool, executor_crew(pool, threads) as crew:
            yield crew

    return crews


def test_any_executor_makes_all_runs_once(tmp_path, expected):
    told: list[Progress] = []
    with Store(tmp_path / "r.sqlite", make=True) as store:
        assert run_all(RUNS, store, crews_of(2), on_progress=told.append) == len(RUNS)
        assert run_all(RUNS, store, crews_of(2)) == 0
    assert outcome(tmp_path / "r.sqlite") == expected
    assert (told[-1].done, told[-1].total) == (len(RUNS), len(RUNS))


def test_two_work_on_one_plan(tmp_path, expected):
    path, made = tmp_path / "r.sqlite", []
    Store(path, make=True).close()

    def work():
        with Store(path) as store:
            made.append(run_all(RUNS, store, crews_of(1)))

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(made) == len(RUNS)
    assert outcome(path) == expected


def test_a_search_is_compiled_by_one_worker_before_the_others_get_it(tmp_path):
    begun, at_once = [], []
    made = threading.Event()

    class Watching(ThreadPoolExecutor):
        def submit(self, function, /, *arguments, **named):
            begun.append(arguments[0].key)
            at_once.append((made.is_set(), len(begun)))
            future = super().submit(function, *arguments, **named)
            future.add_done_callback(lambda _: made.set())
            return future

    with Watching(3) as pool, Store(tmp_path / "r.sqlite", make=True) as store:
        assert run_all(RUNS, store, partial(executor_crew, pool, 3)) == len(RUNS)
    assert max(count for is_made, count in at_once if not is_made) == 1


class Breaking(Executor):
    """Makes a few runs, then is broken."""

    def __init__(self, lasts: int) -> None:
        self.lasts = lasts

    def submit(self, function, /, *arguments, **named):
        future: Future[object] = Future()
        self.lasts -= 1
        if self.lasts < 0:
            future.set_exception(BrokenExecutor("a worker died"))
        else:
            future.set_result(function(*arguments, **named))
        return future


def test_a_broken_executor_is_replaced(tmp_path, expected):
    @contextmanager
    def crews():
        yield Crew(Breaking(3), lambda: 2)

    with Store(tmp_path / "r.sqlite", make=True) as store:
        assert run_all(RUNS, store, crews) == len(RUNS)
    assert outcome(tmp_path / "r.sqlite") == expected


def test_an_executor_that_only_breaks_is_given_up_with_a_clear_message(tmp_path):
    with Store(tmp_path / "r.sqlite", make=True) as store:
        with pytest.raises(PlaytreeError, match="workers died 3 times without a result"):
            run_all(RUNS, store, partial(executor_crew, Breaking(0), 1))
        assert store.finished() == set()


def test_what_was_made_before_an_interruption_is_kept(tmp_path):
    def interrupt(progress):
        if progress.done >= 2:
            raise KeyboardInterrupt

    with Store(tmp_path / "r.sqlite", make=True) as store:
        with pytest.raises(KeyboardInterrupt):
            run_all(RUNS, store, partial(executor_crew, Breaking(99), 1), on_progress=interrupt)
        assert len(store.finished()) >= 2


def test_a_run_that_fails_is_named(tmp_path):
    plan = plan_from_dict({**PLAN, "search": [{"recipe": "klein-base", "policy": "nonsense"}], "recipes": []})
    refused = pytest.raises(PlaytreeError, match="klein-base on random:1, seed 0: game samegame has no policy")
    with Store(tmp_path / "r.sqlite", make=True) as store, refused:
        run_all(plan.runs(), store, partial(executor_crew, ThreadPoolExecutor(1), 1))
