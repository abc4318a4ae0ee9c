//! Tiny kernels that were judged wrongly once, written down: `corpus/check/interleavings.txt`.
//!
//! A line has what is true of the kernel, its target, `apart` where each wave is a workgroup or `pairs` where
//! two are, and the operations of its waves.

use super::tiny::{Op, TARGETS, Target, Tiny, Verdict, judge};
use super::{read, root};

/// Judges them all. Returns how many there are.
pub fn run() -> Result<usize, String> {
    let path = root().join("corpus/check/interleavings.txt");
    let text = read(&path)?;
    let lines = text.lines().enumerate().filter(|(_, line)| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#')
    });
    let mut count = 0;
    for (number, line) in lines {
        let place = |why: String| format!("{}:{}: {why}", path.display(), number + 1);
        let (expected, tiny) = parse(line).map_err(place)?;
        let verdict = judge(&tiny).map_err(place)?;
        let same = matches!(
            (expected, verdict),
            ("found", Verdict::Found) | ("silent", Verdict::Silent) | ("lucky", Verdict::Lucky(_))
        );
        if !same {
            return Err(place(format!("expected {expected}, but it is {verdict:?}")));
        }
        count += 1;
    }
    Ok(count)
}

fn parse(line: &str) -> Result<(&str, Tiny), String> {
    let (head, waves) = (line.split_once(':')).ok_or("expected `verdict target: operations`")?;
    let mut head = head.split_whitespace();
    let verdict = (head.next())
        .filter(|it| ["found", "silent", "lucky"].contains(it))
        .ok_or("expected `found`, `silent` or `lucky`")?;
    let target = head.next().unwrap_or_default();
    let target = (TARGETS.into_iter())
        .find(|it| name(*it) == target)
        .ok_or_else(|| format!("no target `{target}`"))?;
    let together = match head.next() {
        None => None,
        Some("apart") => Some(1),
        Some("pairs") => Some(2),
        Some(other) => return Err(format!("expected `apart` or `pairs`, found `{other}`")),
    };
    let ops = |wave: &str| wave.split_whitespace().map(op).collect();
    let waves = waves.split('|').map(ops);
    let waves: Vec<Vec<Op>> = waves.collect::<Result<_, _>>()?;
    let tiny = Tiny {
        together: together.unwrap_or(waves.len()),
        target,
        waves,
    };
    Ok((verdict, tiny))
}

fn name(target: Target) -> &'static str {
    match target {
        Target::Rdna3 => "rdna3",
        Target::Rdna3Local => "rdna3-local",
        Target::Rdna4 => "rdna4",
        Target::Cdna => "cdna",
        Target::Wave => "wave",
        Target::Flux => "flux",
        Target::Waves => "waves",
        Target::Tile => "tile",
    }
}

fn op(text: &str) -> Result<Op, String> {
    let wrong = || format!("no operation `{text}`");
    let place = |text: &str| match text.parse::<u8>() {
        Ok(place) if place < super::tiny::PLACES => Ok(place),
        _ => Err(wrong()),
    };
    Ok(match text {
        "wait" => Op::Wait,
        "forget" => Op::Forget,
        "forget-near" => Op::ForgetNear,
        "write-back" => Op::WriteBack,
        "barrier" => Op::Barrier,
        "raise" => Op::Raise,
        "await" => Op::Await,
        _ => match (text.split_once('='), text.split_at_checked(1)) {
            (Some((at, value)), _) => {
                let at = place(at.strip_prefix('s').ok_or_else(wrong)?)?;
                Op::Store(at, value.parse().map_err(|_| wrong())?)
            }
            (None, Some(("l", at))) => Op::Load(place(at)?),
            (None, Some(("a", at))) => Op::Add(place(at)?),
            _ => return Err(wrong()),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_that_were_judged_wrongly_are_judged_right() {
        let count = run().unwrap_or_else(|why| panic!("{why}"));
        assert!(count >= 10, "{count} kernels");
    }

    #[test]
    fn what_is_no_kernel_is_an_error() {
        for line in [
            "found rdna3",
            "maybe rdna3: l0",
            "found rdna9: l0",
            "found rdna3 near: l0",
            "found rdna3: l2",
            "found rdna3: s0",
            "found rdna3: s0=300",
            "found rdna3: jump",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
