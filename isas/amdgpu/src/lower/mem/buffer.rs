//! Buffers: MUBUF and MTBUF, which address memory through a resource descriptor.

use super::super::registers::ZEROS;
use super::super::{Lowering, Outcome, channel};
use super::{Access, active};
use crate::encoding::{ParamKind, Returning};
use crate::format::Layout;
use crate::inst::{self, NULL};
use crate::inst::{AmdInst, OperandValue};
use crate::meaning::{Components, Meaning};
use crate::names;
use crate::row::{self, AmdFormat, OperandType};
use op::Op;
use std::sync::Arc;
use uop::{
    Bounded, Breadth, Channel, Custom, Machine, MemKind, Reach, SReg, Space, Trap, Uop, VReg,
};

/// What all buffer instructions have in common.
#[derive(Clone, Debug)]
struct BufferAddress {
    /// Four words.
    resource: SReg,
    /// Added to the base. Where bytes are checked, the buffer is that much shorter; elsewhere it has no say.
    scalar: SReg,
    index: Option<VReg>,
    offset: Option<VReg>,
    immediate: u32,
    /// The descriptor is one of GCN.
    records_by_index: bool,
}

impl Lowering<'_> {
    pub(in super::super) fn buffer(&mut self, inst: &AmdInst, meaning: Meaning) -> Outcome {
        if inst.mods.lds != 0 {
            return Err("loads into local memory are not of this machine".into());
        }
        // What goes to local memory passes through registers that have no names.
        let direct = (inst.encoding.params.iter()).any(|param| param.kind == ParamKind::Lds);
        let (place, data) = self.buffer_place(inst, direct)?;
        let counted = |channel: Channel| (!direct).then_some(channel);
        let tfe = (inst.encoding.params.iter()).any(|param| matches!(param.kind, ParamKind::Tfe));
        if tfe && !inst.row().has(row::STORE) {
            // Nothing is ever absent here, and the register after the data says so.
            let words = inst.operands().first().map(|operand| operand.value);
            let Some(OperandValue::Reg(reg)) = words else {
                return Err("no data".into());
            };
            let status = data.plus(u16::from(reg.dwords) - 1);
            let zero = self.b.constant(0);
            self.lane(Op::MovB32, status, &[zero.into()]);
        }
        if let Meaning::LoadTyped(components, layout) | Meaning::StoreTyped(components, layout) =
            meaning
        {
            let typed = Typed {
                place,
                data,
                components: components.into(),
                load: matches!(meaning, Meaning::LoadTyped(..)),
                layout,
                format: (inst.row().format == AmdFormat::Mtbuf).then(|| self.typed_format(inst)),
                channel: counted(match meaning {
                    Meaning::LoadTyped(..) => channel::LOAD,
                    _ => self.store_channel(),
                }),
            };
            self.b.push(Uop::Custom(Arc::new(typed)));
            if direct {
                self.load_to_share(inst, data, 4);
            }
            return Ok(());
        }
        let access = Access::of(meaning, inst.encoding.returning == Returning::Yes)?;
        if let MemKind::Atomic { .. } = access.kind {
            self.buffer_atomic(place, data, access);
        } else {
            let channel = counted(self.vector_channel(access.kind));
            self.b.push(Uop::Custom(Arc::new(Plain {
                place,
                data,
                access,
                channel,
            })));
        }
        if direct {
            self.load_to_share(inst, data, access.bytes);
        }
        Ok(())
    }

    /// The number that the format of an instruction has in our list.
    fn typed_format(&self, inst: &AmdInst) -> u32 {
        let own = inst.mods.format as u32;
        match self.options.target.generation().split_formats {
            true => names::buffer_format_of_numbers(own & 15, own >> 4).map_or(0, u32::from),
            false => own,
        }
    }

    fn buffer_place(
        &mut self,
        inst: &AmdInst,
        direct: bool,
    ) -> Result<(BufferAddress, VReg), String> {
        let mut vectors = Vec::new();
        let mut scalars = Vec::new();
        let (mut idxen, mut offen) = (inst.mods.idxen != 0, inst.mods.offen != 0);
        let kinds = inst.encoding.positional().map(|param| param.kind);
        for (kind, operand) in kinds.zip(inst.operands()) {
            match (kind, operand.value) {
                (ParamKind::Idxen, _) => idxen = true,
                (ParamKind::Offen, _) => offen = true,
                (_, OperandValue::Reg(reg)) if reg.is_vgpr() => vectors.push(self.vgpr(reg)),
                (_, OperandValue::Reg(reg)) if reg.code == NULL => {
                    scalars.push(ZEROS);
                }
                (_, OperandValue::Reg(_) | OperandValue::Inline(_)) => {
                    scalars.push(self.scalar_source(inst, operand, OperandType::I32)?);
                }
                _ => {}
            }
        }
        let [resource, scalar] = scalars[..] else {
            return Err("operands of a buffer instruction".into());
        };
        if resource != ZEROS && resource.0 + 3 > inst::TTMP_LAST {
            return Err("a resource descriptor that is not in scalar registers".into());
        }
        let (data, address) = match direct {
            true => (self.temporary(4), vectors.first().copied()),
            false => (*vectors.first().ok_or("no data")?, vectors.get(1).copied()),
        };
        let second = |n: u16| address.map(|reg| reg.plus(n));
        let place = BufferAddress {
            resource,
            scalar,
            index: second(0).filter(|_| idxen),
            offset: second(u16::from(idxen)).filter(|_| offen),
            immediate: inst.mods.offset as u32,
            records_by_index: self.options.target.generation().records_by_index,
        };
        Ok((place, data))
    }

    /// Addresses first, then an ordinary atomic by the lanes within bounds.
    fn buffer_atomic(&mut self, place: BufferAddress, data: VReg, access: Access) {
        let bytes = access.bytes;
        let (address, within) = (self.temporary(2), self.temporary(1));
        self.b.push(Uop::Custom(Arc::new(Addresses {
            place,
            address,
            within,
            bytes,
        })));
        self.atomic_within((address, within), data, access);
    }
}

/// A resource descriptor taken apart.
struct Resource {
    base: u64,
    stride: u64,
    records: u64,
    /// Bytes that stay together when the buffer is swizzled.
    element: Option<u64>,
    index_stride: u64,
    add_lane: bool,
    bounds: u32,
    format: u32,
    select: [u8; 4],
}

impl Resource {
    fn read(machine: &dyn Machine, place: &BufferAddress) -> Resource {
        let at = place.resource;
        Resource::of([0, 1, 2, 3].map(|n| machine.scalar(at.plus(n))), place)
    }

    fn of([w0, w1, w2, w3]: [u32; 4], place: &BufferAddress) -> Resource {
        let resource = Resource::current([w0, w1, w2, w3]);
        if !place.records_by_index {
            return resource;
        }
        // Records are counted where there is an index, bytes elsewhere. Nothing is swizzled without one: kernels for
        // these chips set the bit in descriptors that they use with offsets alone, and get memory as it lies.
        let swizzled = w1 >> 31 != 0 && (place.index.is_some() || resource.add_lane);
        let bounds = match place.index.is_some() && resource.stride != 0 {
            true if swizzled => 0,
            true => 1,
            false => 3,
        };
        let format = names::buffer_format_of_numbers(w3 >> 15 & 15, w3 >> 12 & 7);
        Resource {
            element: swizzled.then_some(4),
            bounds,
            format: format.map_or(0, u32::from),
            ..resource
        }
    }

    fn current([w0, w1, w2, w3]: [u32; 4]) -> Resource {
        let swizzle = w1 >> 30;
        Resource {
            base: u64::from(w0) | u64::from(w1 & 0xffff) << 32,
            stride: u64::from(w1 >> 16 & 0x3fff),
            records: w2.into(),
            element: (swizzle != 0).then(|| 2 << swizzle),
            index_stride: 8 << (w3 >> 21 & 3),
            add_lane: w3 >> 23 & 1 != 0,
            bounds: w3 >> 28 & 3,
            format: w3 >> 12 & 63,
            select: [0, 3, 6, 9].map(|at| (w3 >> at & 7) as u8),
        }
    }

    /// The address of so many bytes at a place of the buffer, if they are inside.
    fn address(
        &self,
        machine: &dyn Machine,
        place: &BufferAddress,
        lane: usize,
        ahead: u64,
        bytes: u64,
    ) -> Option<u64> {
        let value = |reg: Option<VReg>| reg.map_or(0, |reg| u64::from(machine.vector(reg)[lane]));
        let index = value(place.index) + if self.add_lane { lane as u64 } else { 0 };
        let offset = value(place.offset) + u64::from(place.immediate) + ahead;
        let scalar = u64::from(machine.scalar(place.scalar));
        let inside = match self.bounds {
            // Structured: the record and the place in it.
            0 => index < self.records && (self.stride == 0 || offset + bytes <= self.stride),
            1 => index < self.records,
            2 => self.records != 0,
            _ if self.element.is_some() && self.stride != 0 => {
                index < self.records && offset + bytes <= self.stride
            }
            _ => {
                // Bytes, none of them wrapping around.
                let linear = index * self.stride + offset;
                linear + bytes <= self.records.saturating_sub(scalar)
            }
        };
        if !inside {
            return None;
        }
        let at = match self.element {
            None => index * self.stride + offset,
            Some(element) => {
                let (high, low) = (index / self.index_stride, index % self.index_stride);
                (high * self.stride + offset / element * element) * self.index_stride
                    + low * element
                    + offset % element
            }
        };
        Some(self.base.wrapping_add(scalar).wrapping_add(at))
    }

    /// What index, offset and their sum may be at most where lanes want so many bytes, behind a
    /// constant that all of them add, unless that is no matter of each by itself.
    fn limits(&self, constant: u32, scalar: u32, bytes: u32) -> Option<[u32; 3]> {
        const ANY: u32 = u32::MAX;
        if self.element.is_some() || self.add_lane {
            return None;
        }
        let records = self.records as u32;
        let within = |room: u32| room.checked_sub(constant)?.checked_sub(bytes);
        Some(match self.bounds {
            0 if self.stride != 0 => [records.checked_sub(1)?, within(self.stride as u32)?, ANY],
            0 | 1 => [records.checked_sub(1)?, ANY, ANY],
            2 if records == 0 => return None,
            2 => [ANY; 3],
            _ => {
                let most = within(records.saturating_sub(scalar))?;
                [ANY, most, most]
            }
        })
    }
}

impl BufferAddress {
    fn vectors(&self) -> Vec<VReg> {
        self.index.into_iter().chain(self.offset).collect()
    }

    fn scalars(&self) -> Vec<SReg> {
        (0..4)
            .map(|n| self.resource.plus(n))
            .chain([self.scalar])
            .collect()
    }
}

/// Loads and stores of bytes and words; what lies outside is zero, or goes nowhere.
#[derive(Debug)]
struct Plain {
    place: BufferAddress,
    data: VReg,
    access: Access,
    channel: Option<Channel>,
}

impl Custom for Plain {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let resource = Resource::read(machine, &self.place);
        let bytes = u64::from(self.access.bytes);
        let step = bytes.min(4);
        // Addresses may be in registers that the load overwrites.
        let mut loaded = Vec::new();
        for lane in active(machine) {
            for word in 0..bytes.div_ceil(4) {
                let reg = self.data.plus(word as u16);
                let address = resource.address(machine, &self.place, lane, 4 * word, step);
                match self.access.kind {
                    MemKind::Load(extend) => {
                        let mut value = [0; 4];
                        if let Some(address) = address {
                            let to = &mut value[..step as usize];
                            machine.load(Space::Global, lane as u32, address, to)?;
                        }
                        loaded.push((reg, lane, u32::from_le_bytes(value), extend));
                    }
                    MemKind::Store { high } => {
                        let value = machine.vector(reg)[lane] >> if high { 16 } else { 0 };
                        if let Some(address) = address {
                            let from = &value.to_le_bytes()[..step as usize];
                            machine.store(Space::Global, lane as u32, address, from)?;
                        }
                    }
                    MemKind::Atomic { .. } => {}
                }
            }
        }
        for (reg, lane, value, extend) in loaded {
            let word = &mut machine.vector_mut(reg)[lane];
            *word = extend.fill(value, 8 * step as u32, *word);
        }
        Ok(())
    }

    fn breadth(&self) -> Breadth {
        Breadth::Active
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        let words = u16::from(self.access.bytes.div_ceil(4));
        let data = (0..words).map(|n| self.data.plus(n));
        let mut reads = self.place.vectors();
        match self.access.kind {
            MemKind::Load(_) => (reads, data.collect()),
            _ => {
                reads.extend(data);
                (reads, Vec::new())
            }
        }
    }

    fn scalars(&self) -> (Vec<SReg>, Vec<SReg>) {
        (self.place.scalars(), Vec::new())
    }

    fn reach(&self) -> Reach {
        Reach::Memory
    }

    fn bounded(&self, scalar: &dyn Fn(SReg) -> Option<u32>) -> Option<Bounded> {
        let place = &self.place;
        let word = |n: u16| scalar(place.resource.plus(n));
        let resource = Resource::of([word(0)?, word(1)?, word(2)?, word(3)?], place);
        let start = scalar(place.scalar)?;
        let bytes = self.access.bytes;
        let limits = resource.limits(place.immediate, start, bytes.into())?;
        let [most_index, most_offset, most] = limits;
        let base = resource.base.wrapping_add(start.into());
        Some(Bounded {
            base: base.wrapping_add(place.immediate.into()),
            index: place.index,
            stride: resource.stride as u32,
            offset: place.offset,
            most_index,
            most_offset,
            most,
            kind: self.access.kind,
            bytes,
            data: self.data,
        })
    }

    fn channel(&self) -> Option<Channel> {
        self.channel
    }

    fn kept(&self) -> u32 {
        match self.access.kind {
            MemKind::Load(extend) => extend.kept(),
            _ => 0,
        }
    }
}

/// Addresses of atomics, and which lanes are within bounds.
#[derive(Debug)]
struct Addresses {
    place: BufferAddress,
    address: VReg,
    within: VReg,
    bytes: u8,
}

impl Custom for Addresses {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let resource = Resource::read(machine, &self.place);
        for lane in active(machine) {
            let address = resource.address(machine, &self.place, lane, 0, self.bytes.into());
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
        (
            self.place.vectors(),
            vec![self.address, self.address.plus(1), self.within],
        )
    }

    fn scalars(&self) -> (Vec<SReg>, Vec<SReg>) {
        (self.place.scalars(), Vec::new())
    }

    fn reach(&self) -> Reach {
        Reach::Registers
    }
}

/// Loads and stores of typed elements.
#[derive(Debug)]
struct Typed {
    place: BufferAddress,
    data: VReg,
    /// How many components the instruction names.
    components: u16,
    load: bool,
    layout: Components,
    /// The instruction's own format; otherwise the descriptor has it.
    format: Option<u32>,
    channel: Option<Channel>,
}

/// Selectors that take every component as it comes.
const IN_ORDER: [u8; 4] = [4, 5, 6, 7];

impl Typed {
    /// One component of a lane's result.
    fn put(&self, machine: &mut dyn Machine, component: u16, lane: usize, value: u32) {
        if self.layout == Components::Words {
            machine.vector_mut(self.data.plus(component))[lane] = value;
            return;
        }
        let word = &mut machine.vector_mut(self.data.plus(component / 2))[lane];
        *word = if self.layout == Components::High || component % 2 == 1 {
            *word & 0xffff | value << 16
        } else {
            *word & 0xffff_0000 | value
        };
    }

    fn registers(&self) -> u16 {
        match self.layout {
            Components::Words => self.components,
            _ => self.components.div_ceil(2),
        }
    }
}

impl Custom for Typed {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let resource = Resource::read(machine, &self.place);
        // An instruction with its own format takes components in order, whatever the descriptor says.
        let (format, select) = match self.format {
            Some(format) => (format, IN_ORDER),
            None => (resource.format, resource.select),
        };
        // Nothing is inside a buffer without a format.
        let Some(layout) = Layout::of(format) else {
            let components = if self.load { self.components } else { 0 };
            for lane in active(machine) {
                (0..components).for_each(|i| self.put(machine, i, lane, 0));
            }
            return Ok(());
        };
        let mut loaded = Vec::new();
        for lane in active(machine) {
            let size = layout.bytes();
            let address = resource.address(machine, &self.place, lane, 0, size as u64);
            let mut bytes = [0; 16];
            let bytes = &mut bytes[..size];
            if self.load {
                // What lies outside is zero, and a constant is what it is anyway.
                let mut found = [0; 4];
                if let Some(address) = address {
                    machine.load(Space::Global, lane as u32, address, bytes)?;
                    found = layout.read(bytes);
                }
                let found = layout.select(select, &found);
                let components = (0..self.components).zip(found);
                loaded.extend(components.map(|(i, value)| (i, lane, value)));
            } else if let Some(address) = address {
                let components = self.gather(machine, lane, &layout);
                layout.write(&components, bytes);
                machine.store(Space::Global, lane as u32, address, bytes)?;
            }
        }
        for (i, lane, value) in loaded {
            let value = match self.layout {
                Components::Words => value,
                _ => layout.narrow(value),
            };
            self.put(machine, i, lane, value);
        }
        Ok(())
    }

    fn reach(&self) -> Reach {
        Reach::Memory
    }

    fn breadth(&self) -> Breadth {
        match self.layout == Components::Words {
            true => Breadth::Active,
            false => Breadth::Unknown,
        }
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        let data = (0..self.registers()).map(|n| self.data.plus(n));
        let mut reads = self.place.vectors();
        if self.load {
            return (reads, data.collect());
        }
        reads.extend(data);
        (reads, Vec::new())
    }

    fn scalars(&self) -> (Vec<SReg>, Vec<SReg>) {
        (self.place.scalars(), Vec::new())
    }

    fn channel(&self) -> Option<Channel> {
        self.channel
    }

    fn kept(&self) -> u32 {
        match (self.layout, self.components) {
            (Components::High, _) => 0xffff,
            (Components::Halves, 1) => 0xffff_0000,
            _ => 0,
        }
    }
}

impl Typed {
    fn gather(&self, machine: &dyn Machine, lane: usize, layout: &Layout) -> [u32; 4] {
        std::array::from_fn(|i| {
            // Components that the instruction does not have repeat the first one.
            let i = if i < usize::from(self.components) {
                i as u16
            } else {
                0
            };
            if self.layout == Components::Words {
                return machine.vector(self.data.plus(i))[lane];
            }
            let word = machine.vector(self.data.plus(i / 2))[lane];
            let high = self.layout == Components::High || i % 2 == 1;
            layout.widen(if high { word >> 16 } else { word & 0xffff })
        })
    }
}
