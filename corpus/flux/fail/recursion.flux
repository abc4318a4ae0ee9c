        .macro forever
        forever
        forever
        .endm
        forever
