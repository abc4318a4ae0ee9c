        .wrod 1
        .byte 256
        .word 0x100000000
        .ascii "unfinished
        .ascii "\q"
        .ascii text
        .skip -1
        .skip later
        .p2align 99
        .balign 3
        .rept -1
        NOP
        .endr
        .endr
        .endm
        .else
        .if 1
        .else
        .else
        .endif
        .byte 1
        NOP
        .balign 4
        NOP
