//! Images: MIMG of RDNA 3, VIMAGE and VSAMPLE of RDNA 4, which address memory through a descriptor
//! of eight words.

mod parts;

use self::parts::Parts;
use super::super::{Lowering, Outcome, channel};
use super::{Access, active};
use crate::encoding::ParamKind;
use crate::format::Layout;
use crate::image::descriptor::{Kind, Sampler};
use crate::image::sample::{Asked, Sampling, Stored};
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

    /// The addresses of texels that lanes name, and of so many samples from that one on; none where there
    /// is no texel.
    fn addresses(
        &self,
        machine: &dyn Machine,
        surface: &Surface,
        samples: u32,
    ) -> Vec<(usize, Option<u64>)> {
        let parts = Parts::of(self, machine);
        let mut all = Vec::with_capacity(LANES * samples as usize);
        let mut plane = (0, surface.plane(0));
        for lane in active(machine) {
            let texel = parts.texel(lane, surface);
            if texel.level != plane.0 {
                plane = (texel.level, surface.plane(texel.level));
            }
            for sample in (0..samples).map(|n| texel.sample.saturating_add(n)) {
                let plane = plane.1.as_ref();
                let address = plane.and_then(|plane| plane.address(texel.at, sample));
                all.push((lane, address));
            }
        }
        all
    }

    /// Keeps the components of a lane that the mask has; `short` makes 16 bits of one.
    fn put(
        &self,
        results: &mut Results,
        lane: usize,
        values: [u32; 4],
        mask: u32,
        short: impl Fn(u32) -> u32,
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
        let (layout, select) = (surface.layout, surface.image.select);
        let asked = self.addresses(machine, &surface, 1);
        let elements = fetch(machine, &layout, &present(&asked))?;
        let mut found = vec![[0; 4]; elements.len()];
        match texels {
            Texels::Converted => layout.read_all(&elements, &mut found),
            _ => {
                let signed = texels == Texels::RawSigned;
                let words = elements.iter().map(|it| raw(*it, layout.bytes(), signed));
                found.iter_mut().zip(words).for_each(|(to, it)| *to = it);
            }
        }
        let mut found = found.into_iter();
        for (lane, address) in asked {
            let mut values = address.and_then(|_| found.next()).unwrap_or_default();
            if texels == Texels::Converted {
                values = layout.select(select, &values);
            }
            self.put(results, lane, values, self.dmask, |it| layout.narrow(it));
        }
        Ok(())
    }

    /// One component of the sample that is named and of the three after it.
    fn samples(&self, machine: &mut dyn Machine, results: &mut Results) -> Result<(), Trap> {
        let Some(surface) = self.surface(machine)? else {
            return Ok(());
        };
        let (layout, select) = (surface.layout, surface.image.select);
        let component = self.dmask.trailing_zeros() as usize;
        let asked = self.addresses(machine, &surface, 4);
        let mut found = texels(machine, &layout, &present(&asked))?.into_iter();
        for four in asked.chunks_exact(4) {
            let values = [0, 1, 2, 3].map(|n| {
                let found = four[n].1.and_then(|_| found.next()).unwrap_or_default();
                layout.select(select, &found)[component]
            });
            self.put(results, four[0].0, values, 15, |it| layout.narrow(it));
        }
        Ok(())
    }

    fn store(&self, machine: &mut dyn Machine, texels: Texels) -> Result<(), Trap> {
        let Some(surface) = self.surface(machine)? else {
            return Ok(());
        };
        let (layout, select) = (surface.layout, surface.image.select);
        let to = present(&self.addresses(machine, &surface, 1));
        let mut data = [&[][..]; DATA];
        for (words, n) in data.iter_mut().zip(0..self.data_words) {
            *words = machine.vector(self.data.plus(n));
        }
        let elements = to.iter().map(|(lane, _)| {
            let values = self.components(&data, *lane as usize, &layout);
            match texels {
                Texels::Converted => layout.element(&layout.place(select, &values)),
                _ => values
                    .iter()
                    .rev()
                    .fold(0, |all, it| all << 32 | u128::from(*it)),
            }
        });
        let elements: Vec<u128> = elements.collect();
        machine.scatter(Space::Global, layout.bytes(), &to, &elements)
    }

    /// The components that a lane stores. Those that the mask does not have repeat the first one.
    fn components(&self, data: &[&[u32]; DATA], lane: usize, layout: &Layout) -> [u32; 4] {
        let value = |at: usize| match self.d16 {
            true => layout.widen(data[at / 2][lane] >> (16 * (at % 2)) & 0xffff),
            false => data[at][lane],
        };
        [0, 1, 2, 3].map(|n| match self.dmask >> n & 1 {
            0 => value(0),
            _ => value((self.dmask & ((1 << n) - 1)).count_ones() as usize),
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
        let parts = Parts::of(self, machine);
        for lane in active(machine) {
            let level = parts.number(lane, 0, 0);
            let values = match level < levels {
                true => {
                    let [x, y, z] = surface.size(level + first);
                    [x, y, z, levels]
                }
                false => [0, 0, 0, levels],
            };
            self.put(results, lane, values, self.dmask, |value| value);
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
        let sampling = Sampling::new(&surface, &sampler, self.unnormalized)?;
        let parts = Parts::of(self, machine);
        let mut asked = Asked::of(machine.exec().count_ones() as usize);
        let common = parts
            .are_alike()
            .then(|| sampling.footprint(&parts.closeness(0)));
        for lane in active(machine) {
            let own;
            let footprint = match &common {
                Some(common) => common,
                None => {
                    own = sampling.footprint(&parts.closeness(lane));
                    &own
                }
            };
            match self.does {
                Image::Lod => {
                    let lods = sampling.lod(footprint).map(|lod| (lod as f32).to_bits());
                    self.put(results, lane, [lods[0], lods[1], 0, 0], self.dmask, narrow);
                }
                Image::Gather { row, .. } => {
                    sampling.gather(lane, &parts.query(lane), footprint, row, &mut asked);
                }
                _ => sampling.sample(lane, &parts.query(lane), footprint, &mut asked),
            }
        }
        if self.does == Image::Lod {
            return Ok(());
        }
        let texels = texels(machine, &sampling.layout, &asked.from)?;
        let (layout, select) = (surface.layout, surface.image.select);
        let short = |value: u32| layout.narrow(value);
        if let Image::Gather { .. } = self.does {
            let component = self.dmask.trailing_zeros() as usize;
            sampling.gathered(&asked, &texels, |lane, found| {
                let values = found.map(|found| layout.select(select, &found)[component]);
                self.put(results, lane, values, 15, short);
            });
        } else {
            // What is stored but not selected need not be weighed.
            let chosen = (0..4).filter(|n| self.dmask >> n & 1 != 0);
            let chosen = chosen.filter_map(|n: usize| usize::from(select[n]).checked_sub(4));
            let mut which: Vec<usize> = chosen.filter(|n| *n < 4).collect();
            which.sort_unstable();
            which.dedup();
            sampling.filtered(&asked, &texels, &which, |lane, found| {
                let values = layout.select(select, &found);
                self.put(results, lane, values, self.dmask, short);
            });
        }
        Ok(())
    }
}

/// The lanes that have an address.
fn present(all: &[(usize, Option<u64>)]) -> Vec<(u32, u64)> {
    let present = all.iter();
    present
        .filter_map(|(lane, address)| Some((*lane as u32, (*address)?)))
        .collect()
}

/// The bits of texels that lanes ask for.
fn fetch(
    machine: &mut dyn Machine,
    layout: &Layout,
    from: &[(u32, u64)],
) -> Result<Vec<u128>, Trap> {
    let mut elements = vec![0; from.len()];
    machine.gather(Space::Global, layout.bytes(), from, &mut elements)?;
    Ok(elements)
}

/// The components of texels that lanes ask for.
fn texels(
    machine: &mut dyn Machine,
    layout: &Layout,
    from: &[(u32, u64)],
) -> Result<Vec<Stored>, Trap> {
    let elements = fetch(machine, layout, from)?;
    let mut all = vec![[0; 4]; elements.len()];
    layout.read_all(&elements, &mut all);
    Ok(all)
}

/// The words of a texel as they are.
fn raw(element: u128, size: usize, signed: bool) -> [u32; 4] {
    let mut words = [0, 32, 64, 96].map(|at| (element >> at) as u32);
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
        let asked = match &surface {
            Some(surface) => self.unit.addresses(machine, surface, 1),
            None => active(machine).map(|lane| (lane, None)).collect(),
        };
        for (lane, address) in asked {
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
