---
out_y: f32[2] = 1, 2
expect out_y = 1, 3
---
HALT
