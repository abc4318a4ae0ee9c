// What kernels ask of the host: text, memory, and a trap behind both. host-calls.gfx1100.hsaco is what
//
//   clang++-22 -x hip --cuda-device-only --offload-arch=gfx1100 -O2 --no-gpu-bundle-output -ffile-prefix-map=$PWD/= \
//     --rocm-path=ROCM host-calls.hip -o host-calls.gfx1100.hsaco
//
// makes of it, and host-calls.gfx1201.hsaco the same for gfx1201.
#include <hip/hip_runtime.h>
#include <assert.h>

/// Numbers, and text that is longer than one packet has room for.
extern "C" __global__ void greet(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = printf("%d of %d, %.3f, %s: %c%%\n", i, n, i / 8.0,
                    "a text that does not fit into the seven words that one packet has for it", 'a' + i);
}

/// What was printed before a trap is told; what comes behind it is not.
extern "C" __global__ void stops(int *out) {
  printf("thread %d was here\n", (int)threadIdx.x);
  if (threadIdx.x == 1)
    __builtin_trap();
  out[threadIdx.x] = 1;
}

/// An assertion that does not hold says so.
extern "C" __global__ void asserts(int *out) {
  assert(out[threadIdx.x] < 3);
  out[threadIdx.x] = 7;
}

/// A list in memory that threads allocate, each block of which is freed by the next one.
extern "C" __global__ void allocates(int *out, int n) {
  for (int i = 0; i < n; i++) {
    int *block = (int *)malloc((i + 1) * sizeof(int));
    if (!block) {
      printf("no memory\n");
      return;
    }
    for (int j = 0; j <= i; j++)
      block[j] = threadIdx.x + j;
    int sum = 0;
    for (int j = 0; j <= i; j++)
      sum += block[j];
    out[threadIdx.x] += sum;
    free(block);
  }
}
