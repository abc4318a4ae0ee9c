//! What a page asks for.

use serde_json::Value;
use wavetank::{Delivery, Error, Meter, Order, Settings, SourceFile};

/// A request: a JSON object, and bytes beside it.
pub(crate) struct Request<'a> {
    pub json: Value,
    pub bytes: &'a [u8],
}

impl<'a> Request<'a> {
    pub fn parse(frame: &'a [u8]) -> Result<Request<'a>, String> {
        let short = || "a request begins with the length of its text".to_string();
        let (len, rest) = frame.split_first_chunk::<4>().ok_or_else(short)?;
        let len = u32::from_le_bytes(*len) as usize;
        let (text, bytes) = rest.split_at_checked(len).ok_or_else(short)?;
        let json = serde_json::from_slice(text).map_err(|error| error.to_string())?;
        Ok(Request { json, bytes })
    }

    /// A text that has to be there.
    pub fn text(&self, name: &str) -> Result<&str, String> {
        let value = self.json.get(name).and_then(Value::as_str);
        value.ok_or_else(|| format!("the request has no text `{name}`"))
    }

    /// A number that has to be there.
    pub fn number(&self, name: &str) -> Result<u64, String> {
        let value = self.json.get(name).and_then(Value::as_u64);
        value.ok_or_else(|| format!("the request has no number `{name}`"))
    }

    /// A number, where there is one.
    pub fn maybe(&self, name: &str) -> Option<u64> {
        self.json.get(name)?.as_u64()
    }

    /// Whether something is asked for.
    pub fn flag(&self, name: &str) -> bool {
        self.json.get(name).and_then(Value::as_bool) == Some(true)
    }

    /// How to run: the defaults of the command line, and what the page changes of them.
    pub fn settings(&self) -> Result<Settings, Error> {
        let mut settings = Settings {
            timed: self.flag("timed"),
            ..Settings::default()
        };
        let texts = self.json.get("set").and_then(Value::as_array);
        for text in texts.into_iter().flatten().filter_map(Value::as_str) {
            let set = wavetank::parse_set(text)
                .map_err(|found| Error::input(&SourceFile::new("--set", text), found))?;
            settings.set.push(set);
        }
        if let Some(most) = self.maybe("max_instructions") {
            settings.max_instructions = most;
        }
        settings.seed = self.maybe("seed");
        if self.flag("strict") {
            settings.delivery = Some(Delivery::Strict);
        }
        if let Some(seed) = self.maybe("random_order") {
            settings.order = Order::Random(seed);
        }
        settings.meter = meter();
        Ok(settings)
    }
}

/// Tells the page how far a run has come.
fn meter() -> Meter {
    let told = std::sync::atomic::AtomicU64::new(0);
    Meter::asking(move || {
        // It is asked every 65,536 instructions.
        let asked = told.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1;
        if asked.is_multiple_of(16) {
            crate::abi::tell(asked << 16);
        }
        false
    })
}
