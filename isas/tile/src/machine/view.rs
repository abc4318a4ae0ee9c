//! A thread as debuggers look at it, and the control registers of the tile core, which show much
//! that lies outside the thread.

use super::copy::Done;
use super::env::{Barrier, Cluster, Env, Grid, SHARED_BASE};
use super::flight::{Action, Extent, Flight};
use super::op::Memory;
use super::table::Table;
use super::thread::Thread;
use crate::registers::{CSR_SEMAPHORES, CSRS};
use arch::{RegisterFormat, RegisterGroup, RegisterName, RegisterView};
use isa::RegisterClass;
use riscv::{FLOAT, INTEGER, VLEN_BYTES};
use uop::{Block, Channel, LookWave, Outstanding, RegisterPlace, SReg, Status, VReg};

/// Where registers lie among the scalar words: two for each but the tile core's own.
const X: u16 = 0;
const F: u16 = 64;
const HOST: u16 = 128;
const TILE: u16 = 256;
const SEMAPHORES: u16 = 320;
/// Numbers of arrays: vector registers come first.
const TILES: u16 = 32;
const TILE_BYTES: u32 = 1024;
const ROW_BYTES: u32 = 32;

/// The counters of outstanding operations, by the names of their control registers.
pub const CHANNELS: [&str; 6] = [
    "tgldcnt", "tgstcnt", "tsldcnt", "tsstcnt", "ttmacnt", "tmmacnt",
];

/// A thread and what it can see.
pub struct View<'a> {
    pub thread: &'a Thread,
    pub cluster: &'a Cluster,
    pub semaphores: &'a [u32; 32],
    pub grid: Grid,
    pub table: Option<&'a Table>,
}

impl<'a> View<'a> {
    pub fn of(thread: &'a Thread, env: &'a Env<'_>) -> View<'a> {
        View {
            thread,
            cluster: env.cluster,
            semaphores: env.semaphores,
            grid: env.grid,
            table: None,
        }
    }

    fn flights(&self) -> impl Iterator<Item = &'a Flight> {
        let own = self.thread.place;
        let all = self.cluster.flights.iter();
        all.filter(move |flight| flight.owner == own)
    }

    /// A control register of the tile core.
    pub fn tile_csr(&self, number: u8) -> u32 {
        let count = |channel: u8| {
            let those = self
                .flights()
                .filter(|flight| self::channel(flight) == channel);
            those.count() as u32
        };
        let phases = |barriers: &[Barrier; 32]| {
            (0..32).fold(0, |bits, i| bits | u32::from(barriers[i].phase) << i)
        };
        let place = self.thread.place;
        match number {
            0x00 => self.thread.tmask,
            0x01 => self.thread.trm,
            0x02 => self.thread.tflags,
            0x03 => {
                let accesses = (0..4).any(|channel| count(channel) > 0);
                u32::from(accesses) | u32::from(count(4) > 0) << 1 | u32::from(count(5) > 0) << 2
            }
            0x08..=0x0c => count(number - 0x08),
            0x0d => (self.flights())
                .filter_map(|flight| match flight.copy()?.done {
                    Done::Bulk(Some(group)) => Some(1 << group),
                    _ => None,
                })
                .fold(0, |all, bit: u32| all | bit),
            0x0e => count(5),
            0x0f => 0,
            0x10 => place.thread.into(),
            0x11 => place.pe.into(),
            0x12 => place.cluster,
            0x13 => self.grid.threads.into(),
            0x14 => self.cluster.shared.len() as u32,
            0x15 => self.grid.clusters,
            0x18..=0x1a => place.group[usize::from(number - 0x18)],
            0x1b..=0x1d => self.grid.size[usize::from(number - 0x1b)],
            0x20 => SHARED_BASE as u32,
            0x21 => self.cluster.shared[usize::from(place.pe)].len() as u32,
            0x28 => phases(&self.cluster.cta_barriers[usize::from(place.pe)]),
            0x29 => phases(&self.cluster.barriers),
            0x30 => 0x0a20_2001,
            _ => self.semaphores[usize::from(number.wrapping_sub(CSR_SEMAPHORES)) & 31],
        }
    }
}

/// The counter that an operation is counted by.
fn channel(flight: &Flight) -> u8 {
    let space = |memory: Memory| match memory {
        Memory::Global => 0,
        Memory::Shared => 2,
    };
    match &flight.action {
        Action::Load { memory, .. } => space(*memory),
        Action::Store { memory, .. } => space(*memory) + 1,
        Action::Done { memory, load } => space(*memory) + u8::from(!load),
        Action::Copy(_) => 4,
        Action::Mma(_) => 5,
    }
}

/// What an operation in flight will do.
fn describe(flight: &Flight) -> String {
    let mut parts = Vec::new();
    let span = |extents: &[Extent]| {
        let first = extents.first()?;
        let same = extents
            .iter()
            .filter(|other| other.shared_of == first.shared_of);
        let (start, end, bytes) = same.fold((u64::MAX, 0, 0), |(start, end, bytes), extent| {
            let own_end = extent.start + extent.len;
            (
                start.min(extent.start),
                own_end.max(end),
                bytes + extent.len,
            )
        });
        let whose = match first.shared_of {
            Some(pe) => format!("shared memory of PE {pe}"),
            None => "global memory".to_string(),
        };
        Some(format!("{bytes} bytes in {start:#x}..{end:#x} of {whose}"))
    };
    parts.extend(span(&flight.reads).map(|text| format!("reads {text}")));
    parts.extend(span(&flight.writes).map(|text| format!("writes {text}")));
    for range in &flight.tiles_written {
        parts.push(match range.len() {
            1 => format!("writes tr{}", range.start),
            _ => format!("writes tr{} to tr{}", range.start, range.end - 1),
        });
    }
    match flight.copy().map(|job| &job.done) {
        Some(Done::Mbarrier { offset, .. }) => parts.push(format!("then mbarrier {offset:#x}")),
        Some(Done::Semaphore(id)) => parts.push(format!("then semaphore {id}")),
        Some(Done::Bulk(Some(group))) => parts.push(format!("in group {group}")),
        Some(Done::Bulk(None)) => parts.push("in no group yet".to_string()),
        None => {}
    }
    parts.join(", ")
}

impl LookWave for View<'_> {
    fn number(&self) -> u32 {
        self.thread.place.thread.into()
    }

    fn group(&self) -> [u32; 3] {
        self.thread.place.group
    }

    fn lanes(&self) -> usize {
        1
    }

    fn exec(&self) -> u64 {
        u64::from(!self.thread.ended)
    }

    fn alive(&self) -> u64 {
        u64::from(!self.thread.ended)
    }

    fn status(&self) -> Status {
        match self.thread {
            thread if thread.ended => Status::Ended,
            thread if thread.waiting.is_some() => Status::AtBarrier,
            thread if thread.issued => Status::Waiting,
            _ => Status::Running,
        }
    }

    fn step(&self) -> u32 {
        self.table
            .map_or(u32::MAX, |table| table.step(self.thread.hart.pc))
    }

    fn issued(&self) -> u64 {
        self.thread.hart.instructions + u64::from(self.thread.issued)
    }

    fn vector(&self, _: VReg) -> &[u32] {
        &[0]
    }

    fn scalar(&self, reg: SReg) -> u32 {
        let half = |value: u64| (value >> (32 * (reg.0 % 2))) as u32;
        let index = |base: u16| usize::from((reg.0 - base) / 2);
        match reg.0 {
            X..F => half(self.thread.hart.x[index(X)]),
            F..HOST => half(self.thread.hart.f[index(F)]),
            HOST..TILE => {
                let csr = riscv::CSRS.get(index(HOST));
                half(csr.and_then(|csr| self.thread.hart.csr(csr.1)).unwrap_or(0))
            }
            TILE..SEMAPHORES => {
                let csr = CSRS.get(usize::from(reg.0 - TILE));
                csr.map_or(0, |csr| self.tile_csr(csr.1))
            }
            _ => self.semaphores[usize::from(reg.0 - SEMAPHORES) & 31],
        }
    }

    fn block(&self, number: u16) -> &[u8] {
        match number.checked_sub(TILES) {
            None => &self.thread.hart.vectors(number as u8)[..VLEN_BYTES],
            Some(tile) => (self.thread.tiles.get(usize::from(tile))).map_or(&[], |tile| tile),
        }
    }

    fn outstanding(&self) -> Vec<Outstanding> {
        let inst = |pc: u64| self.table.map_or(u32::MAX, |table| table.inst(pc));
        let flights = self.flights().map(|flight| Outstanding {
            channel: Channel(channel(flight)),
            inst: inst(flight.pc),
            what: describe(flight),
        });
        flights.collect()
    }

    fn private(&self, _: usize) -> &[u8] {
        &[]
    }
}

/// Changes one word; says why if that cannot be.
pub fn set_scalar(
    thread: &mut Thread,
    semaphores: &mut [u32; 32],
    reg: SReg,
    value: u32,
) -> Result<(), String> {
    let put = |word: &mut u64| {
        let shift = 32 * (reg.0 % 2);
        *word = *word & !(0xffff_ffff << shift) | u64::from(value) << shift;
    };
    let index = |base: u16| usize::from((reg.0 - base) / 2);
    match reg.0 {
        X..F if index(X) == 0 => return Err("x0 is always zero".into()),
        X..F => put(&mut thread.hart.x[index(X)]),
        F..HOST => put(&mut thread.hart.f[index(F)]),
        HOST..TILE => match riscv::CSRS.get(index(HOST)) {
            _ if reg.0 % 2 == 1 => {}
            Some(("vl", _)) => thread.hart.vl = value.into(),
            Some(&(name, number)) => {
                let set = thread.hart.set_csr(number, value.into()).then_some(());
                set.ok_or_else(|| format!("{name} cannot be set"))?;
            }
            None => {}
        },
        TILE..SEMAPHORES => match CSRS.get(usize::from(reg.0 - TILE)).map(|csr| csr.0) {
            Some("tmask") => thread.tmask = value,
            Some("trm") => thread.trm = value & 7,
            Some("tflags") => thread.tflags = value & 7,
            Some(name) => return Err(format!("{name} is read-only")),
            None => {}
        },
        _ => semaphores[usize::from(reg.0 - SEMAPHORES) & 31] = value,
    }
    Ok(())
}

/// The bytes of an array, to be changed.
pub fn block_mut(thread: &mut Thread, number: u16) -> Option<&mut [u8]> {
    match number.checked_sub(TILES) {
        None => thread.hart.vectors_mut(number as u8).get_mut(..VLEN_BYTES),
        Some(tile) => {
            let tile = thread.tiles.get_mut(usize::from(tile))?;
            Some(&mut tile[..])
        }
    }
}

/// Which kind of register a place is, and which one of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    X(u8),
    F(u8),
    Vector(u8),
    Tile(u8),
    Other,
}

pub fn named(place: RegisterPlace) -> Named {
    match place {
        RegisterPlace::Scalar(SReg(n @ X..F)) => Named::X((n - X) as u8 / 2),
        RegisterPlace::Scalar(SReg(n @ F..HOST)) => Named::F((n - F) as u8 / 2),
        RegisterPlace::Block(block) => match block.number.checked_sub(TILES) {
            None => Named::Vector(block.number as u8),
            Some(tile) => Named::Tile(tile as u8),
        },
        _ => Named::Other,
    }
}

/// All registers under their names.
pub fn registers() -> RegisterView {
    let wide = |class: &RegisterClass, base: u16, format: RegisterFormat| -> Vec<RegisterName> {
        let all = class.names.iter().take(class.count as usize);
        let all = all.map(|&(name, number)| {
            let place = RegisterPlace::Scalar(SReg(base + 2 * number as u16));
            RegisterName::new(name, place)
                .alias(format!("{}{number}", class.prefix))
                .words(2)
                .format(format)
        });
        all.collect()
    };
    let sorted = |mut all: Vec<RegisterName>| {
        all.sort_by_key(|register| match register.place {
            RegisterPlace::Scalar(reg) => reg.0,
            _ => 0,
        });
        all
    };
    let arrays = |prefix: &str, count: u16, first: u16, bytes: u32, row: u32| {
        let all = (0..count).map(move |n| {
            let number = first + n;
            RegisterPlace::Block(Block { number, bytes, row })
        });
        RegisterGroup::numbered("", prefix, all).registers
    };
    let host = riscv::CSRS.iter().enumerate();
    // The debugger's own clock has this name.
    let host = host.filter(|(_, csr)| csr.0 != "time");
    let host = host.map(|(i, csr)| {
        let place = RegisterPlace::Scalar(SReg(HOST + 2 * i as u16));
        RegisterName::new(csr.0, place).words(2)
    });
    let tile = CSRS
        .iter()
        .enumerate()
        .map(|(i, csr)| RegisterName::new(csr.0, RegisterPlace::Scalar(SReg(TILE + i as u16))));
    let semaphores = (0..32).map(|n| {
        let place = RegisterPlace::Scalar(SReg(SEMAPHORES + n));
        RegisterName::new(format!("tsem{n}"), place)
    });
    let csrs = host.chain(tile).chain(semaphores);
    let csrs = csrs.map(|register| match register.name.as_str() {
        "tmask" | "vtype" | "tinfo" | "tsyncp" | "tsyncpc" | "ttmagrp" => {
            register.format(RegisterFormat::Hex)
        }
        _ => register.format(RegisterFormat::Integer),
    });
    let group = |name: &str, prefix: Option<&str>, registers: Vec<RegisterName>| RegisterGroup {
        name: name.into(),
        prefix: prefix.map(str::to_string),
        registers,
    };
    RegisterView {
        groups: vec![
            group(
                "integer",
                Some("x"),
                sorted(wide(&INTEGER, X, RegisterFormat::Integer)),
            ),
            group(
                "float",
                Some("f"),
                sorted(wide(&FLOAT, F, RegisterFormat::Boxed)),
            ),
            group("csr", None, csrs.collect()),
            group(
                "vector",
                Some("v"),
                arrays("v", 32, 0, VLEN_BYTES as u32, VLEN_BYTES as u32),
            ),
            group(
                "tile",
                Some("tr"),
                arrays("tr", 256, TILES, TILE_BYTES, ROW_BYTES),
            ),
        ],
        wave: "thread".into(),
        ..RegisterView::default()
    }
}
