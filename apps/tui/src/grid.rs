//! Registers lane by lane, and which of them changed.

use debug::{Answer, Console, Expr, ExprValue, Notation, WaveId};
use std::collections::HashMap;

/// A register in every lane; an array, element by element.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub name: String,
    pub values: Vec<ExprValue>,
    /// One value for each lane, and not one for all of them.
    pub lanes: bool,
    pub changed: Vec<bool>,
}

/// The registers of the selected wave.
#[derive(Default)]
pub(crate) struct Grid {
    pub rows: Vec<Row>,
    /// Rows that hold nothing but zeros and are not shown.
    pub zeros: usize,
    /// The row of the cursor.
    pub at: usize,
    pub format: Option<Notation>,
    pub heat: bool,
    /// Rows of zeros are shown too.
    pub all: bool,
    before: Moment,
    now: Moment,
}

#[derive(Default)]
struct Moment {
    of: Option<(WaveId, u64, usize)>,
    values: HashMap<String, Vec<ExprValue>>,
}

/// Registers of more elements are arrays that are looked at elsewhere.
const MOST: usize = 1024;

impl Grid {
    /// Looks at the registers of the selected wave again.
    pub fn refresh(&mut self, console: &Console) {
        let session = console.session();
        let subject = session.subject();
        let frame = session.selected_frame();
        let of = session
            .selected_wave()
            .map(|id| (id, session.time(), frame));
        let mut values = HashMap::new();
        let mut rows = Vec::new();
        let exec = subject.registers.exec.clone();
        let registers = subject.registers.groups.iter().flat_map(|it| &it.registers);
        let names = registers.map(|register| register.name.clone());
        let own = |name: &String| *name == exec;
        let names: Vec<String> = names.collect();
        let missing = (subject.lanes > 1 && !names.iter().any(own)).then_some(exec);
        // Variables of the source come first, then what they are in.
        let locals = session.selected_wave().map(|id| session.locals(id, frame));
        let locals = locals.into_iter().flatten();
        let locals = locals.map(|(_, variable)| variable.name.clone());
        for name in locals.chain(missing).chain(names) {
            let expr = Expr::Name(name.clone());
            let Ok(answer) = session.look(|scope| scope.answer(&expr)) else {
                continue;
            };
            let found = match answer {
                Answer::One(value) => vec![(name, vec![value], false)],
                Answer::Registers(all) => {
                    let rows = all.into_iter();
                    rows.map(|row| (row.name, row.values, row.first.is_some()))
                        .collect()
                }
                Answer::Array { values, .. } if values.len() <= MOST => vec![(name, values, false)],
                _ => continue,
            };
            for (name, row, lanes) in found {
                values.insert(name.clone(), row.clone());
                rows.push((name, row, lanes));
            }
        }
        // The same moment again is the same: another pane moved, or another lane is looked at.
        if self.now.of != of {
            let whose = |of: Option<(WaveId, u64, usize)>| of.map(|(id, _, frame)| (id, frame));
            let moved = whose(self.now.of) == whose(of);
            let last = std::mem::take(&mut self.now);
            self.before = if moved { last } else { Moment::default() };
        }
        self.now = Moment { of, values };
        let zero = |value: &ExprValue| value.integer() == Some(0);
        let total = rows.len();
        let rows = rows.into_iter().filter_map(|(name, values, lanes)| {
            let old = self.before.values.get(&name);
            let changed = values.iter().enumerate();
            let changed = changed.map(|(at, value)| {
                let old = old.and_then(|old| old.get(at));
                old.is_some_and(|old| old != value)
            });
            let changed: Vec<bool> = changed.collect();
            let dull = values.iter().all(zero) && !changed.contains(&true);
            (self.all || !dull).then_some(Row {
                name,
                values,
                lanes,
                changed,
            })
        });
        self.rows = rows.collect();
        self.zeros = total - self.rows.len();
        self.at = self.at.min(self.rows.len().saturating_sub(1));
    }

    /// Characters that a cell takes.
    pub fn cell(&self) -> usize {
        match (self.heat, self.format) {
            (true, _) => 1,
            (_, Some(Notation::Hex)) => 10,
            _ => 10,
        }
    }

    /// The next way to show values.
    pub fn cycle(&mut self) {
        self.format = match self.format {
            None => Some(Notation::Hex),
            Some(Notation::Hex) => Some(Notation::Signed),
            Some(Notation::Signed) => Some(Notation::Unsigned),
            Some(Notation::Unsigned) => Some(Notation::Float),
            _ => None,
        };
    }

    pub fn format_name(&self) -> &'static str {
        format_name(self.format)
    }
}

pub(crate) fn format_name(format: Option<Notation>) -> &'static str {
    match format {
        Some(Notation::Hex) => "hex",
        Some(Notation::Signed) => "signed",
        Some(Notation::Unsigned) => "unsigned",
        Some(Notation::Float) => "float",
        _ => "auto",
    }
}

/// A value as a number, for heat maps.
pub(crate) fn amount(value: ExprValue) -> Option<f64> {
    match value.as_shown() {
        ExprValue::Float(x) => Some(x),
        ExprValue::Int(n) => Some(n as f64),
        other => match other.number(ExprValue::Int(0)) {
            ExprValue::Float(x) => Some(x),
            ExprValue::Int(n) => Some(n as f64),
            other => other.integer().map(|n| n as f64),
        },
    }
    .filter(|x| x.is_finite())
}
