// Random texels of random images in blocks, and the addresses that AMD's library has for them, a case a line. Everything is
// hexadecimal.

#include "addrinterface.h"
#include "amdgpu_asic_addr.h"
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

static void *ADDR_API allocate(const ADDR_ALLOCSYSMEM_INPUT *what) { return malloc(what->sizeInBytes); }
static ADDR_E_RETURNCODE ADDR_API release(const ADDR_FREESYSMEM_INPUT *what) {
  free(what->pVirtAddr);
  return ADDR_OK;
}

static uint64_t state = 88172645463325252ull;
static uint32_t below(uint32_t n) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (state >> 33) % n;
}

int main(int, char **arguments) {
  FILE *file = fopen(arguments[1], "w");
  if (!file) return 1;
  int count = atoi(arguments[2]);
  state += 2 * strtoull(arguments[3], nullptr, 10);
  ADDR_CREATE_INPUT asked = {};
  ADDR_CREATE_OUTPUT library = {};
  asked.size = sizeof asked, library.size = sizeof library;
  // The engine of all chips since Vega, and Navi 4x.
  asked.chipEngine = 0xd, asked.chipFamily = FAMILY_NV4, asked.chipRevision = 0x40;
  asked.callbacks.allocSysMem = allocate, asked.callbacks.freeSysMem = release;
  asked.createFlags.fillSizeFields = 1;
  asked.regValue.gbAddrConfig = 0x545;
  if (AddrCreate(&asked, &library) != ADDR_OK) return 1;
  while (count > 0) {
    ADDR3_COMPUTE_SURFACE_ADDRFROMCOORD_INPUT of = {};
    ADDR3_COMPUTE_SURFACE_ADDRFROMCOORD_OUTPUT told = {};
    of.size = sizeof of, told.size = sizeof told;
    uint32_t mode = 1 + below(7), texel = below(5);
    bool deep = mode >= 5 || mode > 1 && below(3) == 0;
    uint32_t samples = !deep && below(3) == 0 ? 1 + below(3) : 0;
    uint32_t width = 1 + below(below(2) ? 40 : 700), height = 1 + below(below(2) ? 40 : 500);
    uint32_t depth = 1 + below(deep ? 40 : 6);
    uint32_t most = 0, largest = std::max({width, height, deep ? depth : 1});
    while (largest >> most) most++;
    uint32_t levels = samples ? 1 : std::min(most, 1 + below(8)), level = below(levels);
    auto smaller = [&](uint32_t n) { return std::max(n >> level, 1u); };
    of.x = below(smaller(width)), of.y = below(smaller(height)), of.slice = below(deep ? smaller(depth) : depth);
    of.sample = below(1 << samples), of.mipId = level;
    of.swizzleMode = Addr3SwizzleMode(mode);
    of.resourceType = deep ? ADDR_RSRC_TEX_3D : ADDR_RSRC_TEX_2D;
    of.bpp = 8 << texel, of.unAlignedDims = {width, height, depth};
    of.numMipLevels = levels, of.numSamples = 1 << samples;
    of.flags.view3dAs2dArray = deep && mode < 5;
    if (Addr3ComputeSurfaceAddrFromCoord(library.hLib, &of, &told) != ADDR_OK) continue;
    fprintf(file, "%x %x %x %x %x %x %x %x %x %x %x %x %x %llx\n", mode, deep, texel, samples, width, height, depth, levels,
            level, of.x, of.y, of.slice, of.sample, (unsigned long long)told.addr);
    count--;
  }
  return fclose(file);
}
