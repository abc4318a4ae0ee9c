---
# What is a float here stays one, whatever --set gives.
let S = 1.5
out_y: f32[2] = S, S / 2
---
        HALT
