"""Finding the n-th bit that is set in a word, in LLVM IR."""

NTH_BIT = """
define internal i64 @nthBit(i64 %word, i64 %number) alwaysinline {
first:
  br label %loop
loop:
  %w = phi i64 [ %word, %first ], [ %fewer, %drop ]
  %k = phi i64 [ %number, %first ], [ %less, %drop ]
  %more = icmp sgt i64 %k, 0
  br i1 %more, label %drop, label %done
drop:
  %minus = add i64 %w, -1
  %fewer = and i64 %w, %minus
  %less = add i64 %k, -1
  br label %loop
done:
  %bit = call i64 @llvm.cttz.i64(i64 %w, i1 false)
  ret i64 %bit
}"""

# With BMI2: one instruction deposits a bit at the n-th place.
NTH_BIT_DEPOSIT = """
declare i64 @llvm.x86.bmi.pdep.64(i64, i64)
define internal i64 @nthBit(i64 %word, i64 %number) alwaysinline {
  %one = shl i64 1, %number
  %bit = call i64 @llvm.x86.bmi.pdep.64(i64 %one, i64 %word)
  %place = call i64 @llvm.cttz.i64(i64 %bit, i1 false)
  ret i64 %place
}"""
