/* The RISC-V Tile Extension from C.
 *
 * Every macro is one tile instruction. Tile registers are named by number (0 to 255), and numbers
 * must be constants. An instruction that takes a vector register is given the address of the 128
 * bytes that the register is to hold, and uses v31:
 *
 *   clang-22 --target=riscv64 -march=rv64gcv -mabi=lp64d -O2 -ffreestanding \
 *            -fno-math-errno -nostdlib -static -fuse-ld=lld -I include program.c -o program.elf
 *
 * Words without host registers are plain numbers, words with them are `.insn` formats whose
 * fields fall where the tile instruction has its own.
 */
#ifndef WAVETANK_TILE_H
#define WAVETANK_TILE_H

#include <stddef.h>
#include <stdint.h>

/* Spaces. */
#define WT_GLOBAL 0
#define WT_SHARED 1

/* Formats of element-wise operations. */
#define WT_F32 0
#define WT_F16 1
#define WT_BF16 2
#define WT_I32 3

/* Types of a matrix multiply. */
#define WT_MMA_F32 0
#define WT_MMA_TF32 1
#define WT_MMA_F16 2
#define WT_MMA_BF16 3
#define WT_MMA_E4M3 4
#define WT_MMA_E5M2 5
#define WT_MMA_S8 8
#define WT_MMA_U8 9
#define WT_MMA_S4 12
#define WT_MMA_U4 13

/* Operations with one source. */
enum {
    WT_MOV = 0, WT_ABS = 1, WT_NOT = 2, WT_RELU = 3, WT_RCP = 4, WT_SQRT = 5, WT_RSQRT = 6,
    WT_EXP2 = 7, WT_LOG2 = 8, WT_SIN = 9, WT_COS = 10, WT_TANH = 11, WT_SIGMOID = 12,
    WT_FLOOR = 16, WT_CEIL = 17, WT_RINT = 18, WT_TRUNC = 19, WT_ROWSUM = 24, WT_ROWMAX = 25,
    WT_ROWMIN = 26, WT_COLSUM = 28, WT_COLMAX = 29, WT_COLMIN = 30, WT_TRANS_B8 = 32,
    WT_TRANS_B16 = 33, WT_TRANS_B32 = 34
};

/* Operations with two sources. */
enum {
    WT_ADD = 0, WT_SUB = 1, WT_MUL = 2, WT_DIV = 3, WT_MIN = 4, WT_MAX = 5, WT_MINU = 6,
    WT_MAXU = 7, WT_AND = 8, WT_OR = 9, WT_XOR = 10, WT_SHL = 12, WT_SHR = 13, WT_SRA = 14,
    WT_CMPEQ = 16, WT_CMPNE = 17, WT_CMPLT = 18, WT_CMPLE = 19, WT_CMPGT = 20, WT_CMPGE = 21
};

/* Control registers of the tile core. */
#define WT_CSR_TMASK 0x00
#define WT_CSR_TRM 0x01
#define WT_CSR_TFLAGS 0x02
#define WT_CSR_TTID 0x10
#define WT_CSR_TPEID 0x11
#define WT_CSR_TNTHREAD 0x13
#define WT_CSR_TCTAIDX 0x18
#define WT_CSR_TCTAIDY 0x19
#define WT_CSR_TNCTAX 0x1b
#define WT_CSR_TSMBASE 0x20

#define WT_LOG2(n) ((n) == 8 ? 3 : (n) == 4 ? 2 : (n) == 2 ? 1 : 0)
/* Twelve bits as the signed number that an I format wants. */
#define WT_I12(v) (((v) & 0xfff) >= 0x800 ? ((v) & 0xfff) - 0x1000 : ((v) & 0xfff))
/* An offset in units of 32 bytes. */
#define WT_UNITS(bytes) ((bytes) / 32)

/* Words 1 and 0 of a load or store; `memuop` is 0 for a load, 8 for a store. */
#define WT_ACCESS_U(space, memuop, t, n, base, off)                                            \
    __asm__ volatile(".insn i 0x7b, %1, x0, %0, %2\n\t.insn r 0x7b, 6, %3, x0, x%4, x%5"       \
                     ::"r"(base), "i"(space), "i"(WT_I12(0x800 | (t) << 3 | WT_LOG2(n))),      \
                     "i"(memuop), "i"(WT_UNITS(off) >> 5 & 31), "i"(WT_UNITS(off) & 31)        \
                     : "memory")
#define WT_ACCESS_S(space, memuop, t, n, base, off, stride)                                    \
    __asm__ volatile(".insn i 0x7b, %2, x0, %0, %3\n\t.insn r 0x7b, 6, %4, x1, %1, x%5"        \
                     ::"r"(base), "r"((int64_t)(stride)), "i"(space),                          \
                     "i"(WT_I12(0x800 | (t) << 3 | WT_LOG2(n))), "i"(memuop),                  \
                     "i"(WT_UNITS(off) & 31)                                                   \
                     : "memory")
/* The vector register that carries operands, filled from memory. A whole register is loaded, so
 * neither the type nor the length that the compiler has set is touched. */
#define WT_V 31
#define WT_VECTOR(pointer) ".option push\n\t.option arch, +v\n\tvl1re32.v v31, (" pointer ")\n\t.option pop\n\t"
#ifdef __riscv_vector
#define WT_CLOBBERS "memory", "v31"
#else
#define WT_CLOBBERS "memory"
#endif
/* Indices are 32 bits wide. */
#define WT_ACCESS_I(space, memuop, t, n, base, off, indices)                                   \
    __asm__ volatile(WT_VECTOR("%1")                                                           \
                     ".insn i 0x7b, 7, x31, x0, 0x425\n\t.insn i 0x7b, %2, x0, %0, %3\n\t"    \
                     ".insn r 0x7b, 6, %4, x2, x31, x%5"                                       \
                     ::"r"(base), "r"(indices), "i"(space),                                    \
                     "i"(WT_I12(0x800 | (t) << 3 | WT_LOG2(n))), "i"(memuop),                  \
                     "i"(WT_UNITS(off) & 31)                                                   \
                     : WT_CLOBBERS)

/* n registers from tile register t; off is a multiple of 32 bytes. */
#define wt_tld_u(space, t, n, base, off) WT_ACCESS_U(space, 0, t, n, base, off)
#define wt_tst_u(space, t, n, base, off) WT_ACCESS_U(space, 8, t, n, base, off)
/* stride in units of 32 bytes. */
#define wt_tld_s(space, t, n, base, off, stride) WT_ACCESS_S(space, 0, t, n, base, off, stride)
#define wt_tst_s(space, t, n, base, off, stride) WT_ACCESS_S(space, 8, t, n, base, off, stride)
/* The same for the rows of the mask alone. */
#define wt_tld_u_masked(space, t, base) WT_MASKED(space, 0, t, base)
#define wt_tst_u_masked(space, t, base) WT_MASKED(space, 8, t, base)
#define WT_MASKED(space, memuop, t, base)                                                      \
    __asm__ volatile(".insn i 0x7b, %1, x0, %0, %2\n\t.insn r 0x7b, 6, %3, x4, x0, x0"         \
                     ::"r"(base), "i"(space), "i"(WT_I12(0x800 | (t) << 3)), "i"(memuop)       \
                     : "memory")
/* Rows by 32 indices of 32 bits, in units of 32 bytes. */
#define wt_tld_i(space, t, n, base, off, indices) WT_ACCESS_I(space, 0, t, n, base, off, indices)
#define wt_tst_i(space, t, n, base, off, indices) WT_ACCESS_I(space, 8, t, n, base, off, indices)

/* Adds to a 32-bit word atomically. */
#define wt_tred_add_u32(space, address, value)                                                 \
    __asm__ volatile(".insn i 0x7b, %2, x2, %0, -2048\n\t.insn r 0x7b, 6, 0x20, x1, %1, x0"    \
                     ::"r"(address), "r"(value), "i"(space)                                    \
                     : "memory")

/* Tensor copies. `words` points to 32 words: coordinates and sizes. */
#define WT_COPY(funct7, rd, done, dst, src, words, object)                                     \
    __asm__ volatile(WT_VECTOR("%2")                                                           \
                     ".insn i 0x7b, 7, x31, x0, 0x525\n\t.insn r 0x7b, 0, %4, x%5, %1, %0\n\t" \
                     ".insn r 0x7b, 6, 0x41, x%6, x31, %3"                                     \
                     ::"r"(dst), "r"(src), "r"(words), "r"((uint64_t)(object)), "i"(funct7),   \
                     "i"(rd), "i"(done)                                                        \
                     : WT_CLOBBERS)
#define WT_COPY_GROUP(funct7, rd, dst, src, words)                                             \
    __asm__ volatile(WT_VECTOR("%2")                                                           \
                     ".insn i 0x7b, 7, x31, x0, 0x525\n\t.insn r 0x7b, 0, %3, x%4, %1, %0\n\t" \
                     ".insn r 0x7b, 6, 0x41, x0, x31, x0"                                      \
                     ::"r"(dst), "r"(src), "r"(words), "i"(funct7), "i"(rd)                    \
                     : WT_CLOBBERS)
/* From global to shared memory, as part of a group: words[8] bytes; or rows of words[8] bytes,
 * words[9] of them, words[0] and words[4] apart. */
#define wt_ttma_lin_1d(dst, src, words) WT_COPY_GROUP(0x50, 10, dst, src, words)
#define wt_ttma_lin_2d(dst, src, words) WT_COPY_GROUP(0x54, 10, dst, src, words)
/* A box of the tensor that `map` describes, of 1 to 5 dimensions, to shared memory and back. */
#define WT_DIMENSIONS(n) ((n) == 5 ? 0x20 : ((n) - 1) << 2)
#define wt_ttma_tile_in(n, dst, map, words)                                                    \
    WT_COPY_GROUP(0x41 | WT_DIMENSIONS(n), 10, dst, map, words)
#define wt_ttma_tile_out(n, map, src, words)                                                   \
    WT_COPY_GROUP(0x42 | WT_DIMENSIONS(n), 6, map, src, words)
/* The same into shared memory; the mbarrier at that offset is told. */
#define wt_ttma_tile_in_mbar(n, dst, map, words, mbarrier)                                     \
    WT_COPY(0x41 | WT_DIMENSIONS(n), 10, 1, dst, map, words, mbarrier)

/* A tensor in global memory. */
struct wt_tensor_map {
    uint64_t base;
    uint32_t element_bytes, rank;
    uint32_t sizes[4];
    uint32_t strides[4]; /* of dimensions 1 to 4, in bytes */
    uint16_t box[4];
    uint32_t size4;
    uint16_t box4, reserved;
} __attribute__((aligned(64)));

/* Barriers in shared memory that count arrivals and bytes. */
#define WT_MBARRIER(op, address, value)                                                        \
    __asm__ volatile(".insn r 0x7b, 5, %2, x2, %0, %1"                                         \
                     ::"r"((uint64_t)(address)), "r"((uint64_t)(value)),                       \
                     "i"(0x50 | (op) << 1)                                                     \
                     : "memory")
#define wt_tmbar_init(address, count) WT_MBARRIER(0, address, count)
#define wt_tmbar_arrive(address, count) WT_MBARRIER(1, address, count)
#define wt_tmbar_expect(address, bytes) WT_MBARRIER(2, address, bytes)
#define wt_tmbar_arrx(address, bytes) WT_MBARRIER(3, address, bytes)
#define wt_tmbar_wait(address, phase) WT_MBARRIER(4, address, phase)
/* Counters that the whole chip shares. */
#define WT_SEMAPHORE(op, id, amount)                                                           \
    __asm__ volatile(".insn r 0x7b, 5, %2, x3, %0, %1"                                         \
                     ::"r"((uint64_t)(id)), "r"((uint64_t)(amount)), "i"(0x50 | (op) << 1)     \
                     : "memory")
#define wt_tsem_post(id, amount) WT_SEMAPHORE(0, id, amount)
#define wt_tsem_wait(id, amount) WT_SEMAPHORE(1, id, amount)

#define WT_WORD(word) __asm__ volatile(".4byte %0" ::"i"(word) : "memory")
#define wt_tcommit_tma(group) WT_WORD(0x040050fb | (group) << 15)
#define wt_twait_tma(group) WT_WORD(0x060050fb | (group) << 15)
#define wt_twait_mma() WT_WORD(0x080050fb)
#define wt_twait_all() WT_WORD(0x1c0050fb)
#define wt_twait_ld(space, n) WT_WORD(0x000054fb | (space) << 25 | (n) << 15)
#define wt_twait_st(space, n) WT_WORD(0x000058fb | (space) << 25 | (n) << 20)
/* Waits for the threads of the mask. */
#define wt_tsync_cta(id, mask) WT_WORD(0x1000507b | (mask) << 20 | (id) << 15)

/* D += A * B^T. The size is WT_X(n) for n blocks of columns or WT_K(n) for n blocks of K. */
#define WT_X(n) (WT_LOG2(n) << 15)
#define WT_K(n) (WT_LOG2(n) << 15 | 1 << 8)
#define WT_TWO_WORDS(word1, word0) \
    __asm__ volatile(".4byte %0\n\t.4byte %1" ::"i"((uint32_t)(word1)), "i"((uint32_t)(word0)) : "memory")
#define wt_tmma(type, size, td, ts1, ts2)                                                      \
    WT_TWO_WORDS(0x307b | (uint32_t)(td) << 23 | (uint32_t)(ts1) << 15,                        \
                 0x607b | (uint32_t)(ts2) << 23 | (type) << 18 | (size))
/* Both operands in shared memory, by descriptors; wt_twait_mma waits. */
#define wt_tmma_async(type, size, td, a, b)                                                    \
    do {                                                                                       \
        register uint64_t wt_a __asm__("t0") = (a);                                            \
        register uint64_t wt_b __asm__("t1") = (b);                                            \
        __asm__ volatile(".4byte %2\n\t.4byte %3"                                              \
                         ::"r"(wt_a), "r"(wt_b),                                               \
                         "i"((uint32_t)(0x8002b0fb | (uint32_t)(td) << 23)),                   \
                         "i"((uint32_t)(0x0300607b | (type) << 18 | (size)))                   \
                         : "memory");                                                          \
    } while (0)

/* Every word of a tile register becomes `value`. The register that a move carries stands in bits 11:7, which formats only write: so the value
 * travels in t0. */
#define wt_tfill_u32(t, value)                                                                 \
    do {                                                                                       \
        register uint64_t wt_value __asm__("t0") = (value);                                    \
        __asm__ volatile(".4byte 0x085872fb\n\t.4byte %1"                                      \
                         ::"r"(wt_value), "i"((uint32_t)(0x607b | (uint32_t)(t) << 23))        \
                         : "memory");                                                          \
    } while (0)

/* Element by element. */
#define wt_talu1(op, format, td, ts1)                                                          \
    WT_TWO_WORDS(0x407b | (uint32_t)(td) << 23 | (uint32_t)(ts1) << 15 | ((op) >> 2) << 8,     \
                 0x607b | (uint32_t)((op) & 3) << 29 | (format) << 23)
#define wt_talu2(op, format, td, ts1, ts2)                                                     \
    WT_TWO_WORDS(0x407b | (uint32_t)(td) << 23 | (uint32_t)(ts1) << 15 | ((op) >> 2) << 8,     \
                 0x627b | (uint32_t)((op) & 3) << 29 | (format) << 23 | (uint32_t)(ts2) << 15)
#define wt_tmad(format, td, ts1, ts2, ts3)                                                     \
    WT_TWO_WORDS(0x407b | (uint32_t)(td) << 23 | (uint32_t)(ts1) << 15 | (format) << 8,        \
                 0x647b | (uint32_t)(ts3) << 23 | (uint32_t)(ts2) << 15)
/* The second source is a float, the same for every element. */
#define wt_talu2_f(op, format, td, ts1, value)                                                 \
    do {                                                                                       \
        register float wt_value __asm__("fa0") = (value);                                      \
        __asm__ volatile(".4byte 0x7260757b\n\t.4byte %1\n\t.4byte %2"                         \
                         ::"f"(wt_value),                                                      \
                         "i"((uint32_t)(0x407b | (uint32_t)(td) << 23 | (uint32_t)(ts1) << 15  \
                                        | ((op) >> 2) << 8)),                                  \
                         "i"((uint32_t)(0x0005637b | (uint32_t)((op) & 3) << 29                \
                                        | (format) << 23))                                     \
                         : "memory");                                                          \
    } while (0)
/* The second source is in memory: an element for each column. */
#define wt_talu2_col(op, td, ts1, elements)                                                    \
    __asm__ volatile(WT_VECTOR("%0")                                                           \
                     ".insn i 0x7b, 7, x31, x0, 0x7e5\n\t.4byte %1\n\t.4byte %2"               \
                     ::"r"(elements),                                                          \
                     "i"((uint32_t)(0x407b | (uint32_t)(td) << 23 | (uint32_t)(ts1) << 15      \
                                    | ((op) >> 2) << 8)),                                      \
                     "i"((uint32_t)(0x0010637b | (uint32_t)((op) & 3) << 29 | WT_V << 15))     \
                     : WT_CLOBBERS)

#define wt_csr_read(number)                                                                    \
    ({                                                                                         \
        uint64_t wt_result;                                                                    \
        __asm__ volatile(".insn i 0x7b, 2, %0, x0, %1"                                         \
                         : "=r"(wt_result) : "i"(WT_I12(0x400 | (number))));                   \
        (uint32_t)wt_result;                                                                   \
    })
#define wt_csr_write(number, value)                                                            \
    __asm__ volatile(".insn i 0x7b, 2, x0, %0, %1"                                             \
                     ::"r"((uint64_t)(value)), "i"(WT_I12(0x900 | (number)))                   \
                     : "memory")

/* The environment of a program without an operating system. */
static inline long wt_ecall(long number, long a, long b, long c) {
    register long a7 __asm__("a7") = number;
    register long a0 __asm__("a0") = a;
    register long a1 __asm__("a1") = b;
    register long a2 __asm__("a2") = c;
    __asm__ volatile("ecall" : "+r"(a0) : "r"(a7), "r"(a1), "r"(a2) : "memory");
    return a0;
}

__attribute__((noreturn)) static inline void wt_exit(int code) {
    wt_ecall(93, code, 0, 0);
    for (;;) {
    }
}

static inline void wt_print(const char *text) {
    size_t length = 0;
    while (text[length]) {
        length++;
    }
    wt_ecall(64, 1, (long)text, (long)length);
}

/* Where a program starts: calls main and ends with its result. */
#define WT_START                                                                               \
    int main(void);                                                                            \
    __attribute__((used, noreturn)) void _start(void) { wt_exit(main()); }

#endif
