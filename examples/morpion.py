"""Morpion Solitaire [demaine2006]: draw as many lines of five points as possible, each with one new point.

The game starts with a cross of 36 points. A move adds a point and draws a line through it and four others, in a row
without gaps, horizontal, vertical or diagonal. Two lines of the same direction may not share a segment; in 5T
(touching) they may share an end point, in 5D (disjoint) no point at all. The records are 178 moves in 5T and 82 in 5D.

An action is 4 * point + direction: a line from its upper end, or its left end if it is horizontal. The state has five
planes of 32 rows, one bit per point: which points there are, and in each direction which of them start a segment.
"""

import numpy as np

import playtree

SIZE, LENGTH, DIRECTIONS = 32, 5, 4
COLUMN_STEP, ROW_STEP = (1, 0, 1, -1), (0, 1, 1, 1)  # by direction: - | \ /
SIGNS = "-|\\/"
INSIDE = ((1 << SIZE - 2) - 1) << 1  # points keep off the border: the paper reaches ten points beyond the cross
CROSS = """
   oooo
   o  o
   o  o
oooo  oooo
o        o
o        o
oooo  oooo
   o  o
   o  o
   oooo
"""


def moved(row, direction, steps):
    """The points of a row, each in the column where a line that comes to it in so many steps starts."""
    columns = COLUMN_STEP[direction] * steps
    return row >> columns if columns >= 0 else row << -columns


def starts_in(gap, state, direction, row):
    """The points of a row that start a line with one new point and only free segments."""
    step, plane = ROW_STEP[direction], (1 + direction) * SIZE
    none, one = ~0, 0  # columns in which no point, or exactly one point, of the line is missing
    for index in range(LENGTH):
        points = moved(state[row + index * step], direction, index)
        one = (one & points) | (none & ~points)
        none &= points
        if none | one == 0:
            return 0
    for index in range(-gap, LENGTH - 1 + gap):
        one &= ~moved(state[plane + row + index * step], direction, index)
    return one & INSIDE & moved(INSIDE, direction, LENGTH - 1)


def legal(data, state, actions):
    count = 0
    for direction in range(DIRECTIONS):
        for row in range(1, SIZE - 1 - ROW_STEP[direction] * (LENGTH - 1)):
            starts, column = starts_in(data[0], state, direction, row), 0
            while starts >> column:
                if starts >> column & 1:
                    actions[count] = 4 * (row * SIZE + column) + direction
                    count += 1
                column += 1
    return count


def apply(data, state, action):
    point, direction = action // 4, action % 4
    row, column = point // SIZE, point % SIZE
    for index in range(LENGTH):
        here, bit = row + index * ROW_STEP[direction], 1 << column + index * COLUMN_STEP[direction]
        state[here] |= bit
        if index < LENGTH - 1:
            state[(1 + direction) * SIZE + here] |= bit
    return 1


def draw(data, state):
    """The points and the lines between them; x where two diagonals cross."""
    picture = {}
    for row in range(SIZE):
        for column in range(SIZE):
            if state[row] >> column & 1:
                picture[2 * row, 2 * column] = "o"
            for direction in range(DIRECTIONS):
                if state[(1 + direction) * SIZE + row] >> column & 1:
                    place = 2 * row + ROW_STEP[direction], 2 * column + COLUMN_STEP[direction]
                    picture[place] = "x" if place in picture else SIGNS[direction]
    columns = range(min(column for _, column in picture), max(column for _, column in picture) + 1)
    rows = range(min(picture)[0], max(picture)[0] + 1)
    lines = ["".join(picture.get((row, column), " ") for column in columns) for row in rows]
    return "\n".join(line.rstrip() for line in lines)


def action_text(data, state, action):
    point, direction = action // 4, action % 4
    return f"{point % SIZE},{point // SIZE}{SIGNS[direction]}"


def morpion(name, gap):
    """gap: 0 if lines of the same direction may touch, 1 if not."""
    start = np.zeros((1 + DIRECTIONS) * SIZE, np.int64)
    for row, line in enumerate(CROSS.strip("\n").splitlines(), 11):
        for column, sign in enumerate(line, 11):
            start[row] |= (sign == "o") << column
    return playtree.puzzle(name, start, legal, apply, data=np.array([gap]), draw=draw, action_text=action_text)


morpion_5t = morpion("morpion-5t", gap=0)
morpion_5d = morpion("morpion-5d", gap=1)
