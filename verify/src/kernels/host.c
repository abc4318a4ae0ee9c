// Runs the work-items of one workgroup after the other. Each has a stack of its own and gives way
// at barriers, and where lanes of a wave exchange something.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { MOST = 1024, STACK = 128 << 10 };

static ucontext_t home, items[MOST];
static char *stacks;
static int ended[MOST], now;
static uint64_t posted[2][MOST];
static int posts[MOST];
static uint32_t group[3], groups[3], block[3];
static unsigned width, reach;

void run_item(void);

static void item(void) {
    run_item();
    ended[now] = 1;
}

static void give_way(void) { swapcontext(&items[now], &home); }

void barrier(unsigned flags) {
    (void)flags;
    give_way();
}
size_t get_local_size(unsigned d) { return d < 3 ? block[d] : 1; }
size_t get_num_groups(unsigned d) { return d < 3 ? groups[d] : 1; }
size_t get_group_id(unsigned d) { return d < 3 ? group[d] : 0; }
size_t get_global_size(unsigned d) { return get_local_size(d) * get_num_groups(d); }
size_t get_local_id(unsigned d) {
    unsigned at[3] = {now % block[0], now / block[0] % block[1], now / (block[0] * block[1])};
    return d < 3 ? at[d] : 0;
}
size_t get_global_id(unsigned d) { return get_group_id(d) * get_local_size(d) + get_local_id(d); }
unsigned wave_lane(void) { return now % width; }
unsigned wave_size(void) { return width; }
// How far permutations go.
unsigned wave_reach(void) { return reach; }

// Two posts in a row use different places, so that none overwrites what another has yet to read.
const uint64_t *wave_post(uint64_t value) {
    uint64_t *place = posted[posts[now]++ & 1];
    place[now] = value;
    int first = now - now % width;
    give_way();
    return place + first;
}

// Arguments one after the other, as the program that wrote them knows them.
void *argument(size_t bytes) {
    uint64_t size;
    if (fread(&size, 8, 1, stdin) != 1 || (bytes && size != bytes))
        exit(3);
    // Vectors are at multiples of their size.
    char *data = aligned_alloc(256, (size + 511) & ~(size_t)255);
    if (fread(data, 1, size, stdin) != size)
        exit(3);
    return data;
}

void result(const void *data, size_t size) { fwrite(data, 1, size, stdout); }

void read_arguments(void);
void write_results(void);

int main(void) {
    uint32_t header[8];
    if (fread(header, 4, 8, stdin) != 8)
        return 3;
    memcpy(groups, header, 12);
    memcpy(block, header + 3, 12);
    width = header[6];
    reach = header[7];
    int count = block[0] * block[1] * block[2];
    read_arguments();
    stacks = malloc((size_t)count * STACK);
    for (group[2] = 0; group[2] < groups[2]; group[2]++)
        for (group[1] = 0; group[1] < groups[1]; group[1]++)
            for (group[0] = 0; group[0] < groups[0]; group[0]++) {
                int left = count;
                for (now = 0; now < count; now++) {
                    getcontext(&items[now]);
                    items[now].uc_stack.ss_sp = stacks + (size_t)now * STACK;
                    items[now].uc_stack.ss_size = STACK;
                    items[now].uc_link = &home;
                    makecontext(&items[now], item, 0);
                    ended[now] = posts[now] = 0;
                }
                while (left)
                    for (left = 0, now = 0; now < count; now++)
                        if (!ended[now]) {
                            swapcontext(&home, &items[now]);
                            left += !ended[now];
                        }
            }
    write_results();
    return 0;
}
