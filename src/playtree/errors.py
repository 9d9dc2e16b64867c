"""The errors that Playtree raises on purpose.

    PlaytreeError
    ├── InputError       something handed to Playtree is wrong: a board, an option, a file
    ├── GameError        a game breaks the contract of its interface
    ├── ProtocolError    the program at the other end of a connection breaks the protocol, or is gone
    └── SaveError        a result could not be written; the result itself is still there

A message says where, what was found and what was expected, in one line. The command line prints it and exits with 2.
"""


class PlaytreeError(Exception):
    """Base of every error that is meant for a person to read."""


class InputError(PlaytreeError):
    """Something handed to Playtree is wrong."""


class GameError(PlaytreeError):
    """A game breaks the contract of its interface."""


class ProtocolError(PlaytreeError):
    """The program at the other end of a connection breaks the protocol, or is gone."""


class SaveError(PlaytreeError):
    """A result could not be written."""


def reason_of(error: Exception) -> str:
    """Why a file could not be read, without its name, which a message has already."""
    return str(error.strerror or error) if isinstance(error, OSError) else str(error)
