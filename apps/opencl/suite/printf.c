/* What kernels print, in order, also what they print before they trap. */
#include "host.h"

int main(void) {
    int value = 7;
    begin(0);
    const char *source = "kernel void say(global int *a, int far) {"
                         "    printf(\"thread %d of %s: %.2f %v4d %#x\\n\", (int)get_global_id(0), \"two\", 1.5f, (int4)(1, -2, 3, 4), 255);"
                         "    if (far) a[1000000000] = 1;"
                         "}";
    cl_kernel kernel = build(source, "", "say");
    cl_mem memory = buffer(sizeof value, &value);
    size_t threads = 2, one = 1;
    for (int far = 0; far < 2; far++) {
        CHECK(clSetKernelArg(kernel, 0, sizeof memory, &memory));
        CHECK(clSetKernelArg(kernel, 1, sizeof far, &far));
        CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &threads, &one, 0, NULL, NULL));
        cl_int code = clFinish(queue);
        EXPECT(far ? code == CL_OUT_OF_RESOURCES : code == CL_SUCCESS);
    }
    return 0;
}
