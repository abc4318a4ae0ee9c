// Graphs: captured from streams that fork and join, made node by node, changed and launched again.
#include "check.h"
#include <cstring>

__global__ void scale(float *x, float by, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= by;
}

__global__ void add(const float *x, const float *y, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = x[i] + y[i];
}

static void count_up(void *data) { ++*static_cast<int *>(data); }

int main() {
    const int n = 300, bytes = n * sizeof(float);
    const dim3 groups((n + 63) / 64), threads(64);
    std::vector<float> a(n), b(n), c(n);
    for (int i = 0; i < n; i++) a[i] = i, b[i] = 2 * i;
    DeviceVector<float> x(n), y(n), out(n);
    int calls = 0;

    // Two streams, of which the second comes in through an event and goes out through another.
    hipStream_t main_stream, side;
    HIP_CHECK(hipStreamCreate(&main_stream));
    HIP_CHECK(hipStreamCreateWithFlags(&side, hipStreamNonBlocking));
    hipEvent_t fork, join;
    HIP_CHECK(hipEventCreate(&fork));
    HIP_CHECK(hipEventCreate(&join));
    HIP_CHECK(hipStreamBeginCapture(main_stream, hipStreamCaptureModeGlobal));
    hipStreamCaptureStatus status;
    HIP_CHECK(hipStreamIsCapturing(main_stream, &status));
    EXPECT(status == hipStreamCaptureStatusActive);
    HIP_CHECK(hipMemcpyAsync(x.data, a.data(), bytes, hipMemcpyHostToDevice, main_stream));
    HIP_CHECK(hipEventRecord(fork, main_stream));
    HIP_CHECK(hipStreamWaitEvent(side, fork, 0));
    HIP_CHECK(hipMemcpyAsync(y.data, b.data(), bytes, hipMemcpyHostToDevice, side));
    scale<<<groups, threads, 0, side>>>(y.data, 10.0f, n);
    scale<<<groups, threads, 0, main_stream>>>(x.data, 3.0f, n);
    HIP_CHECK(hipEventRecord(join, side));
    HIP_CHECK(hipStreamWaitEvent(main_stream, join, 0));
    add<<<groups, threads, 0, main_stream>>>(x.data, y.data, out.data, n);
    HIP_CHECK(hipMemcpyAsync(c.data(), out.data, bytes, hipMemcpyDeviceToHost, main_stream));
    HIP_CHECK(hipLaunchHostFunc(main_stream, count_up, &calls));
    hipGraph_t graph;
    HIP_CHECK(hipStreamEndCapture(main_stream, &graph));
    HIP_CHECK(hipStreamIsCapturing(side, &status));
    EXPECT(status == hipStreamCaptureStatusNone);
    size_t count = 0, roots = 0, edges = 0;
    HIP_CHECK(hipGraphGetNodes(graph, nullptr, &count));
    HIP_CHECK(hipGraphGetRootNodes(graph, nullptr, &roots));
    HIP_CHECK(hipGraphGetEdges(graph, nullptr, nullptr, &edges));
    EXPECT(count == 7 && roots == 1 && edges == 7);
    // Nothing has run.
    HIP_CHECK(hipDeviceSynchronize());
    EXPECT(calls == 0 && c[1] == 0);
    hipGraphExec_t ready;
    HIP_CHECK(hipGraphInstantiate(&ready, graph, nullptr, nullptr, 0));
    for (int round = 1; round <= 3; round++) {
        // What is copied is what is there at the launch.
        for (int i = 0; i < n; i++) a[i] = i + round;
        HIP_CHECK(hipGraphLaunch(ready, main_stream));
        HIP_CHECK(hipStreamSynchronize(main_stream));
        for (int i = 0; i < n; i++) EXPECT(c[i] == 3.0f * (i + round) + 20.0f * i);
        EXPECT(calls == round);
    }
    HIP_CHECK(hipGraphExecDestroy(ready));

    // Node by node: fill, scale, copy back; a graph inside of another.
    hipGraph_t inner, outer;
    HIP_CHECK(hipGraphCreate(&inner, 0));
    hipGraphNode_t filled, scaled, copied, nested, called;
    hipMemsetParams fill = {};
    float one = 1.0f;
    fill.dst = out.data;
    fill.elementSize = 4;
    fill.width = n;
    fill.height = 1;
    std::memcpy(&fill.value, &one, 4);
    HIP_CHECK(hipGraphAddMemsetNode(&filled, inner, nullptr, 0, &fill));
    float by = 5.0f;
    int many = n;
    void *args[] = {&out.data, &by, &many};
    hipKernelNodeParams kernel = {};
    kernel.func = reinterpret_cast<void *>(scale);
    kernel.gridDim = groups;
    kernel.blockDim = threads;
    kernel.kernelParams = args;
    HIP_CHECK(hipGraphAddKernelNode(&scaled, inner, &filled, 1, &kernel));
    HIP_CHECK(hipGraphCreate(&outer, 0));
    HIP_CHECK(hipGraphAddChildGraphNode(&nested, outer, nullptr, 0, inner));
    HIP_CHECK(hipGraphAddMemcpyNode1D(&copied, outer, nullptr, 0, c.data(), out.data, bytes, hipMemcpyDeviceToHost));
    HIP_CHECK(hipGraphAddDependencies(outer, &nested, &copied, 1));
    hipHostNodeParams host = {count_up, &calls};
    HIP_CHECK(hipGraphAddHostNode(&called, outer, &copied, 1, &host));
    hipGraphNodeType type;
    HIP_CHECK(hipGraphNodeGetType(nested, &type));
    EXPECT(type == hipGraphNodeTypeGraph);
    HIP_CHECK(hipGraphInstantiateWithFlags(&ready, outer, 0));
    HIP_CHECK(hipGraphLaunch(ready, nullptr));
    HIP_CHECK(hipDeviceSynchronize());
    for (int i = 0; i < n; i++) EXPECT(c[i] == 5.0f);
    EXPECT(calls == 4);
    HIP_CHECK(hipGraphExecDestroy(ready));

    // Arguments are those of the moment when the node was made, until they are changed.
    HIP_CHECK(hipGraphInstantiate(&ready, inner, nullptr, nullptr, 0));
    by = 7.0f;
    HIP_CHECK(hipGraphLaunch(ready, side));
    HIP_CHECK(hipStreamSynchronize(side));
    EXPECT(out.host()[9] == 5.0f);
    HIP_CHECK(hipGraphExecKernelNodeSetParams(ready, scaled, &kernel));
    HIP_CHECK(hipGraphLaunch(ready, side));
    HIP_CHECK(hipStreamSynchronize(side));
    EXPECT(out.host()[9] == 7.0f);
    by = 9.0f;
    HIP_CHECK(hipGraphKernelNodeSetParams(scaled, &kernel));
    hipGraphNode_t bad;
    hipGraphExecUpdateResult result;
    HIP_CHECK(hipGraphExecUpdate(ready, inner, &bad, &result));
    HIP_CHECK(hipGraphLaunch(ready, side));
    HIP_CHECK(hipStreamSynchronize(side));
    EXPECT(out.host()[9] == 9.0f && result == hipGraphExecUpdateSuccess);
    EXPECT(hipGraphExecUpdate(ready, outer, &bad, &result) == hipErrorGraphExecUpdateFailure);

    // Misuse has its codes.
    EXPECT(hipStreamBeginCapture(nullptr, hipStreamCaptureModeGlobal) == hipErrorStreamCaptureUnsupported);
    EXPECT(hipStreamEndCapture(side, &graph) == hipErrorIllegalState);
    HIP_CHECK(hipStreamBeginCapture(main_stream, hipStreamCaptureModeRelaxed));
    EXPECT(hipStreamSynchronize(main_stream) == hipErrorStreamCaptureUnsupported);
    hipGraph_t none = nullptr;
    EXPECT(hipStreamEndCapture(main_stream, &none) == hipErrorStreamCaptureInvalidated && !none);
    HIP_CHECK(hipStreamBeginCapture(main_stream, hipStreamCaptureModeRelaxed));
    HIP_CHECK(hipEventRecord(fork, main_stream));
    HIP_CHECK(hipStreamWaitEvent(side, fork, 0));
    scale<<<groups, threads, 0, side>>>(x.data, 1.0f, n);
    EXPECT(hipEventSynchronize(fork) == hipErrorCapturedEvent);
    EXPECT(hipStreamEndCapture(side, &none) == hipErrorStreamCaptureUnmatched);
    EXPECT(hipStreamEndCapture(main_stream, &none) == hipErrorStreamCaptureUnjoined && !none);
    HIP_CHECK(hipGraphAddDependencies(outer, &called, &nested, 1));
    EXPECT(hipGraphInstantiate(&ready, outer, nullptr, nullptr, 0) == hipErrorInvalidValue);
    HIP_CHECK(hipGraphDestroy(outer));
    EXPECT(hipGraphDestroy(outer) == hipErrorInvalidValue);
    EXPECT(hipGraphNodeGetType(nested, &type) == hipErrorInvalidValue);
    (void)hipGetLastError();
    // The streams run again.
    scale<<<groups, threads, 0, side>>>(out.data, 2.0f, n);
    HIP_CHECK(hipStreamSynchronize(side));
    EXPECT(out.host()[9] == 18.0f);
}
