//! What changed since the last stop.

use super::Console;
use crate::eval::{Answer, Elements, Store};
use std::collections::HashMap;
use uop::{RegisterPlace, Space, WaveId};

/// Arguments of more bytes than this together are not compared.
const MAX_BYTES: u64 = 4 << 20;

/// What there was to see at a stop.
#[derive(Default)]
pub(super) struct State {
    of: Option<WaveId>,
    /// Bits of registers of the selected wave, by the name of the register or its part.
    words: HashMap<String, Vec<u64>>,
    blocks: HashMap<u16, Vec<u8>>,
    local: Vec<u8>,
    /// Where arguments begin, and what they hold.
    arguments: Vec<(u64, Vec<u8>)>,
}

impl State {
    fn bytes(&self, of: Store, address: u64, len: usize) -> Option<&[u8]> {
        let (from, bytes) = match of {
            Store::Register(block) => (0, self.blocks.get(&block.number)?),
            Store::Memory(Space::Local) => (0, &self.local),
            Store::Memory(Space::Global) => {
                let holds = |(base, bytes): &&(u64, Vec<u8>)| {
                    address >= *base && address - *base < bytes.len() as u64
                };
                let (base, bytes) = self.arguments.iter().find(holds)?;
                (*base, bytes)
            }
            Store::Memory(_) => return None,
        };
        let start = (address - from) as usize;
        bytes.get(start..start.checked_add(len)?)
    }
}

impl Console {
    /// Everything that may be different at the next stop.
    pub(super) fn capture(&self) -> State {
        let Some(wave) = self.session.selected() else {
            return State {
                arguments: self.capture_arguments(),
                ..State::default()
            };
        };
        let subject = self.session.subject();
        let mut state = State {
            of: Some(wave.id()),
            local: self.capture_local(wave.group()),
            arguments: self.capture_arguments(),
            ..State::default()
        };
        let registers = subject.registers.groups.iter().flat_map(|g| &g.registers);
        for register in registers {
            if let RegisterPlace::Block(block) = register.place {
                let bytes = wave.block(block.number).to_vec();
                state.blocks.insert(block.number, bytes);
                continue;
            }
            let expr = crate::Expr::Name(register.name.clone());
            if let Ok(Answer::Registers(rows)) = self.session.look(|scope| scope.answer(&expr)) {
                for row in rows {
                    let bits = row.values.iter().map(|value| value.integer_bits());
                    state.words.insert(row.name, bits.collect());
                }
            }
        }
        state
    }

    fn capture_local(&self, group: [u32; 3]) -> Vec<u8> {
        let machine = self.session.timeline().map(|timeline| timeline.machine());
        machine.map_or(Vec::new(), |machine| {
            let mut local = vec![0; machine.local_bytes(group)];
            machine.read_local(group, 0, &mut local);
            local
        })
    }

    fn capture_arguments(&self) -> Vec<(u64, Vec<u8>)> {
        let arguments = &self.session.subject().arguments;
        if arguments.iter().map(|arg| arg.bytes()).sum::<u64>() > MAX_BYTES {
            return Vec::new();
        }
        let captured = arguments.iter().filter_map(|arg| {
            let mut bytes = vec![0; arg.bytes() as usize];
            let read = |scope: crate::Viewpoint<'_>| scope.memory.global(arg.address, &mut bytes);
            self.session.look(read).ok()?;
            Some((arg.address, bytes))
        });
        captured.collect()
    }

    /// The run has moved.
    pub(super) fn recapture(&mut self) {
        let now = self.capture();
        self.before = std::mem::replace(&mut self.current, now);
        self.forget_others();
    }

    /// Another wave is looked at.
    pub(super) fn reselect(&mut self) {
        self.current = self.capture();
        self.forget_others();
    }

    /// Of a wave that was not looked at before, it is not known what changed.
    fn forget_others(&mut self) {
        let (old, new) = (self.before.of, self.current.of);
        if old != new {
            self.before.words.clear();
            self.before.blocks.clear();
        }
        if old.map(|id| id.group) != new.map(|id| id.group) {
            self.before.local.clear();
        }
    }

    /// Whether a register is different from what it was at the last stop.
    pub(super) fn changed(&self, name: &str, lane: Option<usize>) -> bool {
        let (Some(old), Some(new)) = (self.before.words.get(name), self.current.words.get(name))
        else {
            return false;
        };
        match lane {
            Some(lane) => old.get(lane) != new.get(lane),
            None => old != new,
        }
    }

    /// Whether an element of an array is.
    pub(super) fn element_changed(&self, elements: &Elements, index: usize) -> bool {
        let Some(&address) = elements.addresses.get(index) else {
            return false;
        };
        let len = elements.ty.size();
        let old = self.before.bytes(elements.of, address, len);
        let new = self.current.bytes(elements.of, address, len);
        old.is_some() && new.is_some() && old != new
    }

    /// Whether any of a register that is an array is.
    pub(super) fn block_changed(&self, number: u16) -> bool {
        let old = self.before.blocks.get(&number);
        old.is_some_and(|old| self.current.blocks.get(&number) != Some(old))
    }
}
