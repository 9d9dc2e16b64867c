"""A digest of a user's function and of everything it refers to.

Machine code is kept on disk under this digest, so that an edit anywhere, also in another file, compiles anew, and
nothing else does. Numba freezes all that a function refers to when it compiles it; the digest covers the same:

    the bytecode and its constants, but neither file nor line, so that moving a function costs nothing
    default arguments and the variables of an enclosing function
    global numbers, texts, tuples, named tuples, enumerations and arrays
    functions it calls, compiled ones too, and what these refer to in turn
    attributes of modules: `module.CONSTANT`, `module.helper`

Our own package, Numba, NumPy and the standard mathematics count by name: their versions are part of the cache folder.
"""

import builtins
import dis
import enum
import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy as np
from numba.core.dispatcher import Dispatcher
from numba.extending import _Intrinsic

from playtree.compiled.sources import digest_of
from playtree.errors import InputError

KNOWN_PACKAGES = {"builtins", "cmath", "llvmlite", "math", "numba", "numpy", "operator", "playtree", "random"}
LARGEST_ARRAY = 1_000_000  # bytes; Numba keeps only the address of larger ones, which means nothing to the next process

_PLAIN = (bool, int, float, complex, str, bytes, type(None), type(Ellipsis))


class Reference(NamedTuple):
    """Something that a function refers to. path: as written, ("module", "helper"); line: where."""

    path: tuple[str, ...]
    value: Any
    line: int


def fingerprint(function: Callable[..., Any], *more: str) -> str:
    """The digest of `function`, and of further texts on which its machine code depends.

    InputError names the place of anything that cannot be compiled or kept.
    """
    digest = _Digest()
    digest.feed("more", *more)
    digest.add(function, Reference((getattr(function, "__name__", "function"),), function, 0), None)
    return digest.hexdigest()[:24]


def plain_function(function: Any) -> FunctionType:
    """The Python function, also of one that is compiled already."""
    return function.py_func if isinstance(function, Dispatcher) else function


def references(function: FunctionType) -> list[Reference]:
    """What the function refers to by name, in the order of its code; modules with the attribute that is used."""
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    closure = {name: cell.cell_contents for name, cell in cells}
    found: dict[tuple[str, ...], Reference] = {}
    for code in _nested(function.__code__):
        line = code.co_firstlineno
        instructions = list(dis.get_instructions(code))
        for index, instruction in enumerate(instructions):
            line = (instruction.positions and instruction.positions.lineno) or line
            name = instruction.argval
            if instruction.opname == "LOAD_GLOBAL" and name in function.__globals__:
                reference = Reference((name,), function.__globals__[name], line)
            elif instruction.opname == "LOAD_GLOBAL" and not hasattr(builtins, name):
                raise InputError(f"{place(function, line)}: '{name}' is not defined")
            elif instruction.opname in ("LOAD_DEREF", "LOAD_CLASSDEREF", "LOAD_CLOSURE") and name in closure:
                reference = Reference((name,), closure[name], line)
            else:
                continue
            for following in instructions[index + 1 :]:
                if not isinstance(reference.value, ModuleType) or following.opname not in ("LOAD_ATTR", "LOAD_METHOD"):
                    break
                path = (*reference.path, following.argval)
                if not hasattr(reference.value, following.argval):
                    raise InputError(f"{place(function, line)}: '{'.'.join(path)}' does not exist")
                reference = Reference(path, getattr(reference.value, following.argval), line)
            found.setdefault(reference.path, reference)
    return list(found.values())


def is_known(value: Any) -> bool:
    """Whether `value` is part of a package that counts by name."""
    return _home(value).partition(".")[0] in KNOWN_PACKAGES


def _home(value: Any) -> str:
    """The name of the module that a module, a function or a class belongs to."""
    home: Any = None
    if isinstance(value, ModuleType):
        home = value.__name__
    elif isinstance(value, (FunctionType, Dispatcher)):
        home = plain_function(value).__globals__.get("__name__")  # `__module__` is what a decorator made of it
    elif callable(value):
        home = getattr(value, "__module__", None) or type(value).__module__
    return home if isinstance(home, str) else ""


def _source_of(module: str) -> str:
    """Digest of our own source that a module of ours stands for; other packages count by their version."""
    return digest_of([module]) if module.partition(".")[0] == "playtree" else ""


def place(function: Any, line: int) -> str:
    """Where a line is, in words."""
    return f"{function.__name__}, {Path(function.__code__.co_filename).name} line {line}"


def _nested(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _nested(constant)


class _Digest:
    """A digest that is fed with values; each function counts once, so that recursion ends."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self._seen: dict[int, tuple[int, Any]] = {}  # the values too, so that no address is used again

    def hexdigest(self) -> str:
        return self._hash.hexdigest()

    def feed(self, *parts: str | bytes) -> None:
        for part in parts:
            content = part.encode() if isinstance(part, str) else part
            self._hash.update(f"{len(content)}:".encode() + content)

    def add(self, value: Any, reference: Reference, user: Any) -> None:
        """Add a value that the function `user` refers to."""
        if isinstance(value, enum.Enum):
            self.feed("member", type(value).__qualname__, value.name)
            self.add(value.value, reference, user)
        elif isinstance(value, (*_PLAIN, np.generic, np.dtype)):
            self.feed(type(value).__name__, repr(value))
        elif isinstance(value, tuple):
            self.feed(type(value).__name__, repr(getattr(value, "_fields", ())), str(len(value)))
            for member in value:
                self.add(member, reference, user)
        elif isinstance(value, np.ndarray):
            self._add_array(value, reference, user)
        elif isinstance(value, ModuleType):
            if not is_known(value):
                raise _refused(reference, user, "a module by itself; name what is used of it: module.name")
            self.feed("module", value.__name__, _source_of(value.__name__))
        elif is_known(value):
            self.feed("known", type(value).__name__, _name_of(value), _source_of(_home(value)))
        elif isinstance(value, (FunctionType, Dispatcher, _Intrinsic)):
            self._add_function(value)
        elif isinstance(value, type) and issubclass(value, (tuple, enum.Enum)):
            self._add_class(value, reference, user)
        else:
            raise _refused(reference, user, _advice(value))

    def _add_array(self, array: np.ndarray[Any, Any], reference: Reference, user: Any) -> None:
        if array.dtype.hasobject:
            raise _refused(reference, user, "an array of Python objects; use an array of numbers")
        if array.nbytes > LARGEST_ARRAY:
            raise _refused(reference, user, f"an array of {array.nbytes:,} bytes; give what is so large as data")
        layout = (array.flags.c_contiguous, array.flags.f_contiguous)
        self.feed("array", repr(array.dtype.descr), repr((array.shape, layout)), array.tobytes())

    def _add_function(self, function: Any) -> None:
        if id(function) in self._seen:
            self.feed("again", str(self._seen[id(function)][0]))
            return
        self._seen[id(function)] = len(self._seen), function
        self.feed("function")
        if isinstance(function, Dispatcher):
            self.feed("compiled", repr(sorted((name, str(value)) for name, value in function.targetoptions.items())))
        plain = function._defn if isinstance(function, _Intrinsic) else plain_function(function)
        self._add_code(plain.__code__)
        defaults = (*(plain.__defaults__ or ()), *(plain.__kwdefaults__ or {}).values())
        self.feed("defaults", str(len(defaults)), *(plain.__kwdefaults__ or {}))
        for default in defaults:
            self.add(default, Reference(("a default argument",), default, plain.__code__.co_firstlineno), plain)
        for reference in references(plain):
            self.feed("name", ".".join(reference.path))
            self.add(reference.value, reference, plain)

    def _add_code(self, code: CodeType) -> None:
        names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
        counts = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
        self.feed("code", code.co_code, code.co_exceptiontable, repr((names, counts)), str(len(code.co_consts)))
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self._add_code(constant)
            else:
                self.feed(_constant(constant))

    def _add_class(self, kind: type, reference: Reference, user: Any) -> None:
        if issubclass(kind, enum.Enum):
            members = [(name, member.value) for name, member in kind.__members__.items()]
        else:
            members = list(getattr(kind, "_field_defaults", {}).items())
        self.feed("class", kind.__qualname__, repr(getattr(kind, "_fields", ())), str(len(members)))
        for name, member in members:
            self.feed(name)
            self.add(member, reference, user)


def _constant(value: Any) -> str:
    """A constant of some code as text that is the same in every process; sets have no order of their own."""
    if isinstance(value, frozenset):
        return "{" + ",".join(sorted(map(_constant, value))) + "}"
    if isinstance(value, tuple):
        return "(" + ",".join(map(_constant, value)) + ")"
    return f"{type(value).__name__} {value!r}"


def _name_of(value: Any) -> str:
    named = plain_function(value)
    name = getattr(named, "__qualname__", None) or getattr(named, "__name__", None)
    return f"{getattr(named, '__module__', '')}.{name or repr(value)}"


def _refused(reference: Reference, user: Any, what: str) -> InputError:
    name = ".".join(reference.path)
    subject = name if " " in name else f"'{name}'"
    return InputError(f"{place(user, reference.line)}: {subject} is {what}" if user else f"{name} is {what}")


def _advice(value: Any) -> str:
    """What a value is, and what to use in its place."""
    if isinstance(value, (list, range)):
        return f"a {type(value).__name__}; use a numpy array or a tuple"
    if isinstance(value, (set, frozenset, dict)):
        return f"a {type(value).__name__}; use a numpy array that is indexed by number"
    if isinstance(value, type):
        return "a class; use numbers, arrays and plain functions"
    return f"of type {type(value).__name__}; use numbers, texts, tuples, numpy arrays and plain functions"
