/* An image is turned by a quarter and blurred; both are compared with plain loops. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define W 40
#define H 24

static const char *source =
    "constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;\n"
    "constant sampler_t between = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;\n"
    "kernel void turn(read_only image2d_t from, write_only image2d_t to) {\n"
    "  int x = get_global_id(0), y = get_global_id(1);\n"
    "  write_imageui(to, (int2)(y, x), read_imageui(from, edge, (int2)(x, y)));\n"
    "}\n"
    "kernel void blur(read_only image2d_t from, global float *to) {\n"
    "  int x = get_global_id(0), y = get_global_id(1);\n"
    "  float2 at = (float2)(x + 1, y + 1) / convert_float2(get_image_dim(from));\n"
    "  to[y * get_image_width(from) + x] = read_imagef(from, between, at).x;\n"
    "}\n";

static void check(cl_int code, const char *what) {
  if (code != CL_SUCCESS) {
    printf("%s: error %d\n", what, code);
    exit(1);
  }
}

int main(void) {
  cl_platform_id platform;
  cl_device_id device;
  cl_int code;
  check(clGetPlatformIDs(1, &platform, NULL), "platform");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL), "device");
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
  check(code, "context");
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &code);
  check(code, "queue");
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &code);
  check(code, "program");
  check(clBuildProgram(program, 1, &device, "", NULL, NULL), "build");

  unsigned char pixels[H][W][4], turned[W][H][4];
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      for (int c = 0; c < 4; c++)
        pixels[y][x][c] = (unsigned char)(7 * x + 13 * y + 61 * c);
  cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
  cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = W, .image_height = H};
  cl_mem from = clCreateImage(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format, &desc, pixels, &code);
  check(code, "image");
  desc.image_width = H;
  desc.image_height = W;
  cl_mem to = clCreateImage(context, CL_MEM_WRITE_ONLY, &format, &desc, NULL, &code);
  check(code, "image");
  cl_kernel kernel = clCreateKernel(program, "turn", &code);
  check(code, "turn");
  check(clSetKernelArg(kernel, 0, sizeof from, &from), "argument");
  check(clSetKernelArg(kernel, 1, sizeof to, &to), "argument");
  size_t grid[2] = {W, H}, origin[3] = {0, 0, 0}, region[3] = {H, W, 1};
  check(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, grid, NULL, 0, NULL, NULL), "launch");
  check(clEnqueueReadImage(queue, to, CL_TRUE, origin, region, 0, 0, turned, 0, NULL, NULL), "read");
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      for (int c = 0; c < 4; c++)
        if (turned[x][y][c] != pixels[y][x][c]) {
          printf("turned: %d %d\n", x, y);
          return 1;
        }

  float heights[H][W], blurred[H][W];
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      heights[y][x] = sinf(x * 0.3f) + y;
  cl_image_format one = {CL_R, CL_FLOAT};
  desc.image_width = W;
  desc.image_height = H;
  cl_mem field = clCreateImage(context, CL_MEM_COPY_HOST_PTR, &one, &desc, heights, &code);
  check(code, "image");
  cl_mem out = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof blurred, NULL, &code);
  check(code, "buffer");
  kernel = clCreateKernel(program, "blur", &code);
  check(code, "blur");
  check(clSetKernelArg(kernel, 0, sizeof field, &field), "argument");
  check(clSetKernelArg(kernel, 1, sizeof out, &out), "argument");
  check(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, grid, NULL, 0, NULL, NULL), "launch");
  check(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof blurred, blurred, 0, NULL, NULL), "read");
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      int right = (x + 1) % W, below = (y + 1) % H;
      float mean = (heights[y][x] + heights[y][right] + heights[below][x] + heights[below][right]) / 4;
      if (fabsf(mean - blurred[y][x]) > 1e-3f) {
        printf("blurred: %d %d: %f, not %f\n", x, y, blurred[y][x], mean);
        return 1;
      }
    }
  puts("ok");
  return 0;
}
