/* What the programs of the suite have in common: the first GPU, a context, a queue, and an end at
   the first error. */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cl_int code_ = (call);                                                                     \
        if (code_ != CL_SUCCESS) {                                                                 \
            fprintf(stderr, "%s:%d: error %d: %s\n", __FILE__, __LINE__, code_, #call);            \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)
#define EXPECT(holds)                                                                              \
    do {                                                                                           \
        if (!(holds)) {                                                                            \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #holds);                    \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;

static void begin(cl_command_queue_properties properties) {
    cl_platform_id platform;
    cl_int code;
    CHECK(clGetPlatformIDs(1, &platform, NULL));
    CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL));
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    CHECK(code);
    queue = clCreateCommandQueue(context, device, properties, &code);
    CHECK(code);
}

static cl_kernel build(const char *source, const char *options, const char *name) {
    cl_int code;
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &code);
    CHECK(code);
    code = clBuildProgram(program, 0, NULL, options, NULL, NULL);
    if (code != CL_SUCCESS) {
        static char log[1 << 16];
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        fprintf(stderr, "error %d:\n%s\n", code, log);
        exit(1);
    }
    cl_kernel kernel = clCreateKernel(program, name, &code);
    CHECK(code);
    CHECK(clReleaseProgram(program));
    return kernel;
}

static cl_mem buffer(size_t size, void *from) {
    cl_int code;
    cl_mem made = clCreateBuffer(context, CL_MEM_READ_WRITE | (from ? CL_MEM_COPY_HOST_PTR : 0), size, from, &code);
    CHECK(code);
    return made;
}
