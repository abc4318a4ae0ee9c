//! Local memory and arguments, element by element, with a cursor.

use debug::{Console, ExprValue, Notation};
use kernel::Type;
use uop::Space;

/// What can be looked at.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Area {
    pub name: String,
    space: Space,
    address: u64,
    ty: Type,
    pub count: u64,
}

/// Elements that are compared with those before the last move.
const COMPARED: u64 = 1 << 18;

#[derive(Default)]
pub(crate) struct MemoryView {
    /// Which area, of those that there are.
    pub which: usize,
    /// The element of the cursor.
    pub at: u64,
    pub format: Option<Notation>,
    before: Option<(String, Vec<u64>)>,
    now: Option<(String, u64, Vec<u64>)>,
}

impl MemoryView {
    pub fn areas(&self, console: &Console) -> Vec<Area> {
        let session = console.session();
        let subject = session.subject();
        let local = session.timeline().zip(session.group()).map(|(it, group)| {
            let bytes = it.machine().local_bytes(group) as u64;
            Area {
                name: "local".into(),
                space: Space::Local,
                address: 0,
                ty: Type::U32,
                count: bytes / 4,
            }
        });
        let arguments = subject.arguments.iter().map(|it| Area {
            name: it.name.clone(),
            space: Space::Global,
            address: it.address,
            ty: it.ty,
            count: it.shape.count().unwrap_or(1),
        });
        let local = local.filter(|area| area.count > 0);
        local.into_iter().chain(arguments).collect()
    }

    pub fn area(&self, console: &Console) -> Option<Area> {
        let areas = self.areas(console);
        let count = areas.len();
        areas.into_iter().nth(self.which.checked_rem(count)?)
    }

    pub fn value(&self, console: &Console, area: &Area, index: u64) -> Option<ExprValue> {
        let session = console.session();
        let address = area.address + index * area.ty.size() as u64;
        let value = session.look(|scope| scope.element(area.space, area.ty, address));
        let value = value.ok()?;
        // What local memory holds has no type.
        Some(match (area.space, value) {
            (Space::Local, ExprValue::Element { bits, .. }) => ExprValue::word(bits as u32),
            (_, value) => value,
        })
    }

    /// What the debugger calls the element at the cursor.
    pub fn place(&self, area: &Area) -> String {
        match (area.space, area.count) {
            (Space::Local, _) => format!("local[{}]", self.at * 4),
            (_, 1) => area.name.clone(),
            _ => format!("{}[{}]", area.name, self.at),
        }
    }

    /// The run has moved, or something else is looked at.
    pub fn refresh(&mut self, console: &Console) {
        let Some(area) = self.area(console) else {
            return;
        };
        self.at = self.at.min(area.count.saturating_sub(1));
        let time = console.session().time();
        let same = |it: &(String, u64, Vec<u64>)| it.0 == area.name && it.1 == time;
        if self.now.as_ref().is_some_and(same) {
            return;
        }
        let count = area.count.min(COMPARED);
        let bits = |index| match self.value(console, &area, index) {
            Some(ExprValue::Element { bits, .. } | ExprValue::Bits { bits, .. }) => bits,
            _ => 0,
        };
        let bits: Vec<u64> = (0..count).map(bits).collect();
        let last = self.now.replace((area.name.clone(), time, bits));
        self.before = last.map(|(name, _, bits)| (name, bits));
    }

    pub fn changed(&self, area: &Area, index: u64) -> bool {
        let (Some((before, old)), Some((_, _, new))) = (&self.before, &self.now) else {
            return false;
        };
        let at = index as usize;
        *before == area.name && old.get(at).zip(new.get(at)).is_some_and(|(a, b)| a != b)
    }

    pub fn cycle(&mut self) {
        self.format = match self.format {
            None => Some(Notation::Hex),
            Some(Notation::Hex) => Some(Notation::Signed),
            Some(Notation::Signed) => Some(Notation::Float),
            _ => None,
        };
    }
}
