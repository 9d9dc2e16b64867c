"""What a game of several players is to a search: a table of native functions over whole moves and their parts.

A state is between two moves or, where moves are split, inside one. Moves are numbered from 0 in a fixed order, so a
tree may hold the number of a move alone and ask for its actions when it is tried.
"""

from typing import Any, NamedTuple

from playtree.compiled.calls import ABSENT


class TurnTable(NamedTuple):
    """data: int64[], constants of the game. players: how many. The others: addresses, called by compiled/turn_calls.py.

    status, scores, key: as in GameTable.  wander: plays to the end by whole moves, each equally likely.  wander_split:
    action by action, each equally likely among those possible there; actions that lead nowhere are taken back.
    player: place of the word in a state that holds the player to move, from 1; 0 when the game ended with the keeper.
    place: place of the word that tells where in the rules a state is; is_start[place]: whether a move begins there.
    """

    data: Any
    is_start: Any
    players: int
    player: int
    place: int
    count_moves: int = ABSENT
    move: int = ABSENT
    moves: int = ABSENT
    semimoves: int = ABSENT
    actions: int = ABSENT
    play: int = ABSENT
    do: int = ABSENT
    undo: int = ABSENT
    complete: int = ABSENT
    wander: int = ABSENT
    wander_split: int = ABSENT
    status: int = ABSENT
    scores: int = ABSENT
    key: int = ABSENT
