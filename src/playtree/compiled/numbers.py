"""Number types for kernels: to the compiler `int64` is NumPy's, to a type checker it returns an `int`."""

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:

    def int64(value: Any) -> int: ...

else:
    int64 = np.int64
