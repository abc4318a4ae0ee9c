# for (i = 0; i < 128; i += 4) C[i] = A[i] + B[i]
---
let N = 128
a: f32[N] = arange(N)
b: f32[N] = repeat(0.5)
out_c: f32[N]
R20 = &a
R21 = &b
R22 = &out_c
expect out_c = arange(0.5, N + 0.5)
---
        ADDI  R10, R0, 0      # i = 0
loop:
        LOAD  R1, 0(R20)      # R1 = A[i]
        LOAD  R2, 0(R21)      # R2 = B[i]
        ADD   R3, R1, R2
        STORE R3, 0(R22)      # C[i] = R3

        ADDI  R20, R20, 16    # four floats further
        ADDI  R21, R21, 16
        ADDI  R22, R22, 16
        ADDI  R10, R10, 4     # i += 4

        ADDI  R11, R0, $N
        BNE   R10, R11, loop  # if (i != 128) goto loop

        HALT
