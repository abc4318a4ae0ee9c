/* A host program for WAVE devices. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "wave.h"
#include "wavetank.h"

static const char *TEXT =
    ".kernel double\n"
    "mov.b32 r0, 0\n"
    "ld.const.v2.b32 {r2, r3}, [r0]\n"
    "mov.b32 r4, %tid.x\n"
    "setp.lt.u32 p0, r4, r3\n"
    "if p0\n"
    "  shl.b32 r4, r4, 2\n"
    "  add.u32 r2, r2, r4\n"
    "  ld.global.b32 r5, [r2]\n"
    "  add.u32 r5, r5, r5\n"
    "  st.global.b32 [r2], r5\n"
    "endif\n"
    "ret\n";

/* Goes round until the word is not zero. */
static const char *WAITING =
    ".kernel waiting\n"
    "mov.b32 r0, 0\n"
    "ld.const.b32 r1, [r0]\n"
    "loop\n"
    "  ld.global.b32 r2, [r1]\n"
    "  setp.ne.u32 p0, r2, 0\n"
    "  break p0\n"
    "endloop\n"
    "ret\n";

struct word {
    wave_device device;
    uint32_t address;
};

static void *late(void *pointer) {
    const struct word *word = pointer;
    const uint32_t one = 1;
    usleep(300000);
    assert(wave_copy_to_device(word->device, word->address, &one, sizeof(one)) == WAVE_SUCCESS);
    return NULL;
}

/* What another thread writes is waited for; what none writes, as long as patience lasts. */
static void waits(wave_device device) {
    const uint32_t one[3] = {1, 1, 1}, zero = 0;
    struct word word = {.device = device};
    wave_module module;
    pthread_t thread;
    assert(wave_assemble_module(device, WAITING, &module) == WAVE_SUCCESS);
    assert(wave_allocate(device, 4, &word.address) == WAVE_SUCCESS);
    const uint32_t args[1] = {word.address};
    assert(pthread_create(&thread, NULL, late, &word) == 0);
    assert(wave_launch(device, module, NULL, one, one, args, sizeof(args)) == WAVE_SUCCESS);
    assert(pthread_join(thread, NULL) == 0);
    assert(wave_copy_to_device(device, word.address, &zero, sizeof(zero)) == WAVE_SUCCESS);
    assert(wave_launch(device, module, NULL, one, one, args, sizeof(args)) == WAVE_ERROR_TRAP);
    assert(strstr(wt_last_error(), "wave 0 goes round") != NULL);
    assert(wave_unload_module(module) == WAVE_SUCCESS);
    assert(wave_free(device, word.address) == WAVE_SUCCESS);
}

/* Many threads use one device and one module: each has buffers of its own. */
struct share {
    wave_device device;
    wave_module module;
};

static void *worker(void *pointer) {
    const struct share *share = pointer;
    const uint32_t grid[3] = {1, 1, 1}, block[3] = {32, 1, 1};
    for (uint32_t i = 0; i < 100; i++) {
        uint32_t address, data[4] = {i, i + 1, i + 2, i + 3};
        assert(wave_allocate(share->device, sizeof(data), &address) == WAVE_SUCCESS);
        assert(wave_copy_to_device(share->device, address, data, sizeof(data)) == WAVE_SUCCESS);
        const uint32_t args[2] = {address, 4};
        assert(wave_launch(share->device, share->module, NULL, grid, block, args, sizeof(args)) ==
               WAVE_SUCCESS);
        assert(wave_copy_from_device(share->device, data, address, sizeof(data)) == WAVE_SUCCESS);
        for (uint32_t j = 0; j < 4; j++) assert(data[j] == 2 * (i + j));
        assert(wave_free(share->device, address) == WAVE_SUCCESS);
    }
    return NULL;
}

/* Arguments that no call may take at their word. */
static void hostile(wave_device device, wave_module module) {
    uint32_t word = 0, address;
    wave_module other;
    assert(wave_allocate(device, 16, &address) == WAVE_SUCCESS);
    assert(wave_copy_to_device(device, address, &word, SIZE_MAX) == WAVE_ERROR_INVALID_ARGUMENT);
    assert(wave_copy_from_device(device, &word, address, SIZE_MAX) == WAVE_ERROR_INVALID_ARGUMENT);
    assert(wave_copy_to_device(device, address, &word, SIZE_MAX / 2) ==
           WAVE_ERROR_INVALID_ARGUMENT);
    assert(wave_copy_to_device(device, address, NULL, 4) == WAVE_ERROR_INVALID_ARGUMENT);
    assert(wave_copy_to_device(device, address, NULL, 0) == WAVE_SUCCESS);
    assert(wave_load_module(device, &word, SIZE_MAX, &other) == WAVE_ERROR_INVALID_ARGUMENT);
    const uint32_t one[3] = {1, 1, 1}, huge[3] = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
    assert(wave_launch(device, module, NULL, one, one, NULL, 4) == WAVE_ERROR_INVALID_ARGUMENT);
    assert(wave_launch(device, module, NULL, one, one, &word, SIZE_MAX) ==
           WAVE_ERROR_INVALID_ARGUMENT);
    assert(wave_launch(device, module, NULL, huge, one, NULL, 0) == WAVE_ERROR_INVALID_ARGUMENT);
    assert(strstr(wt_last_error(), "workgroups") != NULL);
    assert(wave_launch(device, module, NULL, one, huge, NULL, 0) == WAVE_ERROR_INVALID_ARGUMENT);
    assert(wave_wait((wave_device)&word) == WAVE_ERROR_INVALID_ARGUMENT);
    assert(wave_free(device, address) == WAVE_SUCCESS);
}

int main(void) {
    wave_device device;
    assert(wave_open_device(NULL, &device) == WAVE_SUCCESS);

    /* The query as the specification shows it. */
    uint32_t wave_width;
    assert(wave_get_capability(device, WAVE_CAP_WAVE_WIDTH, &wave_width, sizeof(wave_width)) ==
           WAVE_SUCCESS);
    assert(wave_width == 32);
    uint64_t registers = 0;
    assert(wave_get_capability(device, WAVE_CAP_MAX_REGISTERS, &registers, 8) == WAVE_SUCCESS);
    assert(registers == 256);
    assert(wave_get_capability(device, WAVE_CAP_F16, &wave_width, 2) == WAVE_ERROR_INVALID_SIZE);
    assert(wave_get_capability(device, (wave_capability)99, &wave_width, 4) ==
           WAVE_ERROR_INVALID_ARGUMENT);
    assert(wave_get_capability(device, WAVE_CAP_F16, NULL, 4) == WAVE_ERROR_INVALID_ARGUMENT);
    assert(wave_get_capability(NULL, WAVE_CAP_F16, &wave_width, 4) ==
           WAVE_ERROR_INVALID_ARGUMENT);
    assert(strlen(wt_last_error()) > 0);

    wave_module module;
    assert(wave_assemble_module(device, TEXT, &module) == WAVE_SUCCESS);
    uint32_t data[4] = {1, 2, 3, 4};
    uint32_t address;
    assert(wave_allocate(device, sizeof(data), &address) == WAVE_SUCCESS);
    assert(wave_copy_to_device(device, address, data, sizeof(data)) == WAVE_SUCCESS);
    const uint32_t grid[3] = {1, 1, 1}, block[3] = {64, 1, 1};
    uint32_t args[2] = {address, 4};
    for (int i = 0; i < 2; i++) /* memory persists from launch to launch */
        assert(wave_launch(device, module, "double", grid, block, args, sizeof(args)) ==
               WAVE_SUCCESS);
    assert(wave_wait(device) == WAVE_SUCCESS);
    assert(wave_copy_from_device(device, data, address, sizeof(data)) == WAVE_SUCCESS);
    for (uint32_t i = 0; i < 4; i++) assert(data[i] == 4 * (i + 1));

    args[1] = 5; /* one element past the end */
    assert(wave_launch(device, module, NULL, grid, block, args, sizeof(args)) == WAVE_ERROR_TRAP);
    const uint32_t nobody[3] = {0, 1, 1};
    assert(wave_launch(device, module, NULL, grid, nobody, args, sizeof(args)) ==
           WAVE_ERROR_INVALID_ARGUMENT);
    assert(wave_free(device, address) == WAVE_SUCCESS);
    assert(wave_free(device, address) == WAVE_ERROR_INVALID_ARGUMENT);
    struct share share = {device, module};
    pthread_t threads[8];
    for (int i = 0; i < 8; i++) assert(pthread_create(&threads[i], NULL, worker, &share) == 0);
    for (int i = 0; i < 8; i++) assert(pthread_join(threads[i], NULL) == 0);
    hostile(device, module);
    waits(device);
    assert(wave_unload_module(module) == WAVE_SUCCESS);
    assert(wave_unload_module(module) == WAVE_ERROR_INVALID_ARGUMENT);

    const uint32_t ret = 0xdc000000, zero = 0;
    assert(wave_load_module(device, &ret, 4, &module) == WAVE_SUCCESS);
    assert(wave_launch(device, module, NULL, grid, block, NULL, 0) == WAVE_SUCCESS);
    assert(wave_unload_module(module) == WAVE_SUCCESS);
    assert(wave_load_module(device, &zero, 4, &module) == WAVE_ERROR_INVALID_MODULE);
    assert(wave_close_device(device) == WAVE_SUCCESS);
    assert(wave_close_device(device) == WAVE_ERROR_INVALID_ARGUMENT); /* the handle knows */
    assert(strstr(wt_last_error(), "closed") != NULL);
    assert(wave_allocate(device, 4, &address) == WAVE_ERROR_INVALID_ARGUMENT);

    /* A device without f64 and matrix instructions, and with waves of 16. */
    struct wave_device_info info = {.size = sizeof(info), .wave_width = 16};
    info.without = 1u << (WAVE_CAP_F64 - WAVE_CAP_F16) | 1u << (WAVE_CAP_MMA - WAVE_CAP_F16);
    assert(wave_open_device(&info, &device) == WAVE_SUCCESS);
    uint32_t value = 7;
    assert(wave_get_capability(device, WAVE_CAP_F64, &value, 4) == WAVE_SUCCESS && value == 0);
    assert(wave_get_capability(device, WAVE_CAP_F16, &value, 4) == WAVE_SUCCESS && value == 1);
    value = 7;
    assert(wave_get_capability(device, WAVE_CAP_MMA_M, &value, 4) == WAVE_ERROR_UNSUPPORTED);
    assert(value == 7);
    assert(wave_assemble_module(device, "add.f64 r0:r1, r2:r3, r4:r5\nret\n", &module) ==
           WAVE_ERROR_INVALID_MODULE);
    assert(strstr(wt_last_error(), "CAP_F64") != NULL);
    assert(wave_close_device(device) == WAVE_SUCCESS);
    info.wave_width = 8;
    assert(wave_open_device(&info, &device) == WAVE_ERROR_INVALID_ARGUMENT);
    puts("done");
    return 0;
}
