.include "part.inc"
s_endpgm
