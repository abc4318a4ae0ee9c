loop: JAL R0, loop
