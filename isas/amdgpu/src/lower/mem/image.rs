//! Images: MIMG of RDNA 3, VIMAGE and VSAMPLE of RDNA 4, which address memory through a descriptor
//! of eight words.

mod parts;

use self::parts::Parts;
use super::super::{Lowering, Outcome, channel};
use super::{Access, active};
use crate::encoding::ParamKind;
use crate::format::Layout;
use crate::image::descriptor::{Kind, Sampler};
use crate::image::sample::Sampling;
use crate::image::surface::Surface;
use crate::inst::{self, Inst, OperandValue};
use crate::meaning::{Detail, Image, Texels};
use crate::row::{Address, Format, Slot, Ty};
use crate::target::{Chip, Target};
use op::Op;
use std::sync::Arc;
use uop::{Breadth, Channel, Custom, Machine, MemKind, Reach, SReg, Space, Trap, Uop, VReg};

/// Registers that an instruction reads and writes at most.
const DATA: usize = 5;
const LANES: usize = 64;

/// The way of results that a sampler had to do with. Loads have another.
const SAMPLED: u8 = 1;

/// An image instruction: where its operands are, and what its modifiers say.
#[derive(Clone, Debug)]
struct Unit {
    does: Image,
    target: Target,
    chip: &'static Chip,
    /// Those of the address, one after the other.
    address: Vec<VReg>,
    parts: Address,
    data: VReg,
    /// How many there are: none where a result is not wanted.
    data_words: u16,
    /// The descriptor, and how many words it has.
    resource: SReg,
    resource_words: u16,
    sampler: Option<SReg>,
    /// The dimensions of the address.
    kind: Kind,
    dmask: u32,
    d16: bool,
    a16: bool,
    /// A word after the data says what was absent, which is nothing here.
    tfe: bool,
    unnormalized: bool,
    channel: Channel,
}

impl Lowering<'_> {
    pub(in super::super) fn image(&mut self, inst: &Inst, does: Image) -> Outcome {
        let unit = self.image_unit(inst, does)?;
        let Image::Atomic(narrow, wide) = does else {
            self.b.push(Uop::Custom(Arc::new(unit)));
            return Ok(());
        };
        let returns = inst.mods.cpol & 1 != 0;
        let swaps = inst.row().has(crate::row::TWO_VALUES);
        let words = unit.dmask.count_ones() / if swaps { 2 } else { 1 };
        let (op, bytes) = match (words, wide) {
            (1, _) => (narrow, 4),
            (2, Some(wide)) => (wide, 8),
            _ => return Err("there is no such width of atomics".into()),
        };
        let kind = MemKind::Atomic { op, returns };
        let (address, within) = (self.temporary(2), self.temporary(1));
        if unit.tfe && returns {
            let zero = self.b.constant(0);
            let status = unit.data.plus(unit.data_words - 1);
            self.lane(Op::MovB32, status, &[zero.into()]);
        }
        let data = unit.data;
        self.b.push(Uop::Custom(Arc::new(Places {
            unit,
            address,
            within,
            bytes,
        })));
        self.atomic_within((address, within), data, Access { kind, bytes });
        Ok(())
    }

    fn image_unit(&mut self, inst: &Inst, does: Image) -> Result<Unit, String> {
        let mods = &inst.mods;
        let (mut address, mut scalars, mut data) = (Vec::new(), Vec::new(), None);
        for (param, operand) in inst.encoding.params.iter().zip(inst.operands()) {
            match (param.kind, operand.value) {
                (ParamKind::ImageData, OperandValue::Reg(reg)) => {
                    data = Some((self.vgpr(reg), u16::from(reg.dwords)));
                }
                (ParamKind::ImageAddr, OperandValue::Reg(reg)) => {
                    let words = 0..u16::from(reg.dwords);
                    address.extend(words.map(|n| self.vgpr(reg).plus(n)));
                }
                (ParamKind::Sgpr(..), OperandValue::Reg(_)) => {
                    scalars.push(self.scalar_source(inst, operand, Ty::I32)?);
                }
                _ => {}
            }
        }
        let parts = inst.row().operands.iter().find_map(|slot| match slot {
            Slot::Image(parts) => Some(*parts),
            _ => None,
        });
        let parts = parts.ok_or("operands of an image instruction")?;
        if address.len() < usize::from(crate::image::address_dwords(inst)) {
            return Err("an address with too few registers".into());
        }
        let resource = *scalars.first().ok_or("no descriptor")?;
        let resource_words = if mods.r128 != 0 { 4 } else { 8 };
        for (at, words) in scalars.iter().zip([resource_words, 4]) {
            if at.0 + words - 1 > inst::TTMP_LAST {
                return Err("a descriptor that is not in scalar registers".into());
            }
        }
        let sampled = inst.row().format == Format::Vsample;
        let apart = self.options.target.generation().long_memory;
        let (data, data_words) = data.unwrap_or((VReg(0), 0));
        Ok(Unit {
            does,
            target: self.options.target,
            chip: self.options.chip,
            address,
            parts,
            data,
            data_words,
            resource,
            resource_words,
            sampler: scalars.get(1).copied(),
            kind: Kind::of_dimension(mods.dim as u32),
            dmask: (mods.dmask as u32 & 15).max(1),
            d16: mods.d16 != 0,
            a16: mods.a16 != 0,
            tfe: mods.tfe != 0,
            unnormalized: mods.unorm != 0,
            channel: match does {
                Image::Store(_) => channel::STORE,
                _ if sampled && apart => channel::SAMPLE,
                _ => channel::LOAD,
            },
        })
    }
}

fn narrow(float: u32) -> u32 {
    Op::CvtF16F32.eval([float.into(), 0, 0]) as u32
}

/// The results of all lanes, a register each.
struct Results {
    words: [[u32; LANES]; DATA],
}

impl Unit {
    fn surface(&self, machine: &dyn Machine) -> Result<Option<Surface>, Trap> {
        let word = |n: u16| match n < self.resource_words {
            true => machine.scalar(self.resource.plus(n)),
            false => 0,
        };
        Surface::of(&[0, 1, 2, 3, 4, 5, 6, 7].map(word), self.target)
    }

    fn parts<'a>(&'a self, machine: &'a dyn Machine, lane: usize) -> Parts<'a> {
        Parts {
            unit: self,
            machine,
            lane,
        }
    }

    /// Keeps the components of a lane that the mask has; `short` makes 16 bits of one.
    fn put(
        &self,
        results: &mut Results,
        lane: usize,
        values: [u32; 4],
        mask: u32,
        short: &dyn Fn(u32) -> u32,
    ) {
        let chosen = (0..4).filter(|n| mask >> n & 1 != 0);
        for (at, n) in chosen.enumerate() {
            if self.d16 {
                let half = short(values[n]) & 0xffff;
                results.words[at / 2][lane] |= half << (16 * (at % 2));
            } else {
                results.words[at][lane] = values[n];
            }
        }
    }

    fn load(
        &self,
        machine: &mut dyn Machine,
        texels: Texels,
        results: &mut Results,
    ) -> Result<(), Trap> {
        let Some(surface) = self.surface(machine)? else {
            return Ok(());
        };
        let layout = surface.layout;
        let size = layout.bytes();
        for lane in active(machine) {
            let texel = self.parts(machine, lane).texel(&surface);
            let mut bytes = [0; 16];
            let mut found = [0; 4];
            if let Some(address) = surface.address(texel) {
                machine.load(Space::Global, lane as u32, address, &mut bytes[..size])?;
                found = match texels {
                    Texels::Converted => layout.read(&bytes[..size]),
                    _ => raw(&bytes, size, texels == Texels::RawSigned),
                };
            }
            if texels == Texels::Converted {
                found = layout.select(surface.image.select, &found);
            }
            self.put(results, lane, found, self.dmask, &|value| {
                layout.narrow(value)
            });
        }
        Ok(())
    }

    /// One component of the sample that is named and of the three after it.
    fn samples(&self, machine: &mut dyn Machine, results: &mut Results) -> Result<(), Trap> {
        let Some(surface) = self.surface(machine)? else {
            return Ok(());
        };
        let layout = surface.layout;
        let size = layout.bytes();
        let component = self.dmask.trailing_zeros() as usize;
        for lane in active(machine) {
            let mut texel = self.parts(machine, lane).texel(&surface);
            let mut values = [0; 4];
            for value in &mut values {
                let mut found = [0; 4];
                if let Some(address) = surface.address(texel) {
                    let mut bytes = [0; 16];
                    machine.load(Space::Global, lane as u32, address, &mut bytes[..size])?;
                    found = layout.read(&bytes[..size]);
                }
                *value = layout.select(surface.image.select, &found)[component];
                texel.sample = texel.sample.saturating_add(1);
            }
            self.put(results, lane, values, 15, &|value| layout.narrow(value));
        }
        Ok(())
    }

    fn store(&self, machine: &mut dyn Machine, texels: Texels) -> Result<(), Trap> {
        let Some(surface) = self.surface(machine)? else {
            return Ok(());
        };
        let layout = surface.layout;
        let size = layout.bytes();
        for lane in active(machine) {
            let texel = self.parts(machine, lane).texel(&surface);
            let Some(address) = surface.address(texel) else {
                continue;
            };
            let mut bytes = [0; 16];
            let values = self.components(machine, lane, &layout);
            if texels == Texels::Converted {
                let stored = layout.place(surface.image.select, &values);
                layout.write(&stored, &mut bytes[..size]);
            } else {
                for (bytes, value) in bytes.chunks_mut(4).zip(values) {
                    bytes.copy_from_slice(&value.to_le_bytes());
                }
            }
            machine.store(Space::Global, lane as u32, address, &bytes[..size])?;
        }
        Ok(())
    }

    /// The components that a lane stores. Those that the mask does not have repeat the first one.
    fn components(&self, machine: &dyn Machine, lane: usize, layout: &Layout) -> [u32; 4] {
        let value = |at: u32| {
            let at = at as u16;
            match self.d16 {
                true => {
                    let word = machine.vector(self.data.plus(at / 2))[lane];
                    layout.widen(word >> (16 * (at % 2)) & 0xffff)
                }
                false => machine.vector(self.data.plus(at))[lane],
            }
        };
        [0, 1, 2, 3].map(|n| match self.dmask >> n & 1 {
            0 => value(0),
            _ => value((self.dmask & ((1 << n) - 1)).count_ones()),
        })
    }

    /// Width, height, depth or slices, and levels.
    fn size(&self, machine: &mut dyn Machine, results: &mut Results) -> Result<(), Trap> {
        let Some(surface) = self.surface(machine)? else {
            return Ok(());
        };
        let (first, last) = surface.image.levels;
        let levels = match surface.image.kind.has_samples() {
            true => 1,
            false => (last + 1).saturating_sub(first),
        };
        for lane in active(machine) {
            let level = self.parts(machine, lane).number(0, 0);
            let values = match level < levels {
                true => {
                    let [x, y, z] = surface.size(level + first);
                    [x, y, z, levels]
                }
                false => [0, 0, 0, levels],
            };
            self.put(results, lane, values, self.dmask, &|value| value);
        }
        Ok(())
    }

    fn sample(&self, machine: &mut dyn Machine, results: &mut Results) -> Result<(), Trap> {
        let Some(surface) = self.surface(machine)? else {
            return Ok(());
        };
        let at = self
            .sampler
            .ok_or_else(|| Trap::Illegal("a sample without a sampler".into()))?;
        let words = [0, 1, 2, 3].map(|n| machine.scalar(at.plus(n)));
        let sampler = Sampler::read(&words, self.target);
        let sampling = Sampling::new(&surface, &sampler)?;
        let (layout, select) = (surface.layout, surface.image.select);
        let short = |value: u32| layout.narrow(value);
        for lane in active(machine) {
            let query = self.parts(machine, lane).query(&sampler);
            let mut fetch = |address: u64, layout: &Layout| {
                let mut bytes = [0; 16];
                let bytes = &mut bytes[..layout.bytes()];
                machine.load(Space::Global, lane as u32, address, bytes)?;
                Ok(layout.read(bytes))
            };
            match self.does {
                Image::Gather { row, .. } => {
                    let component = self.dmask.trailing_zeros() as usize;
                    let found = sampling.gather(&query, row, &mut fetch)?;
                    let values = found.map(|found| layout.select(select, &found)[component]);
                    self.put(results, lane, values, 15, &short);
                }
                Image::Lod => {
                    let [lod, raw] = sampling.lod(&query).map(|lod| (lod as f32).to_bits());
                    self.put(results, lane, [lod, raw, 0, 0], self.dmask, &narrow);
                }
                _ => {
                    let found = sampling.sample(&query, &mut fetch)?;
                    let values = layout.select(select, &found);
                    self.put(results, lane, values, self.dmask, &short);
                }
            }
        }
        Ok(())
    }
}

/// The words of a texel as they are.
fn raw(bytes: &[u8; 16], size: usize, signed: bool) -> [u32; 4] {
    let mut words = [0; 4];
    for (word, bytes) in words.iter_mut().zip(bytes.chunks(4)) {
        *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    }
    if size < 4 && signed {
        let unused = 32 - 8 * size as u32;
        words[0] = ((words[0] << unused) as i32 >> unused) as u32;
    }
    words
}

impl Custom for Unit {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let mut results = Results {
            words: [[0; LANES]; DATA],
        };
        match self.does {
            Image::Store(texels) => return self.store(machine, texels),
            Image::Load(texels) => self.load(machine, texels, &mut results)?,
            Image::Samples => self.samples(machine, &mut results)?,
            Image::Size => self.size(machine, &mut results)?,
            Image::Sample(_) | Image::Gather { .. } | Image::Lod => {
                self.sample(machine, &mut results)?;
            }
            // `Places` comes before those.
            Image::Atomic(..) => {}
        }
        // Addresses may have been in registers that are overwritten now.
        for (n, words) in (0..self.data_words).zip(&results.words) {
            let lanes = active(machine);
            let register = machine.vector_mut(self.data.plus(n));
            lanes.for_each(|lane| register[lane] = words[lane]);
        }
        Ok(())
    }

    fn breadth(&self) -> Breadth {
        match self.does {
            // Gradients come from all lanes of a square.
            Image::Sample(asks) | Image::Gather { asks, .. }
                if matches!(asks.level, Detail::Square | Detail::Biased) =>
            {
                Breadth::Unknown
            }
            Image::Lod => Breadth::Unknown,
            _ => Breadth::Active,
        }
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        let data = (0..self.data_words).map(|n| self.data.plus(n));
        let mut reads = self.address.clone();
        if let Image::Store(_) = self.does {
            reads.extend(data);
            return (reads, Vec::new());
        }
        (reads, data.collect())
    }

    fn scalars(&self) -> (Vec<SReg>, Vec<SReg>) {
        let resource = (0..self.resource_words).map(|n| self.resource.plus(n));
        let sampler = self.sampler.into_iter();
        let sampler = sampler.flat_map(|at| (0..4).map(move |n| at.plus(n)));
        (resource.chain(sampler).collect(), Vec::new())
    }

    fn reach(&self) -> Reach {
        Reach::Memory
    }

    fn channel(&self) -> Option<Channel> {
        Some(self.channel)
    }

    fn way(&self) -> Option<u8> {
        match self.does {
            Image::Sample(asks) if self.chip.samples_go_as_loads && asks.may_filter_nothing() => {
                None
            }
            Image::Sample(_) | Image::Gather { .. } | Image::Lod | Image::Samples => Some(SAMPLED),
            Image::Load(_) | Image::Store(_) | Image::Atomic(..) | Image::Size => Some(0),
        }
    }
}

/// Where texels are that are to be changed, and which lanes have one.
#[derive(Debug)]
struct Places {
    unit: Unit,
    address: VReg,
    within: VReg,
    bytes: u8,
}

impl Custom for Places {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let surface = self.unit.surface(machine)?;
        // A texel is as wide as what is done to it.
        let surface = surface.filter(|surface| surface.layout.bytes() == usize::from(self.bytes));
        for lane in active(machine) {
            let address = surface
                .as_ref()
                .and_then(|surface| surface.address(self.unit.parts(machine, lane).texel(surface)));
            machine.vector_mut(self.within)[lane] = address.is_some().into();
            let address = address.unwrap_or(0);
            machine.vector_mut(self.address)[lane] = address as u32;
            machine.vector_mut(self.address.plus(1))[lane] = (address >> 32) as u32;
        }
        Ok(())
    }

    fn breadth(&self) -> Breadth {
        Breadth::Active
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        let places = vec![self.address, self.address.plus(1), self.within];
        (self.unit.address.clone(), places)
    }

    fn scalars(&self) -> (Vec<SReg>, Vec<SReg>) {
        Custom::scalars(&self.unit)
    }

    /// A descriptor may be one that is not known.
    fn reach(&self) -> Reach {
        Reach::Memory
    }
}
