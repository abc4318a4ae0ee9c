//! Control flow, waits, messages and hardware registers: SOPP and what is like it.

use super::channel;
use super::flow::{MODE_ID, branch_target, field};
use super::layout::{CYCLES, EXEC, M0, MODE, SCC, STATUS, VCC};
use super::{Lowering, Outcome};
use crate::inst::{Inst, Value};
use op::Op::*;
use uop::{BarrierName, Channel, Cond, SReg, SplitOp, Uop};

#[derive(Clone, Copy)]
pub(super) enum Control {
    /// Changes nothing here: a hint, or cache control where memory is coherent.
    Nothing,
    End,
    Jump,
    Branch(When),
    GetPc,
    SetPc,
    SwapPc,
    Call,
    Wait(Waits),
    Barrier,
    /// RDNA 4's barriers, whose signals and waits are separate.
    Split(Split),
    /// One pass of a wave of 64 for each half that has active lanes.
    SubvectorBegin,
    SubvectorEnd,
    /// As many vector registers as are asked for are always there.
    AllocateVectors,
    Kill,
    GetRegister,
    SetRegister,
    ModeBits(u32),
    Message,
    MessageReturn,
    Trap,
    Halt,
    /// Not to be reached.
    Illegal,
    /// The order of pixels.
    Graphics,
}

#[derive(Clone, Copy)]
pub(super) enum When {
    Scc0,
    Scc1,
    VccZero,
    VccNonZero,
    ExecZero,
    ExecNonZero,
    /// Conditions of an attached debugger, which there is none of.
    Never,
}

#[derive(Clone, Copy)]
pub(super) enum Split {
    Signal,
    SignalIsFirst,
    Wait,
    Init,
    Join,
    Leave,
    State,
}

/// How the operand of a wait names counters.
#[derive(Clone, Copy)]
pub(super) enum Waits {
    /// `s_waitcnt`: three counters in one number.
    Packed,
    One(&'static [Channel]),
    /// The first six bits are for LDS, the ones from bit 8 on for this one.
    WithLds(Channel),
    Everything,
}
use Control::{Branch, Nothing};

const LGKM: &[Channel] = &[channel::LDS, channel::SCALAR, channel::GDS];

#[rustfmt::skip]
pub(super) static MEANINGS: &[(&str, Control)] = &[
    ("s_nop",                        Nothing),
    ("s_sleep",                      Nothing),
    ("s_sleep_var",                  Nothing),
    ("s_set_inst_prefetch_distance", Nothing),
    ("s_clause",                     Nothing),
    ("s_delay_alu",                  Nothing),
    ("s_wait_alu",                   Nothing),
    ("s_waitcnt_depctr",             Nothing),
    ("s_wait_event",                 Nothing),
    ("s_wakeup",                     Nothing),
    ("s_setprio",                    Nothing),
    ("s_incperflevel",               Nothing),
    ("s_decperflevel",               Nothing),
    ("s_ttracedata",                 Nothing),
    ("s_ttracedata_imm",             Nothing),
    ("s_icache_inv",                 Nothing),
    ("s_version",                    Nothing),
    ("s_gl1_inv",                    Nothing),
    ("s_dcache_inv",                 Nothing),
    ("s_prefetch_inst",              Nothing),
    ("s_prefetch_inst_pc_rel",       Nothing),
    ("s_prefetch_data",              Nothing),
    ("s_buffer_prefetch_data",       Nothing),
    ("s_prefetch_data_pc_rel",       Nothing),
    ("buffer_gl0_inv",               Nothing),
    ("buffer_gl1_inv",               Nothing),
    ("global_inv",                   Nothing),
    ("global_wb",                    Nothing),
    ("global_wbinv",                 Nothing),
    ("ds_nop",                       Nothing),
    ("v_nop",                        Nothing),
    ("v_pipeflush",                  Nothing),
    ("s_endpgm",                     Control::End),
    ("s_endpgm_saved",               Control::End),
    ("s_endpgm_ordered_ps_done",     Control::Graphics),
    ("s_branch",                     Control::Jump),
    ("s_cbranch_scc0",               Branch(When::Scc0)),
    ("s_cbranch_scc1",               Branch(When::Scc1)),
    ("s_cbranch_vccz",               Branch(When::VccZero)),
    ("s_cbranch_vccnz",              Branch(When::VccNonZero)),
    ("s_cbranch_execz",              Branch(When::ExecZero)),
    ("s_cbranch_execnz",             Branch(When::ExecNonZero)),
    ("s_cbranch_cdbgsys",            Branch(When::Never)),
    ("s_cbranch_cdbguser",           Branch(When::Never)),
    ("s_cbranch_cdbgsys_or_user",    Branch(When::Never)),
    ("s_cbranch_cdbgsys_and_user",   Branch(When::Never)),
    ("s_getpc_b64",                  Control::GetPc),
    ("s_setpc_b64",                  Control::SetPc),
    ("s_swappc_b64",                 Control::SwapPc),
    ("s_call_b64",                   Control::Call),
    ("s_waitcnt",                    Control::Wait(Waits::Packed)),
    ("s_waitcnt_vscnt",              Control::Wait(Waits::One(&[channel::STORE]))),
    ("s_waitcnt_vmcnt",              Control::Wait(Waits::One(&[channel::LOAD]))),
    ("s_waitcnt_expcnt",             Control::Wait(Waits::One(&[channel::EXPORT]))),
    ("s_waitcnt_lgkmcnt",            Control::Wait(Waits::One(LGKM))),
    ("s_wait_loadcnt",               Control::Wait(Waits::One(&[channel::LOAD]))),
    ("s_wait_storecnt",              Control::Wait(Waits::One(&[channel::STORE]))),
    ("s_wait_samplecnt",             Control::Wait(Waits::One(&[]))),
    ("s_wait_bvhcnt",                Control::Wait(Waits::One(&[]))),
    ("s_wait_expcnt",                Control::Wait(Waits::One(&[channel::EXPORT]))),
    ("s_wait_dscnt",                 Control::Wait(Waits::One(&[channel::LDS]))),
    ("s_wait_kmcnt",                 Control::Wait(Waits::One(&[channel::SCALAR]))),
    ("s_wait_loadcnt_dscnt",         Control::Wait(Waits::WithLds(channel::LOAD))),
    ("s_wait_storecnt_dscnt",        Control::Wait(Waits::WithLds(channel::STORE))),
    ("s_wait_idle",                  Control::Wait(Waits::Everything)),
    ("s_barrier",                    Control::Barrier),
    ("s_barrier_signal",             Control::Split(Split::Signal)),
    ("s_barrier_signal_isfirst",     Control::Split(Split::SignalIsFirst)),
    ("s_barrier_wait",               Control::Split(Split::Wait)),
    ("s_barrier_init",               Control::Split(Split::Init)),
    ("s_barrier_join",               Control::Split(Split::Join)),
    ("s_barrier_leave",              Control::Split(Split::Leave)),
    ("s_get_barrier_state",          Control::Split(Split::State)),
    ("s_subvector_loop_begin",       Control::SubvectorBegin),
    ("s_subvector_loop_end",         Control::SubvectorEnd),
    ("s_alloc_vgpr",                 Control::AllocateVectors),
    ("s_setkill",                    Control::Kill),
    ("s_atc_probe",                  Nothing),
    ("s_atc_probe_buffer",           Nothing),
    ("s_rfe_b64",                    Control::SetPc),
    ("s_getreg_b32",                 Control::GetRegister),
    ("s_setreg_b32",                 Control::SetRegister),
    ("s_setreg_imm32_b32",           Control::SetRegister),
    ("s_round_mode",                 Control::ModeBits(0)),
    ("s_denorm_mode",                Control::ModeBits(4)),
    ("s_sendmsg",                    Control::Message),
    ("s_sendmsghalt",                Control::Message),
    ("s_sendmsg_rtn_b32",            Control::MessageReturn),
    ("s_sendmsg_rtn_b64",            Control::MessageReturn),
    ("s_trap",                       Control::Trap),
    ("s_sethalt",                    Control::Halt),
    ("s_code_end",                   Control::Illegal),
    ("v_illegal",                    Control::Illegal),
];

impl Lowering<'_> {
    pub fn control(&mut self, inst: &Inst, meaning: Control) -> Outcome {
        let next = self.address + inst.size() as u64;
        let operands = inst.operands();
        match meaning {
            Nothing => self.b.push(Uop::Nop),
            Control::End => self.b.push(Uop::End),
            Control::Jump => {
                let to = self.target(inst, next)?;
                let to = self.b.label_at(to).0;
                self.b.push(Uop::Jump { to });
            }
            Branch(when) => {
                let to = self.target(inst, next)?;
                let when = match when {
                    When::Scc0 => Cond::Zero(SCC),
                    When::Scc1 => Cond::NonZero(SCC),
                    When::VccZero if !self.wide_masks() => Cond::Zero(VCC),
                    When::VccNonZero if !self.wide_masks() => Cond::NonZero(VCC),
                    When::ExecZero if !self.wide_masks() => Cond::Zero(EXEC),
                    When::ExecNonZero if !self.wide_masks() => Cond::NonZero(EXEC),
                    When::VccZero => Cond::MaskZero(VCC),
                    When::VccNonZero => Cond::MaskNonZero(VCC),
                    When::ExecZero => Cond::NoneActive,
                    When::ExecNonZero => Cond::AnyActive,
                    When::Never => {
                        self.b.push(Uop::Nop);
                        return Ok(());
                    }
                };
                self.branch(when, to);
            }
            Control::GetPc => {
                let dst = self.scalar_destination(&operands[0])?;
                let pc = self.b.scalar_constant64(next);
                self.scalar(MovB64, dst, &[pc]);
            }
            Control::SetPc => {
                let address = self.scalar_sources(inst, 0)?[0];
                self.b.push(Uop::JumpScalar { address });
            }
            Control::SwapPc => {
                let to = self.scalar_sources(inst, 1)?[0];
                let address = self.layout.scalar_temporary(0);
                self.scalar(MovB64, address, &[to]);
                self.link(inst, next)?;
                self.b.push(Uop::JumpScalar { address });
            }
            Control::Call => {
                self.link(inst, next)?;
                let to = self.target(inst, next)?;
                let to = self.b.label_at(to).0;
                self.b.push(Uop::Jump { to });
            }
            Control::Wait(waits) => self.wait(inst, waits)?,
            Control::Barrier => self.b.push(Uop::Barrier),
            Control::Split(split) => self.split_barrier(inst, split)?,
            Control::SubvectorBegin => self.subvector_begin(inst, next)?,
            Control::SubvectorEnd => self.subvector_end(inst, next)?,
            Control::AllocateVectors => {
                let one = self.b.scalar_constant(1);
                self.scalar(MovB32, SCC, &[one]);
            }
            Control::Kill => self.b.push(match immediate(inst, 0)? & 1 {
                0 => Uop::Nop,
                _ => Uop::End,
            }),
            Control::GetRegister => self.get_register(inst)?,
            Control::SetRegister => self.set_register(inst)?,
            Control::ModeBits(offset) => {
                let value = self
                    .b
                    .scalar_constant((immediate(inst, 0)? & 0xf) << offset);
                let mask = self.b.scalar_constant(0xf << offset);
                self.scalar(BfiB32, MODE, &[mask, value, MODE]);
            }
            Control::Message => match immediate(inst, 0)? & 0xff {
                // An interrupt has nobody to reach, and registers are not given back.
                0 | 1 | 3 if inst.row().name == "s_sendmsg" => self.b.push(Uop::Nop),
                0 | 1 => self.halt(inst),
                _ => return Err("the messages of a kernel are interrupts alone".into()),
            },
            Control::MessageReturn => match immediate(inst, 1)? & 0xff {
                REALTIME => {
                    let dst = self.scalar_destination(&operands[0])?;
                    self.tick();
                    self.scalar(MovB32, dst, &[CYCLES]);
                    if inst.row().name.ends_with("b64") {
                        let zero = self.b.scalar_constant(0);
                        self.scalar(MovB32, dst.plus(1), &[zero]);
                    }
                }
                // What a trap handler would ask for, when there is none.
                128..=130 | 133 => {
                    let dst = self.scalar_destination(&operands[0])?;
                    let zero = self.b.scalar_constant64(0);
                    let wide = inst.row().name.ends_with("b64");
                    self.scalar(if wide { MovB64 } else { MovB32 }, dst, &[zero]);
                }
                _ => return Err("a message for trap handlers".into()),
            },
            Control::Halt => self.halt(inst),
            Control::Illegal => {
                let name = inst.row().name;
                self.b.push(Uop::Trap(format!("{name} was reached").into()));
            }
            Control::Graphics => return Err("the order of pixels is for graphics".into()),
            Control::Trap => {
                let number = immediate(inst, 0)? & 0xff;
                self.b.push(Uop::Trap(format!("s_trap {number}").into()));
            }
        }
        Ok(())
    }

    fn halt(&mut self, inst: &Inst) {
        let name = inst.row().name;
        let why = format!("{name}: the wave waits for a debugger that is not there");
        self.b.push(Uop::Trap(why.into()));
    }

    fn target(&self, inst: &Inst, next: u64) -> Result<u64, String> {
        branch_target(inst, next).ok_or_else(|| "a branch without a target".into())
    }

    /// The destination gets the address of the next instruction, where some jump may return to.
    fn link(&mut self, inst: &Inst, next: u64) -> Outcome {
        let dst = self.scalar_destination(&inst.operands()[0])?;
        let pc = self.b.scalar_constant64(next);
        self.scalar(MovB64, dst, &[pc]);
        let label = self.b.label_at(next);
        self.b.indirect_target(label);
        Ok(())
    }

    fn wait(&mut self, inst: &Inst, waits: Waits) -> Outcome {
        let mut any = false;
        let mut wait = |channel: Channel, at_most: u32, limit: u32| {
            if at_most < limit {
                any = true;
                self.b.push(Uop::Wait {
                    channel,
                    at_most: at_most as u16,
                });
            }
        };
        match waits {
            Waits::Packed => {
                let packed = immediate(inst, 0)?;
                wait(channel::LOAD, packed >> 10 & 63, 63);
                wait(channel::EXPORT, packed & 7, 7);
                for &channel in LGKM {
                    wait(channel, packed >> 4 & 63, 63);
                }
            }
            Waits::One(channels) => {
                // RDNA 3 adds a scalar register, in practice always null: to wait for nothing
                // outstanding is safe whatever it holds.
                let (at_most, null) = match inst.operands() {
                    [register, imm] => {
                        let null = matches!(register.value,
                            Value::Reg(reg) if reg.code == crate::operand::NULL);
                        (imm.value, null)
                    }
                    [imm] => (imm.value, true),
                    _ => return Err("operands of a wait".into()),
                };
                let Value::Imm(at_most) = at_most else {
                    return Err("operands of a wait".into());
                };
                for &channel in channels {
                    let at_most = if null { at_most as u32 & 63 } else { 0 };
                    wait(channel, at_most, 64);
                }
            }
            Waits::WithLds(other) => {
                let packed = immediate(inst, 0)?;
                wait(other, packed >> 8 & 63, 64);
                wait(channel::LDS, packed & 63, 64);
            }
            Waits::Everything => channel::ALL
                .into_iter()
                .for_each(|channel| wait(channel, 0, 1)),
        }
        if !any {
            self.b.push(Uop::Nop);
        }
        Ok(())
    }

    fn split_barrier(&mut self, inst: &Inst, split: Split) -> Outcome {
        let operand = inst.operands().last().map(|operand| operand.value);
        // Waiting knows barriers by the sign of their number alone.
        if let Split::Wait = split {
            let workgroup = match immediate(inst, 0)? as i16 {
                -1 => true,
                0.. => false,
                _ => return Err("the barrier of trap handlers".into()),
            };
            self.b.push(Uop::Split(SplitOp::Wait { workgroup }));
            return Ok(());
        }
        if let Split::Leave = split {
            let left = Some(SCC);
            self.b.push(Uop::Split(SplitOp::Leave { left }));
            return Ok(());
        }
        let barrier = match operand {
            Some(Value::Imm(-1)) => BarrierName::Workgroup,
            Some(Value::Imm(number @ 0..=31)) => BarrierName::Number(number as u8),
            Some(Value::Imm(_)) => return Err("the barrier of trap handlers".into()),
            _ => BarrierName::Register(M0),
        };
        let op = match split {
            Split::Signal => SplitOp::Signal {
                barrier,
                first: None,
            },
            Split::SignalIsFirst => SplitOp::Signal {
                barrier,
                first: Some(SCC),
            },
            Split::Init => SplitOp::Init {
                barrier,
                members: M0,
            },
            Split::Join => SplitOp::Join { barrier },
            _ => SplitOp::State {
                barrier,
                dst: self.scalar_destination(&inst.operands()[0])?,
            },
        };
        self.b.push(Uop::Split(op));
        Ok(())
    }

    /// Without active lanes, to the end of the loop. Otherwise the half with active lanes goes
    /// first, the low one where both have some, and the register keeps the other half.
    fn subvector_begin(&mut self, inst: &Inst, next: u64) -> Outcome {
        let kept = SReg(register_of(inst, 0)?);
        let to = self.target(inst, next)?;
        if !self.wide_masks() {
            let zero = self.b.scalar_constant(0);
            self.scalar(MovB32, kept, &[zero]);
            self.branch(Cond::NoneActive, to);
            return Ok(());
        }
        self.branch(Cond::NoneActive, to);
        let zero = self.b.scalar_constant(0);
        let low_is_zero = self.layout.scalar_temporary(0);
        let (low, high) = (EXEC, EXEC.plus(1));
        self.scalar(EqU32, low_is_zero, &[low, zero]);
        self.scalar(SelectB32, kept, &[low_is_zero, low, high]);
        self.scalar(SelectB32, high, &[low_is_zero, high, zero]);
        self.wrote(high, 1);
        Ok(())
    }

    /// After the low half the high one, if it has active lanes; after that everything is as it was.
    fn subvector_end(&mut self, inst: &Inst, next: u64) -> Outcome {
        let kept = SReg(register_of(inst, 0)?);
        let to = self.target(inst, next)?;
        if !self.wide_masks() {
            self.b.push(Uop::Nop);
            return Ok(());
        }
        let zero = self.b.scalar_constant(0);
        let (low, high) = (EXEC, EXEC.plus(1));
        let [was_high, nothing_left, again, saved] =
            [0, 1, 2, 3].map(|n| self.layout.scalar_temporary(n));
        self.scalar(NeU32, was_high, &[high, zero]);
        self.scalar(EqU32, nothing_left, &[kept, zero]);
        self.scalar(OrB32, again, &[was_high, nothing_left]);
        let one = self.b.scalar_constant(1);
        self.scalar(XorB32, again, &[again, one]);
        self.scalar(MovB32, saved, &[low]);
        // Done with the high half: the low one is back. Not yet: the halves change places.
        self.scalar(SelectB32, low, &[was_high, kept, low]);
        self.scalar(SelectB32, low, &[again, zero, low]);
        self.scalar(SelectB32, high, &[was_high, high, kept]);
        self.scalar(SelectB32, kept, &[again, saved, kept]);
        self.wrote(low, 2);
        self.branch(Cond::NonZero(again), to);
        Ok(())
    }

    fn get_register(&mut self, inst: &Inst) -> Outcome {
        let (id, mask, offset) = field(immediate(inst, 1)?);
        let dst = self.scalar_destination(&inst.operands()[0])?;
        let value = match id {
            MODE_ID => MODE,
            STATUS_ID => self.status(),
            SHADER_CYCLES => {
                self.tick();
                CYCLES
            }
            SH_MEM_BASES => {
                let apertures = &self.options.apertures;
                let (local, private) = (apertures.local.start, apertures.private.start);
                let bases = private >> 48 | (local >> 48) << 16;
                self.b.scalar_constant(bases as u32)
            }
            STATE_PRIV if self.options.target.is_rdna4() => {
                let to = self.layout.scalar_temporary(0);
                let by = self.b.scalar_constant(9);
                self.scalar(ShlB32, to, &[SCC, by]);
                to
            }
            // Where on the chip a wave runs and where its registers are: always at the same place,
            // the first. No exceptions have happened, no traps are asked for.
            id if is_hardware_register(id) => self.b.scalar_constant(0),
            _ => return Err(NO_HARDWARE_REGISTER.into()),
        };
        let packed = self.b.scalar_constant(offset | mask.count_ones() << 16);
        self.scalar(BfePackedU32, dst, &[value, packed]);
        self.wrote(dst, 1);
        Ok(())
    }

    fn set_register(&mut self, inst: &Inst) -> Outcome {
        let (id, mask, offset) = field(immediate(inst, 0)?);
        let register: SReg = match id {
            MODE_ID => MODE,
            // Where scratch memory is, is not for a kernel to say.
            FLAT_SCR_LO | FLAT_SCR_HI => return Err("the address of scratch memory".into()),
            // The others belong to the hardware, and writing them does nothing. Exceptions and traps
            // there are none.
            id if is_hardware_register(id) => {
                self.b.push(Uop::Nop);
                return Ok(());
            }
            _ => return Err(NO_HARDWARE_REGISTER.into()),
        };
        let by_register = inst.row().name == "s_setreg_b32";
        let mask = self.b.scalar_constant(mask);
        let value = if by_register {
            let source = self.scalar_sources_of_setreg(inst)?;
            let shifted = self.layout.scalar_temporary(0);
            let by = self.b.scalar_constant(offset);
            self.scalar(ShlB32, shifted, &[source, by]);
            shifted
        } else {
            let value = inst.literal.unwrap_or(0).wrapping_shl(offset);
            self.b.scalar_constant(value)
        };
        self.scalar(BfiB32, register, &[mask, value, register]);
        Ok(())
    }

    fn scalar_sources_of_setreg(&mut self, inst: &Inst) -> Result<SReg, String> {
        self.scalar_source(inst, &inst.operands()[1], crate::row::Ty::I32)
    }

    /// STATUS with the bits that code changes: SCC, EXECZ and VCCZ.
    fn status(&mut self) -> SReg {
        let (to, bit) = (
            self.layout.scalar_temporary(0),
            self.layout.scalar_temporary(1),
        );
        self.scalar(OrB32, to, &[STATUS, SCC]);
        for (mask, at) in [(EXEC, 9), (VCC, 10)] {
            let (equal, zero) = self.mask_zero_test();
            self.scalar(equal, bit, &[mask, zero]);
            let by = self.b.scalar_constant(at);
            self.scalar(ShlB32, bit, &[bit, by]);
            self.scalar(OrB32, to, &[to, bit]);
        }
        to
    }

    fn tick(&mut self) {
        let step = self.b.scalar_constant(16);
        self.scalar(AddU32, CYCLES, &[CYCLES, step]);
    }
}

const REALTIME: u32 = 131;

// Numbers of hardware registers.
const STATUS_ID: u32 = 2;
const STATE_PRIV: u32 = 4;
const SH_MEM_BASES: u32 = 15;
const FLAT_SCR_LO: u32 = 20;
const FLAT_SCR_HI: u32 = 21;
const SHADER_CYCLES: u32 = 29;

const NO_HARDWARE_REGISTER: &str = "there is no such hardware register";

fn is_hardware_register(id: u32) -> bool {
    matches!(id, 1..=7 | 10..=15 | 17..=24 | 26 | 28..=30)
}

fn register_of(inst: &Inst, operand: usize) -> Result<u16, String> {
    match inst.operands().get(operand).map(|operand| operand.value) {
        Some(Value::Reg(reg)) if !reg.is_vgpr() => Ok(reg.code),
        _ => Err("a scalar register was expected".into()),
    }
}

fn immediate(inst: &Inst, operand: usize) -> Result<u32, String> {
    match inst.operands().get(operand).map(|operand| operand.value) {
        Some(Value::Imm(value)) => Ok(value as u32),
        _ => Err("an immediate was expected".into()),
    }
}
