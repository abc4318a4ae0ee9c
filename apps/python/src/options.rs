//! What keywords say about a module and about a launch.

use crate::diagnostic::{Stage, raised};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tank::{CHECKERS, Checkers, Constant, Delivery, Error, Order, Settings};

/// Keywords of a launch that are no arguments of the kernel.
pub const LAUNCH: &[&str] = &[
    "grid",
    "block",
    "threads",
    "unordered",
    "resident",
    "memory",
    "schedule",
    "max_instructions",
    "memory_bytes",
    "keys",
    "cycles",
    "families",
    "fidelity",
    "timeline",
];

/// Constants of a header, by name.
pub fn constants(set: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<(String, Constant)>> {
    let Some(set) = set else {
        return Ok(Vec::new());
    };
    let each = set.iter().map(|(name, value)| {
        let name: String = name.extract()?;
        let value = match value.extract::<i128>() {
            Ok(n) => Constant::Int(n),
            Err(_) => Constant::Float(value.extract()?),
        };
        Ok((name, value))
    });
    each.collect()
}

/// Sizes in one to three dimensions: a number, or several.
pub fn sizes(what: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
    let wrong = |py| {
        let message = format!("{what} is one size or up to three, each at least 1, as in (16, 16)");
        raised(py, &Error::Plain(message), Stage::Launch)
    };
    let sizes = match value.extract::<u32>() {
        Ok(one) => vec![one],
        Err(_) => value.extract().map_err(|_| wrong(value.py()))?,
    };
    match sizes.is_empty() || sizes.len() > 3 || sizes.contains(&0) {
        true => Err(wrong(value.py())),
        false => Ok(sizes),
    }
}

/// Settings of a launch: those of the module with what the keyword says.
pub fn launch(settings: &mut Settings, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    let py = value.py();
    let refuse = |message: String| Err(raised(py, &Error::Plain(message), Stage::Launch));
    match name {
        "threads" => {
            settings.threads = value.extract()?;
            if !(1..=1024).contains(&settings.threads) {
                return refuse("threads is a number from 1 to 1024".into());
            }
        }
        "unordered" => settings.unordered = value.extract()?,
        "resident" => settings.resident = value.extract()?,
        "max_instructions" => settings.max_instructions = value.extract()?,
        "memory_bytes" => settings.memory_bytes = value.extract()?,
        "cycles" => settings.timed = value.extract()?,
        "families" => settings.families = value.extract()?,
        "fidelity" => settings.fidelity = value.extract()?,
        "timeline" => settings.timeline = value.extract()?,
        "memory" => {
            let mode: String = value.extract()?;
            settings.delivery = Some(match mode.as_str() {
                "eager" => Delivery::Eager,
                "strict" => Delivery::Strict,
                _ => return refuse(format!("memory is \"eager\" or \"strict\", not {mode:?}")),
            });
        }
        "schedule" => {
            settings.order = match value.extract::<u64>() {
                Ok(seed) => Order::Random(seed),
                Err(_) if value.extract::<&str>().is_ok_and(|it| it == "fair") => Order::RoundRobin,
                Err(_) => {
                    let message = "schedule is \"fair\", or a number to draw an order from";
                    return refuse(message.into());
                }
            }
        }
        "keys" => {
            let keys: std::collections::BTreeMap<String, i64> = value.extract()?;
            settings.keys = keys.into_iter().collect();
        }
        _ => return refuse(format!("there is no option `{name}`")),
    }
    Ok(())
}

/// Which checkers are listened to.
pub fn checkers(
    py: Python<'_>,
    only: Option<Vec<String>>,
    skip: Vec<String>,
) -> PyResult<Checkers> {
    let named = only.iter().flatten().chain(&skip);
    if let Some(unknown) = named
        .into_iter()
        .find(|name| !CHECKERS.contains(&name.as_str()))
    {
        let message = format!(
            "there is no checker `{unknown}`; there are {}",
            CHECKERS.join(", ")
        );
        return Err(raised(py, &Error::Plain(message), Stage::Launch));
    }
    let is_on = |name: &str| {
        let listed = |names: &[String]| names.iter().any(|it| it == name);
        only.as_deref().is_none_or(listed) && !listed(&skip)
    };
    Ok(Checkers::named(is_on))
}
