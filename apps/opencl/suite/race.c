/* A race, for checkers to find: neighbours write where others read, with no barrier between. */
#include "host.h"

int main(void) {
    int values[64] = {0};
    begin(0);
    cl_kernel kernel = build("kernel void shift(global int *a) {\n"
                             "    local int l[64];\n"
                             "    int i = get_local_id(0);\n"
                             "    l[i] = i;\n"
                             "    a[i] = l[(i + 32) % 64];\n"
                             "}\n",
                             "", "shift");
    cl_mem memory = buffer(sizeof values, values);
    size_t threads = 64;
    CHECK(clSetKernelArg(kernel, 0, sizeof memory, &memory));
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &threads, &threads, 0, NULL, NULL));
    CHECK(clFinish(queue));
    puts("ok");
    return 0;
}
