//! The kernel descriptor: 64 bytes that tell the hardware how to start a kernel.

use crate::target::{CDNA, EVERY, Gens, RDNA, RDNA3X, RDNA4, Target, Wave};

/// A kernel descriptor. The entry offset is filled in when code has its place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)] // Each is a field of the descriptor that AMD's ABI lays out, under its name there.
pub struct Descriptor {
    pub group_segment_fixed_size: u32,
    pub private_segment_fixed_size: u32,
    pub kernarg_size: u32,
    pub entry_offset: i64,
    pub rsrc1: u32,
    pub rsrc2: u32,
    pub rsrc3: u32,
    pub properties: u16,
    pub kernarg_preload: u16,
}

impl Descriptor {
    /// Bytes of a descriptor.
    pub const SIZE: usize = 64;

    /// As it lies in a code object.
    pub fn to_bytes(&self) -> [u8; Descriptor::SIZE] {
        let mut bytes = [0; Descriptor::SIZE];
        bytes[0..4].copy_from_slice(&self.group_segment_fixed_size.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.private_segment_fixed_size.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.kernarg_size.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.entry_offset.to_le_bytes());
        bytes[44..48].copy_from_slice(&self.rsrc3.to_le_bytes());
        bytes[48..52].copy_from_slice(&self.rsrc1.to_le_bytes());
        bytes[52..56].copy_from_slice(&self.rsrc2.to_le_bytes());
        bytes[56..58].copy_from_slice(&self.properties.to_le_bytes());
        bytes[58..60].copy_from_slice(&self.kernarg_preload.to_le_bytes());
        bytes
    }

    /// The descriptor in these bytes.
    pub fn from_bytes(bytes: &[u8; Descriptor::SIZE]) -> Descriptor {
        let word = |at: usize| {
            u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
        };
        Descriptor {
            group_segment_fixed_size: word(0),
            private_segment_fixed_size: word(4),
            kernarg_size: word(8),
            entry_offset: (word(16) as u64 | (word(20) as u64) << 32) as i64,
            rsrc1: word(48),
            rsrc2: word(52),
            rsrc3: word(44),
            properties: word(56) as u16,
            kernarg_preload: (word(56) >> 16) as u16,
        }
    }
}

/// Where a directive's value goes.
#[derive(Clone, Copy)]
enum Stored {
    GroupSize,
    PrivateSize,
    KernargSize,
    Rsrc1,
    Rsrc2,
    Rsrc3,
    Properties,
    /// Counts that become fields together.
    NextVgpr,
    NextSgpr,
    UserSgprs,
    PreloadLength,
    PreloadOffset,
    /// Where accumulation registers begin.
    Accumulators,
    /// Whether special registers count among the scalars.
    Vcc,
    Xnack,
}

struct Directive {
    name: &'static str,
    place: Stored,
    lo: u8,
    len: u8,
    /// Scalar registers that the hardware fills in for it.
    sgprs: u8,
    on: Gens,
}

const fn d(name: &'static str, place: Stored, lo: u8, len: u8) -> Directive {
    Directive {
        name,
        place,
        lo,
        len,
        sgprs: 0,
        on: EVERY,
    }
}

const fn user(name: &'static str, lo: u8, sgprs: u8) -> Directive {
    Directive {
        name,
        place: Stored::Properties,
        lo,
        len: 1,
        sgprs,
        on: EVERY,
    }
}

const fn only(directive: Directive, on: Gens) -> Directive {
    Directive { on, ..directive }
}

/// RDNA 3 and 3.5, and CDNA.
const IEEE_MODE: Gens = Gens(RDNA3X.0 | CDNA.0);

#[rustfmt::skip]
static DIRECTIVES: &[Directive] = &[
    d(".amdhsa_group_segment_fixed_size",        Stored::GroupSize,    0, 32),
    d(".amdhsa_private_segment_fixed_size",      Stored::PrivateSize,  0, 32),
    d(".amdhsa_kernarg_size",                    Stored::KernargSize,  0, 32),
    d(".amdhsa_user_sgpr_count",                 Stored::UserSgprs,    0, 5),
    user(".amdhsa_user_sgpr_dispatch_ptr",          1, 2),
    user(".amdhsa_user_sgpr_queue_ptr",             2, 2),
    user(".amdhsa_user_sgpr_kernarg_segment_ptr",   3, 2),
    user(".amdhsa_user_sgpr_dispatch_id",           4, 2),
    user(".amdhsa_user_sgpr_private_segment_size",  6, 1),
    d(".amdhsa_user_sgpr_kernarg_preload_length", Stored::PreloadLength, 0, 7),
    d(".amdhsa_user_sgpr_kernarg_preload_offset", Stored::PreloadOffset, 7, 9),
    only(d(".amdhsa_wavefront_size32",           Stored::Properties,  10, 1), RDNA),
    d(".amdhsa_uses_dynamic_stack",              Stored::Properties,  11, 1),
    d(".amdhsa_enable_private_segment",          Stored::Rsrc2,        0, 1),
    d(".amdhsa_system_sgpr_workgroup_id_x",      Stored::Rsrc2,        7, 1),
    d(".amdhsa_system_sgpr_workgroup_id_y",      Stored::Rsrc2,        8, 1),
    d(".amdhsa_system_sgpr_workgroup_id_z",      Stored::Rsrc2,        9, 1),
    d(".amdhsa_system_sgpr_workgroup_info",      Stored::Rsrc2,       10, 1),
    d(".amdhsa_system_vgpr_workitem_id",         Stored::Rsrc2,       11, 2),
    d(".amdhsa_next_free_vgpr",                  Stored::NextVgpr,     0, 32),
    d(".amdhsa_next_free_sgpr",                  Stored::NextSgpr,     0, 32),
    d(".amdhsa_reserve_vcc",                     Stored::Vcc,          0, 1),
    d(".amdhsa_float_round_mode_32",             Stored::Rsrc1,       12, 2),
    d(".amdhsa_float_round_mode_16_64",          Stored::Rsrc1,       14, 2),
    d(".amdhsa_float_denorm_mode_32",            Stored::Rsrc1,       16, 2),
    d(".amdhsa_float_denorm_mode_16_64",         Stored::Rsrc1,       18, 2),
    only(d(".amdhsa_dx10_clamp",                 Stored::Rsrc1,       21, 1), IEEE_MODE),
    only(d(".amdhsa_round_robin_scheduling",     Stored::Rsrc1,       21, 1), RDNA4),
    only(d(".amdhsa_ieee_mode",                  Stored::Rsrc1,       23, 1), IEEE_MODE),
    d(".amdhsa_fp16_overflow",                   Stored::Rsrc1,       26, 1),
    only(d(".amdhsa_workgroup_processor_mode",   Stored::Rsrc1,       29, 1), RDNA),
    only(d(".amdhsa_memory_ordered",             Stored::Rsrc1,       30, 1), RDNA),
    only(d(".amdhsa_forward_progress",           Stored::Rsrc1,       31, 1), RDNA),
    only(d(".amdhsa_shared_vgpr_count",          Stored::Rsrc3,        0, 4), RDNA3X),
    only(d(".amdhsa_inst_pref_size",             Stored::Rsrc3,        4, 6), RDNA3X),
    only(d(".amdhsa_inst_pref_size",             Stored::Rsrc3,        4, 8), RDNA4),
    only(d(".amdhsa_accum_offset",               Stored::Accumulators, 0, 32), CDNA),
    only(d(".amdhsa_tg_split",                   Stored::Rsrc3,       16, 1), CDNA),
    only(d(".amdhsa_reserve_xnack_mask",         Stored::Xnack,        0, 1), CDNA),
    d(".amdhsa_exception_fp_ieee_invalid_op",    Stored::Rsrc2,       24, 1),
    d(".amdhsa_exception_fp_denorm_src",         Stored::Rsrc2,       25, 1),
    d(".amdhsa_exception_fp_ieee_div_zero",      Stored::Rsrc2,       26, 1),
    d(".amdhsa_exception_fp_ieee_overflow",      Stored::Rsrc2,       27, 1),
    d(".amdhsa_exception_fp_ieee_underflow",     Stored::Rsrc2,       28, 1),
    d(".amdhsa_exception_fp_ieee_inexact",       Stored::Rsrc2,       29, 1),
    d(".amdhsa_exception_int_div_zero",          Stored::Rsrc2,       30, 1),
];

/// A block as far as it has been read.
pub(super) struct Block {
    target: Target,
    wave: Wave,
    descriptor: Descriptor,
    next_vgpr: Option<i128>,
    next_sgpr: Option<i128>,
    user_sgprs: Option<i128>,
    accum_offset: Option<i128>,
    vcc: bool,
    xnack: bool,
    implied_sgprs: u32,
    preload: u32,
    seen: u64,
}

impl Block {
    pub fn new(target: Target, wave: Wave) -> Block {
        // 16 and 64-bit denormals are kept.
        let mut rsrc1 = 3 << 18;
        if target.generation().launch_modes {
            rsrc1 |= 1 << 29 | 1 << 30 | 1 << 31;
        }
        if target.generation().ieee_mode {
            rsrc1 |= 1 << 21 | 1 << 23;
        }
        let descriptor = Descriptor {
            rsrc1,
            rsrc2: 1 << 7,
            properties: if wave == Wave::W32 { 1 << 10 } else { 0 },
            ..Descriptor::default()
        };
        Block {
            target,
            wave,
            descriptor,
            next_vgpr: None,
            next_sgpr: None,
            user_sgprs: None,
            accum_offset: None,
            vcc: true,
            xnack: false,
            implied_sgprs: 0,
            preload: 0,
            seen: 0,
        }
    }

    /// Takes a directive's value.
    pub fn set(&mut self, name: &str, value: i128) -> Result<(), String> {
        let found = DIRECTIVES
            .iter()
            .position(|d| d.name == name && d.on.has(self.target));
        let Some(index) = found else {
            let help = source_names(name, self.target);
            return Err(format!("there is no `{name}` on {}{help}", self.target));
        };
        if self.seen & 1 << index != 0 {
            return Err(format!("`{name}` is given twice"));
        }
        self.seen |= 1 << index;
        let directive = &DIRECTIVES[index];
        if value < 0 || value >= 1i128 << directive.len {
            return Err(format!("{value} does not fit in {} bits", directive.len));
        }
        let (lo, len) = (directive.lo, directive.len);
        let put = |word: u32| {
            let mask = (((1u64 << len) - 1) as u32) << lo;
            word & !mask | (value as u32) << lo
        };
        let kernel = &mut self.descriptor;
        match directive.place {
            Stored::GroupSize => kernel.group_segment_fixed_size = value as u32,
            Stored::PrivateSize => kernel.private_segment_fixed_size = value as u32,
            Stored::KernargSize => kernel.kernarg_size = value as u32,
            Stored::Rsrc1 => kernel.rsrc1 = put(kernel.rsrc1),
            Stored::Rsrc2 => kernel.rsrc2 = put(kernel.rsrc2),
            Stored::Rsrc3 => kernel.rsrc3 = put(kernel.rsrc3),
            Stored::Properties => {
                kernel.properties = put(kernel.properties as u32) as u16;
                if value != 0 {
                    self.implied_sgprs += directive.sgprs as u32;
                }
            }
            Stored::NextVgpr => self.next_vgpr = Some(value),
            Stored::NextSgpr => self.next_sgpr = Some(value),
            Stored::UserSgprs => self.user_sgprs = Some(value),
            Stored::PreloadLength | Stored::PreloadOffset => {
                self.preload |= (value as u32) << lo;
            }
            Stored::Accumulators => self.accum_offset = Some(value),
            Stored::Vcc => self.vcc = value != 0,
            Stored::Xnack => self.xnack = value != 0,
        }
        Ok(())
    }

    pub fn finish(mut self) -> Result<Descriptor, String> {
        let vgprs = self
            .next_vgpr
            .ok_or("`.amdhsa_next_free_vgpr` is required")?;
        let sgprs = self
            .next_sgpr
            .ok_or("`.amdhsa_next_free_sgpr` is required")?;
        let accumulates = self.target.generation().accumulators;
        if accumulates {
            self.accumulators(vgprs)?;
            self.count_scalars(sgprs)?;
        }
        // Registers are counted in units, and the field is one less.
        let unit = if self.wave == Wave::W32 || accumulates {
            8
        } else {
            4
        };
        let units = (vgprs.max(1) + unit - 1) / unit - 1;
        if units > 63 {
            return Err(format!("{vgprs} vector registers are more than there are"));
        }
        let count = match self.user_sgprs {
            Some(count) if count < self.implied_sgprs as i128 => {
                return Err(format!(
                    "{count} user registers are fewer than the {} enabled ones need",
                    self.implied_sgprs
                ));
            }
            Some(count) => count as u32,
            None => self.implied_sgprs,
        };
        if count > 31 {
            return Err(format!("{count} user registers are more than 31"));
        }
        let kernel = &mut self.descriptor;
        kernel.rsrc1 |= units as u32;
        kernel.rsrc2 |= count << 1;
        kernel.kernarg_preload = self.preload as u16;
        Ok(self.descriptor)
    }
}

impl Block {
    /// Where accumulation registers begin, in units of four.
    fn accumulators(&mut self, vgprs: i128) -> Result<(), String> {
        let offset = self
            .accum_offset
            .ok_or("`.amdhsa_accum_offset` is required")?;
        if !(4..=256).contains(&offset) || offset % 4 != 0 {
            return Err(format!(
                "`.amdhsa_accum_offset` is a multiple of 4 from 4 to 256, not {offset}"
            ));
        }
        let most = (vgprs.max(1) + 3) / 4 * 4;
        if offset > most {
            return Err(format!(
                "`.amdhsa_accum_offset` is {offset}, which is more than the {most} registers that there are"
            ));
        }
        self.descriptor.rsrc3 |= (offset / 4 - 1) as u32;
        Ok(())
    }

    /// Scalar registers in units of eight, those with names among them.
    fn count_scalars(&mut self, next: i128) -> Result<(), String> {
        let special = match (self.vcc, self.xnack) {
            (_, true) => 4,
            (true, false) => 2,
            (false, false) => 0,
        };
        let general = i128::from(self.target.generation().scalars);
        if next > general {
            return Err(format!("{next} scalar registers are more than there are"));
        }
        // Flat scratch is set up by the hardware, and its registers count wherever they are.
        let all = next + special.max(6);
        self.descriptor.rsrc1 |= (((all + 7) / 8 - 1) as u32) << 6;
        Ok(())
    }
}

/// A suggestion for a directive that does not exist.
fn source_names(name: &str, target: Target) -> String {
    let known = DIRECTIVES
        .iter()
        .filter(|d| d.on.has(target))
        .map(|d| d.name);
    match ::source::did_you_mean(name, known) {
        Some(help) => format!(", {help}"),
        None => String::new(),
    }
}
