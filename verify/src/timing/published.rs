//! What others have measured or published of chips, beside what small kernels take in the model.

use wavetank::{Input, Settings, SourceFile};

/// Nothing but what a kernel is about: launches, code and pages cost nothing.
const QUIET: [(&str, i64); 5] = [
    ("launch", 0),
    ("start", 0),
    ("fetch_first", 0),
    ("fetch_miss", 0),
    ("page_miss", 0),
];

/// A card: the instruction set and chip of its kernels, its clock in MHz, and its workgroup processors.
struct Card {
    name: &'static str,
    isa: &'static str,
    chip: &'static str,
    clock: i64,
    wgps: f64,
}

const RX7900XTX: Card = Card {
    name: "RX 7900 XTX",
    isa: "rdna3",
    chip: "gfx1100",
    clock: 2500,
    wgps: 48.0,
};

const RX9070XT: Card = Card {
    name: "RX 9070 XT",
    isa: "rdna4",
    chip: "gfx1201",
    clock: 2970,
    wgps: 32.0,
};

/// Prints a table of all of them.
pub fn print() -> Result<(), String> {
    println!("| card | what | published | model | deviation |");
    println!("|---|---|---:|---:|---:|");
    let dual = |i: usize| {
        let (x, y) = (4 + 2 * (i % 8), 5 + 2 * (i % 8));
        format!("v_dual_fmac_f32 v{x}, v0, v1 :: v_dual_fmac_f32 v{y}, v2, v3")
    };
    for (card, published) in [(&RX7900XTX, 61.44), (&RX9070XT, 48.66)] {
        let rate = card.rate(128.0, dual)?;
        card.row(
            "single precision, dual issue (AMD), TFLOP/s",
            published,
            card.tera(rate),
        );
    }
    let products = [
        (
            &RX7900XTX,
            122.88,
            "16x16x16_f16",
            "f32",
            "half precision",
            8,
            8192.0,
        ),
        (
            &RX7900XTX,
            245.76,
            "16x16x16_iu4",
            "i32",
            "4-bit integer",
            2,
            8192.0,
        ),
        (
            &RX9070XT,
            194.6,
            "16x16x16_f16",
            "f32",
            "half precision",
            4,
            8192.0,
        ),
        (
            &RX9070XT,
            389.3,
            "16x16x16_fp8_fp8",
            "f32",
            "8-bit float",
            2,
            8192.0,
        ),
        (
            &RX9070XT,
            778.6,
            "16x16x32_iu4",
            "i32",
            "4-bit integer",
            2,
            16384.0,
        ),
    ];
    for (card, published, name, sum, what, registers, operations) in products {
        let (a, b) = (8 + registers, 8 + 2 * registers);
        // Several sums, so that none waits for itself.
        let line = |i: usize| {
            let (a, b) = (format!("v[8:{}]", a - 1), format!("v[{a}:{}]", b - 1));
            let sums = 32 + 8 * (i % 4);
            let sums = format!("v[{sums}:{}]", sums + 7);
            format!("v_wmma_{sum}_{name} {sums}, {a}, {b}, {sums}")
        };
        let rate = card.rate(operations, line)?;
        let what = format!("{what} matrix products (AMD), TFLOP/s");
        card.row(&what, published, card.tera(rate));
    }
    for (card, published) in [(&RX7900XTX, 960.0), (&RX9070XT, 640.0)] {
        let bytes = card.bandwidth()?;
        let model = bytes * card.clock as f64 * 1e-3;
        card.row("memory bandwidth (AMD), GB/s", published, model);
    }
    let behind = RX7900XTX.chase()? / RX7900XTX.clock as f64 * 1e3;
    let states = [("high", 150.3), ("low", 199.0)];
    for (state, published) in states {
        let what = format!(
            "load behind L2, {state} power state of memory (Chips and Cheese, June 2023), ns"
        );
        RX7900XTX.row(&what, published, behind);
    }
    Ok(())
}

impl Card {
    fn row(&self, what: &str, published: f64, model: f64) {
        let off = 100.0 * (model - published) / published;
        println!(
            "| {} | {what} | {published:.1} | {model:.1} | {off:+.1} % |",
            self.name
        );
    }

    /// In the chip's workgroup processors and seconds, what one does in a cycle.
    fn tera(&self, rate: f64) -> f64 {
        rate * self.wgps * self.clock as f64 * 1e-6
    }

    /// Operations in a cycle on one workgroup processor, of instructions that do so many each, by 32
    /// waves: what more of them take.
    fn rate(&self, operations: f64, line: impl Fn(usize) -> String) -> Result<f64, String> {
        let body =
            |count: usize| -> String { (0..count).map(|i| format!("  {}\n", line(i))).collect() };
        let take = |count| self.cycles("local = 1024", &body(count), &[("wgps", 1)]);
        let (few, many) = (take(32)?, take(160)?);
        Ok(128.0 * 32.0 * operations / (many - few) as f64)
    }

    /// Bytes that come from memory in a cycle: what more of them take.
    fn bandwidth(&self) -> Result<f64, String> {
        let wait = match self.isa {
            "rdna3" => "s_waitcnt vmcnt(0)",
            _ => "s_wait_loadcnt 0x0",
        };
        let body = format!(
            "{}  s_lshl_b32 s2, s0, 12\n  v_lshlrev_b32 v0, 4, v0\n  v_add_nc_u32 v0, s2, v0\n  \
             global_load_b128 v[4:7], v0, s[4:5]\n  {wait}\n",
            self.arguments()
        );
        let take = |groups: u64| {
            let words = groups * 1024;
            let header = format!("a: u32[{words}]\nlocal = 256\nglobal = {groups}");
            self.cycles(&header, &body, &[("scalar_miss", 40)])
        };
        let (few, many) = (take(1024)?, take(3072)?);
        Ok(2048.0 * 4096.0 / (many - few) as f64)
    }

    /// Cycles of a load from memory whose address is what the one before it loaded.
    fn chase(&self) -> Result<f64, String> {
        let load = "  global_load_b32 v1, v1, s[4:5]\n  s_waitcnt vmcnt(0)\n";
        let take = |loads: usize| {
            let header = "a: u32[65536] = arange(128, 262272, 4)\nlocal = 1".to_string();
            let body = format!(
                "{}  v_mov_b32 v1, 0\n{}",
                self.arguments(),
                load.repeat(loads)
            );
            self.cycles(&header, &body, &[("wgps", 1)])
        };
        let (few, many) = (take(64)?, take(320)?);
        Ok((many - few) as f64 / 256.0)
    }

    /// The address of the first argument comes to `s[4:5]`.
    fn arguments(&self) -> String {
        let wait = match self.isa {
            "rdna3" => "s_waitcnt lgkmcnt(0)",
            _ => "s_wait_kmcnt 0x0",
        };
        format!(
            "  s_mov_b32 s6, s3\n  s_mov_b32 s7, s4\n  s_load_b64 s[4:5], s[6:7], 0x0\n  {wait}\n"
        )
    }

    fn cycles(&self, header: &str, body: &str, keys: &[(&str, i64)]) -> Result<u64, String> {
        let text = format!(
            "---\n{header}\nchip = {}\n---\n{body}  s_endpgm\n",
            self.chip
        );
        let file = SourceFile::new(format!("published.{}", self.isa), text);
        let input = Input::from_text(file, None).map_err(|it| format!("{it:?}"))?;
        let clock = [("clock", self.clock)];
        let keys = QUIET.iter().chain(&clock).chain(keys);
        let settings = Settings {
            timed: true,
            keys: keys
                .map(|&(name, value)| (name.to_string(), value))
                .collect(),
            ..Settings::default()
        };
        let report = wavetank::run(&input, &settings).map_err(|error| format!("{error:?}"))?;
        Ok(report.cycles.map_or(0, |cycles| cycles.cycles))
    }
}
