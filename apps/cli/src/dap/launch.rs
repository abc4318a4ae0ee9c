//! The launch configuration.

use compile::{CompilerOptions, Confinement};
use serde_json::Value;
use std::path::{Path, PathBuf};
use wavetank::{Debuggable, Delivery, Error, LaunchOptions, Order, Settings};

/// Keys that mean something here. Others are the editor's, or mistakes.
const KEYS: &[&str] = &[
    "program",
    "isa",
    "kernel",
    "args",
    "global",
    "local",
    "options",
    "wave",
    "ext",
    "set",
    "seed",
    "resident",
    "memory",
    "schedule",
    "scheduleSeed",
    "maxInstructions",
    "globalMemsize",
    "key",
    "cycles",
    "allowPaths",
    "noSandbox",
    "stopOnEntry",
    "stopAtEnd",
    "noDebug",
];

/// Keys that editors have for themselves.
const EDITORS: &[&str] = &[
    "type",
    "name",
    "request",
    "debugServer",
    "presentation",
    "preLaunchTask",
    "postDebugTask",
    "preRestartTask",
    "internalConsoleOptions",
    "console",
    "cwd",
    "linux",
    "osx",
    "windows",
    "suppressMultipleSessionWarning",
];

/// Keys that mean nothing here.
pub fn unknown(arguments: &Value) -> Vec<String> {
    let keys = arguments.as_object().into_iter().flat_map(|all| all.keys());
    let known = |key: &&String| {
        let key = key.as_str();
        KEYS.contains(&key) || EDITORS.contains(&key) || key.starts_with("__")
    };
    keys.filter(|key| !known(key)).cloned().collect()
}

/// The kernel that a launch configuration describes; its keys are the flags of `wavetank debug`.
pub fn prepare(arguments: &Value) -> Result<Debuggable, Error> {
    let wrong = |name: &str, expected: &str| {
        let message = format!("`{name}` in the launch configuration: expected {expected}");
        Error::Plain(message)
    };
    let text = |name: &str| match &arguments[name] {
        Value::Null => Ok(None),
        Value::String(text) => Ok(Some(text.clone())),
        _ => Err(wrong(name, "a text")),
    };
    let number = |name: &str| match &arguments[name] {
        Value::Null => Ok(None),
        value => match value.as_u64() {
            Some(number) => Ok(Some(number)),
            None => Err(wrong(name, "a number from 0 on")),
        },
    };
    let strings = |name: &str| {
        let text = |value: &Value| Some(value.as_str()?.to_string());
        list_of(arguments, name, text).ok_or_else(|| wrong(name, "a list of texts"))
    };
    let numbers = |name: &str| {
        let number = |value: &Value| u32::try_from(value.as_u64()?).ok();
        list_of(arguments, name, number).ok_or_else(|| wrong(name, "a list of numbers"))
    };
    let program = text("program")?;
    let program =
        program.ok_or_else(|| Error::Plain("the launch configuration has no `program`".into()))?;
    let paths = strings("allowPaths")?.into_iter().map(PathBuf::from);
    let confinement = match arguments["noSandbox"] == true {
        true => Confinement::None,
        false => Confinement::Sandbox,
    };
    let options = strings("options")?;
    let path = Path::new(&program);
    if !options.is_empty() && path.extension().is_none_or(|extension| extension != "cl") {
        let message =
            "`options` in the launch configuration: they are the compiler's, for .cl files";
        return Err(Error::Plain(message.into()));
    }
    let options =
        CompilerOptions::from_words(options.iter().map(String::as_str)).map_err(Error::Plain)?;
    let input = compile::open_with(
        path,
        text("isa")?.as_deref(),
        &paths.collect::<Vec<_>>(),
        confinement,
        options,
    )?;
    // A number that is too large is as wrong as any other.
    let small = |name: &str| Ok(number(name)?.map(|n| n.min(u32::MAX.into()) as u32));
    let mut settings = Settings {
        seed: number("seed")?,
        wave: small("wave")?,
        resident: small("resident")?,
        timed: arguments["cycles"] == true,
        extensions: strings("ext")?,
        kernel: text("kernel")?,
        launch: LaunchOptions {
            args: strings("args")?,
            global: numbers("global")?,
            local: numbers("local")?,
        },
        ..Settings::default()
    };
    settings.delivery = match text("memory")?.as_deref() {
        Some("strict") => Some(Delivery::Strict),
        Some("eager") => Some(Delivery::Eager),
        None => None,
        _ => return Err(wrong("memory", "`eager` or `strict`")),
    };
    settings.order = match (text("schedule")?.as_deref(), number("scheduleSeed")?) {
        (Some("random"), seed) => Order::Random(seed.or(settings.seed).unwrap_or(1)),
        (Some("fair") | None, None) => Order::RoundRobin,
        (Some("fair") | None, Some(_)) => {
            return Err(wrong("scheduleSeed", "`schedule` to be `random`"));
        }
        _ => return Err(wrong("schedule", "`fair` or `random`")),
    };
    if let Some(limit) = number("maxInstructions")? {
        settings.max_instructions = limit;
    }
    if let Some(megabytes) = number("globalMemsize")? {
        settings.memory_bytes = megabytes.saturating_mul(1 << 20);
    }
    for text in strings("key")? {
        settings.keys.push(crate::run::key(&text)?);
    }
    for text in strings("set")? {
        settings.set.push(crate::run::constant(&text)?);
    }
    Debuggable::new(&input, &settings)
}

/// A list in the launch configuration; empty where there is none.
fn list_of<T>(arguments: &Value, name: &str, read: impl Fn(&Value) -> Option<T>) -> Option<Vec<T>> {
    match &arguments[name] {
        Value::Null => Some(Vec::new()),
        Value::Array(items) => items.iter().map(read).collect(),
        _ => None,
    }
}
