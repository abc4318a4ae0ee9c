//! Threads and clusters that wait by asking again and again.

use crate::common::{Bench, EAGER, assemble, policies};
use tile::machine::Chip;
use uop::{Access, LookWave, Progress, RunOptions, RunReport, Runnable, Site, Trap, Watcher};

/// A launch of clusters with one CTA that does something, over so many zeros.
fn bench(clusters: u32, zeros: usize) -> (Bench, u64) {
    let mut bench = Bench::new();
    bench.grid = [4 * clusters, 1, 1];
    let place = bench.place(&vec![0; 4 * zeros]);
    (bench, place)
}

fn run(text: &str, clusters: u32, options: &RunOptions) -> Result<RunReport, Trap> {
    let (bench, _) = bench(clusters, 256);
    let ran = bench.run(&assemble(text), options);
    ran.map_err(|fault| fault.trap)
}

fn waits(text: &str, clusters: u32, options: &RunOptions) -> Vec<String> {
    match run(text, clusters, options) {
        Err(Trap::Waiting { waits }) => waits,
        other => panic!("{other:?}"),
    }
}

/// Cluster c waits for word c + 1, which the next one sets; `between` stands in the loop.
fn chain(between: &str) -> String {
    format!(
        "
        tcsrr t0, tpeid
        bnez  t0, done
        tcsrr s0, tclid
        slli  s1, s0, 2
        add   s1, a0, s1
        tcsrr t0, tncl
        addi  t0, t0, -1
        li    t1, 9
        beq   s0, t0, last
wait:   lw    t1, 4(s1)
        {between}
        beqz  t1, wait
last:   sw    t1, 0(s1)
done:   ret"
    )
}

#[test]
fn a_chain_of_clusters_comes_to_its_end_soon() {
    for (between, most) in [
        ("", 50_000),
        // Own stack: what it stores is the same every time, or private.
        ("sw t1, -8(sp)\n sw s1, -8(sp)\n lw t2, -8(sp)", 100_000),
        // Vectors and tiles are state as well.
        (
            "vsetvli t2, zero, e32, m1, ta, ma\n vmv.v.x v1, t1",
            100_000,
        ),
        ("tld.global.u tr0, 0(a0)\n twait.all", 100_000),
        // It counts, or looks at a clock, or says that it is alive.
        ("addi s2, s2, 1", 2_000_000),
        ("rdinstret s2", 2_000_000),
        ("addi s2, s2, 1\n sw s2, 512(s1)", 2_000_000),
    ] {
        for options in policies() {
            let report = run(&chain(between), 40, &options);
            let report = report.unwrap_or_else(|trap| panic!("{between}: {trap}, {options:?}"));
            let took = report.stats.instructions;
            assert!(took < most, "{between}: {took}, {options:?}");
        }
    }
}

/// What is asked for is in a circle that changes memory on the way: others may wait for that moment.
#[test]
fn a_lock_that_is_taken_and_released_is_no_circle() {
    let text = "
        li    t1, 1
        tcsrr s0, tclid
take:   amoswap.w t0, t1, (a0)
        bnez  t0, take
        bnez  s0, last
        lw    t2, 4(a0)
        amoswap.w zero, zero, (a0)
        beqz  t2, take
        ret
last:   sw    t1, 4(a0)
        amoswap.w zero, zero, (a0)
        ret";
    for options in policies() {
        run(text, 2, &options).unwrap_or_else(|trap| panic!("{trap}, {options:?}"));
    }
}

#[test]
fn hopeless_waits_are_named_whatever_the_order() {
    let ring = "
        tcsrr t0, tpeid
        bnez  t0, done
        tcsrr s0, tclid
        xori  s1, s0, 1
        slli  s1, s1, 2
        add   s1, a0, s1
wait:   lw    t0, 0(s1)
        beqz  t0, wait
done:   ret";
    for options in policies() {
        let waits = waits(ring, 2, &options);
        assert_eq!(waits.len(), 2, "{waits:?}");
        for (line, word) in waits.iter().zip([4, 0]) {
            let all = format!("waiting for argument 0[{word}]");
            assert!(
                line.contains("goes round between") && line.ends_with(&all),
                "{line}"
            );
        }
    }
}

/// A thread that asks and tells the others behind a barrier: only the cluster comes back to a state.
#[test]
fn a_cluster_goes_round_as_a_whole() {
    let text = "
        tcsrr s0, tpeid
        tcsrr s5, tsmbase
wait:   bnez  s0, ready
        lw    t1, 0(a0)
ready:  tsync.cluster 0, 0xff
        sw    t1, 0(s5)
        tsync.cluster 1, 0xff
        beqz  t1, wait
        ret";
    for options in policies() {
        let waits = waits(text, 1, &options);
        assert_eq!(waits.len(), 4, "{waits:?}");
        assert!(waits[0].ends_with("waiting for argument 0[0]"), "{waits:?}");
    }
}

/// Each cluster waits for the next, which does so as a whole; the last waits for the first.
#[test]
fn clusters_that_wait_for_each_other_in_a_circle_are_named_whatever_the_order() {
    let text = "
        tcsrr s0, tpeid
        tcsrr s5, tsmbase
        tcsrr s1, tclid
        addi  s1, s1, 1
        li    t0, 3
        bne   s1, t0, inside
        li    s1, 0
inside: slli  s1, s1, 2
        add   s1, a0, s1
wait:   bnez  s0, ready
        lw    t1, 0(s1)
ready:  tsync.cluster 0, 0xff
        sw    t1, 0(s5)
        tsync.cluster 1, 0xff
        beqz  t1, wait
        ret";
    for options in policies() {
        let options = RunOptions {
            max_instructions: 20_000_000,
            ..options
        };
        let waits = waits(text, 3, &options);
        for (first, word) in waits.iter().step_by(4).zip([4, 8, 0]) {
            let all = format!("waiting for argument 0[{word}]");
            assert!(first.ends_with(&all), "{waits:?}");
        }
    }
}

/// A thread that goes round by itself while the others of its cluster do so together is asked as well.
#[test]
fn circles_in_a_circle_are_left_one_by_one() {
    let text = "
        tcsrr s0, tpeid
        tcsrr s1, tclid
        li    t5, 0x010101
        li    t1, 1
        bnez  s1, second
        li    t0, 3
        beq   s0, t0, alone
wait:   bnez  s0, ready
        lw    t2, 0(a0)
        sw    t2, 32(a0)
ready:  tsync.cluster 0, t5
        lw    t2, 32(a0)
        tsync.cluster 1, t5
        beqz  t2, wait
        ret
alone:  lw    t2, 4(a0)
        beqz  t2, alone
        sw    t1, 0(a0)
        ret
second: li    t0, 3000
delay:  addi  t0, t0, -1
        bnez  t0, delay
        sw    t1, 4(a0)
        ret";
    for options in policies() {
        run(text, 2, &options).unwrap_or_else(|trap| panic!("{trap:?}, {options:?}"));
    }
}

#[test]
fn what_is_waited_for_has_a_name() {
    for (text, expected) in [
        ("tsem.wait 5, 2\n ret", "semaphore 5 to reach 2 (it is 0)"),
        (
            "li t0, 64\n tmbar.init (t0), 2\n tmbar.arrive (t0), 1\n tmbar.wait (t0), 0\n ret",
            "phase 0 of the mbarrier at 0x40 of PE 0 to end (1 arrivals and 0 bytes are missing)",
        ),
        (
            "tcsrr t0, tpeid\n bnez t0, other\n tsync.cluster.arrive 3, 0xff\n tsync.cluster 3, 0xff\n \
             other: tsem.wait 7, 1\n ret",
            "cluster barrier 3, where it has arrived before, to open (threads 0x1010100 have not",
        ),
    ] {
        let trap = run(text, 1, &EAGER).expect_err("a deadlock");
        let Trap::Deadlock { waits } = &trap else {
            panic!("{trap:?}");
        };
        assert!(waits[0].contains(expected), "{waits:?}");
    }
}

#[test]
fn room_is_as_large_as_asked_for() {
    let options = |resident| RunOptions { resident, ..EAGER };
    assert!(run(&chain(""), 100, &options(100)).is_ok());
    let waits = waits(&chain(""), 100, &options(99));
    assert_eq!(waits.len(), 10, "{waits:?}");
    assert_eq!(waits[8], "91 more threads have not ended");
    assert!(
        waits[9].contains("cluster 99, which begins with CTA (396,0,0)")
            && waits[9].contains("room for 99 at a time"),
        "{waits:?}"
    );
}

/// More than fits into memory cannot be had, and the message says so.
#[test]
fn room_ends_where_memory_does() {
    let (mut bench, _) = bench(4096, 8192);
    bench.threads = 1;
    let mut job = bench.job(&assemble(&chain("")));
    job.shared_bytes = 512 << 20;
    let options = RunOptions {
        resident: usize::MAX,
        ..EAGER
    };
    let ran = Chip::new(job).run(bench.memory.clone(), &options);
    let Trap::Waiting { waits } = ran.expect_err("a deadlock").fault.trap else {
        panic!("another trap");
    };
    let last = waits.last().expect("a line");
    assert!(last.contains("room for 1 at a time"), "{last}");
    assert!(last.contains("all of the 4 GiB"), "{last}");
}

/// Stops after every so many instructions. Every other one wants to know of memory.
struct Stops(u64, u64);

impl Watcher for Stops {
    fn marked_only(&self) -> bool {
        false
    }

    fn sees_memory(&self) -> bool {
        self.0 % 2 == 1
    }

    fn access(&mut self, _: &Site, _: &Access) {}

    fn turn(&mut self, _: &dyn LookWave, _: u64) -> bool {
        false
    }

    fn issue(&mut self, _: &Site, _: &dyn LookWave) -> bool {
        self.1 += 1;
        self.1.is_multiple_of(self.0)
    }
}

/// Where a run was stopped and went on, and whether it is watched, makes no difference.
#[test]
fn stops_change_nothing() {
    for between in ["", "addi s2, s2, 1", "sw s2, 512(s1)"] {
        let text = chain(between);
        for options in policies().into_iter().take(4) {
            let expected = run(&text, 3, &options).expect("no trap").stats;
            for every in [7, 1000] {
                let (bench, _) = bench(3, 256);
                let chip = Chip::new(bench.job(&assemble(&text)));
                let mut stoppable = chip.stoppable(bench.memory.clone(), &options);
                let mut stops = Stops(every, 0);
                while stoppable.resume(&mut stops).expect("no trap") == Progress::Stopped {
                    if stops.1.is_multiple_of(64 * every) {
                        let saved = stoppable.save();
                        stoppable.restore(saved);
                        stoppable.forget(saved);
                    }
                }
                assert_eq!(stoppable.report().stats, expected, "{between}: {options:?}");
            }
        }
    }
}
