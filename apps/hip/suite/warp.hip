// What the lanes of a wave tell each other.
#include "check.h"

__global__ void talk(const int *in, int *out) {
    int lane = threadIdx.x % warpSize, value = in[threadIdx.x], *own = out + threadIdx.x * 8;
    own[0] = __shfl(value, (lane + 5) % warpSize);
    own[1] = __shfl_up(value, 3);
    own[2] = __shfl_xor(value, 9);
    own[3] = (int)__popcll(__ballot(value % 3 == 0));
    own[4] = __any(value == 40) * 2 + __all(value >= 0);
    own[5] = __ffs(value) + 100 * __clz(value) + 10000 * __popc(value);
    own[6] = __shfl(value, 1, 4);
    if (lane % 2) own[7] = (int)__popcll(__activemask());
    else own[7] = (int)__brev((unsigned)value);
}

int main() {
    const int n = 64;
    std::vector<int> in(n);
    for (int i = 0; i < n; i++) in[i] = (i * 29) % 83;
    DeviceVector<int> din(in), dout(n * 8);
    talk<<<1, n>>>(din.data, dout.data);
    HIP_CHECK(hipGetLastError());
    auto out = dout.host();
    int lanes = 0;
    HIP_CHECK(hipDeviceGetAttribute(&lanes, hipDeviceAttributeWarpSize, 0));
    for (int i = 0; i < n; i++) {
        int lane = i % lanes, wave = i - lane, thirds = 0, any = 0, *own = &out[i * 8];
        for (int j = 0; j < lanes; j++) thirds += in[wave + j] % 3 == 0, any |= in[wave + j] == 40;
        EXPECT(own[0] == in[wave + (lane + 5) % lanes]);
        EXPECT(own[1] == (lane >= 3 ? in[i - 3] : in[i]));
        EXPECT(own[2] == in[wave + (lane ^ 9)]);
        EXPECT(own[3] == thirds && own[4] == 2 * any + 1);
        unsigned v = in[i];
        EXPECT(own[5] == __builtin_ffs(v) + 100 * (v ? __builtin_clz(v) : 32) + 10000 * __builtin_popcount(v));
        EXPECT(own[6] == in[i - i % 4 + 1]);
        EXPECT(own[7] == (lane % 2 ? lanes / 2 : (int)__builtin_bitreverse32(v)));
    }
}
