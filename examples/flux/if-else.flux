# y = x != 0 ? x + 1 : x - 1, for 32 threads of which every fourth has x = 0: they part at BEQ and
# meet again at end_if.
---
simd = 1
x: i32[32] = 0, 1, 2, 3, 0, 5, 6, 7, 0, 9, 10, 11, 0, 13, 14, 15, 0, 17, 18, 19, 0, 21, 22, 23, 0, 25, 26, 27, 0, 29, 30, 31
out_y: i32[32]
local = 32
R10 = &x + 4 * tid
R11 = &out_y + 4 * tid
expect out_y = -1, 2, 3, 4, -1, 6, 7, 8, -1, 10, 11, 12, -1, 14, 15, 16, -1, 18, 19, 20, -1, 22, 23, 24, -1, 26, 27, 28, -1, 30, 31, 32
---
LOAD  R1, 0(R10)     # R1 = x
BEQ   R1, R0, else_branch
ADDI  R2, R1, 1
JAL   end_if
else_branch:
ADDI  R2, R1, -1
end_if:
STORE R2, 0(R11)
HALT
