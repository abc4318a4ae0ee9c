.text
k:
 s_nop .amdgcn.gfx_generation_number
 s_endpgm
.amdgpu_metadata
---
amdhsa.version: [ 1, 0 ]
amdhsa.kernels: []
...
.end_amdgpu_metadata
