//! Code that is launched again and again, over arrays that the caller has.

use wavetank::{
    Array, Call, Error, Given, HostBytes, Input, Meter, Module, Settings, Shape, SourceFile, Type,
};

const SAXPY: &str = "
.kernel saxpy
.registers 12
    mov.b32      r0, 0
    ld.const.b32 r2, [r0]
    ld.const.b32 r3, [r0+4]
    mov.b32      r5, %tid.x
    shl.b32      r5, r5, 2
    add.u32      r2, r2, r5
    add.u32      r3, r3, r5
    ld.global.b32 r8, [r2]
    ld.global.b32 r9, [r3]
    add.f32      r9, r8, r9
    st.global.b32 [r3], r9
    ret
";

fn module(isa: &str, text: &str) -> Module {
    let file = SourceFile::new("kernel", text);
    let input = Input::from_text(file, Some(isa)).unwrap();
    Module::new(input, &Settings::default()).unwrap()
}

/// Lends an array, which has to live longer than the launch.
fn lend(name: &str, values: &mut [f32]) -> Given {
    let len = values.len();
    // SAFETY: the tests keep the arrays, and look at them when the launch is over.
    let lent = unsafe { HostBytes::new(values.as_mut_ptr().cast(), 4 * len) };
    Given {
        name: name.into(),
        array: Array {
            ty: Type::F32,
            shape: Shape::new([len as u64]),
            data: Vec::new(),
        },
        lent: Some(lent),
    }
}

fn call(args: Vec<Given>, threads: u32) -> Call {
    Call {
        args,
        grid: vec![1],
        block: vec![threads],
    }
}

fn message(error: Error) -> String {
    wavetank::render::error(&error, false)
}

#[test]
fn arrays_are_changed_in_place() {
    let module = module("wave", SAXPY);
    let (mut x, mut y) = (vec![2.0; 64], vec![1.0; 64]);
    for round in 1..=3 {
        let args = vec![lend("x", &mut x), lend("y", &mut y)];
        module.run(&call(args, 64), &Settings::default()).unwrap();
        assert_eq!(y, vec![1.0 + 2.0 * round as f32; 64]);
    }
    assert_eq!(x, vec![2.0; 64]);
}

#[test]
fn arrays_that_overlap_are_the_same_bytes() {
    let module = module("wave", SAXPY);
    let mut all = vec![1.0; 64];
    let lent = lend("whole", &mut all);
    let (x, y) = (
        lent.clone(),
        Given {
            name: "y".into(),
            ..lent
        },
    );
    module
        .run(&call(vec![x, y], 64), &Settings::default())
        .unwrap();
    assert_eq!(all, vec![2.0; 64]);
    // The second half of one is the first of the other.
    let (x, mut y) = (lend("x", &mut all[..48]), lend("y", &mut all[..48]));
    let end = lend("end", &mut all[16..]);
    y.lent = end.lent;
    module
        .run(&call(vec![x, y], 16), &Settings::default())
        .unwrap();
    assert_eq!(all[..16], [2.0; 16]);
    assert_eq!(all[16..32], [4.0; 16]);
    assert_eq!(all[32..], [2.0; 32]);
}

#[test]
fn a_trap_names_what_is_too_short() {
    let module = module("wave", SAXPY);
    let (mut x, mut y) = (vec![0.0; 64], vec![0.0; 60]);
    let args = vec![lend("x", &mut x), lend("y", &mut y)];
    let error = module.run(&call(args, 64), &Settings::default());
    let text = message(error.unwrap_err());
    assert!(text.contains("y[60] is past the end of f32[60]"), "{text}");
}

#[test]
fn a_run_ends_when_its_meter_says_so() {
    for (isa, text) in [
        ("rdna3", "again: s_add_u32 s5, s5, 1\ns_branch again\n"),
        ("tile", "again: addi a0, a0, 1\nj again\n"),
    ] {
        let module = module(isa, text);
        for threads in [1, 2] {
            let settings = Settings {
                meter: Meter::asking(|| true),
                max_instructions: u64::MAX,
                threads,
                ..Settings::default()
            };
            let mut call = call(Vec::new(), 1);
            call.grid = vec![4];
            let text = message(module.run(&call, &settings).unwrap_err());
            assert!(text.contains("the run was stopped"), "{text}");
        }
    }
}

#[test]
fn what_runs_more_than_once_leaves_what_one_run_leaves() {
    let text = "
        s_mov_b32 s8, s3
        s_mov_b32 s9, s4
        s_load_b128 s[4:7], s[8:9], 0
        v_lshlrev_b32 v1, 2, v0
        s_waitcnt lgkmcnt(0)
        global_load_b32 v2, v1, s[4:5]
        global_load_b32 v3, v1, s[6:7]
        s_waitcnt vmcnt(0)
        v_add_f32 v2, v2, v3
        global_store_b32 v1, v2, s[6:7]
        s_endpgm
    ";
    let module = module("rdna3", text);
    let (mut x, mut y) = (vec![2.0; 64], vec![1.0; 64]);
    let launch = |x: &mut Vec<f32>, y: &mut Vec<f32>| call(vec![lend("x", x), lend("y", y)], 64);
    let profile = module.profile(&launch(&mut x, &mut y), &Settings::default());
    assert!(profile.unwrap().report.cycles.is_some());
    assert_eq!(y, vec![3.0; 64]);
    let settings = Settings {
        timed: true,
        fidelity: true,
        ..Settings::default()
    };
    let report = module.run(&launch(&mut x, &mut y), &settings).unwrap();
    assert!(report.cycles.is_some() && report.fidelity.is_some());
    assert_eq!(y, vec![5.0; 64]);
    // Both arguments are the same bytes.
    let same = vec![lend("x", &mut y), lend("y", &mut y)];
    module
        .profile(&call(same, 64), &Settings::default())
        .unwrap();
    assert_eq!(y, vec![10.0; 64]);
}
