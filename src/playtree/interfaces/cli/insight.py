"""What the searches of a run did, for people: counts, where the nodes are, and how the best search went."""

import math
from collections.abc import Sequence
from typing import TypeVar

from rich.console import Console

from playtree.interfaces.cli.output import counted, labelled, number_words, print_table
from playtree.search.result import SearchRecord, Solution, Statistics

BAR_LENGTH, MOST_BINS, MOST_SNAPSHOTS = 30, 16, 12

Item = TypeVar("Item")


def print_insight(console: Console, solution: Solution) -> None:
    """Print the statistics of a run that was recorded."""
    console.print()
    console.print(labelled(*facts(solution.statistics)))
    rows = depth_rows(solution.statistics, "█" if console.is_terminal else "#")
    if rows:
        console.print()
        print_table(rows, right=("depth", "nodes", "duplicates"), console=console)
    best = max(solution.records, key=lambda record: record.score)
    if not best.course:
        return
    console.print()
    if len(solution.records) > 1:
        number = solution.records.index(best) + 1
        console.print(f"search {number} of {len(solution.records)}, which found the best game, over time")
    course = course_rows(best)
    print_table(course, right=list(course[0]), console=console)


def facts(done: Statistics) -> list[tuple[str, str]]:
    """The counts in words."""
    met = f"{done.duplicates:,} found"
    if done.duplicates and done.duplicates_at:  # a swarm does not tell where
        met += f", at depth {done.duplicate_depth:.1f} on average, {done.better_paths:,} by a better path"
    return [
        (
            "iterations",
            f"{done.iterations:,} with {done.playouts:,} playouts in {counted(done.searches, 'search', 'searches')}",
        ),
        ("nodes", f"{done.nodes:,} at depth {done.depth:.2f} on average, the deepest at {done.deepest}"),
        ("ends", f"{done.terminals:,} games end in the tree"),
        ("duplicates", met),
        ("pruned", counted(done.pruned, "position")),
        ("states", f"{done.states:,} computed, {done.levels:,} steps down in the tree: {done.ru:,.0f} resource units"),
    ]


def memory_facts(done: Statistics) -> list[tuple[str, str]]:
    """That the memory was full, if it was."""
    if not done.without_room:
        return []
    before = done.iterations - done.without_room
    return [("memory", f"full after {before:,} iterations; {done.without_room:,} more went on without new nodes")]


def depth_rows(done: Statistics, block: str) -> list[dict[str, object]]:
    """How many nodes and duplicates there are by depth, several depths to a row where the tree is deep."""
    depths = max(len(done.nodes_at), len(done.duplicates_at))
    step = max(1, -(-depths // MOST_BINS))
    rows = []
    largest = max((sum(done.nodes_at[start : start + step]) for start in range(0, depths, step)), default=1)
    for start in range(0, depths, step):
        last = min(start + step, depths) - 1
        nodes = sum(done.nodes_at[start : start + step])
        row: dict[str, object] = {"depth": f"{start}" if start == last else f"{start}-{last}", "nodes": f"{nodes:,}"}
        if done.duplicates and done.duplicates_at:
            row["duplicates"] = f"{sum(done.duplicates_at[start : start + step]):,}"
        row[""] = block * (round(BAR_LENGTH * nodes / largest) or int(nodes > 0))
        rows.append(row)
    return rows


def course_rows(record: SearchRecord) -> list[dict[str, object]]:
    """Some of the snapshots of a search, the last one among them."""
    return [
        {
            "seconds": f"{at.seconds:.3f}",
            "iterations": f"{at.iterations:,}",
            "units": f"{at.ru:,.0f}",
            "best": number_words(at.score) if math.isfinite(at.score) else "-",
            "nodes": f"{at.nodes:,}",
            "depth": f"{at.depth:.1f}",
            "deepest": f"{at.deepest}",
            "ends": f"{at.terminals:,}",
            "duplicates": f"{at.duplicates:,}",
            "C": f"{at.exploration:.4g}",
        }
        for at in spread(record.course, MOST_SNAPSHOTS)
    ]


def spread(items: Sequence[Item], most: int) -> list[Item]:
    """At most so many of the items, evenly chosen, the last one among them."""
    step = -(-len(items) // most)
    return list(items[::-1][::step][::-1])
