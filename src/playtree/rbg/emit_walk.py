"""Whole moves by number, and all of them, in LLVM IR: by the single actions of each place, made and reverted.

Moves are numbered in the order of their first modifier, then of the vertex where it is made, then of their second
modifier and so on. These functions are the same for every game; what differs is in the functions that they call.

    pickAt(number, out)         make the move of this number and write its actions; their count, 0 if there is none
    walk(prefix, list)          write all moves from here; the list is (address, room, used, moves)
"""

from playtree.rbg.layout import FAULTS

# Kinds of places, in the table @kinds: behind a modifier, behind a switch, behind a dot.
MODIFIER, SWITCH, DOT = range(3)

MOST_ON_STACK = 1 << 15  # bytes of a list of actions
POOLED = 8  # lists of actions for which memory is asked at once, while moves are written

WALK = """
declare noalias ptr @malloc(i64)
declare void @free(ptr)

define internal i64 @pickAt(ptr %s, i64 %number, ptr %out) {{
first:
  %buffer = {new_buffer}
  %log = alloca [{log} x i64], align 16
  br label %level
level:
  %depth = phi i64 [ 0, %first ], [ %deeper, %down ]
  %left0 = phi i64 [ %number, %first ], [ %left, %down ]
  %tooDeep = icmp sgt i64 %depth, {move_length}
  br i1 %tooDeep, label %stop, label %look
look:
  %n = call i64 @actionsAt(ptr %s, ptr %buffer, i64 {buffer})
  br label %scan
scan:
  %k = phi i64 [ 0, %look ], [ %k1, %next ]
  %left = phi i64 [ %left0, %look ], [ %less, %next ]
  %more = icmp slt i64 %k, %n
  br i1 %more, label %one, label %none
one:
  %at = getelementptr i32, ptr %buffer, i64 %k
  %action = load i32, ptr %at
  %wide = zext i32 %action to i64
  %place = lshr i64 %wide, {CELL_BITS}
  %cell = and i64 %wide, {CELL_MASK}
  %kindAt = getelementptr i8, ptr @kinds, i64 %place
  %kind = load i8, ptr %kindAt
  %isSwitch = icmp eq i8 %kind, {SWITCH}
  br i1 %isSwitch, label %switch, label %modifier
switch:
  %hit = icmp eq i64 %left, 0
  br i1 %hit, label %finish, label %next
modifier:
  call void @act(ptr %s, i64 %place, i64 %cell, ptr %log)
  %inner = call i64 @countAt(ptr %s)
  %inside = icmp slt i64 %left, %inner
  br i1 %inside, label %down, label %back
back:
  call void @revert(ptr %s, ptr %log)
  br label %next
next:
  %passed = phi i64 [ 1, %switch ], [ %inner, %back ]
  %less = sub i64 %left, %passed
  %k1 = add i64 %k, 1
  br label %scan
down:
  %there = getelementptr i32, ptr %out, i64 %depth
  store i32 %action, ptr %there
  %deeper = add i64 %depth, 1
  br label %level
finish:
  %last = getelementptr i32, ptr %out, i64 %depth
  store i32 %action, ptr %last
  call void @act(ptr %s, i64 %place, i64 %cell, ptr %log)
  %length = add i64 %depth, 1
  {drop_buffer}
  ret i64 %length
stop:
  call void @fail(ptr %s, i64 {MOVE_LENGTH})
  br label %none
none:
  {drop_buffer}
  ret i64 0
}}
"""

LIST = """
define internal void @{walk}(ptr %s, i64 %depth, ptr %prefix, ptr %list, ptr %spare, i64 %left) {{
first:
  %log = alloca [{log} x i64], align 16
  %tooDeep = icmp sgt i64 %depth, {move_length}
  br i1 %tooDeep, label %stop, label %look
stop:
  call void @fail(ptr %s, i64 {MOVE_LENGTH})
  ret void
look:
  %isShort = icmp slt i64 %left, {buffer}
  br i1 %isShort, label %enlarge, label %begin
enlarge:
  %fresh = call ptr @malloc(i64 {pool_bytes})
  br label %begin
begin:
  %buffer = phi ptr [ %fresh, %enlarge ], [ %spare, %look ]
  %room = phi i64 [ {pool}, %enlarge ], [ %left, %look ]
  %n = call i64 @{actionsAt}(ptr %s, ptr %buffer, i64 {buffer})
  %behind = getelementptr i32, ptr %buffer, i64 %n
  %rest = sub i64 %room, %n
  %deeper = add i64 %depth, 1
  br label %scan
scan:
  %k = phi i64 [ 0, %begin ], [ %k1, %next ]
  %more = icmp slt i64 %k, %n
  br i1 %more, label %one, label %done
one:
  %at = getelementptr i32, ptr %buffer, i64 %k
  %action = load i32, ptr %at
  %there = getelementptr i32, ptr %prefix, i64 %depth
  store i32 %action, ptr %there
  %wide = zext i32 %action to i64
  %place = lshr i64 %wide, {CELL_BITS}
  %cell = and i64 %wide, {CELL_MASK}
  %kindAt = getelementptr i8, ptr @kinds, i64 %place
  %kind = load i8, ptr %kindAt
  %isModifier = icmp eq i8 %kind, {MODIFIER}
  br i1 %isModifier, label %modifier, label %end
end:
  call void @record(ptr %s, ptr %prefix, i64 %deeper, ptr %list)
  br label %next
modifier:
  call void @act(ptr %s, i64 %place, i64 %cell, ptr %log)
  call void @{walk}(ptr %s, i64 %deeper, ptr %prefix, ptr %list, ptr %behind, i64 %rest)
  call void @revert(ptr %s, ptr %log)
  br label %next
next:
  %k1 = add i64 %k, 1
  %fuelAt = getelementptr i64, ptr %s, i64 {FUEL}
  %fuel = load i64, ptr %fuelAt
  %fine = icmp sge i64 %fuel, 0
  br i1 %fine, label %scan, label %done
done:
  br i1 %isShort, label %drop, label %over
drop:
  call void @free(ptr %buffer)
  br label %over
over:
  ret void
}}
"""

RECORD = """
define internal void @record(ptr %s, ptr %prefix, i64 %length, ptr %list) {{
  %usedAt = getelementptr i64, ptr %list, i64 2
  %countAt = getelementptr i64, ptr %list, i64 3
  %used = load i64, ptr %usedAt
  %count = load i64, ptr %countAt
  %room = getelementptr i64, ptr %list, i64 1
  %most = load i64, ptr %room
  %need = add i64 %length, 1
  %end = add i64 %used, %need
  %more = add i64 %count, 1
  store i64 %end, ptr %usedAt
  store i64 %more, ptr %countAt
  %fits = icmp sle i64 %end, %most
  br i1 %fits, label %write, label %check
write:
  %out = load ptr, ptr %list
  %head = getelementptr i32, ptr %out, i64 %used
  %narrow = trunc i64 %length to i32
  store i32 %narrow, ptr %head
  %body = getelementptr i32, ptr %head, i64 1
  %bytes = shl i64 %length, 2
  call void @llvm.memcpy.p0.p0.i64(ptr %body, ptr %prefix, i64 %bytes, i1 false)
  br label %check
check:
  %tooMany = icmp sgt i64 %more, {moves}
  br i1 %tooMany, label %stop, label %done
stop:
  call void @fail(ptr %s, i64 {MOVES})
  br label %done
done:
  ret void
}}
"""

LISTED = """
define internal i64 @{listed}(ptr %s, ptr %out, i64 %capacity) {{
first:
  %list = alloca [4 x i64], align 16
  %prefix = alloca [{room} x i32], align 16
  store ptr %out, ptr %list
  %capacityAt = getelementptr i64, ptr %list, i64 1
  store i64 %capacity, ptr %capacityAt
  %usedAt = getelementptr i64, ptr %list, i64 2
  store i64 0, ptr %usedAt
  %countAt = getelementptr i64, ptr %list, i64 3
  store i64 0, ptr %countAt
  call void @refuel(ptr %s, i64 {steps})
  call void @{walk}(ptr %s, i64 0, ptr %prefix, ptr %list, ptr null, i64 0)
  call void @refuel(ptr %s, i64 0)
  %used = load i64, ptr %usedAt
  %fault = call i64 @faultOf(ptr %s)
  %fine = icmp eq i64 %fault, 0
  %result = select i1 %fine, i64 %used, i64 0
  ret i64 %result
}}

define i64 @{name}(ptr %data, ptr %s, ptr %out, i64 %capacity) {{
  %used = call i64 @{listed}(ptr %s, ptr %out, i64 %capacity)
  ret i64 %used
}}
"""

PERFT = """
define internal i64 @perftFrom(ptr %s, i64 %depth) {{
first:
  %copy = alloca [{words} x i64], align 16
  %isLast = icmp eq i64 %depth, 1
  br i1 %isLast, label %last, label %deeper
last:
  %n = call i64 @count_moves(ptr %s, ptr %s)
  ret i64 %n
deeper:
  %used = call i64 @listedMoves(ptr %s, ptr %s, i64 0)
  %bytes = shl i64 %used, 2
  %list = call ptr @malloc(i64 %bytes)
  %again = call i64 @listedMoves(ptr %s, ptr %list, i64 %used)
  %less = add i64 %depth, -1
  br label %loop
loop:
  %k = phi i64 [ 0, %deeper ], [ %next, %fine ]
  %total = phi i64 [ 0, %deeper ], [ %sum, %fine ]
  %more = icmp slt i64 %k, %again
  br i1 %more, label %one, label %done
one:
  %at = getelementptr i32, ptr %list, i64 %k
  %short = load i32, ptr %at
  %length = zext i32 %short to i64
  %move = getelementptr i32, ptr %at, i64 1
  call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr %s, i64 {bytes}, i1 false)
  call void @play(ptr %s, ptr %copy, ptr %move, i64 %length)
  %leaves = call i64 @perftFrom(ptr %copy, i64 %less)
  %fault = call i64 @faultOf(ptr %copy)
  %failed = icmp ne i64 %fault, 0
  br i1 %failed, label %stop, label %fine
stop:
  call void @fail(ptr %s, i64 %fault)
  call void @refuel(ptr %s, i64 0)
  br label %done
fine:
  %sum = add i64 %total, %leaves
  %after = add i64 %k, %length
  %next = add i64 %after, 1
  br label %loop
done:
  %result = phi i64 [ %total, %loop ], [ 0, %stop ]
  call void @free(ptr %list)
  ret i64 %result
}}

define i64 @perft(ptr %data, ptr %s, i64 %depth) {{
  %n = call i64 @perftFrom(ptr %s, i64 %depth)
  ret i64 %n
}}
"""


def walk_text(numbers: dict[str, int], has_dots: bool) -> str:
    """All functions of this file. has_dots: whether single actions differ from those of whole moves."""
    buffer, pool = numbers["buffer"], POOLED * numbers["buffer"]
    on_stack = 4 * buffer <= MOST_ON_STACK
    known = {
        **numbers,
        "pool": pool, "pool_bytes": 4 * pool,
        "new_buffer": f"alloca [{buffer} x i32], align 16" if on_stack else f"call ptr @malloc(i64 {4 * buffer})",
        "drop_buffer": "" if on_stack else "call void @free(ptr %buffer)",
        "MODIFIER": MODIFIER, "SWITCH": SWITCH,
        "MOVE_LENGTH": FAULTS.index("move_length"), "MOVES": FAULTS.index("moves"),
    }  # fmt: skip
    whole = {"walk": "walk", "actionsAt": "actionsAt", "listed": "listedMoves", "name": "moves"}
    parts = {"walk": "walkParts", "actionsAt": "splitActionsAt", "listed": "listedParts", "name": "semimoves"}
    if not has_dots:
        parts |= {"walk": "walk"}
    texts = [WALK, RECORD, PERFT]
    formatted = [text.format(**known) for text in texts]
    formatted += [LIST.format(**known, **names) for names in ((whole, parts) if has_dots else (whole,))]
    formatted += [LISTED.format(**known, **names) for names in (whole, parts)]
    return "\n".join(formatted)
