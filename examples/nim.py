"""Nim: two players take stones in turns, as many as they like but from one pile; who takes the last stone wins.

A move has two parts, a pile and how many stones. docs/your-own-game.md walks through this file.
"""

import playtree

PILE, PLAYER = -2, -1  # places in the state, behind the piles: the pile that was chosen, from 1, or 0; who is to move


def legal(state, actions):
    count = 0
    if state[PILE] == 0:  # a move begins: which pile?
        for pile in range(len(state) - 2):
            if state[pile] > 0:
                actions[count] = pile + 1
                count += 1
    else:  # how many stones?
        for stones in range(state[state[PILE] - 1]):
            actions[count] = stones + 1
            count += 1
    return count


def apply(state, action):
    if state[PILE] == 0:
        state[PILE] = action
    else:
        state[state[PILE] - 1] -= action
        state[PILE] = 0
        state[PLAYER] = 3 - state[PLAYER]


def starts(state):
    return state[PILE] == 0


def player(state):
    return state[PLAYER]


def scores(state, out):
    out[2 - state[PLAYER]] = 1.0  # who is to move has lost: the other took the last stone


def draw(state):
    return "\n".join(f"{pile + 1}: {'o ' * state[pile]}" for pile in range(len(state) - 2))


def action_text(state, action):
    return f"pile {action}" if state[PILE] == 0 else f"take {action}"


def nim(*piles):
    start = [*piles, 0, 1]
    return playtree.turn_game(
        "nim", start, legal, apply, player, scores, starts=starts, draw=draw, action_text=action_text
    )


game = nim(3, 4, 5)
