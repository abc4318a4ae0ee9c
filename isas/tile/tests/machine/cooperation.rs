//! Threads, processing elements and clusters working together, under every policy.

use crate::common::{Bench, EAGER, STRICT, assemble, policies};
use uop::{RunOptions, Trap};

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes
        .chunks(4)
        .map(|word| u32::from_le_bytes(word.try_into().expect("four bytes")))
        .collect()
}

/// Runs with one output array and gives its words.
fn run(
    text: &str,
    grid: [u32; 3],
    threads: u8,
    len: usize,
    options: &RunOptions,
) -> Result<Vec<u32>, Trap> {
    let code = assemble(text);
    let mut bench = Bench::new();
    (bench.grid, bench.threads) = (grid, threads);
    let out = bench.place(&vec![0; 4 * len]);
    bench.run(&code, options).map_err(|fault| fault.trap)?;
    Ok(words(&bench.read(out, 4 * len)))
}

fn check(text: &str, grid: [u32; 3], threads: u8, expected: &[u32]) {
    for options in policies() {
        let result = run(text, grid, threads, expected.len(), &options);
        assert_eq!(result.as_deref(), Ok(expected), "{options:?}");
    }
}

#[test]
fn control_registers_say_where_a_thread_is() {
    let text = "
        tcsrr t0, tctaidx
        tcsrr t1, tctaidy
        tcsrr t2, tnctax
        mul   t1, t1, t2
        add   t0, t0, t1
        tcsrr t3, tnthread
        mul   t0, t0, t3
        tcsrr t4, ttid
        add   t0, t0, t4        # thread number in the launch
        slli  t0, t0, 2
        add   a0, a0, t0
        tcsrr t5, tclid
        slli  t5, t5, 16
        tcsrr t6, tpeid
        slli  t6, t6, 8
        or    t5, t5, t6
        or    t5, t5, t4
        tcsrr t6, tnpe
        slli  t6, t6, 24
        or    t5, t5, t6
        sw    t5, 0(a0)
        ret";
    // Six CTAs: a cluster of four and one of two.
    let expected: Vec<u32> = (0..6)
        .flat_map(|cta: u32| {
            (0..3).map(move |t| {
                (if cta < 4 { 4 } else { 2 }) << 24 | (cta / 4) << 16 | (cta % 4) << 8 | t
            })
        })
        .collect();
    check(text, [3, 2, 1], 3, &expected);
}

/// Eight threads add up in a tree, with a barrier between the levels.
#[test]
fn threads_of_a_cta_meet_at_barriers() {
    let text = "
        tcsrr s0, ttid
        tcsrr s1, tsmbase
        slli  t0, s0, 2
        add   s2, s1, t0
        addi  t1, s0, 1
        sw    t1, 0(s2)
        li    s3, 4
level:  tsync.cta 5, 0xff
        bgeu  s0, s3, skip
        slli  t2, s3, 2
        add   t2, s2, t2
        lw    t3, 0(t2)
        lw    t4, 0(s2)
        add   t3, t3, t4
        sw    t3, 0(s2)
skip:   srli  s3, s3, 1
        bnez  s3, level
        tsync.cta 5, 0xff
        bnez  s0, done
        lw    t0, 0(s1)
        sw    t0, 0(a0)
done:   ret";
    check(text, [1; 3], 8, &[36]);
}

/// Arriving without waiting: producers only announce, the consumer waits.
#[test]
fn arrivals_do_not_wait() {
    let text = "
        tcsrr s0, ttid
        tcsrr s1, tsmbase
        bnez  s0, produce
        tsync.cta 2, 0x0f
        lw    t0, 4(s1)
        lw    t1, 8(s1)
        lw    t2, 12(s1)
        add   t0, t0, t1
        add   t0, t0, t2
        sw    t0, 0(a0)
        ret
produce:
        slli  t0, s0, 2
        add   t0, s1, t0
        li    t1, 100
        mul   t1, t1, s0
        sw    t1, 0(t0)
        tsync.cta.arrive 2, 0x0f
        ret";
    check(text, [1; 3], 4, &[600]);
}

/// The processing elements of a cluster write into each other's shared memory.
#[test]
fn copies_reach_the_neighbour() {
    let text = "
        tcsrr s0, tpeid
        li    s1, 4096
        tmbar.init (s1), 1
        li    t0, 1024
        tmbar.arrx (s1), t0
        addi  t1, s0, 1
        tmv.t.x.wu tr0, t1, bc
        tst.shared.u tr0, 0(zero)
        twait.shared.st 0
        tsync.cluster 0, 0xff
        vsetvli t2, zero, e32, m1, ta, ma
        vmv.v.x v8, t0
        addi  t3, s0, 1
        andi  t3, t3, 3
        slli  t3, t3, 24
        li    t4, 2048
        or    t3, t3, t4            # offset 2048 of the next processing element
        ttma.lin.1d.cluster.shared.mbar t3, zero, v8, s1
        tmbar.wait (s1), 0
        tld.shared.u tr1, 1024(t0)  # offset 2048 here: what the one before sent
        slli  t5, s0, 10
        add   a0, a0, t5
        tst.global.u tr1, 0(a0)
        twait.all
        ret";
    let expected: Vec<u32> = [4, 1, 2, 3].iter().flat_map(|&pe| [pe; 256]).collect();
    check(text, [4, 1, 1], 1, &expected);
}

/// An mbarrier with two arrivals passes through its phases again and again.
#[test]
fn mbarriers_count_phases() {
    let text = "
        tcsrr s0, ttid
        li    s1, 64
        bnez  s0, ready
        tmbar.init (s1), 2
ready:  tsync.cta 0, 0x03
        li    s2, 0
        li    s3, 10
        tcsrr s4, tsmbase
loop:   bnez  s0, other
        lw    t0, 0(s4)
        sw    s2, 0(s4)             # thread 0 writes the round
other:  tmbar.arrive (s1), 1
        andi  t1, s2, 1
        tmbar.wait (s1), t1
        lw    t2, 0(s4)
        bne   t2, s2, wrong         # both see it
        tsync.cta 1, 0x03
        addi  s2, s2, 1
        bne   s2, s3, loop
        li    t0, 77
        j     out
wrong:  li    t0, 1
out:    slli  t1, s0, 2
        add   a0, a0, t1
        sw    t0, 0(a0)
        ret";
    check(text, [1; 3], 2, &[77, 77]);
}

/// A semaphore that a later cluster posts.
#[test]
fn semaphores_reach_across_clusters() {
    let text = "
        tcsrr s0, tctaidx
        li    t0, 8
        beq   s0, t0, last
        tsem.wait 3, 1
        li    t1, 1
        amoadd.w t2, t1, (a0)
        ret
last:   tsem.post 3, 8
        ret";
    check(text, [9, 1, 1], 1, &[8]);
}

/// Counters by atomics of every kind of operand.
#[test]
fn atomics_add_up() {
    let text = "
        li    t0, 1
        tred.global.add.u32 (a0), t0
        vsetvli t1, zero, e32, m1, ta, ma
        vid.v v4
        addi  t2, a0, 1024
        tredv.global.add.u32 0(t2), v4
        tmv.t.x.wu tr0, t0, bc
        addi  t2, t2, 1024
        tredt.global.add.u32 tr0, 0(t2)
        tatom.global.add.u32 t3, (a0), zero
        twait.all
        ret";
    let mut expected = vec![0; 768];
    expected[0] = 24;
    (0..32).for_each(|i| expected[256 + i] = 24 * i as u32);
    expected[512..].fill(24);
    check(text, [3, 1, 1], 8, &expected);
}

/// Boxes of a tensor: parts outside read as zero, and parts outside are not written.
#[test]
fn tensor_maps_clip_at_the_edges() {
    // A map at a1 of a 3-D tensor of words, 16 x 4 x 2, in a2. Box 16 x 3 x 2 from (8, 2, 0).
    let text = "
        addi  sp, sp, -128
        vsetvli t0, zero, e32, m1, ta, ma
        vmv.v.i v8, 0
        vse32.v v8, (sp)
        li    t1, 8
        sw    t1, 0(sp)
        li    t1, 2
        sw    t1, 4(sp)
        vle32.v v8, (sp)
        ttma.tile.3d.shared.global.bulk zero, [a1], v8
        tcommit.tma 4
        twait.tma 4
        tld.shared.u tr0, 0(zero)
        tst.global.u tr0, 0(a0)
        twait.all
        ret";
    for options in [EAGER, STRICT] {
        let code = assemble(text);
        let mut bench = Bench::new();
        let out = bench.place(&[0; 1024]);
        let map = bench.place(&[0; 64]);
        let tensor: Vec<u8> = (1..=128u32).flat_map(u32::to_le_bytes).collect();
        let base = bench.place(&tensor);
        let mut bytes = Vec::new();
        bytes.extend(base.to_le_bytes());
        for word in [4u32, 3, 16, 4, 2, 0, 64, 256, 0, 0] {
            bytes.extend(word.to_le_bytes());
        }
        for half in [16u16, 3, 2, 0] {
            bytes.extend(half.to_le_bytes());
        }
        bytes.extend([0; 8]);
        bench.memory.write(map, &bytes).expect("mapped");
        bench.run(&code, &options).expect("no trap");
        let result = words(&bench.read(out, 4 * 16 * 3 * 2));
        for (at, value) in result.into_iter().enumerate() {
            let (x, y, z) = (8 + at % 16, 2 + at / 16 % 3, at / 48);
            let expected = if x < 16 && y < 4 {
                1 + x + 16 * y + 64 * z
            } else {
                0
            };
            assert_eq!(value as usize, expected, "element ({x},{y},{z})");
        }
    }
}

/// All but one of the threads of a cluster have ended.
#[test]
fn the_last_thread_waiting_is_a_deadlock() {
    let text = "
        tcsrr t0, ttid
        tcsrr t1, tpeid
        or    t0, t0, t1
        bnez  t0, done
        tsem.wait 7, 1
done:   ret";
    for options in policies() {
        let result = run(text, [4, 1, 1], 8, 1, &options);
        assert!(matches!(result, Err(Trap::Deadlock { .. })), "{result:?}");
    }
}

#[test]
fn a_barrier_that_no_other_thread_reaches_is_a_deadlock() {
    let text = "
        tcsrr t0, ttid
        bnez  t0, done
        tsync.cta 0, 0x03
done:   ret";
    for options in policies() {
        match run(text, [1; 3], 2, 1, &options) {
            Err(Trap::Deadlock { waits }) => {
                assert!(
                    waits[0].contains("CTA barrier 0 (threads 0x2 have not arrived)"),
                    "{waits:?}"
                );
            }
            other => panic!("{other:?}"),
        }
    }
}

/// Traps with what there is to say about each.
#[test]
fn traps_name_the_problem() {
    let cases = [
        ("tld.global.u tr0, 32(zero)", "a null pointer"),
        (
            "addi a0, a0, 8\n tld.global.u tr0, 0(a0)",
            "misaligned, expected a multiple of 32",
        ),
        (
            "li t0, 0x40000\n tld.shared.u tr0, 0(t0)",
            "shared memory has 262144 bytes",
        ),
        ("tcsrw ttid, a0", "is read-only"),
        ("tcsrr a0, 0xff", "there is no tile CSR 0xff"),
        (".word 0x0000607b", "last word of a longer instruction"),
        (".word 0", "illegal instruction 0x0000"),
        (
            "li t0, 64\n tmbar.init (t0), 1\n tmbar.arrive (t0), 3",
            "3 arrivals at an mbarrier that expects 1 more",
        ),
        (
            "li t0, 12\n tmbar.init (t0), 1",
            "misaligned, expected a multiple of 8",
        ),
        ("jr a0", "not the address of an instruction"),
        (
            "li t0, 0x40040000\n lw t1, 0(t0)",
            "past the end of shared memory, which has 262144 bytes from 0x40000000 on",
        ),
        (
            "li t0, 0x4003fffc\n ld t1, 0(t0)",
            "past the end of shared memory",
        ),
        ("li a7, 1234\n ecall", "ecall 1234 is not known"),
        ("vadd.vv v1, v2, v3", "vsetvli comes first"),
        (
            "li t0, 3\n tmma.async.f16 tr0, (t0), tr8",
            "misaligned, expected a multiple of 32",
        ),
        ("loop: j loop", "instruction limit of 1000"),
        ("la t0, here\n here: sw t0, 0(t0)", "the code is read-only"),
    ];
    let options = RunOptions {
        max_instructions: 1000,
        ..EAGER
    };
    for (text, expected) in cases {
        let trap = run(&format!("{text}\n ret"), [1; 3], 1, 256, &options).expect_err(text);
        assert!(trap.to_string().contains(expected), "{text}: {trap}");
    }
}

/// A program that does not say where it ends is told what to write, and where.
#[test]
fn a_program_that_runs_past_its_end_is_told_how_to_end() {
    let bench = Bench::new();
    for (text, last) in [("nop\n nop", 0x1_0004), ("c.nop", 0x1_0000)] {
        let fault = bench.run(&assemble(text), &EAGER).expect_err(text);
        assert_eq!(fault.trap.code(), "past-the-end");
        assert!(fault.trap.to_string().contains("ends with `ret`"));
        assert_eq!(fault.related.map(|(address, _)| address), Some(last));
        assert_eq!(fault.exception.map(|exception| exception.cause), Some(1));
    }
    // A jump to where the code ends is a jump.
    let fault = bench.run(&assemble("j end\n end:"), &EAGER);
    assert_eq!(fault.expect_err("a jump").trap.code(), "bad-jump");
}

/// What starts in the place of something that has ended finds nothing that it left.
#[test]
fn clusters_begin_with_fresh_memory_and_registers() {
    // Each workgroup adds up what it finds, then leaves something behind.
    let text = "
        tcsrr   t0, tctaidx
        slli    t0, t0, 2
        add     a0, a0, t0
        li      t1, 0x40000000
        lw      t2, 64(t1)          # the pattern
        lw      t3, -64(sp)         # zero
        add     t2, t2, t3
        tmv.x.t.wu t4, tr9, 3       # zero
        add     t2, t2, t4
        sw      t2, 0(a0)
        sw      t0, 64(t1)
        sw      t1, -64(sp)
        tmv.t.x.wu tr9, t1, bc
        ret";
    check(text, [41, 1, 1], 1, &[0xdead_beef; 41]);
}

/// Workgroups that do nothing cost next to nothing: two thousand in far less than the nine seconds
/// that clearing all memory for each of them would take.
#[test]
fn empty_workgroups_are_cheap() {
    let mut bench = Bench::new();
    (bench.grid, bench.threads) = ([2000, 1, 1], 1);
    let code = assemble("ret");
    let start = std::time::Instant::now();
    bench.run(&code, &EAGER).expect("they return");
    assert!(start.elapsed().as_secs() < 2, "{:?}", start.elapsed());
}
