//! Accesses to memory by waves that take them together.

use super::Context;
use super::lockstep::Lockstep;
use super::one_by_one::same_in_all_lanes;
use super::scalars::fill;
use crate::access;
use crate::code::Code;
use plan::Affine;
use uop::{Custom, SReg, ScalarLoad, Uop, UopIdx, VReg};

impl Lockstep<'_> {
    /// An access whose addresses are affine. False if they are not, or waves have to go one by one;
    /// nothing has happened then.
    pub fn memory_by_affine(&mut self, at: UopIdx, code: &Code, cx: &mut Context<'_>) -> bool {
        if !self.shared.values.on || code.src[0] == 0 {
            return false;
        }
        let shape = &self.code.shapes[code.dst as usize];
        let set = self.set();
        let values = &self.shared.values;
        let common = |reg| self.common_pair(reg);
        let done = access::run_together(&set, shape, cx, |reg| values.get(reg), common);
        if !done {
            self.leave_affine(at);
        }
        done
    }

    /// False if waves have to go one by one; nothing has happened then.
    pub fn memory(&mut self, code: &Code, cx: &mut Context<'_>) -> bool {
        let shape = &self.code.shapes[code.dst as usize];
        let set = self.set();
        let done = access::whole_words_together(&set, shape, cx, |reg| self.common_pair(reg));
        // What was loaded is the same in all lanes.
        let (first, words) = (code.src[1] as u16, code.src[2] as u16);
        for reg in (first..first + words).map(VReg).filter(|_| done) {
            let constant = Affine::constant(self.first_word(reg));
            self.shared.values.set(reg, constant);
        }
        done
    }

    /// An access that is written down of every wave. False if waves have to go one by one; nothing has
    /// happened then.
    pub fn recorded(&mut self, at: UopIdx, code: &Code, cx: &mut Context<'_>) -> bool {
        let uop = &cx.program.steps[at as usize].uop;
        let Some(recorder) = cx.recorder.as_deref_mut().filter(|_| self.active > 0) else {
            return false;
        };
        recorder.pass(cx.stats.barriers);
        recorder.begin_together(at);
        if let Uop::Memory(op) = uop {
            for wave in self.waves.iter() {
                let by = || same_in_all_lanes(wave, op.data);
                recorder.changes(wave.place.wave, at, by);
            }
        }
        let done = match uop {
            Uop::ScalarLoad(load) => self.scalar_load(load, code, cx),
            _ => self.memory_by_affine(at, code, cx) || self.memory(code, cx),
        };
        if let Some(recorder) = &mut cx.recorder {
            recorder.end_together();
        }
        done
    }

    /// The same for a custom operation that comes down to an access.
    pub fn bounded(&mut self, custom: &dyn Custom, code: &Code, cx: &mut Context<'_>) -> bool {
        if cx.strict && custom.channel().is_some() {
            return false;
        }
        let Some(bounded) = custom.bounded(&|reg| self.common(reg)) else {
            return false;
        };
        let shape = &self.code.shapes[code.dst as usize];
        let set = self.set();
        self.active == 0 || access::bounded_together(&set, &bounded, self.scratch, shape, cx)
    }

    fn set(&self) -> access::LaneSet {
        let first = self.waves.iter().position(|wave| wave.exec() != 0);
        let first = first.unwrap_or(0);
        let exec = self.waves[first].exec();
        access::LaneSet {
            wave: self.waves[0].place.wave,
            file: self.file,
            lanes: self.span.lanes(),
            pitch: self.span.pitch(),
            width: self.width,
            live: self.live,
            mask: self.all_as_bits(),
            first: first * self.width + exec.trailing_zeros() as usize % 64,
            active: self.active,
        }
    }

    /// The active lanes of all waves, where there are at most 64 lanes.
    fn all_as_bits(&self) -> u64 {
        let waves = self.waves.iter().enumerate();
        match self.span.lanes() <= 64 {
            true => waves.fold(0, |all, (w, wave)| all | wave.exec() << (w * self.width)),
            false => 0,
        }
    }

    /// What a scalar holds in all waves, if it is the same.
    fn common(&self, reg: SReg) -> Option<u32> {
        let at = usize::from(reg.0) * self.row;
        let uniform = self.shared.uniform && self.code.plan.uniform.has(reg.0.into());
        // SAFETY: registers are in range.
        (uniform || self.alike(at)).then(|| unsafe { *self.scalars.add(at) })
    }

    fn common_pair(&self, reg: SReg) -> Option<u64> {
        let (low, high) = (self.common(reg)?, self.common(reg.plus(1))?);
        Some(u64::from(low) | u64::from(high) << 32)
    }

    /// False if waves have to go one by one; nothing has happened then.
    pub fn scalar_load(&mut self, load: &ScalarLoad, code: &Code, cx: &mut Context<'_>) -> bool {
        let shape = &self.code.shapes[code.dst as usize];
        if cx.strict && load.channel.is_some() {
            return false;
        }
        let index = load.index.map_or(Some(0), |reg| self.common(reg));
        let (Some(base), Some(index)) = (self.common_pair(load.base), index) else {
            return false;
        };
        let address = load.address(base, index);
        let (n, row) = (self.waves.len(), self.row);
        let to = self.scalars.wrapping_add(usize::from(load.dst.0) * row);
        // SAFETY: registers are in range.
        let put = |i: usize, word| unsafe { fill(to.add(i * row), word, n) };
        let done = access::scalar_words_together(n as u64, load, shape, cx, address, put);
        if let Some(recorder) = cx.recorder.as_deref_mut().filter(|_| done) {
            let waves = (self.waves[0].place.wave, n);
            recorder.all(waves, address, (load.bytes.into(), 0), false);
        }
        done
    }
}
