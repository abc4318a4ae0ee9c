//! Two kernels, runs or profiles side by side.

use crate::{Error, Input, Profile, Settings, info, profile};
use serde_json::{Map, Value, json};
use sim::Stats;
use std::collections::BTreeMap;

/// One of the two.
#[derive(Clone, Debug)]
pub struct Side {
    /// What it is called: a file.
    pub name: String,
    /// Its instruction set, where that is known.
    pub isa: Option<String>,
    /// Results by name, as JSON has them, where they are known.
    results: Option<Map<String, Value>>,
    /// Figures by section and name, in order.
    figures: Vec<(DiffSection, String, u64)>,
}

/// What figures are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DiffSection {
    /// Registers, memory, waves that fit.
    Resources,
    /// What a run counts.
    Counts,
    /// What the cycle model says.
    Cycles,
}

impl DiffSection {
    /// A plain name.
    pub fn name(self) -> &'static str {
        match self {
            DiffSection::Resources => "resources",
            DiffSection::Counts => "counts",
            DiffSection::Cycles => "cycles",
        }
    }
}

/// Two sides compared.
#[derive(Clone, Debug)]
pub struct Difference {
    /// What the sides are called.
    pub names: [String; 2],
    /// Results that both have, or one of them, by name.
    pub results: Vec<ResultDifference>,
    /// Figures in order; one that a side does not have is nothing there.
    pub rows: Vec<(DiffSection, String, [Option<u64>; 2])>,
}

/// How a result differs.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultDifference {
    /// The array.
    pub name: String,
    /// Elements of both sides.
    pub elements: [Option<usize>; 2],
    /// Elements that differ, and the first of them.
    pub differing: usize,
    /// Where the first is, and what it is on both sides.
    pub first: Option<(usize, [String; 2])>,
}

impl ResultDifference {
    /// Nothing differs.
    pub fn is_equal(&self) -> bool {
        self.differing == 0 && self.elements[0] == self.elements[1]
    }
}

impl Side {
    /// Runs a kernel and looks at what it takes.
    pub fn of_kernel(input: &Input, settings: &Settings) -> Result<Side, Error> {
        Side::of_profile(&profile(input, settings)?, input, settings)
    }

    /// What a kernel takes, and what a run of it cost.
    pub fn of_profile(
        profile: &Profile,
        input: &Input,
        settings: &Settings,
    ) -> Result<Side, Error> {
        let kernels = info(input, settings, None)?;
        let mut figures = Vec::new();
        let mut resource = |name: &str, value: u64| {
            figures.push((DiffSection::Resources, name.to_string(), value));
        };
        let launched = kernels.iter().find(|kernel| match &settings.kernel {
            Some(name) => kernel.name == *name,
            None => true,
        });
        if let Some(kernel) = launched {
            resource("code_bytes", kernel.code_bytes);
            for it in &kernel.resources {
                resource(it.key, it.value);
            }
            if let Some(occupancy) = &kernel.occupancy {
                resource("waves_that_fit", occupancy.waves.into());
                resource("workgroups_that_fit", occupancy.workgroups.into());
            }
        }
        let stats = profile.report.stats;
        let counts = stats.entries().into_iter();
        figures.extend(counts.map(|(name, value)| (DiffSection::Counts, name.to_string(), value)));
        if let Some(cycles) = &profile.report.cycles {
            let own = cycles.entries().into_iter();
            figures.extend(own.map(|(name, value)| (DiffSection::Cycles, name, value)));
        }
        let arrays = profile.report.outputs.iter();
        let arrays = arrays.map(|(name, array)| (name.clone(), kernel::to_json(array)));
        Ok(Side {
            name: input.file.name().into(),
            isa: Some(input.arch.name().into()),
            results: Some(arrays.collect()),
            figures,
        })
    }

    /// What `run --json` or `profile --json` wrote.
    pub fn of_json(name: &str, text: &str) -> Result<Side, Error> {
        let fail = |why: &str| Error::Plain(format!("{name}: {why}"));
        let value: Value =
            serde_json::from_str(text).map_err(|error| fail(&format!("not JSON: {error}")))?;
        let schema = value["schema"].as_str().unwrap_or_default();
        if !matches!(schema, "wavetank.run/1" | "wavetank.profile/1") {
            let found = match schema {
                "" => "no schema".to_string(),
                other => format!("schema `{other}`"),
            };
            let why = "expected what `run --json` or `profile --json` writes";
            return Err(fail(&format!("{found}; {why}")));
        }
        let Some(stats) = value["stats"].as_object() else {
            return Err(fail("there are no statistics in it: did the run end?"));
        };
        let counts = Stats::default().entries();
        let figure = |(name, value): (&String, &Value)| {
            // What no run counts is of the cycle model.
            let section = match counts.iter().any(|(count, _)| count == name) {
                true => DiffSection::Counts,
                false => DiffSection::Cycles,
            };
            Some((section, name.clone(), value.as_u64()?))
        };
        let mut figures: Vec<_> = stats.iter().filter_map(figure).collect();
        figures.sort_by_key(|figure| figure.0);
        Ok(Side {
            name: name.into(),
            isa: value["isa"].as_str().map(String::from),
            results: value["arrays"].as_object().cloned(),
            figures,
        })
    }
}

/// Compares what two sides have.
pub fn diff(a: &Side, b: &Side) -> Result<Difference, Error> {
    if let (Some(one), Some(other)) = (&a.isa, &b.isa)
        && one != other
    {
        return Err(Error::Plain(format!(
            "{} is {one} and {} is {other}: figures of different instruction sets do not compare",
            a.name, b.name
        )));
    }
    let mut rows: Vec<(DiffSection, String, [Option<u64>; 2])> = Vec::new();
    for (side, figures) in [&a.figures, &b.figures].into_iter().enumerate() {
        for (section, name, value) in figures {
            let known = rows
                .iter_mut()
                .find(|row| (row.0, &row.1) == (*section, name));
            match known {
                Some(row) => row.2[side] = Some(*value),
                None => {
                    let mut values = [None; 2];
                    values[side] = Some(*value);
                    rows.push((*section, name.clone(), values));
                }
            }
        }
    }
    rows.sort_by_key(|row| row.0);
    Ok(Difference {
        names: [a.name.clone(), b.name.clone()],
        results: match (&a.results, &b.results) {
            (Some(one), Some(other)) => results(one, other),
            _ => Vec::new(),
        },
        rows,
    })
}

fn results(one: &Map<String, Value>, other: &Map<String, Value>) -> Vec<ResultDifference> {
    let mut names: BTreeMap<&String, [Option<&Value>; 2]> = BTreeMap::new();
    for (side, arrays) in [one, other].into_iter().enumerate() {
        for (name, array) in arrays {
            names.entry(name).or_default()[side] = Some(array);
        }
    }
    let compare = |(name, sides): (&String, [Option<&Value>; 2])| {
        let elements = sides.map(|side| side.map(elements));
        let [one, other] = elements
            .each_ref()
            .map(|side| side.as_deref().unwrap_or(&[]));
        let mut pairs = one.iter().zip(other).enumerate();
        let first = pairs.find(|(_, (a, b))| a != b);
        let later = pairs.filter(|(_, (a, b))| a != b).count();
        ResultDifference {
            name: name.clone(),
            differing: later + usize::from(first.is_some()),
            first: first.map(|(at, (a, b))| (at, [a.to_string(), b.to_string()])),
            elements: elements.map(|side| side.map(|it| it.len())),
        }
    };
    names.into_iter().map(compare).collect()
}

/// The numbers of an array, whatever its shape.
fn elements(array: &Value) -> Vec<&Value> {
    match array {
        Value::Array(all) => all.iter().flat_map(elements).collect(),
        Value::Object(object) => object.get("data").map_or(Vec::new(), elements),
        one => vec![one],
    }
}

impl Difference {
    /// Results that both have are the same.
    pub fn is_equal(&self) -> bool {
        self.results.iter().all(ResultDifference::is_equal)
    }

    /// The whole comparison as one object.
    pub fn to_json(&self) -> Value {
        let results = self.results.iter().map(|it| {
            json!({
                "name": it.name,
                "elements": it.elements,
                "differing": it.differing,
                "first": it.first.as_ref().map(|(at, sides)| json!({ "index": at, "values": sides })),
            })
        });
        let mut sections: Map<String, Value> = Map::new();
        for (section, name, values) in &self.rows {
            let section = sections.entry(section.name()).or_insert_with(|| json!({}));
            section[name] = json!(values);
        }
        json!({
            "schema": "wavetank.diff/1",
            "names": self.names,
            "equal": self.is_equal(),
            "results": results.collect::<Vec<_>>(),
            "figures": sections,
        })
    }
}
