//! What the pages of AMD's matrix instructions say about who holds which element, put to the test: the
//! operands are laid out as the page says, the instruction is run, and the product is where it says.

use wavetank::{Input, Settings, SourceFile, arch};

/// `8*(l/16)+n` and the like.
fn eval(text: &str, l: usize, n: usize) -> usize {
    fn sum(s: &mut &str, l: usize, n: usize) -> usize {
        let mut value = product(s, l, n);
        while let Some(rest) = s.strip_prefix('+') {
            *s = rest;
            value += product(s, l, n);
        }
        value
    }
    fn product(s: &mut &str, l: usize, n: usize) -> usize {
        let mut value = one(s, l, n);
        while let Some(op) = s.chars().next().filter(|c| "*/%".contains(*c)) {
            *s = &s[1..];
            let by = one(s, l, n);
            value = match op {
                '*' => value * by,
                '/' => value / by,
                _ => value % by,
            };
        }
        value
    }
    fn one(s: &mut &str, l: usize, n: usize) -> usize {
        if let Some(rest) = s.strip_prefix('(') {
            *s = rest;
            let value = sum(s, l, n);
            *s = s.strip_prefix(')').expect("a closing parenthesis");
            return value;
        }
        let end = s.find(|c: char| !c.is_alphanumeric()).unwrap_or(s.len());
        let (word, rest) = s.split_at(end);
        *s = rest;
        match word {
            "l" => l,
            "n" => n,
            number => number.parse().unwrap_or_else(|_| panic!("`{number}`")),
        }
    }
    let mut rest = text;
    let value = sum(&mut rest, l, n);
    assert_eq!(rest, "", "{text}");
    value
}

/// The text between two others.
fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(before)?;
    Some(rest.split_once(after)?.0)
}

/// Where a page says that a wave of so many lanes holds its elements.
struct Layout {
    lanes: usize,
    /// How many values of K a lane has, and which they are.
    values: usize,
    k: String,
    row: String,
}

fn layouts(doc: &str) -> Vec<Layout> {
    let lines = doc.lines().filter(|line| line.starts_with("In a wave of "));
    let of = |line: &str| {
        let find = |before, after| {
            between(line, before, after).unwrap_or_else(|| panic!("`{before}` in {line}"))
        };
        assert!(line.contains("lowest bits first"), "{line}");
        let k = find("values of row l%16 of A, value n being number ", " ");
        assert_eq!(
            k,
            find("values of column l%16 of B, value n being number ", " ").trim_end_matches(',')
        );
        Layout {
            lanes: find("In a wave of ", ",").parse().unwrap(),
            values: find("lane l holds ", " ").parse().unwrap(),
            k: k.into(),
            row: find("element n of its C and D is row ", ", column l%16").into(),
        }
    };
    lines.map(of).collect()
}

/// Small numbers, whose products and sums are exact in every type. None is negative: what the units
/// leave out when signs differ is not what is asked here.
fn number(salt: usize, i: usize, j: usize) -> i32 {
    ((i * 7 + j * 13 + i * j * salt) % 5) as i32
}

fn half(value: i32) -> u32 {
    // 0 to 4 as half-precision floats.
    [0x0000, 0x3c00, 0x4000, 0x4200, 0x4400][value as usize]
}

fn brain(value: i32) -> u32 {
    (value as f32).to_bits() >> 16
}

fn byte(value: i32) -> u32 {
    value as u8 as u32
}

#[test]
fn elements_are_where_pages_say() {
    type Encode = fn(i32) -> u32;
    let kinds: [(&str, usize, Encode, bool, &str); 3] = [
        ("v_wmma_f32_16x16x16_f16", 16, half, true, ""),
        ("v_wmma_f32_16x16x16_bf16", 16, brain, true, ""),
        ("v_wmma_i32_16x16x16_iu8", 8, byte, false, " neg_lo:[1,1,0]"),
    ];
    let mut count = 0;
    for (isa, wait, load) in [
        ("rdna3", "s_waitcnt lgkmcnt(0)", "s_waitcnt vmcnt(0)"),
        ("rdna4", "s_wait_kmcnt 0x0", "s_wait_loadcnt 0x0"),
    ] {
        for (name, bits, encode, float, flags) in kinds {
            let pages = arch(isa).unwrap().pages();
            let page = pages.iter().find(|page| page.mnemonic == name).unwrap();
            for layout in layouts(&page.doc) {
                check(
                    isa,
                    (wait, load),
                    (name, flags),
                    (bits, encode, float),
                    &layout,
                );
                count += 1;
            }
        }
    }
    assert_eq!(count, 12);
}

fn check(
    isa: &str,
    (wait, load): (&str, &str),
    (name, flags): (&str, &str),
    (bits, encode, float): (usize, fn(i32) -> u32, bool),
    layout: &Layout,
) {
    let lanes = layout.lanes;
    let registers = layout.values * bits / 32;
    let results = 256 / lanes;
    // Register after register, lane after lane.
    let pack = |salt: usize| {
        let mut words = vec![0u32; registers * lanes];
        for lane in 0..lanes {
            for value in 0..layout.values {
                let k = eval(&layout.k, lane, value);
                let word = &mut words[value * bits / 32 * lanes + lane];
                *word |= encode(number(salt, lane % 16, k)) << (value * bits % 32);
            }
        }
        words
    };
    let list = |words: Vec<u32>| {
        let words: Vec<String> = words.iter().map(u32::to_string).collect();
        words.join(", ")
    };
    let c = |row: usize, column: usize| number(3, row, column);
    let mut start = vec![0u32; results * lanes];
    let mut expected = start.clone();
    for lane in 0..lanes {
        for n in 0..results {
            let (row, column) = (eval(&layout.row, lane, n), lane % 16);
            let product = |k| number(1, row, k) * number(2, column, k);
            let d = c(row, column) + (0..16).map(product).sum::<i32>();
            let word = |value: i32| match float {
                true => (value as f32).to_bits(),
                false => value as u32,
            };
            start[n * lanes + lane] = word(c(row, column));
            expected[n * lanes + lane] = word(d);
        }
    }
    let mut text = format!(
        "---\na: u32[{a}] = {}\nb: u32[{a}] = {}\nc: u32[{d}] = {}\nout_d: u32[{d}]\n\
         wave = {lanes}\nlocal = {lanes}\nexpect out_d = {}\n---\n\
         s_mov_b32 s6, s3\ns_mov_b32 s7, s4\ns_load_b64 s[8:9], s[6:7], 0x0\n\
         s_load_b64 s[10:11], s[6:7], 0x8\ns_load_b64 s[12:13], s[6:7], 0x10\n\
         s_load_b64 s[14:15], s[6:7], 0x18\nv_lshlrev_b32 v0, 2, v0\n{wait}\n",
        list(pack(1)),
        list(pack(2)),
        list(start),
        list(expected),
        a = registers * lanes,
        d = results * lanes,
    );
    for (first, base, count) in [(16, 8, registers), (32, 10, registers), (48, 12, results)] {
        for i in 0..count {
            let (register, offset, end) = (first + i, 4 * lanes * i, base + 1);
            text += &format!("global_load_b32 v{register}, v0, s[{base}:{end}] offset:{offset}\n");
        }
    }
    let (a, b, d) = (15 + registers, 31 + registers, 47 + results);
    text += &format!("{load}\n{name} v[48:{d}], v[16:{a}], v[32:{b}], v[48:{d}]{flags}\n");
    for i in 0..results {
        let (register, offset) = (48 + i, 4 * lanes * i);
        text += &format!("global_store_b32 v0, v{register}, s[14:15] offset:{offset}\n");
    }
    text += "s_endpgm\n";
    let file = SourceFile::new(format!("it.{isa}"), &*text);
    let input = Input::from_text(file, None).unwrap();
    let report = wavetank::run(&input, &Settings::default());
    let report = report.unwrap_or_else(|error| {
        panic!("{}", wavetank::render::error(&error, false));
    });
    assert!(
        report.passed(),
        "{name} on {isa}, waves of {lanes}:\n{:?}",
        report.outputs
    );
}
