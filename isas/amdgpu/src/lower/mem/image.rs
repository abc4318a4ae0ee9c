//! Images: MIMG of RDNA 3, VIMAGE and VSAMPLE of RDNA 4, which address memory through a descriptor
//! of eight words.

mod parts;

use self::parts::Parts;
use super::super::{Lowering, Outcome, channel};
use super::{Access, active};
use crate::encoding::ParamKind;
use crate::format::{Layout, narrow};
use crate::image::LANES;
use crate::image::descriptor::ImageKind;
use crate::image::filter::ByLane;
use crate::image::recent::Unit as Recent;
use crate::image::sample::{Footprint, Sampling};
use crate::image::surface::{NOWHERE, Surface};
use crate::image::taps::{Asked, bits};
use crate::inst::{self, AmdInst, OperandValue};
use crate::meaning::{Detail, Image, Texels};
use crate::row::{Address, AmdFormat, OperandSlot, OperandType};
use crate::target::{Chip, Target};
use op::Op;
use std::rc::Rc;
use std::sync::Arc;
use uop::{Breadth, Channel, Custom, Machine, MemKind, Reach, SReg, Space, Trap, Uop, VReg};

/// Registers that an instruction reads and writes at most.
const DATA: usize = 5;

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
    kind: ImageKind,
    dmask: u32,
    d16: bool,
    a16: bool,
    /// A word after the data says what was absent, which is nothing here.
    tfe: bool,
    unnormalized: bool,
    channel: Channel,
}

impl Lowering<'_> {
    pub(in super::super) fn image(&mut self, inst: &AmdInst, does: Image) -> Outcome {
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

    fn image_unit(&mut self, inst: &AmdInst, does: Image) -> Result<Unit, String> {
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
                    scalars.push(self.scalar_source(inst, operand, OperandType::I32)?);
                }
                _ => {}
            }
        }
        let parts = inst.row().operands.iter().find_map(|slot| match slot {
            OperandSlot::Image(parts) => Some(*parts),
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
        let sampled = inst.row().format == AmdFormat::Vsample;
        let apart = self.options.target.generation().long_memory();
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
            kind: ImageKind::of_dimension(mods.dim as u32),
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

/// The results of all lanes, a register each.
struct Results {
    words: [ByLane; DATA],
}

/// What a component of a result is.
enum Source {
    Always(u32),
    /// A component that is stored.
    Stored(usize),
}

impl Unit {
    fn resource(&self, machine: &dyn Machine) -> [u32; 8] {
        [0, 1, 2, 3, 4, 5, 6, 7].map(|n: u16| match n < self.resource_words {
            true => machine.scalar(self.resource.plus(n)),
            false => 0,
        })
    }

    fn surface(
        &self,
        machine: &dyn Machine,
        recent: &mut Recent,
    ) -> Result<Option<Rc<Surface>>, Trap> {
        recent.surface(self.target, self.resource(machine))
    }

    /// The addresses of texels that lanes name, so many samples from those, or [`NOWHERE`].
    fn addresses(&self, machine: &dyn Machine, surface: &Surface, samples: u32) -> Vec<u64> {
        let parts = Parts::of(self, machine);
        let mut plane = (0, surface.plane(0));
        let addresses = active(machine).map(|lane| {
            let texel = parts.texel(lane, surface);
            if texel.level != plane.0 {
                plane = (texel.level, surface.plane(texel.level));
            }
            let sample = texel.sample.saturating_add(samples);
            let plane = plane.1.as_ref();
            plane.map_or(NOWHERE, |plane| plane.address(texel.at, sample))
        });
        addresses.collect()
    }

    /// Asks for the texels that lanes name, and for so many samples of each from that one on.
    fn ask(&self, machine: &dyn Machine, surface: &Surface, samples: u32, asked: &mut Asked) {
        asked.begin(active(machine), true);
        for n in 0..samples {
            asked.add(&self.addresses(machine, surface, n), &[1.0; LANES]);
        }
    }

    /// Where a component of a result comes from.
    fn source(surface: &Surface, component: usize) -> Source {
        match surface.image.select[component] {
            1 => Source::Always(surface.layout.one()),
            selector @ 4..=7 => Source::Stored(usize::from(selector) - 4),
            _ => Source::Always(0),
        }
    }

    /// Keeps the component of a result that is the `at`th; `short` makes 16 bits of one.
    fn put(&self, results: &mut Results, at: usize, values: &ByLane, short: impl Fn(u32) -> u32) {
        match self.d16 {
            true => {
                for (word, value) in results.words[at / 2].iter_mut().zip(values) {
                    *word |= (short(*value) & 0xffff) << (16 * (at % 2));
                }
            }
            false => results.words[at] = *values,
        }
    }

    /// Components that are asked for, the first one first.
    fn components(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let dmask = self.dmask;
        (0..).zip((0..4).filter(move |n| dmask >> n & 1 != 0))
    }

    fn load(
        &self,
        machine: &mut dyn Machine,
        recent: &mut Recent,
        how: Texels,
        results: &mut Results,
    ) -> Result<(), Trap> {
        let Some(surface) = self.surface(machine, recent)? else {
            return Ok(());
        };
        let layout = &surface.layout;
        self.ask(machine, &surface, 1, &mut recent.asked);
        fetch(machine, layout, recent)?;
        let (asked, texels) = (&recent.asked, &mut recent.texels);
        for (at, n) in self.components() {
            let mut values = [0; LANES];
            match (how, Unit::source(&surface, n)) {
                (Texels::Converted, Source::Always(value)) => values = [value; LANES],
                (Texels::Converted, Source::Stored(n)) => {
                    let read = |words: &[u32], to: &mut _| layout.read_all(n, words, to);
                    texels.taken(asked, 0, read, &mut values);
                }
                (how, _) => {
                    let read = |words: &[u32], to: &mut Vec<u32>| {
                        let each = words.chunks_exact(layout.words());
                        to.extend(each.map(|it| raw(it, n, layout.bytes(), how)));
                    };
                    texels.taken(asked, 0, read, &mut values);
                }
            }
            self.put(results, at, &values, |it| layout.narrow(it));
        }
        Ok(())
    }

    /// One component of the sample that is named and of the three after it.
    fn samples(
        &self,
        machine: &mut dyn Machine,
        recent: &mut Recent,
        results: &mut Results,
    ) -> Result<(), Trap> {
        let Some(surface) = self.surface(machine, recent)? else {
            return Ok(());
        };
        let layout = &surface.layout;
        self.ask(machine, &surface, 4, &mut recent.asked);
        fetch(machine, layout, recent)?;
        let source = Unit::source(&surface, self.dmask.trailing_zeros() as usize);
        for n in 0..4 {
            let mut values = [0; LANES];
            match source {
                Source::Always(value) => values = [value; LANES],
                Source::Stored(component) => {
                    let read = |words: &[u32], to: &mut _| layout.read_all(component, words, to);
                    recent.texels.taken(&recent.asked, n, read, &mut values);
                }
            }
            self.put(results, n, &values, |it| layout.narrow(it));
        }
        Ok(())
    }

    fn store(
        &self,
        machine: &mut dyn Machine,
        recent: &mut Recent,
        texels: Texels,
    ) -> Result<(), Trap> {
        let Some(surface) = self.surface(machine, recent)? else {
            return Ok(());
        };
        let (layout, select) = (surface.layout, surface.image.select);
        self.ask(machine, &surface, 1, &mut recent.asked);
        let to = &recent.asked.places;
        let mut data = [&[][..]; DATA];
        for (words, n) in data.iter_mut().zip(0..self.data_words) {
            *words = machine.vector(self.data.plus(n));
        }
        let each = layout.words();
        let words = recent.texels.words(to.len() * each);
        for (words, lane) in words.chunks_exact_mut(each).zip(&to.lanes) {
            let values = self.stored(&data, *lane as usize, &layout);
            let element = match texels {
                Texels::Converted => layout.element(&layout.place(select, &values)),
                _ => values,
            };
            words.copy_from_slice(&element[..each]);
        }
        machine.scatter(Space::Global, layout.bytes(), to, words)
    }

    /// The components that a lane stores. Those that the mask does not have repeat the first one.
    fn stored(&self, data: &[&[u32]; DATA], lane: usize, layout: &Layout) -> [u32; 4] {
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
    fn size(
        &self,
        machine: &mut dyn Machine,
        recent: &mut Recent,
        results: &mut Results,
    ) -> Result<(), Trap> {
        let Some(surface) = self.surface(machine, recent)? else {
            return Ok(());
        };
        let (first, last) = surface.image.levels;
        let levels = match surface.image.kind.has_samples() {
            true => 1,
            false => (last + 1).saturating_sub(first),
        };
        let parts = Parts::of(self, machine);
        for (at, n) in self.components() {
            let mut values = [0; LANES];
            for lane in active(machine) {
                let level = parts.number(lane, 0, 0);
                values[lane] = match n {
                    3 => levels,
                    _ if level < levels => surface.size(level + first)[n],
                    _ => 0,
                };
            }
            self.put(results, at, &values, |value| value);
        }
        Ok(())
    }

    fn sample(
        &self,
        machine: &mut dyn Machine,
        recent: &mut Recent,
        results: &mut Results,
    ) -> Result<(), Trap> {
        let at = self
            .sampler
            .ok_or_else(|| Trap::Illegal("a sample without a sampler".into()))?;
        let words = [0, 1, 2, 3].map(|n| machine.scalar(at.plus(n)));
        let sampler = (words, self.unnormalized);
        let sampling = recent.sampling(self.target, self.resource(machine), sampler)?;
        let Some(sampling) = sampling else {
            return Ok(());
        };
        let parts = Parts::of(self, machine);
        let mut last = None;
        let footprint = |lane: usize| match last {
            Some((square, footprint)) if square == lane / 4 && parts.are_alike_in_squares() => {
                footprint
            }
            _ => {
                let footprint = sampling.footprint(&parts.closeness(lane));
                last = Some((lane / 4, footprint));
                footprint
            }
        };
        let lanes = active(machine).fold(0, |mask, lane| mask | 1 << lane);
        let (queries, alike) = (parts.queries(lanes), parts.are_alike());
        let asked = &mut recent.asked;
        match self.does {
            Image::Lod => {
                self.lod(&sampling, lanes, footprint, results);
                return Ok(());
            }
            Image::Gather { row, .. } => {
                asked.gather(&sampling, &queries, lanes, footprint, (alike, row));
            }
            _ => asked.sample(&sampling, &queries, lanes, footprint, alike),
        }
        fetch(machine, &sampling.layout, recent)?;
        let (asked, texels) = (&recent.asked, &mut recent.texels);
        let surface = &sampling.surface;
        let short = |value: u32| surface.layout.narrow(value);
        let gathers = matches!(self.does, Image::Gather { .. });
        // A gather has one component of four texels, a sample several of what comes of all.
        let component = self.dmask.trailing_zeros() as usize;
        let all = (0..4).map(|tap| (tap, component)).filter(|_| gathers);
        for (at, n) in all.chain(self.components().filter(|_| !gathers)) {
            let mut values = [0; LANES];
            match Unit::source(surface, n) {
                Source::Always(value) => values = [value; LANES],
                Source::Stored(n) if gathers => {
                    texels.gathered(&sampling, asked, &queries, (n, at), &mut values);
                }
                Source::Stored(n) => {
                    texels.filtered(&sampling, asked, &queries, n, &mut values);
                }
            }
            self.put(results, at, &values, short);
        }
        Ok(())
    }

    /// The level of detail of a sample, within bounds and not.
    fn lod(
        &self,
        sampling: &Sampling,
        lanes: u64,
        mut footprint: impl FnMut(usize) -> Footprint,
        results: &mut Results,
    ) {
        let mut lods = [[0; LANES]; 4];
        for lane in bits(lanes) {
            let both = sampling.lod(&footprint(lane));
            for (to, lod) in lods.iter_mut().zip(both) {
                to[lane] = (lod as f32).to_bits();
            }
        }
        for (at, n) in self.components() {
            self.put(results, at, &lods[n], narrow);
        }
    }
}

/// Fetches the texels that lanes have asked for.
fn fetch(machine: &mut dyn Machine, layout: &Layout, recent: &mut Recent) -> Result<(), Trap> {
    let from = &recent.asked.places;
    let words = recent.texels.words(from.len() * layout.words());
    machine.gather(Space::Global, layout.bytes(), from, words)
}

/// A word of a texel as it is.
fn raw(words: &[u32], n: usize, bytes: usize, how: Texels) -> u32 {
    let word = words.get(n).copied().unwrap_or(0);
    match how {
        Texels::RawSigned if bytes < 4 && n == 0 => {
            let unused = 32 - 8 * bytes as u32;
            ((word << unused) as i32 >> unused) as u32
        }
        _ => word,
    }
}

impl Custom for Unit {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let mut results = Results {
            words: [[0; LANES]; DATA],
        };
        Recent::with(|recent| match self.does {
            Image::Store(texels) => self.store(machine, recent, texels),
            Image::Load(texels) => self.load(machine, recent, texels, &mut results),
            Image::Samples => self.samples(machine, recent, &mut results),
            Image::Size => self.size(machine, recent, &mut results),
            Image::Sample(_) | Image::Gather { .. } | Image::Lod => {
                self.sample(machine, recent, &mut results)
            }
            // `Places` comes before those.
            Image::Atomic(..) => Ok(()),
        })?;
        if let Image::Store(_) = self.does {
            return Ok(());
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
        let surface = Recent::with(|recent| self.unit.surface(machine, recent))?;
        // A texel is as wide as what is done to it.
        let surface = surface.filter(|surface| surface.layout.bytes() == usize::from(self.bytes));
        let addresses = match &surface {
            Some(surface) => self.unit.addresses(machine, surface, 0),
            None => vec![NOWHERE; LANES],
        };
        for (lane, address) in active(machine).zip(addresses) {
            machine.vector_mut(self.within)[lane] = u32::from(address != NOWHERE);
            let address = if address == NOWHERE { 0 } else { address };
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
