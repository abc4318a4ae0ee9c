//! Registers, lanes and memory as the tree of variables that an editor shows.

use super::memory::local_reference;
use super::place::lane_state;
use serde_json::{Value, json};
use wavetank::debug::{Answer, Expr, Notation, Session, WaveId, parse_expr};

/// What stands behind the value of a lane that is not active.
pub(super) const INACTIVE: &str = " (not active)";

/// What a reference stands for. References live until the run moves.
#[derive(Clone)]
enum Node {
    /// Registers of a group, by its number, seen from the selected lane.
    Group(usize),
    Arguments,
    /// What every wave has: pc, active lanes, place.
    Wave,
    /// What every lane does.
    Lanes,
    /// The local memory of the workgroup, in words.
    Local,
    /// Variables of the source, as the selected lane sees them.
    Locals,
    /// The values of a register in all its lanes, or the elements of an array.
    Whole(String),
}

/// A wave, and the frame of it that is looked from.
type At = (WaveId, usize);

#[derive(Default)]
pub struct Variables {
    nodes: Vec<(At, Node)>,
}

impl Variables {
    pub fn forget(&mut self) {
        self.nodes.clear();
    }

    fn reference(&mut self, at: At, node: Node) -> usize {
        self.nodes.push((at, node));
        self.nodes.len()
    }

    pub fn scopes(&mut self, session: &Session, wave: WaveId, frame: usize) -> Value {
        let at = (wave, frame);
        let groups = &session.subject().registers.groups;
        let kind = &session.subject().registers.wave;
        let (first, rest) = kind.split_at(kind.len().min(1));
        let mut scopes = vec![json!({
            "name": first.to_uppercase() + rest,
            "variablesReference": self.reference(at, Node::Wave),
            "expensive": false,
        })];
        let subject = session.subject();
        if subject.lanes > 1 {
            scopes.push(json!({
                "name": "Lanes",
                "variablesReference": self.reference(at, Node::Lanes),
                "indexedVariables": subject.lanes,
                "expensive": false,
            }));
        }
        if !session.locals(wave, frame).is_empty() {
            scopes.insert(
                0,
                json!({
                    "name": "Locals",
                    "presentationHint": "locals",
                    "variablesReference": self.reference(at, Node::Locals),
                    "expensive": false,
                }),
            );
        }
        for (i, group) in groups.iter().enumerate() {
            scopes.push(json!({
                "name": format!("Registers: {}", group.name),
                "presentationHint": "registers",
                "variablesReference": self.reference(at, Node::Group(i)),
                "expensive": false,
            }));
        }
        scopes.push(json!({
            "name": "Arguments",
            "presentationHint": "arguments",
            "variablesReference": self.reference(at, Node::Arguments),
            "expensive": false,
        }));
        let local = local_bytes(session, wave);
        if local > 0 {
            scopes.push(json!({
                "name": "Local memory",
                "variablesReference": self.reference(at, Node::Local),
                "indexedVariables": local.div_ceil(4),
                "expensive": local > 1024,
            }));
        }
        json!({ "scopes": scopes })
    }

    fn node(&self, arguments: &Value) -> Result<(At, Node), String> {
        let reference = arguments["variablesReference"].as_u64().unwrap_or(0) as usize;
        let node = reference.checked_sub(1).and_then(|i| self.nodes.get(i));
        node.cloned()
            .ok_or_else(|| "the run has moved since".into())
    }

    /// The expression that a variable of a node stands for, and its wave.
    pub fn place(&self, arguments: &Value) -> Result<(At, String), String> {
        let (at, node) = self.node(arguments)?;
        let name = arguments["name"].as_str().unwrap_or("");
        Ok((
            at,
            match node {
                Node::Whole(of) if name.starts_with('[') => format!("{of}{name}"),
                Node::Local => format!("local{name}"),
                Node::Lanes => return Err("what a lane does is not set".into()),
                _ => name.to_string(),
            },
        ))
    }

    pub fn children(&mut self, session: &Session, arguments: &Value) -> Result<Value, String> {
        let (at, node) = self.node(arguments)?;
        let (wave, frame) = at;
        let start = arguments["start"].as_u64().unwrap_or(0) as usize;
        let count = arguments["count"].as_u64().filter(|count| *count > 0);
        let count = count.map_or(usize::MAX, |count| count as usize);
        let format = format_of(arguments);
        let subject = session.subject();
        let names: Vec<String> = match &node {
            Node::Group(i) => {
                let group = subject.registers.groups.get(*i).ok_or("no such group")?;
                group
                    .registers
                    .iter()
                    .map(|register| register.name.clone())
                    .collect()
            }
            Node::Arguments => subject
                .arguments
                .iter()
                .map(|arg| arg.name.clone())
                .collect(),
            Node::Wave => {
                let exec = subject.registers.exec.clone();
                let exec = Some(exec).filter(|_| subject.lanes > 1);
                ["pc", "wg", "wave", "time"]
                    .map(String::from)
                    .into_iter()
                    .chain(exec)
                    .collect()
            }
            Node::Locals => (session.locals(wave, frame).iter())
                .map(|(_, variable)| variable.name.clone())
                .collect(),
            Node::Whole(name) => {
                return self.elements(
                    session,
                    at,
                    name,
                    start..start.saturating_add(count),
                    format,
                );
            }
            Node::Lanes => {
                let looked = session.wave(wave).ok_or("no such wave")?;
                let lanes = (0..looked.lanes()).skip(start).take(count);
                let lanes = lanes.map(|lane| {
                    json!({
                        "name": format!("[{lane}]"),
                        "value": lane_state(subject, &*looked, lane),
                        "variablesReference": 0,
                    })
                });
                return Ok(json!({ "variables": lanes.collect::<Vec<_>>() }));
            }
            Node::Local => {
                let words = local_bytes(session, wave).div_ceil(4);
                let words = (0..words).skip(start).take(count);
                let words = words.map(|word| {
                    let name = format!("local[{}]", word * 4);
                    let expr = parse_expr(&name).map_err(|error| error.to_string());
                    let answer =
                        expr.and_then(|expr| self.evaluated(session, at, &name, &expr, format));
                    let value =
                        answer.map_or_else(|why| why.into(), |mut body| body["result"].take());
                    json!({
                        "name": format!("[{}]", word * 4),
                        "value": value,
                        "evaluateName": name,
                        "memoryReference": local_reference(wave.group, word as u64 * 4),
                        "variablesReference": 0,
                    })
                });
                return Ok(json!({ "variables": words.collect::<Vec<_>>() }));
            }
        };
        let all = names.iter().skip(start).take(count);
        let all = all.map(|name| {
            let answer = self.evaluated(session, at, name, &Expr::Name(name.clone()), format);
            let why = |why: String| json!({ "result": why, "variablesReference": 0 });
            let mut body = answer.unwrap_or_else(why);
            body["value"] = body["result"].take();
            if let Some(fields) = body.as_object_mut() {
                fields.remove("result");
            }
            body["name"] = name.as_str().into();
            body["evaluateName"] = name.as_str().into();
            body
        });
        Ok(json!({ "variables": all.collect::<Vec<_>>() }))
    }

    /// Lanes of a register (or its parts), elements of an array.
    fn elements(
        &mut self,
        session: &Session,
        at: At,
        name: &str,
        range: std::ops::Range<usize>,
        format: Option<Notation>,
    ) -> Result<Value, String> {
        let expr = Expr::Name(name.to_string());
        let (wave, frame) = at;
        let answer = session.look_from_frame(wave, frame, |scope| scope.answer(&expr))?;
        // A register has a value in every lane, also where that is not worked on.
        let exec = session.wave(wave).map_or(u64::MAX, |wave| wave.exec());
        let mut all = Vec::new();
        match answer {
            Answer::Registers(rows) if rows.len() > 1 => {
                for row in rows {
                    let reference = self.reference(at, Node::Whole(row.name.clone()));
                    let lane = session.selected_lane();
                    let value = row.values.get(lane);
                    let value = value.map_or(String::new(), |value| value.show(format));
                    all.push(json!({
                        "name": row.name,
                        "value": value,
                        "evaluateName": row.name,
                        "variablesReference": reference,
                        "indexedVariables": row.values.len(),
                    }));
                }
            }
            Answer::Registers(rows) => {
                let row = rows.first();
                let values = row.map_or(&[][..], |row| &row.values);
                let lanes = row.is_some_and(|row| row.first.is_some());
                all.extend(values.iter().enumerate().map(|(i, value)| {
                    let active = !lanes || exec >> (i % 64) & 1 == 1;
                    let mark = if active { "" } else { INACTIVE };
                    element(name, &i.to_string(), value.show(format) + mark)
                }));
            }
            Answer::Array { values, .. } => {
                all.extend(
                    values
                        .iter()
                        .enumerate()
                        .map(|(i, value)| element(name, &i.to_string(), value.show(format))),
                );
            }
            _ => {}
        }
        let all: Vec<Value> = all
            .into_iter()
            .skip(range.start)
            .take(range.len())
            .collect();
        Ok(json!({ "variables": all }))
    }

    /// An expression as a value with, where it has several, children.
    pub fn evaluated(
        &mut self,
        session: &Session,
        at: At,
        text: &str,
        expr: &Expr,
        format: Option<Notation>,
    ) -> Result<Value, String> {
        const MOST: usize = 8;
        let lane = session.selected_lane();
        let (wave, frame) = at;
        let answer = session.look_from_frame(wave, frame, |scope| scope.answer(expr))?;
        let (value, children) = match &answer {
            Answer::One(value) => (value.show(format), 0),
            Answer::Tuple(values) => {
                let all: Vec<String> = values.iter().map(|value| value.show(format)).collect();
                (format!("({})", all.join(",")), 0)
            }
            Answer::Registers(rows) => {
                let of_lane = rows.iter().filter_map(|row| {
                    let index = if row.first == Some(0) { lane } else { 0 };
                    Some(row.values.get(index)?.show(format))
                });
                let of_lane: Vec<String> = of_lane.collect();
                let several = rows
                    .len()
                    .max(rows.first().map_or(0, |row| row.values.len()));
                (of_lane.join(", "), if several > 1 { several } else { 0 })
            }
            Answer::Array { values, .. } => {
                let shown = values.iter().take(MOST).map(|value| value.show(format));
                let more = if values.len() > MOST { ", ..." } else { "" };
                let shown = shown.collect::<Vec<_>>().join(", ") + more;
                (shown, if values.len() > 1 { values.len() } else { 0 })
            }
        };
        let mut body = json!({ "result": value, "variablesReference": 0 });
        // Children are found by name, so what is computed has none.
        if children > 0 && matches!(expr, Expr::Name(_)) {
            body["variablesReference"] = self.reference(at, Node::Whole(text.into())).into();
            body["indexedVariables"] = children.into();
        }
        if let Some(argument) = session.subject().argument(text) {
            body["memoryReference"] = format!("{:#x}", argument.address).into();
            body["type"] = format!("{}{}", argument.ty, argument.shape).into();
        }
        Ok(body)
    }
}

fn element(of: &str, index: &str, value: String) -> Value {
    json!({
        "name": format!("[{index}]"),
        "value": value,
        "evaluateName": format!("{of}[{index}]"),
        "variablesReference": 0,
    })
}

/// How the editor wants numbers.
pub(super) fn format_of(arguments: &Value) -> Option<Notation> {
    (arguments["format"]["hex"] == true).then_some(Notation::Hex)
}

fn local_bytes(session: &Session, wave: WaveId) -> usize {
    let timeline = session.timeline();
    timeline.map_or(0, |timeline| timeline.machine().local_bytes(wave.group))
}
