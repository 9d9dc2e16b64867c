"""Small arrays that share no cache line with anything else.

A processor core that writes a number takes the whole line of memory around it away from the others, also where they
only read a neighbour of it. So what one thread writes all the time stands alone.
"""

from typing import Any

import numpy as np

LINE_BYTES = 128  # two lines of 64 bytes: processors fetch them in pairs


def alone(array: Any) -> Any:
    """A copy in lines of its own."""
    room = -(-array.nbytes // LINE_BYTES) * LINE_BYTES
    memory = np.zeros(room + LINE_BYTES, np.uint8)
    begin = -memory.ctypes.data % LINE_BYTES
    copy = memory[begin : begin + array.nbytes].view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy
