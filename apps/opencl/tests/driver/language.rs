//! Functions of the language that need more than the compiler's own library: a body for each, in every
//! version that has it, and what all threads of a workgroup then find.

use crate::host::{Host, cl, good, set};
use opencl_sys::*;

const THREADS: usize = 64;

/// Options, statements that give `int v` of thread `i` a value, and what that is.
type Case = (&'static str, &'static str, fn(i32) -> i32);

const CASES: [Case; 7] = [
    // Copies of a workgroup, with a list of events in private memory.
    (
        "-cl-std=CL1.2",
        "event_t e = async_work_group_copy(l, in, 64, 0); wait_group_events(1, &e); v = l[63 - i];",
        |i| 100 + 63 - i,
    ),
    (
        "-cl-std=CL3.0",
        "event_t e = async_work_group_copy(l, in, 64, 0); wait_group_events(1, &e); v = l[63 - i];",
        |i| 100 + 63 - i,
    ),
    // Generic pointers to each kind of memory.
    (
        "-cl-std=CL3.0",
        "int own = i; int *p = i % 3 == 0 ? (int *)in : i % 3 == 1 ? (int *)l : &own;
         v = (to_global(p) != 0) + 2 * (to_local(p) != 0) + 4 * (to_private(p) != 0);",
        |i| [1, 2, 4][i as usize % 3],
    ),
    (
        "-cl-std=CL2.0",
        "int own = i; const int *p = i % 3 == 0 ? (int *)in : i % 3 == 1 ? (int *)l : &own;
         uint f = get_fence(p);
         v = f == CLK_GLOBAL_MEM_FENCE ? 1 : f == CLK_LOCAL_MEM_FENCE ? 2 : f == 0 ? 3 : 4;",
        |i| i % 3 + 1,
    ),
    (
        "-cl-std=CL3.0",
        "int own = 5 * i; int *p = &own; v = *to_private(p) + (to_local(p) == 0);",
        |i| 5 * i + 1,
    ),
    // Sub-groups are waves, of either size.
    (
        "-cl-std=CL2.0",
        "v = sub_group_scan_exclusive_add(i) + 10000 * get_sub_group_size();",
        |i| (i - i % 32..i).sum::<i32>() + 320_000,
    ),
    (
        "-cl-std=CL3.0 -mwavefrontsize64",
        "v = sub_group_scan_exclusive_add(i) + 10000 * get_sub_group_size();",
        |i| (0..i).sum::<i32>() + 640_000,
    ),
];

#[test]
fn functions_have_bodies() {
    let host = Host::new();
    let values: Vec<i32> = (100..164).collect();
    for (options, statements, expected) in CASES {
        let source = format!(
            "kernel void k(global int *in, global int *out, local int *l) {{
                 int i = get_local_id(0), v;
                 {statements}
                 out[i] = v;
             }}"
        );
        let Some(program) = host.build(&source, options) else {
            return;
        };
        let kernel = host.kernel(program, "k");
        let (input, out) = (host.buffer_of(&values), host.buffer(4 * THREADS));
        set(kernel, 0, input);
        set(kernel, 1, out);
        good!(clSetKernelArg(kernel, 2, 4 * THREADS, std::ptr::null()));
        assert_eq!(host.launch(kernel, THREADS, THREADS), CL_SUCCESS);
        let found: Vec<i32> = host.read(out, THREADS);
        let expected: Vec<i32> = (0..THREADS as i32).map(expected).collect();
        assert_eq!(found, expected, "{options}: {statements}");
    }
}

/// What a host is told about the sub-groups of a launch.
#[test]
fn sub_groups_of_a_launch() {
    let host = Host::new();
    let source = "kernel void k(global int *out) { out[get_global_id(0)] = 1; }";
    for (options, lanes) in [("", 32), ("-mwavefrontsize64", 64)] {
        let Some(program) = host.build(source, options) else {
            return;
        };
        let kernel = host.kernel(program, "k");
        let ask = |what: cl_kernel_sub_group_info, given: &[usize]| {
            let mut told = 0usize;
            let code = cl!(clGetKernelSubGroupInfo(
                kernel,
                host.device,
                what,
                size_of_val(given),
                given.as_ptr().cast(),
                size_of::<usize>(),
                (&raw mut told).cast(),
                std::ptr::null_mut()
            ));
            assert_eq!(code, CL_SUCCESS, "{what:#x}");
            told
        };
        assert_eq!(
            ask(CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, &[10, 9]),
            lanes
        );
        assert_eq!(ask(CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, &[7]), 7);
        assert_eq!(
            ask(CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, &[10, 9]),
            90usize.div_ceil(lanes)
        );
        assert_eq!(
            ask(CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, &[2]),
            2 * lanes
        );
        assert_eq!(ask(CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, &[1000]), 0);
        let most = ask(CL_KERNEL_MAX_NUM_SUB_GROUPS, &[]);
        assert_eq!(
            ask(CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, &[most]),
            most * lanes
        );
        assert_eq!(ask(CL_KERNEL_COMPILE_NUM_SUB_GROUPS, &[]), 0);
    }
}
