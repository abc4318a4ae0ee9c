/* A vector is added, on a grid with an offset, workgroups of a size that the driver chooses. */
#include "host.h"

enum { N = 5000 };

int main(void) {
    static float a[N], b[N], c[N];
    begin(CL_QUEUE_PROFILING_ENABLE);
    cl_kernel kernel = build("kernel void add(global const float *a, global const float *b, global float *c) {"
                             "    size_t i = get_global_id(0);"
                             "    c[i] = a[i] + b[i];"
                             "}",
                             "", "add");
    for (int i = 0; i < N; i++) {
        a[i] = i;
        b[i] = 2 * i;
    }
    cl_mem ma = buffer(sizeof a, a), mb = buffer(sizeof b, b), mc = buffer(sizeof c, c);
    CHECK(clSetKernelArg(kernel, 0, sizeof ma, &ma));
    CHECK(clSetKernelArg(kernel, 1, sizeof mb, &mb));
    CHECK(clSetKernelArg(kernel, 2, sizeof mc, &mc));
    size_t offset = 10, threads = N - 10;
    cl_event event;
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, &offset, &threads, NULL, 0, NULL, &event));
    CHECK(clEnqueueReadBuffer(queue, mc, CL_TRUE, 0, sizeof c, c, 1, &event, NULL));
    for (int i = 0; i < N; i++)
        EXPECT(c[i] == (i < 10 ? 0 : 3 * i));
    cl_ulong start, end;
    CHECK(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL));
    CHECK(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL));
    EXPECT(start < end);
    puts("ok");
    return 0;
}
