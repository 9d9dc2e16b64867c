"""From LLVM IR to native code, and native code made callable."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import llvmlite.binding as llvm

from playtree.rbg.emit import EXPORTED
from playtree.rbg.emit_bits import NTH_BIT, NTH_BIT_DEPOSIT


@dataclass(frozen=True)
class Native:
    """addresses: of the functions, by name. engine: keeps their code alive."""

    addresses: dict[str, int]
    engine: Any


@cache
def initialise() -> None:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


def target_machine() -> Any:
    """A description of this processor; an engine takes its own one over."""
    initialise()
    features = llvm.get_host_cpu_features().flatten()
    target = llvm.Target.from_triple(llvm.get_process_triple())
    return target.create_target_machine(cpu=llvm.get_host_cpu_name(), features=features, opt=2, jit=True)


def processor_text() -> str:
    """What depends on the processor: how the n-th bit of a word is found."""
    return NTH_BIT_DEPOSIT if llvm.get_host_cpu_features().get("bmi2") else NTH_BIT


def compile_object(text: str) -> bytes:
    """Machine code of a module.

    Our code is simple as it is written: with all passes of LLVM it took two to ten times as long to compile, and plays
    of chess were 7 % faster, of draughts 40 %.
    """
    machine = target_machine()
    module = llvm.parse_assembly(f'target triple = "{llvm.get_process_triple()}"\n{text}\n{processor_text()}')
    module.verify()
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=1))
    passes = llvm.create_new_module_pass_manager()
    passes.add_always_inliner_pass()
    passes.add_sroa_pass()
    passes.add_simplify_cfg_pass()
    passes.run(module, builder)
    return bytes(machine.emit_object(module))


def load_object(content: bytes) -> Native:
    """Make machine code callable."""
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target_machine())
    engine.add_object_file(llvm.ObjectFileRef.from_data(content))
    engine.finalize_object()
    return Native({name: int(engine.get_function_address(name)) for name in EXPORTED}, engine)
