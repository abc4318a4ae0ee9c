/* Sums in local memory, atomics, two queues and events between them. */
#include "host.h"

enum { N = 1 << 14, GROUP = 128 };

int main(void) {
    static int values[N];
    int total = 0, expected = 0;
    begin(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    cl_kernel kernel = build("kernel void sum(global const int *values, global int *total, local int *part) {"
                             "    int i = get_local_id(0);"
                             "    part[i] = values[get_global_id(0)];"
                             "    for (int step = get_local_size(0) / 2; step > 0; step /= 2) {"
                             "        barrier(CLK_LOCAL_MEM_FENCE);"
                             "        if (i < step) part[i] += part[i + step];"
                             "    }"
                             "    if (i == 0) atomic_add(total, part[0]);"
                             "}",
                             "-cl-std=CL1.2 -Werror", "sum");
    for (int i = 0; i < N; i++)
        expected += values[i] = (i * 7919) % 1000 - 500;
    cl_int code;
    cl_command_queue other = clCreateCommandQueue(context, device, 0, &code);
    CHECK(code);
    cl_mem mv = buffer(sizeof values, NULL), mt = buffer(sizeof total, &total);
    CHECK(clSetKernelArg(kernel, 0, sizeof mv, &mv));
    CHECK(clSetKernelArg(kernel, 1, sizeof mt, &mt));
    CHECK(clSetKernelArg(kernel, 2, GROUP * sizeof(int), NULL));
    cl_event gate = clCreateUserEvent(context, &code), written, summed;
    CHECK(code);
    size_t threads = N, local = GROUP;
    CHECK(clEnqueueWriteBuffer(other, mv, CL_FALSE, 0, sizeof values, values, 1, &gate, &written));
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &threads, &local, 1, &written, &summed));
    CHECK(clSetUserEventStatus(gate, CL_COMPLETE));
    CHECK(clEnqueueReadBuffer(other, mt, CL_TRUE, 0, sizeof total, &total, 1, &summed, NULL));
    EXPECT(total == expected);
    puts("ok");
    return 0;
}
