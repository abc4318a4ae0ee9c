/* WAVE devices for a host program. Functions return WAVE_SUCCESS or say in wt_last_error(), which
 * is declared in wavetank.h, what is wrong. */
#ifndef WAVE_H
#define WAVE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum wave_result {
    WAVE_SUCCESS = 0,
    WAVE_ERROR_INVALID_ARGUMENT = 1,
    WAVE_ERROR_INVALID_SIZE = 2,
    WAVE_ERROR_UNSUPPORTED = 3,
    WAVE_ERROR_INVALID_MODULE = 4, /* the assembler or the loader refuses it */
    WAVE_ERROR_OUT_OF_MEMORY = 5,
    WAVE_ERROR_TRAP = 6            /* the kernel trapped */
} wave_result;

typedef enum wave_capability {
    WAVE_CAP_WAVE_WIDTH,
    WAVE_CAP_MAX_WORKGROUP_SIZE,
    WAVE_CAP_MAX_REGISTERS,
    WAVE_CAP_LOCAL_MEMORY_SIZE,
    WAVE_CAP_MAX_WAVES_PER_CORE,
    WAVE_CAP_PREDICATE_REGISTERS,
    WAVE_CAP_CLUSTER_SIZE,
    WAVE_CAP_F16,
    WAVE_CAP_F64,
    WAVE_CAP_ATOMIC64,
    WAVE_CAP_MMA,
    WAVE_CAP_DP4A,
    WAVE_CAP_SUBGROUPS,
    WAVE_CAP_CLUSTER,
    WAVE_CAP_MMA_M,
    WAVE_CAP_MMA_N,
    WAVE_CAP_MMA_K,
    WAVE_CAP_MMA_INPUT_TYPES,
    WAVE_CAP_MMA_OUTPUT_TYPES,
    WAVE_CAP_REGISTER_FILE_SIZE,
    WAVE_CAP_BYTE_REGISTERS
} wave_capability;

/* Handles. Threads may share them; one that was closed or unloaded is refused from then on. */
typedef struct wave_device_object *wave_device;
typedef struct wave_module_object *wave_module;

/* The properties of a device to open; 0 stands for the default. */
struct wave_device_info {
    uint32_t size;               /* sizeof this struct: the version */
    uint32_t wave_width;         /* 16, 32 or 64 */
    uint32_t max_registers;
    uint32_t local_memory_size;
    uint32_t max_waves_per_core;
    uint32_t without;            /* 1 << (WAVE_CAP_x - WAVE_CAP_F16) for what it lacks; bit 7:
                                    byte registers */
    uint32_t cluster_size;       /* workgroups that reach each other's local memory */
};

wave_result wave_open_device(const struct wave_device_info *info, wave_device *device);
wave_result wave_close_device(wave_device device);

/* Writes a value of 4 or 8 bytes. */
wave_result wave_get_capability(wave_device device, wave_capability cap, void *value, size_t size);

/* Device memory has 32-bit addresses; new memory is zero. */
wave_result wave_allocate(wave_device device, uint32_t bytes, uint32_t *address);
wave_result wave_free(wave_device device, uint32_t address);
wave_result wave_copy_to_device(wave_device device, uint32_t to, const void *from, size_t bytes);
wave_result wave_copy_from_device(wave_device device, void *to, uint32_t from, size_t bytes);

/* A module from text; or from what `wavetank asm` writes, or little-endian words of machine code. */
wave_result wave_assemble_module(wave_device device, const char *text, wave_module *module);
wave_result wave_load_module(wave_device device, const void *code, size_t bytes,
                             wave_module *module);
wave_result wave_unload_module(wave_module module);

/* Runs a kernel over grid workgroups of block threads; NULL is the module's first kernel. The
 * arguments are the first bytes of constant memory: a word each, two for a 64-bit scalar.
 *
 * Other threads may write its buffers meanwhile: a kernel that waits for memory to change is a deadlock, and so
 * WAVE_ERROR_TRAP, only after 60 seconds in which nothing came (the environment variable WAVETANK_PATIENCE sets
 * another number). */
wave_result wave_launch(wave_device device, wave_module module, const char *kernel,
                        const uint32_t grid[3], const uint32_t block[3], const void *args,
                        size_t args_bytes);
wave_result wave_wait(wave_device device);

#ifdef __cplusplus
}
#endif

#endif
