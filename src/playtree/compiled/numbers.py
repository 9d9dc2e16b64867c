"""Number types for kernels: to the compiler they are NumPy's, to a type checker they return an `int`."""

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:

    def int64(value: Any) -> int: ...
    def uint64(value: Any) -> int: ...

else:
    int64, uint64 = np.int64, np.uint64
