---
# A value of 64 bits has no place in a register.
x: f64 = 1.5
out_y: u32[4]
---
        HALT
