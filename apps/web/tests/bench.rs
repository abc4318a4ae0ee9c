//! What a page asks, asked without a browser: the answers are those of the façade, and no request,
//! however odd, is more than a sentence.

use random::Random;
use serde_json::{Value, json};
use wavetank_web::Workbench;

const DIVERGENCE: &str = include_str!("../../../examples/flux/divergence.flux");

fn frame(text: &[u8], bytes: &[u8]) -> Vec<u8> {
    let len = (text.len() as u32).to_le_bytes();
    [&len[..], text, bytes].concat()
}

fn ask(bench: &mut Workbench, json: Value) -> (Value, Vec<u8>) {
    let answer = bench.call(&frame(json.to_string().as_bytes(), &[]));
    let (len, rest) = answer.split_first_chunk::<4>().unwrap();
    let (text, bytes) = rest.split_at(u32::from_le_bytes(*len) as usize);
    (serde_json::from_slice(text).unwrap(), bytes.to_vec())
}

fn opened() -> Workbench {
    let mut bench = Workbench::default();
    let open = json!({ "op": "open", "name": "divergence.flux", "text": DIVERGENCE });
    let (subject, _) = ask(&mut bench, open);
    assert_eq!(subject["lanes"], 32);
    let (recorded, _) = ask(&mut bench, json!({ "op": "advance", "by": 1000 }));
    assert_eq!(recorded, json!({ "time": 9, "over": true }));
    bench
}

#[test]
fn a_run_is_that_of_the_facade() {
    let mut bench = Workbench::default();
    let run = json!({ "op": "run", "name": "divergence.flux", "text": DIVERGENCE, "json": true });
    let (answer, _) = ask(&mut bench, run);
    let file = wavetank::SourceFile::new("divergence.flux", DIVERGENCE);
    let input = wavetank::Input::from_text(file, None).unwrap();
    let report = wavetank::run(&input, &wavetank::Settings::default()).unwrap();
    assert_eq!(answer, report.to_json());
}

#[test]
fn files_come_from_the_page() {
    let mut bench = Workbench::default();
    let text = "---\nx: f32[2] = file(\"x.bin\")\nout_y: f32[2]\nlocal = 1\n---\n HALT\n";
    let run = json!({ "op": "run", "name": "a.flux", "text": text });
    let (without, _) = ask(&mut bench, run.clone());
    let message = without["diagnostics"][0]["text"].as_str().unwrap();
    assert!(message.contains("x.bin"), "{message}");
    let file = json!({ "op": "file", "name": "x.bin" }).to_string();
    bench.call(&frame(file.as_bytes(), &[0; 8]));
    let (with, npy) = ask(&mut bench, run);
    assert_eq!(with["passed"], true, "{with}");
    assert!(npy.starts_with(b"\x93NUMPY"));
}

#[test]
fn texts_are_included_from_the_page() {
    let mut bench = Workbench::default();
    let text = "---\nlocal = 32\n---\n.include \"more.inc\"\n  s_endpgm\n";
    let run = json!({ "op": "run", "name": "a.rdna3", "text": text });
    let (without, _) = ask(&mut bench, run.clone());
    let message = without["diagnostics"][0]["text"].as_str().unwrap();
    assert!(message.contains("more.inc"), "{message}");
    let file = json!({ "op": "file", "name": "more.inc" }).to_string();
    bench.call(&frame(file.as_bytes(), b"  v_mov_b32 v1, 7\n"));
    let (with, _) = ask(&mut bench, run);
    assert_eq!(with["stats"]["instructions"], 2, "{with}");
}

#[test]
fn a_line_says_its_bits_by_field_and_a_header_its_keys() {
    let mut bench = Workbench::default();
    let text = "---\nlocal = 32\n---\n  v_add_f32 v2, v0, v1\n  s_endpgm\n";
    ask(
        &mut bench,
        json!({ "op": "analyze", "name": "a.rdna3", "text": text }),
    );
    let mut hover = |word: &str| {
        let at = text.find(word).unwrap() + 1;
        let (answer, _) = ask(&mut bench, json!({ "op": "hover", "at": at }));
        answer["text"].as_str().unwrap_or_default().to_string()
    };
    let line = hover("v_add_f32");
    assert!(line.contains("vdst") && line.contains("src0"), "{line}");
    assert!(hover("local").contains("work"), "{}", hover("local"));
}

#[test]
fn every_moment_is_reached_in_any_order() {
    let mut bench = opened();
    let state = |bench: &mut Workbench, time: u64| {
        let seek = json!({ "op": "seek", "time": time, "registers": 0, "memory": { "of": "out_r", "count": 64 } });
        ask(bench, seek)
    };
    let forwards: Vec<_> = (0..=9).map(|time| state(&mut bench, time)).collect();
    for time in [9, 3, 0, 7, 1, 8, 2] {
        assert_eq!(state(&mut bench, time), forwards[time as usize]);
    }
    // Lanes that are on the other path are not active.
    assert_eq!(forwards[4].0["waves"][0]["exec"], "aaaaaaaa");
    let path = json!({ "op": "path", "before": 100, "after": 100 });
    state(&mut bench, 4);
    let (path, _) = ask(&mut bench, path);
    assert_eq!(path["now"], 4);
    assert_eq!(path["steps"].as_array().unwrap().len(), 9);
}

#[test]
fn a_value_is_followed_back_to_what_the_run_began_with() {
    let mut bench = opened();
    let origin = |bench: &mut Workbench, of: &str, time: u64, lane: u64| {
        let asked = json!({ "op": "origin", "of": of, "time": time, "lane": lane,
            "group": [0, 0, 0], "wave": 0 });
        ask(bench, asked).0
    };
    // Lane 2 took path 2: MUL R3, R3, R2.
    let found = origin(&mut bench, "R3", 7, 2);
    assert_eq!(found["origin"]["text"], "MUL R3, R3, R2");
    let sources: Vec<&str> = (found["sources"].as_array().unwrap().iter())
        .map(|source| source["of"].as_str().unwrap())
        .collect();
    assert_eq!(sources, ["R2", "R3"]);
    let time = found["origin"]["time"].as_u64().unwrap();
    let loaded = origin(&mut bench, "R2", time, 2);
    assert_eq!(loaded["origin"]["text"], "LOAD R2, 0(R21)");
    assert_eq!(
        loaded["sources"][1],
        json!({ "of": "b[2]", "value": "3.0" })
    );
    let first = origin(&mut bench, "b[2]", 1, 2);
    assert_eq!(first["origin"], Value::Null);
    let stored = origin(&mut bench, "out_r[5]", 9, 0);
    assert_eq!(stored["origin"]["lane"], 5);
}

#[test]
fn breakpoints_stop_both_ways() {
    let mut bench = opened();
    ask(&mut bench, json!({ "op": "seek", "time": 0 }));
    let (set, _) = ask(
        &mut bench,
        json!({ "op": "breakpoints", "lines": [26, 999] }),
    );
    assert_eq!(set, json!({ "set": [[26, 26]] }));
    let (there, _) = ask(&mut bench, json!({ "op": "move", "how": "resume" }));
    assert_eq!(there["reasons"], json!([{ "what": "breakpoint" }]));
    let (end, _) = ask(&mut bench, json!({ "op": "move", "how": "resume" }));
    assert_eq!(end["reasons"], json!([{ "what": "end" }]));
    let (back, _) = ask(&mut bench, json!({ "op": "move", "how": "resume-back" }));
    assert_eq!(back["time"], there["time"]);
    let (earlier, _) = ask(
        &mut bench,
        json!({ "op": "move", "how": "back-to", "line": 19 }),
    );
    assert_eq!(earlier["time"], 2);
}

#[test]
fn a_value_is_watched_both_ways() {
    let mut bench = opened();
    ask(&mut bench, json!({ "op": "seek", "time": 3 }));
    let watch = |how: &str| {
        json!({ "op": "move", "how": how, "of": "R3",
        "group": [0, 0, 0], "wave": 0, "lane": 1 })
    };
    let (there, _) = ask(&mut bench, watch("changes"));
    assert_eq!(
        there["reasons"],
        json!([{ "what": "R3 changed" }]),
        "{there}"
    );
    let (back, _) = ask(&mut bench, watch("changed"));
    assert!(back["time"].as_u64() < there["time"].as_u64(), "{back}");
}

#[test]
fn costs_are_those_of_the_facade() {
    let mut bench = Workbench::default();
    let ask_for = json!({ "op": "profile", "name": "divergence.flux", "text": DIVERGENCE });
    let (answer, _) = ask(&mut bench, ask_for);
    let file = wavetank::SourceFile::new("divergence.flux", DIVERGENCE);
    let input = wavetank::Input::from_text(file, None).unwrap();
    let profile = wavetank::profile(&input, &wavetank::Settings::default()).unwrap();
    assert_eq!(answer["lines"], profile.to_json()["lines"]);
    assert_eq!(answer["stats"]["instructions"], 9);
}

/// Row, start, length, kind, instruction, lanes of every slice.
fn slices(bytes: &[u8]) -> Vec<[u32; 6]> {
    let words: Vec<u32> = (bytes.chunks_exact(4))
        .map(|word| u32::from_le_bytes(word.try_into().unwrap()))
        .collect();
    words.as_chunks().0.to_vec()
}

#[test]
fn a_timeline_has_every_moment_and_every_wait() {
    let mut bench = Workbench::default();
    let timeline = |name: &str, text: &str, by: &str| json!({ "op": "timeline", "name": name, "text": text, "by": by });
    let (answer, bytes) = ask(
        &mut bench,
        timeline("divergence.flux", DIVERGENCE, "moments"),
    );
    assert_eq!(answer["rows"], json!([[null, "wave 0"]]), "{answer}");
    let all = slices(&bytes);
    assert_eq!(all.iter().map(|slice| slice[2]).sum::<u32>(), 9);
    // Half of the lanes take each path.
    assert!(all.iter().any(|slice| slice[5] == 16) && all.iter().any(|slice| slice[5] == 32));
    let (refused, _) = ask(
        &mut bench,
        timeline(
            "saxpy.wave",
            include_str!("../../../examples/wave/saxpy.wave"),
            "cycles",
        ),
    );
    let message = refused["diagnostics"][0]["message"].as_str().unwrap();
    assert!(message.contains("no cycle model"), "{message}");

    let text = include_str!("../../../examples/waves/tutorial/6-groups.waves");
    let (answer, bytes) = ask(&mut bench, timeline("6.waves", text, "cycles"));
    let waits = answer["waits"].as_array().unwrap();
    let barrier = 2 + waits.iter().position(|it| it == "barrier").unwrap() as u32;
    let all = slices(&bytes);
    assert!(all.iter().any(|slice| slice[3] == barrier));
    // Nothing of a row overlaps.
    for pair in all.windows(2).filter(|pair| pair[0][0] == pair[1][0]) {
        assert!(pair[0][1] + pair[0][2] <= pair[1][1], "{pair:?}");
    }
}

/// Whether there is a cycle model is told when a kernel is opened, also where local memory has no banks.
#[test]
fn threads_with_a_clock_are_drawn_in_cycles() {
    let mut bench = Workbench::default();
    let kernels = [
        (
            "semaphore.tile",
            include_str!("../../../examples/tile/semaphore.tile"),
            true,
        ),
        (
            "saxpy.wave",
            include_str!("../../../examples/wave/saxpy.wave"),
            false,
        ),
    ];
    for (name, text, clock) in kernels {
        let (answer, _) = ask(
            &mut bench,
            json!({ "op": "open", "name": name, "text": text }),
        );
        assert_eq!(
            (&answer["clock"], &answer["banks"]),
            (&json!(clock), &json!(null)),
            "{name}"
        );
    }
    let (name, text, _) = kernels[0];
    let drawn = json!({ "op": "timeline", "name": name, "text": text, "by": "cycles" });
    let (answer, bytes) = ask(&mut bench, drawn);
    let waits = answer["waits"].as_array().unwrap();
    let semaphore = 2 + waits.iter().position(|it| it == "semaphore").unwrap() as u32;
    assert!(slices(&bytes).iter().any(|slice| slice[3] == semaphore));
    // Four processing elements, each with its workgroups and a thread.
    assert_eq!(answer["rows"].as_array().unwrap().len(), 8);
}

#[test]
fn memory_knows_who_accessed_it_last() {
    let mut bench = opened();
    let touches = |bench: &mut Workbench, of: &str, time: u64| {
        ask(bench, json!({ "op": "seek", "time": time }));
        let memory = json!({ "of": of, "count": 64 });
        ask(bench, json!({ "op": "touches", "memory": memory })).0
    };
    assert_eq!(touches(&mut bench, "out_r", 3)["touches"], json!([]));
    let last = touches(&mut bench, "out_r", 9);
    let last = last["touches"].as_array().unwrap();
    assert_eq!(last.len(), 32);
    assert_eq!(last[5], json!([5, 28, 7, [0, 0, 0], 0, 5, true, 1]));
    let read = touches(&mut bench, "b", 9);
    assert_eq!(
        read["touches"][2],
        json!([2, 18, 1, [0, 0, 0], 0, 2, false, 1])
    );
}

#[test]
fn places_count_as_in_a_browser() {
    let mut bench = Workbench::default();
    // Two units, four bytes.
    let text = "# 🌊\n---\nlocal = 1\n---\n ADDD R1, R2, R3\n";
    let (answer, _) = ask(
        &mut bench,
        json!({ "op": "analyze", "name": "a.flux", "text": text }),
    );
    let label = &answer["diagnostics"][0]["labels"][0];
    let at = label["from"].as_u64().unwrap() as usize;
    let units: Vec<u16> = text.encode_utf16().collect();
    assert!(String::from_utf16_lossy(&units[at..]).starts_with("ADDD"));
    let (hover, _) = ask(&mut bench, json!({ "op": "hover", "at": at + 5 }));
    assert!(hover.is_object() || hover.is_null());
}

#[test]
fn odd_requests_are_sentences() {
    let mut bench = Workbench::default();
    for request in [
        &b""[..],
        b"abc",
        &frame(b"[]", b""),
        &frame(b"{", b""),
        b"\xff\xff\xff\xff{}",
    ] {
        let answer = bench.call(request);
        assert!(String::from_utf8_lossy(&answer).contains("error"));
    }
    let ops = [
        "hello",
        "file",
        "forget",
        "analyze",
        "complete",
        "hover",
        "format",
        "run",
        "check",
        "profile",
        "timeline",
        "touches",
        "dis",
        "open",
        "close",
        "advance",
        "seek",
        "move",
        "breakpoints",
        "select",
        "state",
        "path",
        "origin",
        "nothing",
    ];
    let mut random = Random::new(1);
    let values = [
        json!(null),
        json!(-1),
        json!(3),
        json!(u64::MAX),
        json!("R1"),
        json!([1, 2]),
        json!({ "of": "out_r", "from": u64::MAX, "count": u64::MAX }),
        json!("divergence.flux"),
    ];
    let keys = [
        "name",
        "time",
        "at",
        "by",
        "how",
        "line",
        "lines",
        "group",
        "wave",
        "lane",
        "of",
        "registers",
        "memory",
        "before",
        "after",
        "isa",
    ];
    for round in 0..2000 {
        let mut request = json!({ "op": ops[random.below(ops.len() as u64) as usize] });
        for key in keys {
            let value = random.below(values.len() as u64 * 2) as usize;
            if let Some(value) = values.get(value) {
                request[key] = value.clone();
            }
        }
        if random.below(2) == 0 {
            request["text"] = DIVERGENCE.into();
        }
        if round % 50 == 0 {
            bench = opened();
        }
        ask(&mut bench, request);
    }
}
