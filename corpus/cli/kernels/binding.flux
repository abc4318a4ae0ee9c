---
R5 = 16 / tid
local = 4
---
HALT
