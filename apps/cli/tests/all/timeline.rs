//! Timelines in Perfetto's native format, read back by Perfetto's own classes: the package `perfetto` of
//! PyPI, where a Python that has it is found (`WAVETANK_PERFETTO` names one, else it is `python3`).

use std::path::Path;
use std::process::Command;

const READ: &str = r#"
import collections, sys
from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import Trace, TrackEvent
trace = Trace()
trace.ParseFromString(open(sys.argv[1], "rb").read())
names, arguments, tracks, counters = {}, {}, {}, {}
for packet in trace.packet:
    assert packet.trusted_packet_sequence_id == 1
    for it in packet.interned_data.event_names:
        names[it.iid] = it.name
    for it in packet.interned_data.debug_annotation_names:
        arguments[it.iid] = it.name
    if packet.HasField("track_descriptor"):
        descriptor = packet.track_descriptor
        assert descriptor.uuid not in tracks and descriptor.uuid not in counters
        name = descriptor.process.process_name or descriptor.name
        (counters if descriptor.HasField("counter") else tracks)[descriptor.uuid] = name
        assert not descriptor.parent_uuid or descriptor.parent_uuid in tracks
open_slices, time, slices = collections.defaultdict(list), 0, []
total = collections.Counter()
for packet in trace.packet:
    if not packet.HasField("track_event"):
        continue
    event = packet.track_event
    assert packet.timestamp >= time, "packets are in order"
    time = packet.timestamp
    if event.type == TrackEvent.TYPE_COUNTER:
        total[counters[event.track_uuid].split(" in ")[0]] += event.counter_value
    elif event.type == TrackEvent.TYPE_SLICE_BEGIN:
        own = {arguments[it.name_iid]: it.pointer_value or it.uint_value for it in event.debug_annotations}
        assert not open_slices[event.track_uuid], "slices of a track do not overlap"
        open_slices[event.track_uuid].append((names[event.name_iid], time, own))
    else:
        name, start, own = open_slices[event.track_uuid].pop()
        assert time > start
        slices.append((tracks[event.track_uuid], name, start, time - start, own))
assert not any(open_slices.values()), "every slice ends"
print("tracks", len(tracks))
print("issued", sum(1 for it in slices if "lanes" in it[4]))
print("counted", total["instructions issued"])
print("last", time)
for it in sorted(slices, key=lambda it: (it[2], it[0]))[: int(sys.argv[2])]:
    print(*it)
"#;

/// The lines that it prints, or nothing where Perfetto is not installed.
fn read(trace: &Path, slices: usize) -> Option<Vec<String>> {
    let python = std::env::var("WAVETANK_PERFETTO").unwrap_or_else(|_| "python3".into());
    let import = [
        "-c",
        "import perfetto.protos.perfetto.trace.perfetto_trace_pb2",
    ];
    let there = Command::new(&python).args(import).output();
    if !there.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: {python} has no package `perfetto`");
        return None;
    }
    let mut command = Command::new(&python);
    let output = command
        .args(["-c", READ])
        .arg(trace)
        .arg(slices.to_string())
        .output()
        .expect("Python runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let text = String::from_utf8_lossy(&output.stdout);
    Some(text.lines().map(String::from).collect())
}

fn timeline(example: &str, more: &[&str], to: &Path) -> u64 {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output = Command::new(env!("CARGO_BIN_EXE_wavetank"))
        .current_dir(root)
        .args(["run", example, "--json", "--timeline"])
        .arg(to)
        .args(more)
        .output()
        .expect("the binary runs");
    assert!(output.status.success(), "{output:?}");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    report["stats"]["instructions"].as_u64().expect("a count")
}

#[test]
fn perfetto_reads_what_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trace.pftrace");
    for example in [
        "examples/rdna/vector-add.rdna3",
        "examples/waves/reduction.waves",
    ] {
        let instructions = timeline(example, &[], &path);
        let Some(lines) = read(&path, 3) else { return };
        assert!(
            lines.contains(&format!("issued {instructions}")),
            "{example}: {lines:?}"
        );
        assert!(
            lines.contains(&format!("counted {instructions}")),
            "{example}: {lines:?}"
        );
    }
}

#[test]
fn a_window_shows_its_cycles() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trace.pftrace");
    timeline(
        "examples/waves/reduction.waves",
        &["--window", "1000..1500"],
        &path,
    );
    let whole = folder.path().join("whole.pftrace");
    timeline("examples/waves/reduction.waves", &[], &whole);
    let size = |path: &Path| path.metadata().unwrap().len();
    assert!(
        size(&path) * 5 < size(&whole),
        "{} of {}",
        size(&path),
        size(&whole)
    );
    let Some(lines) = read(&path, 1000) else {
        return;
    };
    let starts = lines[4..].iter().map(|line| line.matches(' ').count());
    assert!(starts.count() > 20, "{lines:?}");
    let bad = Command::new(env!("CARGO_BIN_EXE_wavetank"))
        .args(["run", "x.waves", "--timeline", "y", "--window", "5..5"])
        .output()
        .expect("the binary runs");
    assert!(!bad.status.success());
}
