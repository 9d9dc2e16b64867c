"""The functions of a compiled game that others call, in LLVM IR, as text around the functions over regions.

Their shapes are those of compiled/calls.py and compiled/turn_calls.py; `%data` is not needed, since all constants are
in the code.
"""

from playtree.rbg.emit_moves import CELL_BITS
from playtree.rbg.layout import CELL, FAULT, FAULTS, FUEL, PLACE, PLAYER, SLOTS, Layout
from playtree.rbg.limits import Limits

SHARED = """
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define internal void @fail(ptr %s, i64 %limit) {{
  %at = getelementptr i64, ptr %s, i64 {FAULT}
  %before = load i64, ptr %at
  %first = icmp eq i64 %before, 0
  %now = select i1 %first, i64 %limit, i64 %before
  store i64 %now, ptr %at
  %fuel = getelementptr i64, ptr %s, i64 {FUEL}
  store i64 -1, ptr %fuel
  ret void
}}

define internal void @refuel(ptr %s, i64 %steps) {{
  %fuel = getelementptr i64, ptr %s, i64 {FUEL}
  store i64 %steps, ptr %fuel
  ret void
}}

define internal i64 @faultOf(ptr %s) {{
  %at = getelementptr i64, ptr %s, i64 {FAULT}
  %fault = load i64, ptr %at
  ret i64 %fault
}}

; xorshift64*, as compiled/random.py
define internal i64 @below(ptr %rng, i64 %bound) {{
  %a = load i64, ptr %rng
  %b = lshr i64 %a, 12
  %c = xor i64 %a, %b
  %d = shl i64 %c, 25
  %e = xor i64 %c, %d
  %f = lshr i64 %e, 27
  %g = xor i64 %e, %f
  store i64 %g, ptr %rng
  %h = mul i64 %g, 2685821657736338717
  %i = lshr i64 %h, 32
  %j = mul i64 %i, %bound
  %k = lshr i64 %j, 32
  ret i64 %k
}}

define internal i64 @mixed(i64 %value, i64 %word) {{
  %a = xor i64 %value, %word
  %b = add i64 %a, -7046029254386353131
  %c = lshr i64 %b, 30
  %d = xor i64 %b, %c
  %e = mul i64 %d, -4658895280553007687
  %f = lshr i64 %e, 27
  %g = xor i64 %e, %f
  %h = mul i64 %g, -7723592293110705685
  %i = lshr i64 %h, 31
  %j = xor i64 %h, %i
  ret i64 %j
}}

define internal void @keep(ptr %s) {{
first:
  br label %look
look:
  %made = phi i64 [ 0, %first ], [ %more, %moved ]
  %playerAt = getelementptr i64, ptr %s, i64 {PLAYER}
  %player = load i64, ptr %playerAt
  %isKeeper = icmp eq i64 %player, 0
  br i1 %isKeeper, label %try, label %done
try:
  %could = call i1 @firstAt(ptr %s)
  %more = add i64 %made, 1
  br i1 %could, label %moved, label %done
moved:
  %tooMany = icmp sgt i64 %more, {keeper_moves}
  br i1 %tooMany, label %stop, label %look
stop:
  call void @fail(ptr %s, i64 {KEEPER_MOVES})
  br label %done
done:
  ret void
}}

define void @begin(ptr %data, ptr %s) {{
  call void @refuel(ptr %s, i64 {steps})
  call void @keep(ptr %s)
  call void @refuel(ptr %s, i64 0)
  ret void
}}

define i64 @count_moves(ptr %data, ptr %s) {{
  call void @refuel(ptr %s, i64 {steps})
  %n = call i64 @countAt(ptr %s)
  call void @refuel(ptr %s, i64 0)
  %fault = call i64 @faultOf(ptr %s)
  %fine = icmp eq i64 %fault, 0
  %result = select i1 %fine, i64 %n, i64 0
  ret i64 %result
}}

define i64 @legal(ptr %data, ptr %s, ptr %actions, i64 %capacity) {{
first:
  %n = call i64 @count_moves(ptr %data, ptr %s)
  %tooMany = icmp sgt i64 %n, {moves}
  br i1 %tooMany, label %stop, label %check
stop:
  call void @fail(ptr %s, i64 {MOVES})
  call void @refuel(ptr %s, i64 0)
  ret i64 0
check:
  %fits = icmp sle i64 %n, %capacity
  br i1 %fits, label %loop, label %done
loop:
  %k = phi i64 [ 0, %check ], [ %next, %write ]
  %more = icmp slt i64 %k, %n
  br i1 %more, label %write, label %done
write:
  %at = getelementptr i64, ptr %actions, i64 %k
  store i64 %k, ptr %at
  %next = add i64 %k, 1
  br label %loop
done:
  ret i64 %n
}}

define double @apply(ptr %data, ptr %s, i64 %number) {{
  %out = alloca [{room} x i32], align 16
  call void @refuel(ptr %s, i64 {steps})
  %n = call i64 @takeAt(ptr %s, i64 %number, ptr %out)
  call void @refuel(ptr %s, i64 {steps})
  call void @keep(ptr %s)
  call void @refuel(ptr %s, i64 0)
  ret double 0.0
}}

define i64 @status(ptr %data, ptr %s) {{
  %n = call i64 @count_moves(ptr %data, ptr %s)
  %over = icmp eq i64 %n, 0
  %playerAt = getelementptr i64, ptr %s, i64 {PLAYER}
  %player = load i64, ptr %playerAt
  %seat = add i64 %player, -1
  %result = select i1 %over, i64 -1, i64 %seat
  ret i64 %result
}}

define void @scores(ptr %data, ptr %s, ptr %out, i64 %players) {{
first:
  br label %loop
loop:
  %k = phi i64 [ 0, %first ], [ %next, %write ]
  %more = icmp slt i64 %k, %players
  br i1 %more, label %write, label %done
write:
  %slot = add i64 %k, {SLOTS}
  %at = getelementptr i64, ptr %s, i64 %slot
  %value = load i64, ptr %at
  %number = sitofp i64 %value to double
  %there = getelementptr double, ptr %out, i64 %k
  store double %number, ptr %there
  %next = add i64 %k, 1
  br label %loop
done:
  ret void
}}

define i64 @key(ptr %data, ptr %s) {{
first:
  %placeAt = getelementptr i64, ptr %s, i64 {PLACE}
  %place = load i64, ptr %placeAt
  %nodeAt = getelementptr i64, ptr @nodeOf, i64 %place
  %node = load i64, ptr %nodeAt
  %cellAt = getelementptr i64, ptr %s, i64 {CELL}
  %cell = load i64, ptr %cellAt
  %maskAt = getelementptr i64, ptr @cellCounts, i64 %place
  %mask = load i64, ptr %maskAt
  %counted = and i64 %cell, %mask
  %playerAt = getelementptr i64, ptr %s, i64 {PLAYER}
  %player = load i64, ptr %playerAt
  %h1 = call i64 @mixed(i64 0, i64 %node)
  %h2 = call i64 @mixed(i64 %h1, i64 %counted)
  %h3 = call i64 @mixed(i64 %h2, i64 %player)
  br label %loop
loop:
  %k = phi i64 [ {SLOTS}, %first ], [ %next, %one ]
  %hash = phi i64 [ %h3, %first ], [ %longer, %one ]
  %more = icmp slt i64 %k, {counted_words}
  br i1 %more, label %one, label %done
one:
  %at = getelementptr i64, ptr %s, i64 %k
  %word = load i64, ptr %at
  %longer = call i64 @mixed(i64 %hash, i64 %word)
  %next = add i64 %k, 1
  br label %loop
done:
  ret i64 %hash
}}

define i64 @move(ptr %data, ptr %s, i64 %number, ptr %out, i64 %capacity) {{
first:
  %copy = alloca [{words} x i64], align 16
  %room = alloca [{room} x i32], align 16
  call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr %s, i64 {bytes}, i1 false)
  call void @refuel(ptr %copy, i64 {steps})
  %length = call i64 @takeAt(ptr %copy, i64 %number, ptr %room)
  %fits = icmp sle i64 %length, %capacity
  br i1 %fits, label %write, label %done
write:
  %size = shl i64 %length, 2
  call void @llvm.memcpy.p0.p0.i64(ptr %out, ptr %room, i64 %size, i1 false)
  br label %done
done:
  ret i64 %length
}}

define i64 @code(ptr %data, ptr %s, i64 %number) {{
first:
  %out = alloca [{room} x i32], align 16
  %length = call i64 @move(ptr %data, ptr %s, i64 %number, ptr %out, i64 {room})
  br label %loop
loop:
  %k = phi i64 [ 0, %first ], [ %next, %one ]
  %hash = phi i64 [ 0, %first ], [ %longer, %one ]
  %more = icmp slt i64 %k, %length
  br i1 %more, label %one, label %done
one:
  %at = getelementptr i32, ptr %out, i64 %k
  %action = load i32, ptr %at
  %wide = zext i32 %action to i64
  %longer = call i64 @mixed(i64 %hash, i64 %wide)
  %next = add i64 %k, 1
  br label %loop
done:
  ret i64 %hash
}}

define i64 @sample(ptr %data, ptr %s, ptr %rng) {{
first:
  %n = call i64 @count_moves(ptr %data, ptr %s)
  %none = icmp eq i64 %n, 0
  br i1 %none, label %over, label %draw
over:
  ret i64 -1
draw:
  %k = call i64 @below(ptr %rng, i64 %n)
  ret i64 %k
}}

define void @play(ptr %data, ptr %s, ptr %actions, i64 %length) {{
first:
  %log = alloca [{log} x i64], align 16
  br label %loop
loop:
  %k = phi i64 [ 0, %first ], [ %next, %one ]
  %more = icmp slt i64 %k, %length
  br i1 %more, label %one, label %done
one:
  %at = getelementptr i32, ptr %actions, i64 %k
  %action = load i32, ptr %at
  %wide = zext i32 %action to i64
  %place = lshr i64 %wide, {CELL_BITS}
  %cell = and i64 %wide, {CELL_MASK}
  call void @act(ptr %s, i64 %place, i64 %cell, ptr %log)
  %next = add i64 %k, 1
  br label %loop
done:
  call void @refuel(ptr %s, i64 {steps})
  call void @keep(ptr %s)
  call void @refuel(ptr %s, i64 0)
  ret void
}}

define void @do(ptr %data, ptr %s, i64 %action, ptr %log) {{
  %place = lshr i64 %action, {CELL_BITS}
  %cell = and i64 %action, {CELL_MASK}
  call void @act(ptr %s, i64 %place, i64 %cell, ptr %log)
  ret void
}}

define void @undo(ptr %data, ptr %s, ptr %log) {{
  call void @revert(ptr %s, ptr %log)
  ret void
}}

define i64 @actions(ptr %data, ptr %s, ptr %out, i64 %capacity) {{
  call void @refuel(ptr %s, i64 {steps})
  %n = call i64 @splitActionsAt(ptr %s, ptr %out, i64 %capacity)
  call void @refuel(ptr %s, i64 0)
  %fault = call i64 @faultOf(ptr %s)
  %fine = icmp eq i64 %fault, 0
  %result = select i1 %fine, i64 %n, i64 0
  ret i64 %result
}}

define i64 @complete(ptr %data, ptr %s, ptr %rng, ptr %out, i64 %capacity) {{
first:
  %room = alloca [{room} x i32], align 16
  call void @refuel(ptr %s, i64 {steps})
  %length = call i64 @randomAt(ptr %s, ptr %rng, ptr %room)
  %made = icmp sgt i64 %length, 0
  br i1 %made, label %write, label %none
write:
  %fits = icmp sle i64 %length, %capacity
  %kept = select i1 %fits, i64 %length, i64 %capacity
  %size = shl i64 %kept, 2
  call void @llvm.memcpy.p0.p0.i64(ptr %out, ptr %room, i64 %size, i1 false)
  call void @refuel(ptr %s, i64 {steps})
  call void @keep(ptr %s)
  br label %none
none:
  call void @refuel(ptr %s, i64 0)
  ret i64 %length
}}
"""


def constants(layout: Layout, limits: Limits, log_words: int, most_actions: int) -> dict[str, int]:
    """The numbers in the texts of the functions. most_actions: of one place, at most."""
    return {
        "PLACE": PLACE, "CELL": CELL, "PLAYER": PLAYER, "FAULT": FAULT, "FUEL": FUEL, "SLOTS": SLOTS,
        "CELL_BITS": CELL_BITS, "CELL_MASK": (1 << CELL_BITS) - 1,
        "KEEPER_MOVES": FAULTS.index("keeper_moves"), "PLAY_MOVES": FAULTS.index("play_moves"),
        "MOVES": FAULTS.index("moves"),
        "steps": limits.search_steps, "keeper_moves": limits.keeper_moves, "moves": limits.moves,
        "play_moves": limits.play_moves, "room": limits.move_length + 2, "log": log_words,
        "move_length": limits.move_length,
        "words": layout.words, "bytes": 8 * layout.words, "counted_words": layout.bytes,
        "buffer": most_actions,
    }  # fmt: skip


def entries_text(numbers: dict[str, int]) -> str:
    """All functions of this file."""
    return SHARED.format(**numbers)
