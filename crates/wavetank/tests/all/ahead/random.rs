//! Random kernels: branches on what is loaded, local memory in every stride, barriers, atomics.

use super::{kernel_of, same};
use random::Random;
use std::fmt::Write;

/// How many kernels are tried.
const SEEDS: u64 = 300;

/// Registers that hold values.
const VALUES: [&str; 4] = ["v10", "v11", "v12", "v13"];

struct Body {
    random: Random,
    text: String,
    labels: u32,
    /// Threads load and store their own words of `a`; otherwise they load any, and store none.
    in_place: bool,
    /// The atomics of local memory.
    atomic: &'static str,
}

impl Body {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "  {line}");
    }

    fn value(&mut self) -> &'static str {
        self.random.pick(&VALUES)
    }

    /// A label that there is once.
    fn label(&mut self) -> String {
        self.labels += 1;
        format!("l{}", self.labels)
    }

    /// The address of a word of local memory in v2, by the number of the thread or by a value.
    fn place(&mut self) {
        let by = match self.random.chance(20) {
            true => self.value(),
            false => "v5",
        };
        let stride = self.random.pick(&[0, 1, 1, 1, 2, 4, 16, 31, 32, 33]);
        let offset = self.random.pick(&[0, 0, 1, 32, 100]);
        self.line(&format!("v_mul_u32_u24 v2, {stride}, {by}"));
        self.line(&format!("v_add_nc_u32 v2, {offset}, v2"));
        self.line("v_and_b32 v2, 0xff, v2");
        self.line("v_lshlrev_b32 v2, 2, v2");
    }

    fn statements(&mut self, count: u32, depth: u32) {
        for _ in 0..count {
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: u32) {
        let (a, b, c) = (self.value(), self.value(), self.value());
        match self.random.below(14) {
            0 => self.line(&format!("v_add_nc_u32 {a}, {b}, {c}")),
            1 => self.line(&format!("v_xor_b32 {a}, {b}, {c}")),
            2 => self.line(&format!("v_mad_u32_u24 {a}, {b}, 5, {c}")),
            3 | 4 => {
                self.place();
                self.line(&format!("ds_store_b32 v2, {a}"));
            }
            5 | 6 => {
                self.place();
                self.line(&format!("ds_load_b32 {a}, v2"));
                self.line("s_waitcnt lgkmcnt(0)");
            }
            7 => {
                self.place();
                let atomic = self.atomic;
                let by = self.random.pick(&[a, "v16"]);
                match atomic.contains("_rtn_") {
                    true => self.line(&format!("{atomic} {a}, v2, {by}")),
                    false => self.line(&format!("{atomic} v2, {by}")),
                }
                self.line("s_waitcnt lgkmcnt(0)");
            }
            8 if self.in_place => {
                self.line(&format!("global_load_b32 {a}, v1, s[8:9]"));
                self.line("s_waitcnt vmcnt(0)");
            }
            8 => {
                self.line(&format!("v_and_b32 v2, 0x7f, {b}"));
                self.line("v_lshlrev_b32 v2, 2, v2");
                self.line(&format!("global_load_b32 {a}, v2, s[8:9]"));
                self.line("s_waitcnt vmcnt(0)");
            }
            9 if self.in_place => self.line(&format!("global_store_b32 v1, {a}, s[8:9]")),
            9 => self.line(&format!("global_store_b32 v1, {a}, s[10:11]")),
            10 => {
                self.line(&format!("v_and_b32 v2, 0x7c, {a}"));
                self.line(&format!("global_atomic_add_u32 v2, {b}, s[14:15]"));
            }
            11 if depth == 0 => {
                self.line("s_waitcnt lgkmcnt(0)");
                self.line("s_barrier");
            }
            // Some lanes go on.
            12 if depth < 2 => {
                let (over, saved) = (self.label(), 20 + depth);
                self.line(&format!("v_and_b32 v2, 1, {a}"));
                self.line(&format!("v_cmp_eq_u32 vcc_lo, {}, v2", self.labels % 2));
                self.line(&format!("s_and_saveexec_b32 s{saved}, vcc_lo"));
                self.line(&format!("s_cbranch_execz {over}"));
                self.statements(3, depth + 1);
                self.line(&format!("{over}:"));
                self.line(&format!("s_mov_b32 exec_lo, s{saved}"));
            }
            // All lanes go round.
            13 if depth < 2 => {
                let (again, count) = (self.label(), 24 + depth);
                self.line(&format!("v_readfirstlane_b32 s{count}, {a}"));
                self.line(&format!("s_and_b32 s{count}, s{count}, 3"));
                self.line(&format!("{again}:"));
                self.statements(3, depth + 1);
                self.line(&format!("s_sub_i32 s{count}, s{count}, 1"));
                self.line(&format!("s_cmp_gt_i32 s{count}, 0"));
                self.line(&format!("s_cbranch_scc1 {again}"));
            }
            _ => self.line(&format!("v_lshrrev_b32 {a}, 1, {b}")),
        }
    }
}

fn body(seed: u64) -> String {
    let mut random = Random::new(seed);
    let in_place = random.chance(50);
    let atomic = random.pick(&["ds_add_u32", "ds_inc_u32", "ds_add_f32", "ds_add_rtn_u32"]);
    let mut body = Body {
        random,
        text: String::new(),
        labels: 0,
        in_place,
        atomic,
    };
    body.line("v_mov_b32 v16, -1");
    for value in VALUES {
        let by = body.random.below(60);
        body.line(&format!("v_mul_u32_u24 {value}, {by}, v0"));
    }
    let count = 4 + body.random.below(20);
    body.statements(count, 0);
    body.line("v_add3_u32 v10, v10, v11, v12");
    body.line("v_add_nc_u32 v10, v10, v13");
    body.line("global_store_b32 v1, v10, s[10:11]");
    body.text
}

#[test]
fn random_kernels_take_the_same_cycles() {
    let mut ended = 0;
    for seed in 0..SEEDS {
        let threads = [128, 256, 512][seed as usize % 3];
        let input = kernel_of(threads, &body(seed));
        ended += u64::from(same(&format!("seed {seed}"), &input).is_ok());
    }
    assert_eq!(ended, SEEDS, "all of them come to an end");
}
