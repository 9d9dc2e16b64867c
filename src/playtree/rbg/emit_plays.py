"""Random plays to the end in LLVM IR: for solvers of one player, for searches of several, and for measuring."""

# Plays to the end. choose: makes a move and says how long it is, 0 if there is none; record: notes it.
PLAYOUT = """
define double @playout(ptr %data, ptr %s, ptr %policy, ptr %memory, ptr %rng, double %gained, ptr %line, i64 %capacity,
                       ptr %counters) {{
first:
  %out = alloca [{room} x i32], align 16
  %drawn = alloca i64, align 8
  br label %turn
turn:
  %made = phi i64 [ 0, %first ], [ %more, %kept ]
  %endless = icmp sge i64 %made, {play_moves}
  br i1 %endless, label %stop, label %choose
choose:
  call void @refuel(ptr %s, i64 {steps})
  %length = call i64 @drawAt(ptr %s, ptr %rng, ptr %out, ptr %drawn)
  %none = icmp eq i64 %length, 0
  br i1 %none, label %done, label %record
record:
  %fits = icmp slt i64 %made, %capacity
  br i1 %fits, label %write, label %move
write:
  %at = getelementptr i64, ptr %line, i64 %made
  %number = load i64, ptr %drawn
  store i64 %number, ptr %at
  br label %move
move:
  call void @refuel(ptr %s, i64 {steps})
  call void @keep(ptr %s)
  br label %kept
kept:
  %more = add i64 %made, 1
  br label %turn
stop:
  call void @fail(ptr %s, i64 {PLAY_MOVES})
  br label %done
done:
  call void @refuel(ptr %s, i64 0)
  store i64 %made, ptr %counters
  %seen = add i64 %made, 1
  %seenAt = getelementptr i64, ptr %counters, i64 1
  store i64 %seen, ptr %seenAt
  %manyAt = getelementptr i64, ptr %counters, i64 2
  store i64 0, ptr %manyAt
  %bonusAt = getelementptr i64, ptr %counters, i64 3
  store i64 0, ptr %bonusAt
  %scoreAt = getelementptr i64, ptr %s, i64 {SLOTS}
  %score = load i64, ptr %scoreAt
  %result = sitofp i64 %score to double
  ret double %result
}}
"""

# Plays to the end and writes down every action; counters: moves made, actions made.
WANDER = """
define void @{name}(ptr %data, ptr %s, ptr %rng, ptr %line, i64 %capacity, ptr %counters) {{
first:
  %out = alloca [{room} x i32], align 16
  %drawn = alloca i64, align 8
  br label %turn
turn:
  %made = phi i64 [ 0, %first ], [ %more, %move ]
  %used = phi i64 [ 0, %first ], [ %end, %move ]
  %endless = icmp sge i64 %made, {play_moves}
  br i1 %endless, label %stop, label %choose
choose:
  call void @refuel(ptr %s, i64 {steps})
  %length = {call}
  %none = icmp eq i64 %length, 0
  br i1 %none, label %done, label %record
record:
  %end = add i64 %used, %length
  %fits = icmp sle i64 %end, %capacity
  br i1 %fits, label %write, label %move
write:
  %at = getelementptr i32, ptr %line, i64 %used
  %size = shl i64 %length, 2
  call void @llvm.memcpy.p0.p0.i64(ptr %at, ptr %out, i64 %size, i1 false)
  br label %move
move:
  call void @refuel(ptr %s, i64 {steps})
  call void @keep(ptr %s)
  %more = add i64 %made, 1
  br label %turn
stop:
  call void @fail(ptr %s, i64 {PLAY_MOVES})
  br label %done
done:
  call void @refuel(ptr %s, i64 0)
  store i64 %made, ptr %counters
  %usedAt = getelementptr i64, ptr %counters, i64 1
  store i64 %used, ptr %usedAt
  ret void
}}
"""

# Many plays from one state, for measuring: counters are moves made in all, and plays that hit a limit.
PLAYS = """
define void @{name}(ptr %data, ptr %start, ptr %rng, i64 %plays, ptr %counters) {{
first:
  %s = alloca [{words} x i64], align 16
  %made = alloca [2 x i64], align 16
  br label %loop
loop:
  %k = phi i64 [ 0, %first ], [ %next, %one ]
  %total = phi i64 [ 0, %first ], [ %sum, %one ]
  %failed = phi i64 [ 0, %first ], [ %failures, %one ]
  %more = icmp slt i64 %k, %plays
  br i1 %more, label %one, label %done
one:
  call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr %start, i64 {bytes}, i1 false)
  call void @{wander}(ptr %data, ptr %s, ptr %rng, ptr %data, i64 0, ptr %made)
  %moves = load i64, ptr %made
  %sum = add i64 %total, %moves
  %fault = call i64 @faultOf(ptr %s)
  %isFailed = icmp ne i64 %fault, 0
  %extra = zext i1 %isFailed to i64
  %failures = add i64 %failed, %extra
  %next = add i64 %k, 1
  br label %loop
done:
  store i64 %total, ptr %counters
  %failedAt = getelementptr i64, ptr %counters, i64 1
  store i64 %failed, ptr %failedAt
  ret void
}}
"""


def plays_text(numbers: dict[str, int]) -> str:
    """All functions of this file. numbers: as `emit_entries.constants` gives them."""
    draw = "call i64 @drawAt(ptr %s, ptr %rng, ptr %out, ptr %drawn)"
    random = "call i64 @randomAt(ptr %s, ptr %rng, ptr %out)"
    wanders = (WANDER.format(name=name, call=call, **numbers) for name, call in
               (("wander", draw), ("wander_split", random)))  # fmt: skip
    plays = (PLAYS.format(name=name, wander=wander, **numbers) for name, wander in
             (("plays", "wander"), ("plays_split", "wander_split")))  # fmt: skip
    return "\n".join((PLAYOUT.format(**numbers), *wanders, *plays))
