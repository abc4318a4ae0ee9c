/* A race, for checkers to find: waves of 32 and of 64 read what others write, with no barrier between. */
#include "host.h"

int main(void) {
    int values[256] = {0};
    begin(0);
    cl_kernel kernel = build("kernel void shift(global int *a) {\n"
                             "    local int l[256];\n"
                             "    int i = get_local_id(0);\n"
                             "    l[i] = i;\n"
                             "    a[i] = l[(i + 128) % 256];\n"
                             "}\n",
                             "", "shift");
    cl_mem memory = buffer(sizeof values, values);
    size_t threads = 256;
    CHECK(clSetKernelArg(kernel, 0, sizeof memory, &memory));
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &threads, &threads, 0, NULL, NULL));
    CHECK(clFinish(queue));
    puts("ok");
    return 0;
}
