//! Cycles, with the sum beside each program. Numbers are those of `wavetank info --chip tile`: a cycle for a
//! word, two for a jump (`ret` is one), reads of CSRs two cycles apart.

use crate::common::{Bench, EAGER, STRICT, assemble};
use crate::programs::{recorded, run_with};
use tile::machine::Chip;
use uop::{
    Access, Cycles, LookWave, Progress, RunOptions, RunReport, Runnable, Site, Stall, Watcher,
};

const TIMED: RunOptions = RunOptions {
    timed: true,
    ..EAGER
};

/// Of a launch of so many workgroups, each of so many threads, with 8 KiB of global memory at `a0`.
fn timed(text: &str, ctas: u32, threads: u8) -> Cycles {
    let bench = bench(ctas, threads);
    let code = assemble(text);
    let report = bench.run(&code, &TIMED).expect("a program that runs");
    let cycles = report.cycles.expect("a clock");
    let strict = RunOptions {
        timed: true,
        ..STRICT
    };
    let late = bench.run(&code, &strict).expect("a program that waits");
    assert_eq!(
        late.cycles.as_ref(),
        Some(&cycles),
        "when memory is late: {text}"
    );
    assert_eq!(
        stopped(&bench, text),
        Some(cycles.clone()),
        "in a debugger: {text}"
    );
    cycles
}

fn bench(ctas: u32, threads: u8) -> Bench {
    let mut bench = Bench::new();
    bench.place(&[7; 8192]);
    Bench {
        grid: [ctas, 1, 1],
        threads,
        ..bench
    }
}

fn cycles(text: &str) -> u64 {
    timed(text, 1, 1).cycles
}

/// Stops before every instruction.
struct Everywhere;

impl Watcher for Everywhere {
    fn marked_only(&self) -> bool {
        false
    }

    fn sees_memory(&self) -> bool {
        false
    }

    fn issue(&mut self, _: &Site, _: &dyn LookWave) -> bool {
        true
    }

    fn access(&mut self, _: &Site, _: &Access) {}

    fn turn(&mut self, _: &dyn LookWave, _: u64) -> bool {
        false
    }
}

/// The cycles of a run that is stopped before every instruction, and put back to a third of them.
fn stopped(bench: &Bench, text: &str) -> Option<Cycles> {
    let chip = Chip::new(bench.job(&assemble(text)));
    let mut machine = chip.stoppable(bench.memory.clone(), &TIMED);
    let mut again = 0;
    loop {
        let before = machine.issued();
        let saved = machine.save();
        let mut go = || machine.resume(&mut Everywhere);
        let progress = go().expect("a program that runs");
        if before % 3 == 1 && again != before {
            // Semaphores and barriers are put back with it.
            again = before;
            machine.restore(saved);
            continue;
        }
        if progress == Progress::Done {
            return machine.report().cycles;
        }
    }
}

#[test]
fn an_instruction_of_the_hart_is_a_cycle() {
    assert_eq!(cycles("ret"), 2);
    assert_eq!(cycles("nop\n nop\n nop\n ret"), 5);
    // A branch that is taken is a jump.
    assert_eq!(cycles("beqz zero, over\n nop\n over: ret"), 4);
    assert_eq!(cycles("bnez zero, over\n nop\n over: ret"), 4);
    // What is loaded can be used four cycles later.
    assert_eq!(cycles("ld t0, 0(a0)\n addi t0, t0, 1\n ret"), 7);
    assert_eq!(cycles("ld t0, 0(a0)\n addi t1, t1, 1\n ret"), 4);
    // 32 elements of four bytes at 32 bytes a cycle.
    assert_eq!(
        cycles("vsetvli t0, zero, e32, m1, ta, ma\n vid.v v4\n ret"),
        1 + 4 + 2
    );
}

/// The rates of the text: a read in two cycles, a write in each.
#[test]
fn csrs_have_the_rates_of_the_text() {
    let reads = |count: usize| {
        let text = "tcsrr t0, ttid\n".repeat(count) + "ret";
        timed(&text, 1, 1)
    };
    for count in [1, 2, 8, 100] {
        let counted = reads(count);
        // Issued in 0, 2, ..., 2n - 2, and the jump behind the last.
        assert_eq!(counted.cycles, 2 * count as u64 + 1);
        assert_eq!(counted.stalls(Stall::Csr), count as u64 - 1);
        let writes = "tcsrw tmask, t0\n".repeat(count) + "ret";
        assert_eq!(cycles(&writes), count as u64 + 2);
    }
    // Written back in cycle 1: used in cycle 2, and what does not use it goes on.
    assert_eq!(cycles("tcsrr t0, ttid\n addi t0, t0, 1\n ret"), 5);
    assert_eq!(cycles("tcsrr t0, ttid\n addi t1, t1, 1\n ret"), 4);
    // A write is behind a read as a read is; one that also reads is a read.
    assert_eq!(cycles("tcsrr t0, ttid\n tcsrw tmask, t1\n ret"), 5);
    assert_eq!(cycles("tcsrw tmask, t1\n tcsrr t0, ttid\n ret"), 4);
    assert_eq!(cycles("tcsrrw t0, tmask, t1\n tcsrw tmask, t1\n ret"), 5);
}

#[test]
fn multiplies_follow_each_other_in_the_matrix_unit() {
    // Two words, 32 * 32 * 16 products at 1024 a cycle, eight cycles until the sums are there.
    let one = 2 + 16 + 8;
    assert_eq!(cycles("tmma.f16 tr0, tr8, tr16\n ret"), one);
    let chain = |count: usize| "tmma.f16 tr0, tr8, tr16\n".repeat(count) + "ret";
    assert_eq!(cycles(&chain(2)), one + 16);
    let counted = timed(&chain(10), 1, 1);
    assert_eq!(counted.cycles, one + 9 * 16);
    // Each but the first could begin sixteen cycles after the one before it but for two words: it waits for
    // the unit in the other fourteen. The last issues in cycle 144, the jump is over in 148.
    assert_eq!(counted.stalls(Stall::Matrix), 9 * 14 + (one + 9 * 16 - 148));
    // Other sums, other types and other blocks.
    assert_eq!(
        cycles("tmma.f16 tr0, tr8, tr16\n tmma.f16 tr4, tr9, tr17\n ret"),
        one + 16
    );
    assert_eq!(cycles("tmma.s8 tr0, tr8, tr16\n ret"), one);
    assert_eq!(cycles("tmma.f16.k4 tr0, tr8, tr16\n ret"), 2 + 64 + 8);
    // A store of the sums begins when they are there: eight cycles at 128 bytes, and ten.
    let store = "tmma.f16 tr0, tr8, tr16\n tst.shared.u tr0, 0(zero)\n ret";
    assert_eq!(cycles(store), one + 8 + 10);
    // Operands in shared memory: the hart goes on, and the wait ends with the sums; then the jump.
    let later =
        "tmma.async.f16 tr0, (zero), tr8\n tmma.async.f16 tr0, (zero), tr8\n nop\n twait.mma\n ret";
    assert_eq!(cycles(later), one + 16 + 2);
    // Threads of a processing element share its unit, processing elements do not.
    assert_eq!(timed(&chain(1), 1, 4).cycles, one + 3 * 16);
    assert_eq!(timed(&chain(1), 4, 1).cycles, one);
}

#[test]
fn the_element_wise_unit_takes_a_register_at_its_width() {
    let one = 2 + 8 + 4;
    assert_eq!(cycles("tadd.f32 tr0, tr1, tr2\n ret"), one);
    assert_eq!(
        cycles("tadd.f32 tr0, tr1, tr2\n tadd.f32 tr3, tr4, tr5\n ret"),
        one + 8
    );
    // The second needs what the first gives.
    assert_eq!(
        cycles("tadd.f32 tr0, tr1, tr2\n tadd.f32 tr3, tr0, tr5\n ret"),
        one + 12
    );
    // Written when it has been read.
    assert_eq!(
        cycles("tadd.f32 tr0, tr1, tr2\n tadd.f32 tr1, tr4, tr5\n ret"),
        one + 8
    );
    assert_eq!(cycles("texp2.f32 tr0, tr1\n ret"), 2 + 32 + 4);
    // A word comes to the hart after two words, a cycle and four, and is used then.
    assert_eq!(
        cycles("tmv.x.t.wu t0, tr0, 0\n addi t0, t0, 1\n ret"),
        2 + 1 + 4 + 1 + 2
    );
}

#[test]
fn loads_and_stores_take_bytes_and_a_latency() {
    let load = |tail: &str| format!("tld.global.u{tail}, 0(a0)\n");
    let wait = "twait.global.ld 0\n ret";
    // Two words, 1024 bytes at 64 a cycle, a hundred, and the jump.
    let one = 2 + 16 + 100 + 2;
    assert_eq!(cycles(&(load(" tr0") + wait)), one);
    assert_eq!(cycles(&(load(" tr0") + &load(" tr1") + wait)), one + 16);
    assert_eq!(cycles(&(load(".x4 tr0") + wait)), one + 48);
    // With one left outstanding the wait is for the first, but the end is for both.
    let counted = timed(
        &(load(" tr0") + &load(" tr1") + "twait.global.ld 1\n ret"),
        1,
        1,
    );
    assert_eq!(counted.cycles, one + 16 - 2);
    // Rows that the mask leaves out are not moved: 32 bytes are a cycle.
    let masked = "li t0, 1\n tcsrw tmask, t0\n tld.global.u tr0, 0(a0), tm\n twait.all\n ret";
    assert_eq!(cycles(masked), 2 + 2 + 1 + 100 + 2);
    // What is stored is written to when it has been read, in cycle 18: two words before that.
    let stored = "tst.global.u tr0, 0(a0)\n tadd.f32 tr0, tr1, tr2\n ret";
    assert_eq!(timed(stored, 1, 1).stalls(Stall::Dependency), 18 - 2 - 2);
    // A use of what was loaded waits for it without being told.
    let used = "tld.shared.u tr0, 0(zero)\n tadd.f32 tr1, tr0, tr0\n ret";
    assert_eq!(cycles(used), 2 + 8 + 10 + 8 + 4);
    // A cluster shares the path to global memory; each processing element has its own shared memory.
    let global = load(" tr0") + wait;
    assert_eq!(timed(&global, 1, 2).cycles, one + 16);
    assert_eq!(timed(&global, 2, 1).cycles, one + 16);
    let shared = "tld.shared.u tr0, 0(zero)\n twait.shared.ld 0\n ret";
    assert_eq!(timed(shared, 2, 1).cycles, 2 + 8 + 10 + 2);
    assert_eq!(timed(shared, 1, 2).cycles, 2 + 8 + 10 + 2 + 8);
}

/// As in the worked kernel: element 8 of the vector is the number of bytes.
const COPY: &str = "
    li      t0, 4096
    vsetvli t1, zero, e32, m1, ta, ma
    vmv.v.x v8, t0
    li      t2, 0
    ttma.lin.1d.shared.global.bulk t2, a0, v8
    tcommit.tma 0
";

#[test]
fn a_copy_goes_on_beside_its_thread() {
    // The copy issues in cycle 7, is there in 10, begins in 30, moves 32 bytes a cycle, and is done a
    // hundred later; then the jump.
    let done = 30 + 4096 / 32 + 100;
    assert_eq!(cycles(&(COPY.to_string() + "twait.tma 0\n ret")), done + 2);
    let half = COPY.replace("4096", "2048") + "twait.tma 0\n ret";
    // `li` of 2048 has two instructions.
    assert_eq!(cycles(&half), done - 64 + 1 + 2);
    // Eight multiplies fit beside it; twenty do not, and are what is waited for: they begin in cycle 13.
    let beside = |count: usize| {
        let multiplies = "tmma.f16 tr0, tr8, tr16\n".repeat(count);
        timed(&format!("{COPY}{multiplies} twait.tma 0\n ret"), 1, 1)
    };
    assert_eq!(beside(8).cycles, done + 2);
    // The last of them issues in cycle 123, the wait in 125.
    assert_eq!(beside(8).stalls(Stall::Copy), done - 126);
    assert_eq!(beside(20).cycles, 13 + 20 * 16 + 8);
    // A load takes the other half of what global memory gives: 32 cycles instead of 16.
    let load = format!(
        "{COPY} li t3, 30\n again: addi t3, t3, -1\n bnez t3, again\n
                        tld.global.u tr0, 0(a0)\n twait.global.ld 0\n ret"
    );
    // From cycle 11 on: 1, 29 turns of 3 and one of 2 cycles, two words; 32, a hundred, less that of the wait.
    // The copy takes longer.
    let counted = timed(&load, 1, 1);
    assert_eq!(11 + 1 + 87 + 2 + 2, 103);
    assert_eq!(counted.stalls(Stall::Memory), 32 + 100 - 1);
    assert_eq!(counted.stalls(Stall::Copy), done - (103 + 132 + 2));
    assert_eq!(counted.cycles, done);
}

#[test]
fn an_mbarrier_opens_when_its_copy_is_done() {
    let text = "
        li      t0, 4096
        vsetvli t1, zero, e32, m1, ta, ma
        vmv.v.x v8, t0
        lui     s0, 2
        li      t2, 0
        tmbar.init (s0), 1
        tmbar.arrx (s0), t0
        ttma.lin.1d.shared.global.mbar t2, a0, v8, s0
        tmbar.wait (s0), 0
        ret";
    // Three words from cycle 10 on, twenty, the bytes, a hundred, and four until it is seen.
    assert_eq!(cycles(text), 13 + 20 + 128 + 100 + 4 + 2);
}

#[test]
fn a_barrier_opens_after_the_last_arrival() {
    let nops = "nop\n".repeat(10);
    let text = format!("tcsrr t0, ttid\n bnez t0, meet\n {nops} meet: tsync.cta 0, 0xff\n ret");
    // One thread jumps and arrives in cycle 4; the other arrives in 3 + 10, and both go on two later.
    let counted = timed(&text, 1, 2);
    assert_eq!(counted.cycles, 13 + 2 + 2);
    // Each instruction, and each wait, is of one thread.
    let spent: u64 = counted.by_instruction.iter().map(|own| own.cycles()).sum();
    assert_eq!(spent, 2 * 17);
    assert_eq!(counted.stalls(Stall::Barrier), (15 - 14) + (15 - 5));
    // The same over four processing elements takes ten.
    let cluster = text
        .replace("ttid", "tpeid")
        .replace("tsync.cta", "tsync.cluster");
    assert_eq!(timed(&cluster, 4, 1).cycles, 13 + 10 + 2);
}

/// Who arrives again before the barrier has opened waits for that.
#[test]
fn a_second_arrival_is_in_the_next_phase() {
    let nops = "nop\n".repeat(10);
    let text = format!(
        "tcsrr t0, ttid\n bnez t0, late\n tsync.cta.arrive 0, 3\n tsync.cta.arrive 0, 3\n ret\n
         late: {nops} tsync.cta 0, 3\n tsync.cta 0, 3\n ret"
    );
    // The late thread comes in cycles 4 + 10 and, two later, 16; it goes on in 18. The second arrival of the
    // other one issues in 4, and waits from 5 until 14.
    let counted = timed(&text, 1, 2);
    assert_eq!(counted.cycles, 18 + 2);
    assert_eq!(counted.stalls(Stall::Barrier), 9 + 1 + 1);
}

#[test]
fn a_semaphore_is_seen_after_the_post() {
    let nops = "nop\n".repeat(20);
    let text = format!(
        "tcsrr t0, ttid\n bnez t0, producer\n tsem.wait 0, 1\n ret\n producer: {nops} tsem.post 0, 1\n ret"
    );
    // The producer jumps in cycle 2, posts in 4 + 20, and the consumer goes on ten later.
    let counted = timed(&text, 1, 2);
    assert_eq!(counted.cycles, 24 + 10 + 2);
    assert_eq!(counted.stalls(Stall::Semaphore), 34 - 4);
    // The other way round the post comes first.
    let first = text.replace("bnez", "beqz");
    assert_eq!(timed(&first, 1, 2).cycles, 24 + 10 + 2);
}

#[test]
fn clusters_take_the_place_of_those_that_have_ended() {
    assert_eq!(timed("ret", 4, 1).cycles, 2);
    assert_eq!(timed("ret", 5, 1).cycles, 4);
    // The last of four ends in cycle 3 + 10 + 2, and the next ones begin.
    let nops = "nop\n".repeat(10);
    let one = format!("tcsrr t0, tpeid\n bnez t0, end\n {nops} end: ret");
    assert_eq!(timed(&one, 8, 1).cycles, 15 + 15);
    let counted = timed("nop\n ret", 12, 8);
    assert_eq!((counted.cycles, counted.units), (9, 4));
    assert_eq!(counted.utilisation(), 1.0);
}

/// What programs compute and write is the same, with the clock and without.
#[test]
fn a_clock_changes_nothing() {
    for name in ["copy", "gemm", "host", "moves", "rows", "tensor", "vectors"] {
        let plain = run_with(&recorded(name), &EAGER);
        let counted = run_with(&recorded(name), &TIMED);
        let cycles = counted.cycles.as_ref().expect("a clock").cycles;
        assert!(cycles > 0, "{name}");
        let without = RunReport {
            cycles: None,
            ..counted
        };
        assert_eq!(without, plain, "{name}");
    }
}
