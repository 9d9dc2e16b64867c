"""`give_way()` lets other threads of the machine run: for loops that wait for one that may have been put aside."""

import time
from typing import Any

from numba.core import types

from playtree.compiled.decorator import INTERPRETED

if INTERPRETED:

    def give_way() -> Any:
        time.sleep(0)

else:
    give_way = types.ExternalFunction("sched_yield", types.int32())
