---
local = 4
---
# no instructions
