# Every integer operation, division and remainder by zero included.
---
a: i32[4] = 17, -17, -2147483648, 5
b: i32[4] = 5, 5, -1, 0
out_r: i32[4, 13]
local = 4
simd = 1
R1 = tid
R2 = &a + 4 * tid
R3 = &b + 4 * tid
R4 = &out_r + 52 * tid
#                  iadd  isub  imul  idiv  irem  and  or  xor  sll   srl  sra  slt  sltu
expect out_r = 22, 12, 85, 3, 2, 1, 21, 20, 544, 0, 0, 0, 0,     -12, -22, -85, -3, -2, 5, -17, -22, -544, 134217727, -1, 1, 0,     2147483647, -2147483647, -2147483648, -2147483648, 0, -2147483648, -1, 2147483647, 0, 1, -1, 1, 1,     5, 5, 0, -1, 5, 0, 5, 5, 5, 5, 5, 0, 0
---
.ext v0.2
LOAD R5, 0(R2)
LOAD R6, 0(R3)
IADD R7, R5, R6
STORE R7, 0(R4)
ISUB R7, R5, R6
STORE R7, 4(R4)
IMUL R7, R5, R6
STORE R7, 8(R4)
IDIV R7, R5, R6
STORE R7, 12(R4)
IREM R7, R5, R6
STORE R7, 16(R4)
AND R7, R5, R6
STORE R7, 20(R4)
OR R7, R5, R6
STORE R7, 24(R4)
XOR R7, R5, R6
STORE R7, 28(R4)
SLL R7, R5, R6
STORE R7, 32(R4)
SRL R7, R5, R6
STORE R7, 36(R4)
SRA R7, R5, R6
STORE R7, 40(R4)
SLT R7, R5, R6
STORE R7, 44(R4)
SLTU R7, R5, R6
STORE R7, 48(R4)
HALT
