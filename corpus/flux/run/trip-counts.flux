# Every thread runs the loop as often as its number says: sum of 1..tid.
---
simd = 1
let T = 48
out_sum: u32[T]
local = T
R1 = tid
R3 = &out_sum + 4 * tid
expect out_sum = 0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91, 105, 120, 136, 153, 171, 190, 210, 231, 253, 276, 300, 325, 351, 378, 406, 435, 465, 496, 528, 561, 595, 630, 666, 703, 741, 780, 820, 861, 903, 946, 990, 1035, 1081, 1128
---
.ext v0.2
loop:
  BEQ  R1, R0, done
  IADD R2, R2, R1
  ADDI R1, R1, -1
  JAL  R0, loop
done:
  STORE R2, 0(R3)
  HALT
