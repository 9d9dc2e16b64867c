"""`python -m playtree` is the command `playtree`."""

import sys

from playtree.interfaces.cli.program import main

if __name__ == "__main__":
    sys.exit(main())
