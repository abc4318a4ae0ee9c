---
local = 64
---
.ext v0.2
  TID R1
  LI  R2, 32
  SLT R3, R1, R2
  BEQ R3, R0, end
  BAR
end:
  HALT
