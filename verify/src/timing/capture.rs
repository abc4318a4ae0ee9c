//! Reading captures.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;

/// What was captured of one launch.
pub struct Capture {
    pub name: String,
    /// As the driver calls it: `gfx1201`.
    pub chip: String,
    pub kernel: String,
    pub code: Vec<u8>,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub lanes: u32,
    /// MHz of the lanes, where they are known.
    pub clock: Option<i64>,
    pub rsrc1: u32,
    pub rsrc2: u32,
    /// Compute units that had waves: halves of workgroup processors, or whole ones.
    pub halves: usize,
    pub wholes: usize,
    /// Waves whose instructions were traced.
    pub waves: Vec<MeasuredWave>,
}

/// A wave's instructions.
#[derive(Default)]
pub struct MeasuredWave {
    pub start: u64,
    pub end: u64,
    /// Offset of the instruction in the code, and when it was issued.
    pub issued: Vec<(u64, u64)>,
}

impl Capture {
    /// Those of a folder that have waves with instructions, in order; and how many there are of each chip
    /// that is not modelled.
    pub fn all(folder: &Path, only: &str) -> Result<(Vec<Capture>, BTreeMap<String, u32>), String> {
        let fail = |error: std::io::Error| format!("{}: {error}", folder.display());
        let mut names = BTreeSet::new();
        for entry in fs::read_dir(folder).map_err(fail)? {
            let name = entry
                .map_err(fail)?
                .file_name()
                .to_string_lossy()
                .into_owned();
            names.extend(name.strip_suffix(".launch.tsv").map(str::to_string));
        }
        let wanted = names.iter().filter(|name| name.contains(only));
        let (mut captures, mut others) = (Vec::new(), BTreeMap::new());
        for name in wanted {
            let chip = name.split('-').next().unwrap_or_default();
            match amdgpu::Target::from_name(chip) {
                Some(_) => captures.extend(Capture::read(folder, name)?),
                None => *others.entry(chip.to_string()).or_default() += 1,
            }
        }
        Ok((captures, others))
    }

    /// Nothing where no wave was traced.
    fn read(folder: &Path, name: &str) -> Result<Option<Capture>, String> {
        let text = |suffix: &str| {
            let path = folder.join(format!("{name}{suffix}"));
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
        };
        let launch = text(".launch.tsv")?;
        let launch: HashMap<&str, &str> =
            launch.lines().filter_map(|l| l.split_once('\t')).collect();
        let get = |key: &str| {
            let value = launch.get(key).copied();
            value.ok_or_else(|| format!("{name}.launch.tsv has no `{key}`"))
        };
        let chip = get("target")?.to_string();
        let trace = text(".tsv")?;
        let mut waves: BTreeMap<[&str; 6], MeasuredWave> = BTreeMap::new();
        let (mut halves, mut wholes) = (BTreeSet::new(), BTreeSet::new());
        for line in trace.lines().skip(1) {
            let fields: Vec<&str> = line.split('\t').collect();
            let [
                se,
                sa,
                cu,
                simd,
                slot,
                turn,
                seq,
                pc,
                mnemonic,
                time,
                kind,
                ..,
            ] = fields[..]
            else {
                return Err(format!("{name}.tsv: `{line}` has too few columns"));
            };
            if kind == "wave_start" {
                let odd = simd.parse::<u32>().unwrap_or(0) % 2;
                halves.insert((se, sa, cu, odd));
                wholes.insert((se, sa, cu));
            }
            let number = |text: &str| {
                text.parse::<u64>()
                    .map_err(|_| format!("{name}.tsv: `{line}`"))
            };
            let wave = waves.entry([se, sa, cu, simd, slot, turn]).or_default();
            match kind {
                "wave_start" => wave.start = number(time)?,
                "wave_end" => wave.end = number(time)?,
                // Some chips tell of it when the wave is over, which its end says already.
                "issue" | "imm" if mnemonic == "s_endpgm" => {}
                "issue" | "imm" | "branch_taken" | "branch_not_taken" | "call" if seq != "-" => {
                    let pc = u64::from_str_radix(pc.trim_start_matches("0x"), 16);
                    let pc = pc.map_err(|_| format!("{name}.tsv: `{line}`"))?;
                    wave.issued.push((pc, number(time)?));
                }
                _ => {}
            }
        }
        let mut waves: Vec<MeasuredWave> = waves.into_values().collect();
        waves.retain(|wave| !wave.issued.is_empty() && wave.end > wave.start);
        waves
            .iter_mut()
            .for_each(|wave| wave.issued.sort_by_key(|&(_, time)| time));
        if waves.is_empty() {
            return Ok(None);
        }
        let hex = |text: &str| {
            u32::from_str_radix(text.trim_start_matches("0x"), 16)
                .map_err(|_| format!("{name}.launch.tsv: `{text}` is no number"))
        };
        Ok(Some(Capture {
            name: name.to_string(),
            chip,
            kernel: get("kernel")?.to_string(),
            code: code(&text(".s")?).map_err(|why| format!("{name}.s: {why}"))?,
            grid: sizes(get("grid_workgroups")?)?,
            block: sizes(get("block_threads")?)?,
            lanes: get("wave_size")?
                .parse()
                .map_err(|_| "wave_size".to_string())?,
            clock: launch
                .get("trace_clock_MHz_estimate")
                .and_then(|text| text.parse::<f64>().ok())
                .map(|clock| clock as i64)
                .filter(|clock| (100..=10_000).contains(clock)),
            rsrc1: hex(get("pgm_rsrc1")?)?,
            rsrc2: hex(get("pgm_rsrc2")?)?,
            halves: halves.len(),
            wholes: wholes.len(),
            waves,
        }))
    }
}

/// `8x16x1`.
fn sizes(text: &str) -> Result<[u32; 3], String> {
    let parts: Result<Vec<u32>, _> = text.split('x').map(str::parse).collect();
    let parts = parts.map_err(|_| format!("`{text}` is no size"))?;
    parts.try_into().map_err(|_| format!("`{text}` is no size"))
}

/// The words of the encoding column, at their offsets.
fn code(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes: Vec<u8> = Vec::new();
    for line in text.lines().skip(1) {
        let mut columns = line.split('\t');
        let (Some(offset), Some(words)) = (columns.next(), columns.next()) else {
            return Err(format!("`{line}` has too few columns"));
        };
        let number = |text: &str| {
            u32::from_str_radix(text.trim_start_matches("0x"), 16)
                .map_err(|_| format!("`{text}` is no number"))
        };
        let offset = number(offset)? as usize;
        if bytes.len() < offset {
            bytes.resize(offset, 0);
        }
        for word in words.split(' ').filter(|word| !word.is_empty()) {
            bytes.extend(number(word)?.to_le_bytes());
        }
    }
    Ok(bytes)
}
