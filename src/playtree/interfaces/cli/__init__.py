"""The command line `playtree`, a file per command."""

from playtree.interfaces.cli.program import main

__all__ = ["main"]
