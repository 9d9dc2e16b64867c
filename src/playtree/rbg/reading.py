"""The whole chain, from a text or a file to an automaton."""

from pathlib import Path

from playtree.rbg.automaton import Automaton, build_automaton
from playtree.rbg.checks import check
from playtree.rbg.directives import split_directives
from playtree.rbg.limits import DEFAULT_LIMITS, Limits
from playtree.rbg.macros import expand
from playtree.rbg.normal import NormalForm, normalise
from playtree.rbg.parser import parse
from playtree.rbg.source import RbgError
from playtree.rbg.tokens import tokenize


def read_rules(text: str, file: str = "rules", limits: Limits = DEFAULT_LIMITS) -> NormalForm:
    """A game from the text of its rules. file: its name in messages."""
    sections = expand(split_directives(tokenize(text, file, limits)), limits)
    description = check(parse(sections, limits), sections, limits)
    return normalise(description, limits)


def read_automaton(text: str, file: str = "rules", limits: Limits = DEFAULT_LIMITS) -> Automaton:
    """The automaton of a game from the text of its rules."""
    return build_automaton(read_rules(text, file, limits))


def read_file(path: Path, limits: Limits = DEFAULT_LIMITS) -> str:
    """The text of a rules file."""
    try:
        if path.stat().st_size > 4 * limits.source_characters:
            raise limits.exceeded("source_characters", f"{path}: the file has {path.stat().st_size} bytes")
        return path.read_bytes().decode("utf-8")
    except OSError as problem:
        raise RbgError(f"{path}: {problem.strerror or problem}") from None
    except UnicodeDecodeError as problem:
        raise RbgError(f"{path}: byte {problem.start} is not part of a text; expected a rules file in ASCII") from None
