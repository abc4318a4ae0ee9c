// What the device is, and how a kernel fills it.
#include "check.h"
#include <cstring>
#include <string>

__global__ void small(float *data) { data[threadIdx.x] *= 2; }
__global__ void local(float *data) {
    __shared__ float own[8192];
    for (int i = threadIdx.x; i < 8192; i += blockDim.x) own[i] = data[i];
    __syncthreads();
    data[threadIdx.x] = own[8191 - threadIdx.x];
}
__global__ void __launch_bounds__(128) bounded(int *data) { data[threadIdx.x]++; }

int main() {
    int count = 0, device = -1, units = 0, lanes = 0;
    HIP_CHECK(hipGetDeviceCount(&count));
    EXPECT(count >= 1);
    HIP_CHECK(hipGetDevice(&device));
    EXPECT(device == 0);
    hipDeviceProp_t p;
    HIP_CHECK(hipGetDeviceProperties(&p, 0));
    bool cdna = p.major == 9;
    EXPECT(std::string(p.gcnArchName).rfind("gfx", 0) == 0 && p.warpSize == (cdna ? 64 : 32));
    // Of CDNA a workgroup has all the memory of a multiprocessor, of RDNA half of it.
    size_t own = p.sharedMemPerBlock, all = p.maxSharedMemoryPerMultiProcessor;
    // It is given out in steps, which are 1280 bytes on gfx950.
    size_t step = all == 163840 ? 1280 : 512;
    auto fit = [&](size_t bytes) { return (int)(all / ((bytes + step - 1) / step * step)); };
    EXPECT(p.maxThreadsPerBlock == 1024 && own >= 65536 && all == (cdna ? own : 131072) && p.totalGlobalMem > 0);
    EXPECT(p.maxThreadsDim[2] == 1024 && p.cooperativeLaunch == 1 && p.managedMemory == 1);
    EXPECT(p.memoryPoolsSupported == 1 && p.arch.hasWarpShuffle == 1 && (cdna || p.major >= 11) && p.isLargeBar == 0);
    EXPECT(p.clockInstructionRate == 100000);
    HIP_CHECK(hipDeviceGetAttribute(&units, hipDeviceAttributeMultiprocessorCount, 0));
    HIP_CHECK(hipDeviceGetAttribute(&lanes, hipDeviceAttributeWarpSize, 0));
    EXPECT(units == p.multiProcessorCount && lanes == p.warpSize);
    struct { hipDeviceAttribute_t attribute; long value; } known[] = {
        {hipDeviceAttributeMaxThreadsPerBlock, p.maxThreadsPerBlock},
        {hipDeviceAttributeMaxThreadsPerMultiProcessor, p.maxThreadsPerMultiProcessor},
        {hipDeviceAttributeComputeCapabilityMajor, p.major},
        {hipDeviceAttributeComputeCapabilityMinor, p.minor},
        {hipDeviceAttributePciBusId, p.pciBusID},
        {hipDeviceAttributeMaxSharedMemoryPerBlock, (long)p.sharedMemPerBlock},
        {hipDeviceAttributeSharedMemPerMultiprocessor, (long)p.sharedMemPerMultiprocessor},
        {hipDeviceAttributeTextureAlignment, (long)p.textureAlignment},
        {hipDeviceAttributeUnifiedAddressing, p.unifiedAddressing},
        {hipDeviceAttributeHostRegisterSupported, p.hostRegisterSupported},
        {hipDeviceAttributeClockInstructionRate, p.clockInstructionRate},
    };
    for (auto &it : known) {
        int value = -1;
        HIP_CHECK(hipDeviceGetAttribute(&value, it.attribute, 0));
        EXPECT(value == it.value);
    }
    char name[64];
    HIP_CHECK(hipDeviceGetName(name, sizeof name, 0));
    EXPECT(!std::strcmp(name, p.name));
    int grid = 0, block = 0, blocks = 0;
    HIP_CHECK(hipOccupancyMaxPotentialBlockSize(&grid, &block, small, 0, 0));
    EXPECT(block == 1024 && grid > 0 && grid % units == 0);
    HIP_CHECK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, small, 256, 0));
    EXPECT(blocks * 256 == p.maxThreadsPerMultiProcessor);
    HIP_CHECK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, local, 64, 0));
    EXPECT(blocks == fit(32768));
    HIP_CHECK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, local, 64, 32768));
    EXPECT(blocks == fit(65536));
    hipFuncAttributes attributes;
    HIP_CHECK(hipFuncGetAttributes(&attributes, (const void *)local));
    EXPECT(attributes.sharedSizeBytes == 32768 && attributes.numRegs > 0);
    HIP_CHECK(hipFuncGetAttributes(&attributes, (const void *)bounded));
    EXPECT(attributes.maxThreadsPerBlock == 128);
    size_t free, total, more;
    HIP_CHECK(hipMemGetInfo(&free, &total));
    DeviceVector<char> taken(1 << 20);
    HIP_CHECK(hipMemGetInfo(&more, &total));
    EXPECT(free - more >= 1 << 20 && free <= total);
}
